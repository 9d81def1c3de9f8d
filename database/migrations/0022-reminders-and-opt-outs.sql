-- Patients who have died, and patients who have asked not to get messages by a method.
create function methods_in(opt_outs jsonb) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(method order by method), '{}') from jsonb_object_keys(opt_outs) method
$$;
alter table patients
  add column is_deceased boolean not null default false,
  add column date_of_death date,
  -- By method: when the patient opted out and how (text_reply, email_link or user), as {"sms": {"at": "…", "by": "text_reply"}}.
  add column opt_outs jsonb not null default '{}',
  add column opted_out_methods text[] not null generated always as (methods_in(opt_outs)) stored,
  add constraint patients_date_of_death_check check (date_of_death is null or is_deceased),
  add constraint patients_opt_outs_check check (opted_out_methods <@ array['sms', 'email', 'nhs_app']);
-- A text message from a phone number names no patient: the patients with this number are found by it.
create index patients_phone on patients (organisation_id, phone_number) where phone_number is not null;
-- Few patients have died or opted out, so a list of these reads only them.
create index patients_deceased on patients (organisation_id, is_archived) include (ward_id) where is_deceased;
create index patients_opted_out on patients (organisation_id, is_archived) include (ward_id) where opted_out_methods <> '{}';

-- Reminders of one form instead of those of the organisation: all three are set, or none is. 0 days: no such reminder.
alter table forms
  add column first_reminder_days integer check (first_reminder_days between 0 and 90),
  add column second_reminder_days integer check (second_reminder_days between 0 and 180),
  add column last_reminder_days integer check (last_reminder_days between 0 and 90),
  add constraint forms_reminders_check check (num_nulls(first_reminder_days, second_reminder_days, last_reminder_days) in (0, 3));

-- Which of the reminders a message is: 1, 2, or 3 for the last one. Null for other messages, and for a reminder that a member has sent.
alter table notifications
  add column reminder_number smallint check (reminder_number between 1 and 3),
  add constraint notifications_reminder_category_check check (reminder_number is null or category = 'request_reminder');
-- Two workers, or one that was killed, never send a reminder twice.
create unique index notifications_reminder on notifications (organisation_id, request_id, reminder_number) where reminder_number is not null;

-- Reminders are counted from the last time that the form itself was sent.
alter table form_requests add column sent_again_at timestamptz; -- when the form was last sent again; null: only the first message was sent
drop index form_requests_to_remind;
create index form_requests_to_remind on form_requests (organisation_id, (coalesce(sent_again_at, notified_at)), id)
  where status in ('unopened', 'opened');
