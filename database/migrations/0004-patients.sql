create extension if not exists btree_gin;

create table patients (
  organisation_id    uuid not null default current_organisation() references organisations,
  id                 uuid not null default gen_random_uuid(),
  nhs_number         text collate "C" check (nhs_number ~ '^[0-9]{10}$'),
  local_patient_id   text collate "C",
  first_name         text not null,
  last_name          text not null,
  -- The order and search key of a name: lower case, unaccented, last name first (domain/patient-match.ts).
  name_key           text not null collate "C",
  date_of_birth      date not null,
  sex                text check (sex in ('male', 'female')),
  line1              text not null default '',
  line2              text not null default '',
  town               text not null default '',
  county             text not null default '',
  postcode           text not null default '',
  phone_number       text, -- E.164
  email_address      text,
  preferred_method   text check (preferred_method in ('sms', 'email', 'nhs_app')),
  may_be_contacted   boolean not null default true,
  admission_status   text not null default '' check (admission_status in ('', 'admitted', 'discharged', 'waiting', 'outpatient')),
  is_submitted       boolean not null default false,
  is_on_record       boolean not null default false,
  locale             text not null default 'en',
  ward_id            uuid,
  archived_at        timestamptz,
  is_archived        boolean not null generated always as (archived_at is not null) stored,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  primary key (organisation_id, id),
  foreign key (organisation_id, ward_id) references wards
);
-- The lists: one index for each order, so that a page costs the same at any size. The ward is carried along because the ward policy
-- below asks for it, and a deep page must not read the rows it skips.
create index patients_name on patients (organisation_id, is_archived, name_key, id) include (ward_id);
create index patients_born on patients (organisation_id, is_archived, date_of_birth, id) include (ward_id);
create index patients_numbered on patients (organisation_id, is_archived, nhs_number, id) include (ward_id);
create index patients_created on patients (organisation_id, is_archived, created_at, id) include (ward_id);
-- Finding one: by number, by the beginning of a number, by any part of a name, by who is meant (PAT-4).
create unique index patients_nhs_number on patients (organisation_id, nhs_number) where nhs_number is not null;
create index patients_local_patient_id on patients (organisation_id, local_patient_id) where local_patient_id is not null;
create index patients_name_parts on patients using gin (organisation_id, (' ' || name_key) gin_trgm_ops);
create index patients_alike_by_birth on patients (organisation_id, date_of_birth, postcode);
create index patients_alike_by_name on patients (organisation_id, name_key, date_of_birth, postcode);
create trigger touch before update on patients for each row execute function touch_updated_at();
call isolate_by_organisation('patients');
grant select, insert, update on patients to formward_app;

-- The member whose wards limit what this transaction sees; null where nothing does (MEM-4).
create function ward_limited_member() returns uuid language plpgsql stable parallel safe as $$
declare
  member uuid := nullif(current_setting('app.member_id', true), '')::uuid;
begin
  if member is null or not exists (select from organisations where id = current_organisation() and ward_access = 'assigned') then return null; end if;
  return member;
end $$;

-- In sub-selects, so that each is asked once a statement and not once a row.
create policy ward_access on patients as restrictive
  using ((select ward_limited_member()) is null
    or ward_id in (select ward_id from member_wards where member_id = (select ward_limited_member())));

-- Patients whose name has every one of the words in it. Row-level security keeps LIKE away from the index (it is not leakproof), so this
-- looks past it, in the bound organisation only and for ids only: the rows themselves are read under the policies again.
-- `words` are LIKE patterns for the name with a space before it ('% word%' is where a part of it begins). The first is looked up in the
-- index of trigrams and must give it one: two letters after a space, or three.
create function search_patients(words text[]) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select id from patients
    where organisation_id = current_organisation() and ' ' || name_key like words[1] and ' ' || name_key like all (words[2:]);
end $$;
revoke execute on function search_patients from public;
grant execute on function search_patients to formward_app;
