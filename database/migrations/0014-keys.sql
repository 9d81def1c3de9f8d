-- The root key of the installation, created at the first start and sealed with APP_SECRET where there is one. The keys for cookies, patient
-- links and stored secrets are derived from the root key (server/platform/keys.ts). The application has no access to this table.
create table instance_keys (
  name        text primary key,
  sealed      bytea not null,
  created_at  timestamptz not null default now()
);

-- The root key as APP_SECRET has sealed it. The plain root key of an installation without APP_SECRET is for the owner only
-- (docs/decisions/0029-two-database-roles.md).
create function sealed_root_key() returns bytea language sql stable security definer set search_path = public, pg_temp as
  $$ select sealed from instance_keys where name = 'root-sealed' $$;
revoke execute on function sealed_root_key from public;
grant execute on function sealed_root_key to formward_app;

-- The keys that sign tokens. A new key is published one day before it signs. The old key is removed one day after the
-- new key has begun to sign, which is longer than any token is valid.
create table signing_keys (
  id          bigint generated always as identity primary key,
  sealed      bytea not null, -- the private key
  signs_from  timestamptz not null default now(),
  created_at  timestamptz not null default now()
);
grant select, insert, delete on signing_keys to formward_app;
