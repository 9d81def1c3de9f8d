-- The patient's link to a form request. The server derives the token from the request and a sealed key; the database has only its SHA-256.
create table patient_links (
  organisation_id  uuid not null default current_organisation() references organisations,
  request_id       uuid not null,
  token_hash       bytea not null unique,
  wrong_attempts   integer not null default 0, -- wrong dates of birth since the last right one
  -- Wrong dates of birth in total. The right date does not reset this number, so a patient who signs in now and then gives a stranger no new
  -- guesses; only a member who unlocks the link resets it.
  wrong_in_all     integer not null default 0,
  locked_at        timestamptz,
  primary key (organisation_id, request_id),
  foreign key (organisation_id, request_id) references form_requests
);
call isolate_by_organisation('patient_links');
call follow_the_request('patient_links');
-- With a link the token is known before the organisation. This policy shows the one row with the hash of that token. The query finds the row by the
-- bytes of the hash, with the unique index: row-level security would not use an index on encode(), which is not leakproof.
create policy find_by_token on patient_links for select using (encode(token_hash, 'hex') = nullif(current_setting('app.key', true), ''));
grant select, insert, update on patient_links to formward_app;

-- A device on which the patient has given the right date of birth, by the SHA-256 of its cookie.
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
call follow_the_request('patient_sessions');
grant select, insert, update, delete on patient_sessions to formward_app;

-- Answers saved page by page, so that the patient can continue on another device.
create table answer_drafts (
  organisation_id  uuid not null default current_organisation() references organisations,
  request_id       uuid not null,
  answers          jsonb not null default '{}',
  stopped_at       text, -- the next page that the patient had to fill in; null when none was left. Analytics counts where patients stop
  updated_at       timestamptz not null default now(),
  primary key (organisation_id, request_id),
  foreign key (organisation_id, request_id) references form_requests
);
call isolate_by_organisation('answer_drafts');
call follow_the_request('answer_drafts');
grant select, insert, update, delete on answer_drafts to formward_app;
