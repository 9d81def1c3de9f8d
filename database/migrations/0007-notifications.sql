-- Default templates live in the code (server/notifications/default-templates.ts); here are an organisation's own.
create table notification_templates (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               uuid not null default gen_random_uuid(),
  category         text not null check (category in ('request_created', 'request_reminder')),
  method           text not null check (method in ('sms', 'email')), -- NHS App templates are not customisable
  description      text not null,
  subject          text not null default '',
  body             text not null,
  is_selected      boolean not null default false, -- a selected custom template overrides the default
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  primary key (organisation_id, id)
);
create unique index notification_templates_selected on notification_templates (organisation_id, category, method) where is_selected;
create trigger touch before update on notification_templates for each row execute function touch_updated_at();
call isolate_by_organisation('notification_templates');
grant select, insert, update, delete on notification_templates to formward_app;

-- One message to one patient. Its words are rendered when it is sent; the link is never stored with it.
create table notifications (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               uuid not null default gen_random_uuid(),
  request_id       uuid not null,
  category         text not null check (category in ('request_created', 'request_reminder')),
  method           text not null check (method in ('sms', 'email', 'nhs_app')),
  status           text not null default 'queued' check (status in ('queued', 'sent', 'delivered', 'failed', 'cancelled')),
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
create unique index notifications_first on notifications (organisation_id, request_id, category, method) where category = 'request_created';
create index notifications_of on notifications (organisation_id, request_id, created_at);
create trigger touch before update on notifications for each row execute function touch_updated_at();
call isolate_by_organisation('notifications');
grant select, insert, update on notifications to formward_app;

-- The outbox transport: messages kept in the database instead of leaving it.
create table outbox_messages (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               uuid not null default gen_random_uuid(),
  notification_id  uuid, -- the idempotency key: a message is put here once; null for staff mail (invitations, resets)
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
grant select, insert on outbox_messages to formward_app;
