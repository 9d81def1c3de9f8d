create table patients (
  organisation_id       uuid not null default current_organisation() references organisations,
  id                    uuid not null default gen_random_uuid(),
  nhs_number            text collate "C" check (nhs_number ~ '^[0-9]{10}$'),
  local_patient_id      text collate "C",
  -- Local patient IDs are found in upper and lower case. A column, because lower() is not leakproof and row-level security would not use an
  -- index on the expression.
  local_patient_id_key  text collate "C" generated always as (lower(local_patient_id)) stored,
  first_name            text not null,
  last_name             text not null,
  -- For sorting and searching: lower case, without accents, the last name first, the parts of one name joined by hyphens, as in
  -- 'de-souza anna-maria' (domain/patient-name.ts).
  name_key              text not null collate "C",
  date_of_birth         date not null,
  sex                   text check (sex in ('male', 'female')),
  line1                 text not null default '',
  line2                 text not null default '',
  town                  text not null default '',
  county                text not null default '',
  postcode              text not null default '',
  phone_number          text, -- E.164
  email_address         text,
  preferred_method      text check (preferred_method in ('sms', 'email', 'nhs_app')),
  may_be_contacted      boolean not null default true,
  locale                text not null default 'en',
  admission_status      text not null default '' check (admission_status in ('', 'admitted', 'discharged', 'waiting', 'outpatient')),
  ward_id               uuid,
  is_submitted          boolean not null default false, -- the patient has submitted a form at least once
  is_on_record          boolean not null default false,
  archived_at           timestamptz,
  is_archived           boolean not null generated always as (archived_at is not null) stored,
  -- Undoing an import archives the patients that the import created and nobody has changed since (docs/decisions/0023-import-decisions.md).
  import_job_id         uuid,
  import_wrote_at       timestamptz, -- when an import last changed the row; equal to updated_at as long as nobody else has changed the row
  created_at            timestamptz not null default now(),
  updated_at            timestamptz not null default now(),
  primary key (organisation_id, id),
  foreign key (organisation_id, ward_id) references wards
);
-- The lists: one index for each order, so that every page takes the same time. The ward is included because the ward_access policy needs it
-- and a page far down the list must not read the rows before it.
create index patients_name on patients (organisation_id, is_archived, name_key, id) include (ward_id);
create index patients_born on patients (organisation_id, is_archived, date_of_birth, id) include (ward_id);
create index patients_numbered on patients (organisation_id, is_archived, nhs_number, id) include (ward_id);
create index patients_created on patients (organisation_id, is_archived, created_at, id) include (ward_id);
-- A filter that few patients match reads these patients only, instead of a whole list.
create index patients_kinds on patients (organisation_id, is_archived, ward_id, admission_status, preferred_method, sex);
-- Finding one patient: by number, by the first digits of a number, by the same person's other details (PAT-4).
create unique index patients_nhs_number on patients (organisation_id, nhs_number) where nhs_number is not null;
-- The NHS number is included because a patient found by both numbers counts once.
create index patients_local_patient_id on patients (organisation_id, is_archived, local_patient_id_key) include (nhs_number, ward_id)
  where local_patient_id_key is not null;
create index patients_alike_by_birth on patients (organisation_id, date_of_birth, postcode);
create index patients_alike_by_name on patients (organisation_id, name_key, date_of_birth, postcode);
create trigger touch before update on patients for each row execute function touch_updated_at();
call isolate_by_organisation('patients');
create policy ward_access on patients as restrictive
  using ((select ward_limited_member()) is null
    or ward_id in (select ward_id from member_wards where member_id = (select ward_limited_member())));
grant select, insert, update on patients to formward_app;

-- organisation_totals counts patients.
create function count_patients_added() returns trigger language plpgsql as $$
declare change record;
begin
  for change in select organisation_id, count(*) as patients, count(*) filter (where archived_at is null) as active from added group by 1 loop
    call add_to_totals(change.organisation_id, 0, change.patients, change.active);
  end loop;
  return null;
end $$;
create function count_patients_changed() returns trigger language plpgsql as $$
declare change record;
begin
  for change in
    select organisation_id, sum(n) as active from (
      select organisation_id, 1 as n from added where archived_at is null
      union all select organisation_id, -1 from removed where archived_at is null) both_ways
    group by 1 having sum(n) <> 0
  loop
    call add_to_totals(change.organisation_id, 0, 0, change.active);
  end loop;
  return null;
end $$;
create trigger count_added after insert on patients referencing new table as added for each statement execute function count_patients_added();
create trigger count_changed after update on patients referencing new table as added old table as removed
  for each statement execute function count_patients_changed();

-- The words of the patients' names, with the columns that the list filters and sorts by. A search reads one range of one index and no patient,
-- however common the name is. The beginning of a word is a range and not a LIKE, because row-level security does not use an index for LIKE
-- (LIKE is not leakproof). The query is in server/patients/patient-search.sql.ts. Triggers write this table; the application only reads it.
create table patient_words (
  organisation_id  uuid not null default current_organisation(),
  is_archived      boolean not null,
  word             text not null collate "C",
  name_key         text not null collate "C",
  patient_id       uuid not null,
  ward_id          uuid,
  primary key (organisation_id, is_archived, word, name_key, patient_id) include (ward_id)
);
call isolate_by_organisation('patient_words');
create policy ward_access on patient_words as restrictive
  using ((select ward_limited_member()) is null
    or ward_id in (select ward_id from member_wards where member_id = (select ward_limited_member())));
grant select on patient_words to formward_app;

-- A word begins at each part of a name and runs to the end of that name: 'de-souza' gives 'desouza' and 'souza', so that "de souza", "desouza"
-- and "souza" all find the patient.
create function words_of_name(name_key text) returns setof text language sql immutable as $$
  select distinct array_to_string((string_to_array(name, '-'))[place:], '')
  from string_to_table(name_key, ' ') name, generate_series(1, cardinality(string_to_array(name, '-'))) place
  where name <> ''
$$;

create function keep_words_of_added() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into patient_words (organisation_id, is_archived, word, name_key, patient_id, ward_id)
  select p.organisation_id, p.is_archived, word, p.name_key, p.id, p.ward_id from added p cross join words_of_name(p.name_key) word;
  return null;
end $$;
create function keep_words_of_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from patient_words w
  where w.organisation_id = old.organisation_id and w.is_archived = old.is_archived and w.word = any(array(select words_of_name(old.name_key)))
    and w.name_key = old.name_key and w.patient_id = old.id;
  insert into patient_words (organisation_id, is_archived, word, name_key, patient_id, ward_id)
  select new.organisation_id, new.is_archived, word, new.name_key, new.id, new.ward_id from words_of_name(new.name_key) word;
  return null;
end $$;
create trigger keep_words_added after insert on patients referencing new table as added
  for each statement execute function keep_words_of_added();
create trigger keep_words_changed after update on patients
  for each row when ((old.name_key, old.is_archived, old.ward_id) is distinct from (new.name_key, new.is_archived, new.ward_id))
  execute function keep_words_of_changed();

-- How many patients there are of each kind, so that no list has to count. Triggers only add rows, so two changes never wait for each other;
-- the number is the sum of the rows. After about 64 new rows a writer replaces the rows of one kind by their sum.
create table patient_counts (
  organisation_id   uuid not null default current_organisation() references organisations,
  id                bigint generated always as identity,
  is_archived       boolean not null,
  sex               text,
  preferred_method  text,
  admission_status  text not null,
  ward_id           uuid,
  patients          bigint not null,
  primary key (organisation_id, id)
);
call isolate_by_organisation('patient_counts');
create policy ward_access on patient_counts as restrictive
  using ((select ward_limited_member()) is null
    or ward_id in (select ward_id from member_wards where member_id = (select ward_limited_member())));
grant select on patient_counts to formward_app;

-- One transaction at a time in each organisation; the others leave the work to it.
create procedure sum_patient_counts(organisation uuid) language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('patient counts of ' || organisation, 0)) then return; end if;
  with several as (
    select array_agg(id) as ids from patient_counts where organisation_id = organisation
    group by is_archived, sex, preferred_method, admission_status, ward_id having count(*) > 1
  ), gone as (
    delete from patient_counts where organisation_id = organisation and id in (select unnest(ids) from several) returning *
  )
  insert into patient_counts (organisation_id, is_archived, sex, preferred_method, admission_status, ward_id, patients)
  select organisation, is_archived, sex, preferred_method, admission_status, ward_id, sum(patients) from gone
  group by is_archived, sex, preferred_method, admission_status, ward_id having sum(patients) <> 0;
end $$;
revoke execute on procedure sum_patient_counts from public;

create function count_kinds_added() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  kinds bigint;
  organisation uuid;
begin
  insert into patient_counts (organisation_id, is_archived, sex, preferred_method, admission_status, ward_id, patients)
  select organisation_id, is_archived, sex, preferred_method, admission_status, ward_id, count(*) from added group by 1, 2, 3, 4, 5, 6;
  get diagnostics kinds = row_count;
  if kinds > 0 and lastval() / 64 <> (lastval() - kinds) / 64 then
    select organisation_id into organisation from added limit 1;
    call sum_patient_counts(organisation);
  end if;
  return null;
end $$;
create function count_kinds_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into patient_counts (organisation_id, is_archived, sex, preferred_method, admission_status, ward_id, patients) values
    (old.organisation_id, old.is_archived, old.sex, old.preferred_method, old.admission_status, old.ward_id, -1),
    (new.organisation_id, new.is_archived, new.sex, new.preferred_method, new.admission_status, new.ward_id, 1);
  if lastval() / 64 <> (lastval() - 2) / 64 then call sum_patient_counts(new.organisation_id); end if;
  return null;
end $$;
create trigger count_kinds_added after insert on patients referencing new table as added
  for each statement execute function count_kinds_added();
create trigger count_kinds_changed after update on patients
  for each row when ((old.is_archived, old.sex, old.preferred_method, old.admission_status, old.ward_id)
    is distinct from (new.is_archived, new.sex, new.preferred_method, new.admission_status, new.ward_id))
  execute function count_kinds_changed();

-- Both tables rebuilt from the patients, after rows were loaded without triggers. row_security = off: an owner who cannot see every row gets an
-- error instead of empty tables.
create function rebuild_patient_words() returns void language plpgsql set row_security = off as $$
begin
  truncate patient_words;
  insert into patient_words (organisation_id, is_archived, word, name_key, patient_id, ward_id)
  select p.organisation_id, p.is_archived, word, p.name_key, p.id, p.ward_id from patients p cross join words_of_name(p.name_key) word
  order by 1, 2, 3, 4, 5;
end $$;
create function rebuild_patient_counts() returns void language plpgsql set row_security = off as $$
begin
  truncate patient_counts;
  insert into patient_counts (organisation_id, is_archived, sex, preferred_method, admission_status, ward_id, patients)
  select organisation_id, is_archived, sex, preferred_method, admission_status, ward_id, count(*) from patients group by 1, 2, 3, 4, 5, 6;
end $$;
revoke execute on function rebuild_patient_words, rebuild_patient_counts from public;
