-- The messages of many form requests are sent again, reminded of or cancelled as bulk changes.
alter table bulk_changes
  drop constraint bulk_changes_act_check,
  add constraint bulk_changes_act_check
    check (act in ('assign', 'unassign', 'close', 'reopen', 'mark_sent_in_error', 'send', 'remind', 'cancel_message')),
  add column repeats_sent boolean not null default false, -- for 'send': messages that have reached the patient are sent again too
  add column next_message_at timestamptz, -- when the next message is due, so that thousands do not leave at once
  add column key uuid; -- chosen by the caller: the same key starts one change
create unique index bulk_changes_key on bulk_changes (organisation_id, created_by, key) where key is not null;

-- A deleted template stays, because messages name it.
alter table notification_templates
  add column version integer not null default 1, -- the latest of notification_template_versions
  add column deleted_at timestamptz;
revoke delete on notification_templates from formward_app;

-- Each text that a template has had. Rows are never changed.
create table notification_template_versions (
  organisation_id  uuid not null default current_organisation() references organisations,
  template_id      uuid not null,
  version          integer not null,
  description      text not null,
  subject          text not null,
  body             text not null,
  restored_from    integer, -- the earlier version with the same text
  created_by       uuid, -- null: saved before the history was kept
  created_at       timestamptz not null default now(),
  primary key (organisation_id, template_id, version),
  foreign key (organisation_id, template_id) references notification_templates,
  foreign key (organisation_id, created_by) references members
);
call isolate_by_organisation('notification_template_versions');
grant select, insert on notification_template_versions to formward_app;

-- The text at the time of the upgrade is version 1. Isolation is suspended, because the owner may not be a superuser.
alter table notification_templates no force row level security;
alter table notification_template_versions no force row level security;
insert into notification_template_versions (organisation_id, template_id, version, description, subject, body, created_at)
select organisation_id, id, 1, description, subject, body, updated_at from notification_templates;
alter table notification_templates force row level security;
alter table notification_template_versions force row level security;

-- The template and version that a message was written with. The id is that of a custom or a default template.
alter table notifications
  add column template_id text,
  add column template_version integer,
  add constraint notifications_template_check check ((template_id is null) = (template_version is null));

-- How many messages each version was used for. Several rows for each, added together, so that messages sent at the same time do not wait for each other.
create table notification_template_uses (
  organisation_id  uuid not null default current_organisation() references organisations,
  template_id      text not null collate "C",
  version          integer not null,
  part             integer not null,
  messages         bigint not null,
  primary key (organisation_id, template_id, version, part)
);
call isolate_by_organisation('notification_template_uses');
grant select, insert, update on notification_template_uses to formward_app;

-- The messages of one version, newest first.
create index notifications_of_template on notifications (organisation_id, template_id, template_version, created_at desc, id desc)
  where template_id is not null;
