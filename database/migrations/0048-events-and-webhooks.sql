-- Servers of an organisation's own systems that are told about events (docs/decisions/0060-events-and-webhooks.md).
create table webhook_endpoints (
  organisation_id         uuid not null default current_organisation() references organisations,
  id                      uuid not null default gen_random_uuid(),
  address                 text not null check (address ~ '^https://'),
  description             text not null,
  event_types             text[] not null,
  sealed_secret           bytea not null,
  secret_set_at           timestamptz not null default now(),
  -- The secret before the present one, which also signs until that moment.
  previous_sealed_secret  bytea,
  previous_secret_until   timestamptz,
  switched_off_at         timestamptz,
  switched_off_reason     text check (switched_off_reason in ('user', 'gone', 'failing')),
  -- Since when every try has failed; null after one that succeeded.
  failing_since           timestamptz,
  failures                integer not null default 0, -- batches of tries since the last success
  paused_until            timestamptz,
  last_delivered_at       timestamptz,
  created_by              uuid,
  created_at              timestamptz not null default now(),
  updated_at              timestamptz not null default now(),
  primary key (organisation_id, id),
  check ((switched_off_at is null) = (switched_off_reason is null)),
  check ((previous_sealed_secret is null) = (previous_secret_until is null))
);
create trigger touch before update on webhook_endpoints for each row execute function touch_updated_at();
call isolate_by_organisation('webhook_endpoints');
grant select, insert, update, delete on webhook_endpoints to formward_app;

-- What happened, written in the transaction of the act, in organisations that have a webhook endpoint or an integration client that reads events.
create table integration_events (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               uuid not null default gen_random_uuid(), -- the webhook-id
  seq              bigint generated always as identity,
  type             text not null,
  form_request_id  uuid,
  form_id          uuid,
  patient_id       uuid not null,
  occurred_at      timestamptz not null default now(),
  -- The place in the order in which events are handed out, without gaps. Null: committed and not handed out yet. The order of seq is no such order,
  -- because a transaction may commit after another that began later.
  position         bigint,
  primary key (organisation_id, id)
);
create unique index integration_events_position on integration_events (organisation_id, position) where position is not null;
create index integration_events_new on integration_events (organisation_id, seq) where position is null;
create index integration_events_old on integration_events (occurred_at);
call isolate_by_organisation('integration_events');
-- A member who sees some wards only sees no event. with check (true): what the member does is an event all the same.
create policy ward_access on integration_events as restrictive using ((select ward_limited_member()) is null) with check (true);
-- A job in the system organisation removes the old events of all organisations at once.
create policy system_removes on integration_events
  using (current_organisation() = '00000000-0000-0000-0000-000000000000' and occurred_at < now() - interval '30 days');
grant select, insert, delete on integration_events to formward_app;
grant update (position) on integration_events to formward_app;

-- The last place that was given to an event, so that a cursor stays valid when all events are removed.
create table event_feeds (
  organisation_id  uuid not null default current_organisation() references organisations,
  last_position    bigint not null default 0,
  primary key (organisation_id)
);
call isolate_by_organisation('event_feeds');
grant select, insert, update on event_feeds to formward_app;

-- When the worker must look at the events and deliveries of an organisation. One query finds the few organisations among thousands.
create table event_wakeups (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               bigint generated always as identity,
  due_at           timestamptz not null default now(),
  primary key (organisation_id, id)
);
create index event_wakeups_due on event_wakeups (due_at);
call isolate_by_organisation('event_wakeups');
create policy system_reads on event_wakeups for select using (current_organisation() = '00000000-0000-0000-0000-000000000000');
grant select, insert, delete on event_wakeups to formward_app;

-- Each event for each endpoint, with its last try. What the endpoint answered is not stored, except for the status.
create table webhook_deliveries (
  organisation_id  uuid not null default current_organisation() references organisations,
  event_id         uuid not null,
  endpoint_id      uuid not null,
  position         bigint not null,
  -- The form request or patient. Events about one of them are delivered one after the other.
  resource_id      uuid not null,
  state            text not null check (state in ('waiting', 'delivered', 'failed')),
  tries            integer not null default 0,
  next_try_at      timestamptz not null default now(),
  first_tried_at   timestamptz,
  last_tried_at    timestamptz,
  status           integer, -- of HTTP
  failure          text, -- why there was no status that counts (domain/webhooks.ts)
  duration_ms      integer,
  primary key (organisation_id, event_id, endpoint_id),
  foreign key (organisation_id, event_id) references integration_events on delete cascade,
  foreign key (organisation_id, endpoint_id) references webhook_endpoints on delete cascade
);
create index webhook_deliveries_list on webhook_deliveries (organisation_id, endpoint_id, position);
create index webhook_deliveries_waiting on webhook_deliveries (organisation_id, endpoint_id, resource_id, position) where state = 'waiting';
create index webhook_deliveries_due on webhook_deliveries (organisation_id, endpoint_id, next_try_at) where state = 'waiting';
create index webhook_deliveries_failed on webhook_deliveries (organisation_id, endpoint_id) where state = 'failed';
call isolate_by_organisation('webhook_deliveries');
create policy ward_access on webhook_deliveries as restrictive using ((select ward_limited_member()) is null) with check (true);
grant select, insert, update, delete on webhook_deliveries to formward_app;
