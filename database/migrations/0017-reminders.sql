-- The open requests by the time their message left, for the job that sends reminders.
create index form_requests_to_remind on form_requests (organisation_id, notified_at) where status in ('unopened', 'opened');
