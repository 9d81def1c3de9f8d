-- Computer systems that call the API for one organisation (docs/decisions/0057-integration-clients.md).
create table integration_clients (
  organisation_id      uuid not null default current_organisation() references organisations,
  id                   uuid not null default gen_random_uuid(), -- the client_id of OAuth 2
  name                 text not null check (char_length(name) between 1 and 100),
  permissions          text[] not null,
  authentication       text not null check (authentication in ('secret', 'key')),
  requests_per_minute  integer not null check (requests_per_minute between 1 and 6000),
  expires_on           date not null, -- the last day, Europe/London
  switched_off_at      timestamptz,
  tokens_valid_from    timestamptz not null default now(), -- earlier tokens are refused
  last_used_at         timestamptz, -- when the client last got a token
  created_by           uuid,
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now(),
  primary key (organisation_id, id)
);
create index integration_clients_by_id on integration_clients (id);
create unique index integration_clients_name on integration_clients (organisation_id, lower(name));
create trigger touch before update on integration_clients for each row execute function touch_updated_at();
call isolate_by_organisation('integration_clients');
-- The client_id is known before the organisation. This policy shows the one client with that id.
create policy find_by_id on integration_clients for select using (id::text = nullif(current_setting('app.key', true), ''));
-- No delete: the audit log and timelines name the client.
grant select, insert, update on integration_clients to formward_app;

-- What a client proves itself with. Two are valid side by side while the client changes from one to the other.
create table integration_client_credentials (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               uuid not null default gen_random_uuid(),
  client_id        uuid not null,
  secret_hash      text, -- SHA-256 of 32 random bytes: a copy of this table opens nothing
  public_key       jsonb, -- JWK
  hint             text not null, -- the last characters of the secret, or the id of the key
  expires_at       timestamptz, -- null: as long as the client
  created_at       timestamptz not null default now(),
  primary key (organisation_id, id),
  foreign key (organisation_id, client_id) references integration_clients on delete cascade,
  check (secret_hash is null or public_key is null)
);
create index integration_client_credentials_client on integration_client_credentials (organisation_id, client_id);
create index integration_client_credentials_by_client on integration_client_credentials (client_id);
call isolate_by_organisation('integration_client_credentials');
create policy find_by_client on integration_client_credentials for select using (client_id::text = nullif(current_setting('app.key', true), ''));
grant select, insert, update, delete on integration_client_credentials to formward_app;

-- The calls of each client in the present minute, for all processes together. Unlogged: after a crash the count starts again.
create unlogged table integration_client_calls (
  client_id    uuid primary key,
  calls        integer not null,
  window_ends  timestamptz not null
);
grant select, insert, update, delete on integration_client_calls to formward_app;

-- A client is one more kind of actor. The rows that exist satisfied a narrower check, so they need not be read again.
alter table audit_events drop constraint audit_events_actor_kind_check;
alter table audit_events add constraint audit_events_actor_kind_check check (actor_kind in ('member', 'patient', 'worker', 'client')) not valid;
alter table form_request_events drop constraint form_request_events_actor_kind_check;
alter table form_request_events add constraint form_request_events_actor_kind_check check (actor_kind in ('member', 'patient', 'worker', 'client')) not valid;
