-- Records of patients end (docs/decisions/0077-records-that-end.md): erased one at a time, or deleted when the period of the organisation is over.
-- A legal hold keeps a record from both.
alter table organisations
  -- Full years after the last activity. 8 is the least of the NHS schedule for health records of adults.
  add column retention_years smallint not null default 8 check (retention_years between 8 and 100),
  add column deletes_old_records boolean not null default false;

alter table patients
  add column hold_since timestamptz,
  add column hold_reason text not null default '',
  -- Not valid: the rows that are there have no hold, and need not be read while the table is locked.
  add constraint hold_has_a_reason check ((hold_since is null) = (hold_reason = '') and length(hold_reason) <= 200) not valid;

-- Every stored count follows a deletion, like each change.
create function count_requests_removed() returns trigger language plpgsql as $$
begin
  insert into form_request_changes (organisation_id, status, specialty, form_id, assignee_id, notification_method, location, event, is_urgent,
                                    is_unreached, ward_id, outcome_id, form_version, is_opened, is_submitted, count)
  select organisation_id, status, specialty, form_id, assignee_id, notification_method, location, event, is_urgent, is_unreached, ward_id,
    outcome_id, form_version, opened_at is not null, completed_at is not null, -count(*)
  from removed group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15;
  return null;
end $$;
create trigger count_removed after delete on form_requests referencing old table as removed for each statement execute function count_requests_removed();

create function count_answers_removed() returns trigger language plpgsql as $$
begin
  insert into answer_changes (organisation_id, form_id, form_version, ward_id, answers, count)
  select s.organisation_id, s.form_id, s.form_version, r.ward_id, tallied_answers(v.definition, s.answers), -1
  from removed s
  join form_requests r on r.organisation_id = s.organisation_id and r.id = s.request_id
  join form_versions v on v.organisation_id = s.organisation_id and v.form_id = s.form_id and v.version = s.form_version;
  return null;
end $$;
create trigger count_removed after delete on submissions referencing old table as removed for each statement execute function count_answers_removed();

create function count_messages_removed() returns trigger language plpgsql as $$
begin
  insert into message_changes (organisation_id, day, form_id, ward_id, category, method, status, reason_code, channel, messages, fragments, price)
  select c.organisation_id, c.day, c.form_id, c.ward_id, c.category, c.method, c.status, c.reason_code, c.channel,
    sum(c.messages), sum(c.fragments), sum(c.price)
  from removed r, change_of(r, -1) c group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  return null;
end $$;
create trigger count_removed after delete on notifications referencing old table as removed for each statement execute function count_messages_removed();

create function count_entries_removed() returns trigger language plpgsql as $$
begin
  insert into waiting_list_changes (organisation_id, queue, form_id, specialty, waiting_since, count)
  select organisation_id, queue, form_id, specialty, waiting_since, -count(*) from removed where state = 'open' group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger count_removed after delete on waiting_list_reviews referencing old table as removed for each statement execute function count_entries_removed();

create function count_patients_removed() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare change record;
begin
  for change in select organisation_id, count(*) as patients, count(*) filter (where archived_at is null) as active from removed group by 1 loop
    call add_to_totals(change.organisation_id, 0, -change.patients, -change.active);
  end loop;
  insert into patient_counts (organisation_id, is_archived, sex, preferred_method, admission_status, ward_id, patients)
  select organisation_id, is_archived, sex, preferred_method, admission_status, ward_id, -count(*) from removed group by 1, 2, 3, 4, 5, 6;
  delete from patient_words w using removed p
  where w.organisation_id = p.organisation_id and w.is_archived = p.is_archived and w.word = any(array(select words_of_name(p.name_key)))
    and w.name_key = p.name_key and w.patient_id = p.id;
  return null;
end $$;
create trigger count_removed after delete on patients referencing old table as removed for each statement execute function count_patients_removed();

-- A screen that shows one of these form requests asks for it again.
create trigger say_removed after delete on form_requests referencing old table as changed for each statement execute function say_changed_requests();

-- Deletes one patient with everything that belongs to them, and returns how many of each were deleted; null if there is no such patient. The audit log
-- stays. The application may not delete patients, form requests or submissions itself: this is the only way, for one patient of its own organisation
-- who is not on legal hold and has no open form request.
create function erase_patient(patient uuid) returns jsonb language plpgsql security definer set search_path = public, pg_temp as $$
declare
  organisation constant uuid := current_organisation();
  member text := coalesce(current_setting('app.member_id', true), '');
  found_patient patients;
  requests uuid[];
  messages uuid[];
  import_jobs_with_rows uuid[];
  counts jsonb := '{}';
  deleted bigint;
begin
  -- A member who is limited to wards erases nobody of another ward (MEM-4). The rest is read and deleted whole.
  if ward_limited_member() is not null and not exists (
    select from patients p join member_wards w on w.organisation_id = p.organisation_id and w.ward_id = p.ward_id
    where p.organisation_id = organisation and p.id = patient and w.member_id = ward_limited_member()) then
    return null;
  end if;
  perform set_config('app.member_id', '', true);
  -- The patient, then messages, then form requests: the order of other work.
  select * into found_patient from patients where organisation_id = organisation and id = patient for update;
  if not found then
    perform set_config('app.member_id', member, true);
    return null;
  end if;
  if found_patient.hold_since is not null then
    raise exception 'a record on legal hold is kept' using errcode = '42501';
  end if;
  messages := array(
    select n.id from form_requests r join notifications n on n.organisation_id = r.organisation_id and n.request_id = r.id
    where r.organisation_id = organisation and r.patient_id = patient order by n.id for update of n);
  requests := array(select id from form_requests where organisation_id = organisation and patient_id = patient order by id for update);
  if exists (select from form_requests where organisation_id = organisation and id = any(requests) and status in ('unopened', 'opened')) then
    raise exception 'a patient with an open form request is kept' using errcode = '42501';
  end if;

  delete from outbox_messages where organisation_id = organisation and notification_id = any(messages);
  delete from notifications where organisation_id = organisation and id = any(messages);
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('messages', deleted);

  delete from series_occasions where organisation_id = organisation and (request_id = any(requests)
    or enrolment_id in (select id from series_enrolments where organisation_id = organisation and patient_id = patient));
  delete from series_enrolments where organisation_id = organisation and patient_id = patient;
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
  where i.organisation_id = organisation and i.job_id = any(import_jobs_with_rows) and i.patient_id = patient
    and p.organisation_id = organisation and p.job_id = i.job_id and p.row_number = i.row_number;
  delete from import_rows where organisation_id = organisation and job_id = any(import_jobs_with_rows) and patient_id = patient;
  delete from form_requests where organisation_id = organisation and id = any(requests);
  get diagnostics deleted = row_count;
  counts := counts || jsonb_build_object('formRequests', deleted);

  delete from nhs_app_patients where organisation_id = organisation and patient_id = patient;
  delete from patients where organisation_id = organisation and id = patient;
  perform set_config('app.member_id', member, true);
  return counts;
end $$;
revoke execute on function erase_patient from public;
grant execute on function erase_patient to formward_app;

-- Reports are deleted after two years. The monthly figures stay, so that a report can be created again.
grant delete on reports to formward_app;

-- The deletion of a form request looks for it in each table that refers to one. These had no index for it.
create index bulk_change_requests_of on bulk_change_requests (organisation_id, request_id);
create index patient_sessions_of on patient_sessions (organisation_id, request_id);
create index used_link_proofs_of on used_link_proofs (organisation_id, request_id);
