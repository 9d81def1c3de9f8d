-- A user answers a form for a patient: by phone, in person, from paper or with an interpreter. A row for each start: the identity check and who
-- gives the answers. It ends when nothing was saved for an hour.
create table answering_sessions (
  organisation_id     uuid not null default current_organisation() references organisations,
  id                  uuid not null default gen_random_uuid(),
  request_id          uuid not null,
  member_id           uuid not null,
  channel             text not null check (channel in ('phone', 'in_person', 'paper', 'interpreter')),
  answered_by         text not null check (answered_by in ('patient', 'carer')),
  carer_name          text not null default '',
  carer_relationship  text not null default '',
  -- Which details the person said right, never what they said. Empty on paper, where the user confirms that the paper names the patient.
  checked_details     text[] not null check (checked_details <@ array['name', 'dateOfBirth', 'nhsNumber', 'address', 'phoneNumber']),
  started_at          timestamptz not null default now(),
  used_at             timestamptz not null default now(),
  primary key (organisation_id, id),
  foreign key (organisation_id, request_id) references form_requests,
  foreign key (organisation_id, member_id) references members
);
create index answering_sessions_of on answering_sessions (organisation_id, request_id, member_id, used_at desc);
create index answering_sessions_member on answering_sessions (organisation_id, member_id);
call isolate_by_organisation('answering_sessions');
call follow_the_request('answering_sessions');
grant select, insert, update (used_at) on answering_sessions to formward_app;

alter table answer_drafts
  add column saved_by jsonb not null default '{}', -- the member who saved an answer, by question; no entry: the patient
  add column revision integer not null default 0; -- grows with every saved answer

-- How the answers were given. Those of the patient's own device have only the channel 'web'.
alter table submissions
  add constraint submissions_channel check (channel in ('web', 'phone', 'in_person', 'paper', 'interpreter')),
  add column answered_by text not null default 'patient' check (answered_by in ('patient', 'carer')),
  add column carer_name text not null default '',
  add column carer_relationship text not null default '',
  add column typed_by uuid,
  add column checked_details text[] not null default '{}',
  add foreign key (organisation_id, typed_by) references members,
  add constraint submissions_typed_by check ((channel = 'web') = (typed_by is null));
create index submissions_typed_by on submissions (organisation_id, typed_by) where typed_by is not null;

-- One more kind of event, beside those of the migrations before.
do $$
declare kinds text := (select pg_get_constraintdef(oid) from pg_constraint
  where conrelid = 'form_request_events'::regclass and conname = 'form_request_events_kind_check');
begin
  alter table form_request_events drop constraint form_request_events_kind_check;
  execute 'alter table form_request_events add constraint form_request_events_kind_check '
    || replace(kinds, '''opened''::text', '''opened''::text, ''answering_started''::text');
end $$;
