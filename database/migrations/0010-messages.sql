-- An organisation's own templates. The default templates are in the code (server/notifications/default-templates.ts).
create table notification_templates (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               uuid not null default gen_random_uuid(),
  category         text not null check (category in ('request_created', 'request_reminder')),
  method           text not null check (method in ('sms', 'email')), -- NHS App templates cannot be customised
  description      text not null,
  subject          text not null default '',
  body             text not null,
  is_selected      boolean not null default false, -- a selected template replaces the default
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  primary key (organisation_id, id)
);
create unique index notification_templates_selected on notification_templates (organisation_id, category, method) where is_selected;
create trigger touch before update on notification_templates for each row execute function touch_updated_at();
call isolate_by_organisation('notification_templates');
grant select, insert, update, delete on notification_templates to formward_app;

-- One message to one patient. The text is rendered when the message is sent; the link is never stored with it.
create table notifications (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               uuid not null default gen_random_uuid(),
  request_id       uuid not null,
  category         text not null check (category in ('request_created', 'request_reminder')),
  method           text not null check (method in ('sms', 'email', 'nhs_app')),
  -- kept: the message is in the outbox and was sent to nobody
  status           text not null default 'queued' check (status in ('queued', 'kept', 'sent', 'delivered', 'failed', 'cancelled')),
  reason           text not null default '',
  attempts         integer not null default 0,
  send_after       timestamptz not null default now(),
  sent_at          timestamptz,
  provider_id      text,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  primary key (organisation_id, id),
  foreign key (organisation_id, request_id) references form_requests
);
-- A reopened request can be sent again; at most one message of a category waits at a time.
create unique index notifications_waiting on notifications (organisation_id, request_id, category) where status = 'queued';
create index notifications_of on notifications (organisation_id, request_id, created_at);
create trigger touch before update on notifications for each row execute function touch_updated_at();
call isolate_by_organisation('notifications');
call follow_the_request('notifications');
grant select, insert, update on notifications to formward_app;

-- form_requests.is_unreached says whether the last message failed, so that the worklist reads one column instead of every message. A message in
-- the outbox counts like a sent one.
create function mark_unreached() returns trigger language plpgsql as $$
begin
  update form_requests r set is_unreached = (new.status = 'failed')
  where r.organisation_id = new.organisation_id and r.id = new.request_id and r.is_unreached <> (new.status = 'failed');
  return null;
end $$;
create trigger mark_unreached after insert or update of status on notifications
  for each row when (new.status in ('kept', 'sent', 'delivered', 'failed')) execute function mark_unreached();

-- The outbox: messages kept in the database instead of being sent. A job removes them after OUTBOX_DAYS days.
create table outbox_messages (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               uuid not null default gen_random_uuid(),
  notification_id  uuid, -- unique, so that a retry adds no second copy; null for e-mails to members (invitations, resets)
  method           text not null check (method in ('sms', 'email', 'nhs_app')),
  recipient        text not null,
  subject          text not null default '',
  body             text not null,
  created_at       timestamptz not null default now(),
  primary key (organisation_id, id),
  unique (organisation_id, notification_id)
);
create index outbox_messages_newest on outbox_messages (organisation_id, created_at desc, id);
call isolate_by_organisation('outbox_messages');
-- An e-mail to a member has no notification; the calls that read the outbox decide who may see it.
create policy ward_access on outbox_messages as restrictive
  using ((select ward_limited_member()) is null or notification_id is null
    or exists (select from notifications n where n.organisation_id = outbox_messages.organisation_id and n.id = notification_id));
grant select, insert, delete on outbox_messages to formward_app;
