-- Answers to calls with an Idempotency-Key, written in the transaction of the call (docs/decisions/0058-idempotency.md).
create table idempotency_keys (
  organisation_id  uuid not null default current_organisation() references organisations,
  caller_id        uuid not null, -- the member or integration client
  key_hash         text not null, -- SHA-256
  call             text not null, -- method and path
  body_hash        text not null, -- HMAC-SHA-256 with a key of the installation
  sealed_answer    bytea not null,
  created_at       timestamptz not null default now(),
  primary key (organisation_id, caller_id, key_hash)
);
create index idempotency_keys_created on idempotency_keys (created_at);
call isolate_by_organisation('idempotency_keys');
-- A job in the system organisation removes the old answers of all organisations at once.
create policy system_removes on idempotency_keys
  using (current_organisation() = '00000000-0000-0000-0000-000000000000' and created_at < now() - interval '1 day');
grant select, insert, delete on idempotency_keys to formward_app;
