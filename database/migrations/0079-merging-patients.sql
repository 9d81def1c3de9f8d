-- Two records of one patient are merged (docs/decisions/0084-merging-patients.md). One record stays. What belongs to the other one moves to it, and the
-- other one is archived and points at the record that stays.
alter table patients
  add column merged_into_id uuid,
  -- Not valid: no row that is there was merged, and the rows need not be read while the table is locked.
  add constraint merged_is_archived check (merged_into_id is null or (archived_at is not null and merged_into_id <> id)) not valid;

create table patient_merges (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               uuid not null default time_ordered_id(),
  kept_id          uuid not null,
  merged_id        uuid not null,
  merged_by        uuid not null,
  merged_at        timestamptz not null default clock_timestamp(),
  reason           text not null check (reason in ('registered_twice', 'imported_twice', 'temporary_record', 'other')),
  note             text not null default '' check (length(note) <= 200),
  moved            jsonb not null, -- the ids of the moved rows, by table, as move_record() returns them
  fields           jsonb not null, -- the changed columns of the kept record: {"phone_number": {"before": …, "after": …}}
  was_archived_at  timestamptz, -- the merged record was archived before the merge
  undone_by        uuid,
  undone_at        timestamptz,
  primary key (organisation_id, id),
  foreign key (organisation_id, kept_id) references patients,
  foreign key (organisation_id, merged_id) references patients,
  check (kept_id <> merged_id),
  check ((undone_at is null) = (undone_by is null))
);
-- A record is merged into one other at a time.
create unique index patient_merges_once on patient_merges (organisation_id, merged_id) where undone_at is null;
create index patient_merges_kept on patient_merges (organisation_id, kept_id, merged_at);
create index patient_merges_merged on patient_merges (organisation_id, merged_id);
call isolate_by_organisation('patient_merges');
create policy ward_access on patient_merges as restrictive using ((select ward_limited_member()) is null or (
  exists (select from patients p where p.organisation_id = patient_merges.organisation_id and p.id = patient_merges.kept_id)
  and exists (select from patients p where p.organisation_id = patient_merges.organisation_id and p.id = patient_merges.merged_id)));
grant select, insert on patient_merges to formward_app;
grant update (undone_by, undone_at) on patient_merges to formward_app;

-- Moves form requests, series and rows of imports from one patient to another: all of them, or those that an earlier call returned and that are still
-- with the first patient. Everything else belongs to a form request or a series and moves with it. Returns the ids of the moved rows.
create function move_record(source uuid, target uuid, only_these jsonb) returns jsonb
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  organisation constant uuid := current_organisation();
  member text := coalesce(current_setting('app.member_id', true), '');
  new_patient patients;
  requests uuid[];
  enrolments uuid[];
  import_jobs_with_rows uuid[];
  rows_of_imports jsonb;
begin
  -- A member who is limited to wards moves nothing from or to a patient of another ward (MEM-4).
  if ward_limited_member() is not null and (
    select count(*) from patients p join member_wards w on w.organisation_id = p.organisation_id and w.ward_id = p.ward_id
    where p.organisation_id = organisation and p.id in (source, target) and w.member_id = ward_limited_member()) < 2 then
    raise exception 'a record that the member does not see is not moved' using errcode = '42501';
  end if;
  -- The triggers count rows of every ward.
  perform set_config('app.member_id', '', true);
  -- Patients, then messages, then form requests, each in the order of their ids: the order of other work.
  perform from patients where organisation_id = organisation and id in (source, target) order by id for update;
  select * into strict new_patient from patients where organisation_id = organisation and id = target;
  requests := array(
    select id from form_requests
    where organisation_id = organisation and patient_id = source and (only_these is null or only_these -> 'form_requests' ? id::text));
  perform from notifications where organisation_id = organisation and request_id = any(requests) order by id for update;
  perform from form_requests where organisation_id = organisation and id = any(requests) order by id for update;
  enrolments := array(
    select id from series_enrolments
    where organisation_id = organisation and patient_id = source and (only_these is null or only_these -> 'series_enrolments' ? id::text)
    order by id for update);

  update form_requests set patient_id = target, patient_name_key = new_patient.name_key, ward_id = new_patient.ward_id
  where organisation_id = organisation and id = any(requests);
  update notifications set ward_id = new_patient.ward_id
  where organisation_id = organisation and request_id = any(requests) and ward_id is distinct from new_patient.ward_id;
  update submission_scores set patient_id = target where organisation_id = organisation and request_id = any(requests);
  update series_enrolments set patient_id = target, patient_name_key = new_patient.name_key, ward_id = new_patient.ward_id
  where organisation_id = organisation and id = any(enrolments);
  -- The rows of a file stay for a month after its import, and may wait to be imported.
  import_jobs_with_rows := array(select id from import_jobs where organisation_id = organisation and rows_removed_at is null);
  with moved as (
    update import_rows set patient_id = target, is_patient_archived = new_patient.is_archived
    where organisation_id = organisation and job_id = any(import_jobs_with_rows) and patient_id = source
      and (only_these is null or only_these -> 'import_rows' ? (job_id || ' ' || row_number))
    returning job_id || ' ' || row_number as row)
  select coalesce(jsonb_agg(row), '[]') into rows_of_imports from moved;

  update patients p set is_submitted = exists (
    select from form_requests r join submissions s on s.organisation_id = r.organisation_id and s.request_id = r.id
    where r.organisation_id = p.organisation_id and r.patient_id = p.id)
  where p.organisation_id = organisation and p.id in (source, target);
  perform set_config('app.member_id', member, true);
  return jsonb_build_object('form_requests', to_jsonb(requests), 'series_enrolments', to_jsonb(enrolments), 'import_rows', rows_of_imports);
end $$;
revoke execute on function move_record from public;
grant execute on function move_record to formward_app;

-- Whether the kept record of a merge was merged again since, with another record or into one, and that merge was not undone. A merge with a record of a
-- ward that the member does not see counts too (MEM-4): its undo would find other rows than it left.
create function has_later_merge(merge uuid) returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  member text := coalesce(current_setting('app.member_id', true), '');
  has_later boolean;
begin
  perform set_config('app.member_id', '', true);
  has_later := exists (
    select from patient_merges g join patient_merges l on l.organisation_id = g.organisation_id and l.id <> g.id and l.undone_at is null
      and (l.merged_id = g.kept_id or l.kept_id = g.kept_id and l.merged_at > g.merged_at)
    where g.organisation_id = current_organisation() and g.id = merge);
  perform set_config('app.member_id', member, true);
  return has_later;
end $$;
revoke execute on function has_later_merge from public;
grant execute on function has_later_merge to formward_app;

-- The patient and the records that were merged into the patient's record, directly or not, also those of wards that the member does not see: they are
-- held and erased together.
create function records_of_patient(patient uuid) returns setof uuid rows 2 language plpgsql security definer set search_path = public, pg_temp as $$
declare
  member text := coalesce(current_setting('app.member_id', true), '');
begin
  perform set_config('app.member_id', '', true);
  return query
    with recursive merged (id) as (
      select patient
      union select m.merged_id from patient_merges m join merged on m.kept_id = merged.id
      where m.organisation_id = current_organisation() and m.undone_at is null)
    select id from merged;
  perform set_config('app.member_id', member, true);
end $$;
revoke execute on function records_of_patient from public;
grant execute on function records_of_patient to formward_app;

-- Deletes one patient with everything that belongs to them, and returns how many of each were deleted; null if there is no such patient. The audit log
-- stays. The application may not delete patients, form requests or submissions itself: this is the only way, for one patient of its own organisation
-- who is not on legal hold and has no open form request. The records that were merged into the patient's record are deleted with it, and are not
-- deleted without it.
create or replace function erase_patient(patient uuid) returns jsonb language plpgsql security definer set search_path = public, pg_temp as $$
declare
  organisation constant uuid := current_organisation();
  member text := coalesce(current_setting('app.member_id', true), '');
  limited constant uuid := ward_limited_member();
  found_patient patients;
  records uuid[]; -- the record and those merged into it
  requests uuid[];
  messages uuid[];
  import_jobs_with_rows uuid[];
  counts jsonb := '{}';
  deleted bigint;
begin
  -- A member who is limited to wards erases nobody of another ward (MEM-4). The rest is read and deleted whole.
  if limited is not null and not exists (
    select from patients p join member_wards w on w.organisation_id = p.organisation_id and w.ward_id = p.ward_id
    where p.organisation_id = organisation and p.id = patient and w.member_id = limited) then
    return null;
  end if;
  perform set_config('app.member_id', '', true);
  -- The patient, then messages, then form requests: the order of other work.
  select * into found_patient from patients where organisation_id = organisation and id = patient for update;
  if not found then
    perform set_config('app.member_id', member, true);
    return null;
  end if;
  if found_patient.merged_into_id is not null then
    raise exception 'a merged record is erased with the record it was merged into' using errcode = '42501';
  end if;
  records := array(select records_of_patient(patient));
  perform from patients where organisation_id = organisation and id = any(records) order by id for update;
  if limited is not null and exists (
    select from patients p where p.organisation_id = organisation and p.id = any(records) and not exists (
      select from member_wards w where w.organisation_id = organisation and w.ward_id = p.ward_id and w.member_id = limited)) then
    raise exception 'a record that the member does not see is not erased' using errcode = '42501';
  end if;
  if exists (select from patients where organisation_id = organisation and id = any(records) and hold_since is not null) then
    raise exception 'a record on legal hold is kept' using errcode = '42501';
  end if;
  messages := array(
    select n.id from form_requests r join notifications n on n.organisation_id = r.organisation_id and n.request_id = r.id
    where r.organisation_id = organisation and r.patient_id = any(records) order by n.id for update of n);
  requests := array(select id from form_requests where organisation_id = organisation and patient_id = any(records) order by id for update);
  if exists (select from form_requests where organisation_id = organisation and id = any(requests) and status in ('unopened', 'opened')) then
    raise exception 'a patient with an open form request is kept' using errcode = '42501';
  end if;

  delete from outbox_messages where organisation_id = organisation and notification_id = any(messages);
  delete from notifications where organisation_id = organisation and id = any(messages);
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('messages', deleted);

  delete from series_occasions where organisation_id = organisation and (request_id = any(requests)
    or enrolment_id in (select id from series_enrolments where organisation_id = organisation and patient_id = any(records)));
  delete from series_enrolments where organisation_id = organisation and patient_id = any(records);
  delete from form_request_notes where organisation_id = organisation and request_id = any(requests);
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('notes', deleted);

  delete from waiting_list_removals where organisation_id = organisation and request_id = any(requests);
  delete from waiting_list_reviews where organisation_id = organisation and request_id = any(requests);
  delete from flag_alerts where organisation_id = organisation and request_id = any(requests);
  delete from raised_flags where organisation_id = organisation and request_id = any(requests);
  delete from submission_scores where organisation_id = organisation and request_id = any(requests);
  delete from chosen_answers where organisation_id = organisation and request_id = any(requests);
  delete from submissions where organisation_id = organisation and request_id = any(requests);
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('submissions', deleted);

  delete from answer_drafts where organisation_id = organisation and request_id = any(requests);
  delete from answering_sessions where organisation_id = organisation and request_id = any(requests);
  delete from used_link_proofs where organisation_id = organisation and request_id = any(requests);
  delete from patient_sessions where organisation_id = organisation and request_id = any(requests);
  delete from patient_links where organisation_id = organisation and request_id = any(requests);
  delete from bulk_change_requests where organisation_id = organisation and request_id = any(requests);
  delete from form_request_events where organisation_id = organisation and request_id = any(requests);
  -- The rows of a file stay for a month after its import. Rows that wait to be imported would create the patient again.
  import_jobs_with_rows := array(select id from import_jobs where organisation_id = organisation and rows_removed_at is null);
  delete from import_row_problems p using import_rows i
  where i.organisation_id = organisation and i.job_id = any(import_jobs_with_rows) and i.patient_id = any(records)
    and p.organisation_id = organisation and p.job_id = i.job_id and p.row_number = i.row_number;
  delete from import_rows where organisation_id = organisation and job_id = any(import_jobs_with_rows) and patient_id = any(records);
  delete from form_requests where organisation_id = organisation and id = any(requests);
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('formRequests', deleted);

  delete from nhs_app_patients where organisation_id = organisation and patient_id = any(records);
  -- A merge that was undone has details of both records.
  delete from patient_merges where organisation_id = organisation and (kept_id = any(records) or merged_id = any(records));
  delete from patients where organisation_id = organisation and id = any(records);
  perform set_config('app.member_id', member, true);
  return counts;
end $$;
