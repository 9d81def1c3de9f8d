-- What the NHS App shows of form requests (docs/decisions/0055-nhs-app-feed.md). No row: the organisation shows nothing there.
create table nhs_app_settings (
  organisation_id       uuid not null default current_organisation() references organisations,
  is_on                 boolean not null default false,
  -- The location of a form request, or the code of its form in the patient engagement portal, in upper or lower case.
  excluded_clinics      text[] not null default '{}',
  excluded_specialties  text[] not null default '{}',
  created_at            timestamptz not null default now(),
  updated_at            timestamptz not null default now(),
  primary key (organisation_id)
);
create trigger touch before update on nhs_app_settings for each row execute function touch_updated_at();
call isolate_by_organisation('nhs_app_settings');
grant select, insert, update on nhs_app_settings to formward_app;

-- No form request of such a form or patient is shown in the NHS App.
alter table forms add column is_sensitive boolean not null default false;
alter table patients add column is_left_out_of_nhs_app boolean not null default false;

-- Every NHS number that the patients of an organisation have or had. Triggers write it; the application records in it what the Record Service has
-- acknowledged (docs/decisions/0056-record-service.md).
create table nhs_app_patients (
  organisation_id  uuid not null default current_organisation() references organisations,
  nhs_number       text not null collate "C",
  patient_id       uuid not null,
  -- False: the patient has another NHS number now, is archived, has died, or is left out of the NHS App.
  is_current       boolean not null default true,
  sixteen_on       date not null,
  is_waiting       boolean not null default true, -- the Record Service must still be told
  acknowledged_at  timestamptz,
  refused_at       timestamptz, -- the Record Service refused the number: it is not sent again by itself
  primary key (organisation_id, nhs_number),
  foreign key (organisation_id, patient_id) references patients
);
-- The NHS App asks for a patient before any organisation is known. One row of each organisation that has the patient, and nothing else.
create index nhs_app_patients_number on nhs_app_patients (nhs_number) where is_current;
create index nhs_app_patients_of on nhs_app_patients (organisation_id, patient_id);
create index nhs_app_patients_waiting on nhs_app_patients (organisation_id, sixteen_on, nhs_number) where is_waiting and is_current and refused_at is null;
create index nhs_app_patients_refused on nhs_app_patients (organisation_id) where refused_at is not null;
call isolate_by_organisation('nhs_app_patients');
create policy find_by_nhs_number on nhs_app_patients for select
  using (is_current and 'nhs-number:' || nhs_number = nullif(current_setting('app.key', true), ''));
create policy ward_access on nhs_app_patients as restrictive using ((select ward_limited_member()) is null
  or exists (select from patients p where p.organisation_id = nhs_app_patients.organisation_id and p.id = nhs_app_patients.patient_id));
grant select on nhs_app_patients to formward_app;
grant update (is_waiting, acknowledged_at, refused_at) on nhs_app_patients to formward_app;

create function sixteen_on(date_of_birth date) returns date language sql immutable
  as $$ select (date_of_birth + interval '16 years')::date $$;

-- The triggers see the rows of every ward, also where the owner is no superuser: a number may have been that of a patient whom the member does not see.
create function keep_nhs_app_added() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  member text := coalesce(current_setting('app.member_id', true), '');
begin
  perform set_config('app.member_id', '', true);
  insert into nhs_app_patients (organisation_id, nhs_number, patient_id, sixteen_on)
  select organisation_id, nhs_number, id, sixteen_on(date_of_birth) from added
  where nhs_number is not null and archived_at is null and not is_deceased and not is_left_out_of_nhs_app
  on conflict (organisation_id, nhs_number) do update
    set patient_id = excluded.patient_id, sixteen_on = excluded.sixteen_on, is_current = true;
  perform set_config('app.member_id', member, true);
  return null;
end $$;
-- A number that comes back, for example with a restored patient, was acknowledged before and is not sent again.
create function keep_nhs_app_changed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  member text := coalesce(current_setting('app.member_id', true), '');
begin
  perform set_config('app.member_id', '', true);
  update nhs_app_patients set is_current = false
  where organisation_id = old.organisation_id and patient_id = old.id and is_current;
  if new.nhs_number is not null and new.archived_at is null and not new.is_deceased and not new.is_left_out_of_nhs_app then
    insert into nhs_app_patients (organisation_id, nhs_number, patient_id, sixteen_on)
    values (new.organisation_id, new.nhs_number, new.id, sixteen_on(new.date_of_birth))
    on conflict (organisation_id, nhs_number) do update
      set patient_id = excluded.patient_id, sixteen_on = excluded.sixteen_on, is_current = true;
  end if;
  perform set_config('app.member_id', member, true);
  return null;
end $$;
create trigger keep_nhs_app_added after insert on patients referencing new table as added
  for each statement execute function keep_nhs_app_added();
create trigger keep_nhs_app_changed after update on patients
  for each row when ((old.nhs_number, old.date_of_birth, old.is_archived, old.is_deceased, old.is_left_out_of_nhs_app)
    is distinct from (new.nhs_number, new.date_of_birth, new.is_archived, new.is_deceased, new.is_left_out_of_nhs_app))
  execute function keep_nhs_app_changed();

-- The patients who were there before, also after rows were loaded without triggers. One organisation after the other, because row-level security
-- holds for the owner too.
create function rebuild_nhs_app_patients() returns void language plpgsql as $$
declare
  bound text := current_setting('app.organisation_id', true);
  organisation uuid;
  organisations uuid[];
begin
  perform set_config('app.organisation_id', '00000000-0000-0000-0000-000000000000', true);
  organisations := array(select id from organisations where not is_system);
  foreach organisation in array organisations loop
    perform set_config('app.organisation_id', organisation::text, true);
    insert into nhs_app_patients (organisation_id, nhs_number, patient_id, sixteen_on)
    select organisation, nhs_number, id, sixteen_on(date_of_birth) from patients
    where organisation_id = organisation and nhs_number is not null and archived_at is null and not is_deceased and not is_left_out_of_nhs_app
    on conflict do nothing;
  end loop;
  perform set_config('app.organisation_id', coalesce(bound, ''), true);
end $$;
revoke execute on function rebuild_nhs_app_patients from public;
select rebuild_nhs_app_patients();

-- The link of the feed proves once, for some minutes, that NHS login knows the patient. A used proof is kept until it would have expired.
create table used_link_proofs (
  organisation_id  uuid not null default current_organisation() references organisations,
  proof_hash       bytea not null,
  request_id       uuid not null,
  expires_at       timestamptz not null,
  primary key (organisation_id, proof_hash),
  foreign key (organisation_id, request_id) references form_requests
);
create index used_link_proofs_expiry on used_link_proofs (organisation_id, expires_at);
call isolate_by_organisation('used_link_proofs');
call follow_the_request('used_link_proofs');
grant select, insert, delete on used_link_proofs to formward_app;
