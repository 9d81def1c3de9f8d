create table form_requests (
  organisation_id      uuid not null default current_organisation() references organisations,
  id                   uuid not null default gen_random_uuid(),
  patient_id           uuid not null,
  form_id              uuid not null,
  form_version         integer not null,
  status               text not null default 'unopened'
                       check (status in ('unopened', 'opened', 'completed', 'sent_in_error', 'auto_closed', 'closed', 'expired')),
  specialty            text not null default '',
  pathway_id           text not null collate "C" default '',
  location             text not null default '',
  event                text not null default '',
  notification_method  text not null check (notification_method in ('sms', 'email', 'nhs_app')),
  send_at              timestamptz not null default now(),
  notified_at          timestamptz, -- when the first message was sent
  expires_at           timestamptz not null,
  opened_at            timestamptz,
  completed_at         timestamptz,
  closed_at            timestamptz,
  assignee_id          uuid,
  assigned_at          timestamptz,
  is_urgent            boolean not null default false,
  is_unreached         boolean not null default false, -- the last message that was tried has failed
  -- Copies from the patient: the worklist sorts by name, and the ward_access policy checks the ward, from one index.
  patient_name_key     text not null collate "C",
  ward_id              uuid,
  import_job_id        uuid,
  -- The sender chooses the key. The same key with the same content is the same sending and creates nothing new; with other content it is refused.
  sending_key          uuid,
  sending_fingerprint  text,
  created_by           uuid,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now(),
  primary key (organisation_id, id),
  foreign key (organisation_id, patient_id) references patients,
  foreign key (organisation_id, form_id, form_version) references form_versions,
  foreign key (organisation_id, assignee_id) references members
);
-- The worklist: one index for each order, read in both directions. A filter on a value that many requests share keeps the order by creation. The
-- ward is included because the ward_access policy needs it and a page far down the list must not read the rows before it.
create index form_requests_created on form_requests (organisation_id, created_at, id) include (ward_id);
create index form_requests_updated on form_requests (organisation_id, updated_at, id) include (ward_id);
create index form_requests_submitted on form_requests (organisation_id, completed_at, id) include (ward_id);
create index form_requests_notified on form_requests (organisation_id, notified_at, id) include (ward_id);
create index form_requests_expires on form_requests (organisation_id, expires_at, id) include (ward_id);
create index form_requests_name on form_requests (organisation_id, patient_name_key, id) include (ward_id);
create index form_requests_pathway on form_requests (organisation_id, pathway_id, id) include (ward_id);
create index form_requests_status on form_requests (organisation_id, status, created_at, id) include (ward_id);
create index form_requests_specialty on form_requests (organisation_id, specialty, created_at, id) include (ward_id);
create index form_requests_location on form_requests (organisation_id, location, created_at, id) include (ward_id);
create index form_requests_event on form_requests (organisation_id, event, created_at, id) include (ward_id);
create index form_requests_form on form_requests (organisation_id, form_id, created_at, id) include (ward_id);
-- A filter on the assignee usually comes with one on the status.
create index form_requests_assignee on form_requests (organisation_id, assignee_id, created_at, id) include (ward_id, status);
create index form_requests_urgent on form_requests (organisation_id, created_at, id) include (ward_id) where is_urgent;
create index form_requests_unreached on form_requests (organisation_id, created_at, id) include (ward_id) where is_unreached;
-- Publishing a version asks how many requests of the versions before are open. Completed ones must not slow the answer down.
create index form_requests_open_version on form_requests (organisation_id, form_id, form_version, status) include (ward_id)
  where status in ('unopened', 'opened');
create index form_requests_patient on form_requests (organisation_id, patient_id, created_at desc);
create index form_requests_open_pathway on form_requests (organisation_id, patient_id, form_id, pathway_id) where status in ('unopened', 'opened');
create index form_requests_sending_key on form_requests (organisation_id, sending_key) where sending_key is not null;
create index form_requests_imported on form_requests (organisation_id, import_job_id, created_at, id) include (patient_id) where import_job_id is not null;
-- For the jobs that expire requests and close completed ones.
create index form_requests_expiry on form_requests (organisation_id, expires_at) where status in ('unopened', 'opened');
create index form_requests_to_close on form_requests (organisation_id, completed_at) where status = 'completed';
create trigger touch before update on form_requests for each row execute function touch_updated_at();
call isolate_by_organisation('form_requests');
create policy ward_access on form_requests as restrictive
  using ((select ward_limited_member()) is null
    or ward_id in (select ward_id from member_wards where member_id = (select ward_limited_member())));
grant select, insert, update on form_requests to formward_app;

-- A patient's new name or ward reaches the patient's requests in the same transaction.
create function copy_patient() returns trigger language plpgsql as $$
begin
  update form_requests set patient_name_key = new.name_key, ward_id = new.ward_id
  where organisation_id = new.organisation_id and patient_id = new.id;
  return null;
end $$;
create trigger copy_patient after update of name_key, ward_id on patients
  for each row when (old.name_key is distinct from new.name_key or old.ward_id is distinct from new.ward_id) execute function copy_patient();

-- Ward access for a table with a request_id: a member sees a row if they see its request.
create procedure follow_the_request(t regclass) language plpgsql as $$
begin
  execute format($policy$
    create policy ward_access on %1$s as restrictive
      using ((select ward_limited_member()) is null
        or exists (select from form_requests r where r.organisation_id = %1$s.organisation_id and r.id = %1$s.request_id))$policy$, t);
end $$;

-- What happened to a request, for its timeline.
create table form_request_events (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               bigint generated always as identity,
  request_id       uuid not null,
  at               timestamptz not null default clock_timestamp(),
  kind             text not null check (kind in ('created', 'queued', 'kept', 'sent', 'delivered', 'not_delivered', 'reminded', 'opened', 'saved',
                     'completed', 'flagged', 'alerted', 'alert_kept', 'not_alerted', 'assigned', 'unassigned', 'closed', 'reopened',
                     'sent_in_error', 'expired', 'auto_closed', 'locked', 'unlocked')),
  actor_kind       text not null check (actor_kind in ('member', 'patient', 'worker')),
  actor_id         uuid,
  detail           jsonb not null default '{}',
  primary key (organisation_id, id),
  foreign key (organisation_id, request_id) references form_requests
);
create index form_request_events_of on form_request_events (organisation_id, request_id, at, id);
call isolate_by_organisation('form_request_events');
call follow_the_request('form_request_events');
grant select, insert on form_request_events to formward_app;
