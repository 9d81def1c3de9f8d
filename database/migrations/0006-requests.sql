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
  notified_at          timestamptz, -- when the first message went out
  send_at              timestamptz not null default now(),
  expires_at           timestamptz not null,
  assignee_id          uuid,
  assigned_at          timestamptz,
  is_urgent            boolean not null default false,
  is_unreached         boolean not null default false, -- the last message that was tried did not arrive
  opened_at            timestamptz,
  completed_at         timestamptz,
  closed_at            timestamptz,
  -- Copies of the patient's sort name, so that the worklist sorts by it from one index.
  patient_name_key     text not null collate "C",
  import_job_id        uuid,
  sending_key          uuid, -- made by the sender: the same sending asked for twice is one
  created_by           uuid,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now(),
  primary key (organisation_id, id),
  foreign key (organisation_id, patient_id) references patients,
  foreign key (organisation_id, form_id, form_version) references form_versions,
  foreign key (organisation_id, assignee_id) references members
);
-- The lists: one index for each order, read forwards or backwards. The patient is carried along because the ward policy asks for it, and a
-- deep page must not read the rows it skips.
create index form_requests_created on form_requests (organisation_id, created_at, id) include (patient_id);
create index form_requests_status on form_requests (organisation_id, status, created_at, id) include (patient_id);
create index form_requests_name on form_requests (organisation_id, patient_name_key, id) include (patient_id);
create index form_requests_assignee on form_requests (organisation_id, assignee_id, status, created_at, id) include (patient_id);
create index form_requests_submitted on form_requests (organisation_id, completed_at desc nulls last, id desc) include (patient_id);
create index form_requests_urgent on form_requests (organisation_id, created_at, id) where is_urgent;
create index form_requests_unreached on form_requests (organisation_id, created_at, id) where is_unreached;
create index form_requests_pathway on form_requests (organisation_id, pathway_id) where pathway_id <> '';
create index form_requests_patient on form_requests (organisation_id, patient_id, created_at desc);
create index form_requests_form on form_requests (organisation_id, form_id, form_version);
create index form_requests_open_pathway on form_requests (organisation_id, patient_id, form_id, pathway_id) where status in ('unopened', 'opened');
create index form_requests_sending_key on form_requests (organisation_id, sending_key) where sending_key is not null;
create index form_requests_expiry on form_requests (organisation_id, expires_at) where status in ('unopened', 'opened');
create index form_requests_to_close on form_requests (organisation_id, completed_at) where status = 'completed';
create trigger touch before update on form_requests for each row execute function touch_updated_at();
call isolate_by_organisation('form_requests');
grant select, insert, update on form_requests to formward_app;

-- A patient's new name reaches the worklist's order in the same transaction.
create function copy_patient_name() returns trigger language plpgsql as $$
begin
  update form_requests set patient_name_key = new.name_key where organisation_id = new.organisation_id and patient_id = new.id;
  return new;
end $$;
create trigger copy_name after update of name_key on patients
  for each row when (old.name_key is distinct from new.name_key) execute function copy_patient_name();

-- What happened to a request, in words for its timeline.
create table form_request_events (
  organisation_id uuid not null default current_organisation() references organisations,
  id              bigint generated always as identity,
  request_id      uuid not null,
  at              timestamptz not null default clock_timestamp(),
  kind            text not null check (kind in ('created', 'queued', 'sent', 'delivered', 'not_delivered', 'reminded', 'opened', 'saved', 'completed', 'assigned', 'unassigned',
                  'closed', 'reopened', 'sent_in_error', 'expired', 'auto_closed', 'locked', 'unlocked')),
  actor_kind      text not null check (actor_kind in ('member', 'patient', 'worker')),
  actor_id        uuid,
  detail          jsonb not null default '{}',
  primary key (organisation_id, id),
  foreign key (organisation_id, request_id) references form_requests
);
create index form_request_events_of on form_request_events (organisation_id, request_id, at, id);
call isolate_by_organisation('form_request_events');
grant select, insert on form_request_events to formward_app;

-- The patient's door. The token is derived from the request by a sealed key and never stored: only its SHA-256 is.
create table patient_links (
  organisation_id  uuid not null default current_organisation() references organisations,
  request_id       uuid not null,
  token_hash       bytea not null unique,
  wrong_attempts   integer not null default 0,
  locked_at        timestamptz,
  primary key (organisation_id, request_id),
  foreign key (organisation_id, request_id) references form_requests
);
call isolate_by_organisation('patient_links');
-- A link names a request before it names an organisation: exactly the row whose hash is asked for, nothing else.
create policy find_by_token on patient_links for select using (encode(token_hash, 'hex') = nullif(current_setting('app.key', true), ''));
create index patient_links_hex on patient_links (encode(token_hash, 'hex'));
grant select, insert, update on patient_links to formward_app;

-- A device that has passed the identity step; its cookie's SHA-256.
create table patient_sessions (
  organisation_id  uuid not null default current_organisation() references organisations,
  id_hash          bytea not null,
  request_id       uuid not null,
  expires_at       timestamptz not null,
  primary key (organisation_id, id_hash),
  foreign key (organisation_id, request_id) references form_requests
);
create index patient_sessions_expiry on patient_sessions (organisation_id, expires_at);
call isolate_by_organisation('patient_sessions');
grant select, insert, update, delete on patient_sessions to formward_app;

-- Answers as they are saved page by page, so that they can be resumed on another device.
create table answer_drafts (
  organisation_id  uuid not null default current_organisation() references organisations,
  request_id       uuid not null,
  answers          jsonb not null default '{}',
  updated_at       timestamptz not null default now(),
  primary key (organisation_id, request_id),
  foreign key (organisation_id, request_id) references form_requests
);
call isolate_by_organisation('answer_drafts');
grant select, insert, update, delete on answer_drafts to formward_app;

create table submissions (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               uuid not null default gen_random_uuid(),
  request_id       uuid not null,
  form_id          uuid not null,
  form_version     integer not null,
  answers          jsonb not null,
  channel          text not null default 'web',
  submitted_at     timestamptz not null default now(),
  primary key (organisation_id, id),
  unique (organisation_id, request_id),
  foreign key (organisation_id, request_id) references form_requests,
  foreign key (organisation_id, form_id, form_version) references form_versions
);
create index submissions_of_form on submissions (organisation_id, form_id, form_version, submitted_at desc);
call isolate_by_organisation('submissions');
grant select, insert on submissions to formward_app;
