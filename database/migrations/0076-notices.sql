-- Notices tell members what is new for them (docs/decisions/0082-notices.md). They are read from form requests and jobs and are not stored: only
-- until when each member has read them.
alter table members
  add column notices_read_at timestamptz not null default now(),
  add column daily_email boolean not null default false,
  -- In Europe/London. Also set on a day on which there was nothing to tell.
  add column daily_email_on date;

-- Most form requests are assigned to nobody, so these cost an import nothing.
create index form_requests_newly_assigned on form_requests (organisation_id, assignee_id, assigned_at) where assignee_id is not null;
create index form_requests_newly_answered on form_requests (organisation_id, assignee_id, completed_at)
  where assignee_id is not null and completed_at is not null;
