-- The accounts of an organisation with providers of messages. A method that no account of the organisation carries goes through the channels
-- of the installation.
create table channel_accounts (
  organisation_id        uuid not null default current_organisation() references organisations,
  channel                text not null check (channel in ('smtp', 'govuk-notify', 'nhs-notify')),
  settings               jsonb not null, -- without secrets
  secrets                bytea not null, -- sealed (server/platform/keys.ts) for this organisation and channel: a copied row opens nothing
  secrets_set_at         timestamptz not null default now(),
  callback_token_set_at  timestamptz,
  is_enabled             boolean not null default true,
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now(),
  primary key (organisation_id, channel)
);
create trigger touch before update on channel_accounts for each row execute function touch_updated_at();
call isolate_by_organisation('channel_accounts');
grant select, insert, update, delete on channel_accounts to formward_app;

-- The state of each account, for all processes together: when the next message may leave, and what its provider last answered. An account of
-- the installation serves every organisation, so this table belongs to none. It holds nothing about patients and no secret.
create table channel_states (
  account           text primary key, -- the name of the channel, and the organisation of an account of its own
  next_slot_at      timestamptz not null default now(),
  paused_until      timestamptz,
  pause_reason      text not null default '',
  last_accepted_at  timestamptz
);
grant select, insert, update on channel_states to formward_app;

-- Test messages from the settings screen, without the address. They belong to no form request.
create table channel_tests (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               uuid not null default gen_random_uuid(),
  channel          text not null,
  method           text not null check (method in ('sms', 'email', 'nhs_app')),
  status           text not null check (status in ('queued', 'kept', 'accepted', 'sent', 'delivered', 'read', 'failed')),
  reason           text not null default '',
  provider_id      text,
  created_at       timestamptz not null default now(),
  primary key (organisation_id, id)
);
create index channel_tests_latest on channel_tests (organisation_id, created_at);
call isolate_by_organisation('channel_tests');
grant select, insert, update, delete on channel_tests to formward_app;

-- The tries that failed because of the message itself. A provider that is away, or refuses the key, fails no message.
alter table notifications add column failures integer not null default 0;
