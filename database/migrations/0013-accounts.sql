-- The embedded identity provider: accounts and what they sign in with. They belong to the provider and not to an organisation.
create table accounts (
  id                       uuid primary key default gen_random_uuid(), -- the subject
  email_address            text not null,
  -- argon2id; null until the member accepts the invitation. The application may read every other column: see database/migrate.ts, which grants
  -- them after all migrations, and password_hash_of below.
  password_hash            text,
  must_change              boolean not null default false, -- somebody else chose the password, which only opens the page for a new one
  -- Failed sign-ins in a row, on devices other than those in known_devices (docs/decisions/0030-slowing-guesses.md).
  failed_attempts          integer not null default 0,
  failed_on_known_devices  integer not null default 0,
  failures_told_at         timestamptz, -- when the user last got an e-mail about failed sign-ins
  tokens_valid_from        timestamptz not null default now(),
  is_active                boolean not null default true,
  is_demo                  boolean not null default false, -- the password is published, so the account is closed unless the server runs with DEMO
  created_at               timestamptz not null default now()
);
create unique index accounts_email on accounts (lower(email_address));
create index accounts_demo on accounts (id) where is_demo;
grant select, insert, update, delete on accounts to formward_app;

-- The password hash of an account that this transaction has written to. A sign-in counts its attempt first, so nobody can read a hash without
-- counting an attempt (docs/decisions/0029-two-database-roles.md).
create function password_hash_of(account uuid) returns text language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  return (select a.password_hash from accounts a where a.id = account and a.xmin = pg_current_xact_id()::xid);
end $$;
revoke execute on function password_hash_of from public;
grant execute on function password_hash_of to formward_app;

-- The devices on which a user has signed in. Failed attempts on them are counted apart (docs/decisions/0030-slowing-guesses.md).
create table known_devices (
  account_id       uuid not null references accounts on delete cascade,
  device           text not null, -- a keyed hash of the secret in the device's cookie, or of the id of the session
  failed_attempts  integer not null default 0, -- in a row
  expires_at       timestamptz not null,
  primary key (account_id, device)
);
create index known_devices_expiry on known_devices (expires_at);
grant select, insert, update, delete on known_devices to formward_app;

-- Failed sign-ins for each network address, for all processes together.
create table sign_in_throttle (
  key          text primary key, -- a keyed hash of the network address
  failures     integer not null,
  window_ends  timestamptz not null
);
grant select, insert, update, delete on sign_in_throttle to formward_app;

-- Links that work once, for choosing a password.
create table one_time_links (
  token_hash  text primary key, -- SHA-256: a copy of this table opens nothing
  account_id  uuid not null references accounts on delete cascade,
  purpose     text not null check (purpose in ('invitation', 'reset', 'first_password')),
  expires_at  timestamptz not null,
  created_at  timestamptz not null default now()
);
create index one_time_links_account on one_time_links (account_id);
create index one_time_links_expiry on one_time_links (expires_at);
grant select, insert, delete on one_time_links to formward_app;

-- Second factors (docs/decisions/0010-second-factors.md). Codes of an authenticator app (RFC 6238): a new secret replaces the old one when the
-- user has typed a code of it.
create table account_totp (
  account_id  uuid primary key references accounts on delete cascade,
  sealed      bytea, -- the secret in use
  pending     bytea, -- a secret that is being set up
  last_step   bigint not null default 0, -- the time step of the newest used code; this code and all before it are refused
  added_at    timestamptz,
  check ((sealed is null) = (added_at is null))
);
grant select, insert, update, delete on account_totp to formward_app;

create table account_recovery_codes (
  account_id  uuid not null references accounts on delete cascade,
  hash        text not null, -- with a key of the installation: a copy of this table opens nothing
  used_at     timestamptz,
  primary key (account_id, hash)
);
grant select, insert, update, delete on account_recovery_codes to formward_app;

create table account_passkeys (
  account_id     uuid not null references accounts on delete cascade,
  id             uuid not null default gen_random_uuid(),
  credential_id  text not null unique, -- base64url
  public_key     bytea not null, -- COSE
  counter        bigint not null,
  transports     text[] not null default '{}',
  name           text not null check (name <> ''),
  added_at       timestamptz not null default now(),
  last_used_at   timestamptz,
  primary key (account_id, id)
);
grant select, insert, update, delete on account_passkeys to formward_app;

-- When the user of a session last confirmed who they are. Changing a way of signing in needs a recent time (docs/decisions/0028-fresh-proof.md).
create table session_proofs (
  session_uid  text primary key, -- SHA-256
  proven_at    timestamptz not null
);
create index session_proofs_at on session_proofs (proven_at);
grant select, insert, update, delete on session_proofs to formward_app;

-- With OIDC_MODE=broker: the issuer and subject at the other provider, linked to one of our accounts.
create table upstream_subjects (
  issuer      text not null,
  subject     text not null,
  account_id  uuid not null references accounts on delete cascade,
  created_at  timestamptz not null default now(),
  primary key (issuer, subject),
  unique (issuer, account_id) -- linked once: a person who later gets the same e-mail address is somebody else
);
grant select, insert on upstream_subjects to formward_app;

-- The store of the provider's library (oidc-provider): sessions, grants, codes and tokens.
create table oidc_store (
  model        text not null,
  id           text not null, -- SHA-256 of the id: a copy of this table opens nothing
  payload      jsonb not null,
  grant_id     text,
  uid          text,
  account_id   text,
  consumed_at  timestamptz,
  expires_at   timestamptz,
  primary key (model, id)
);
create index oidc_store_grant on oidc_store (grant_id) where grant_id is not null;
create index oidc_store_uid on oidc_store (uid) where uid is not null;
create index oidc_store_account on oidc_store (account_id) where account_id is not null;
create index oidc_store_expiry on oidc_store (expires_at);
grant select, insert, update, delete on oidc_store to formward_app;

-- DPoP proofs of the last two minutes (RFC 9449 section 11.1): each is valid for one call, whichever process it reaches. Unlogged, because after a
-- crash the table is needed for two minutes at most, and no call should wait for the disk.
create unlogged table seen_proofs (
  id          text primary key, -- SHA-256 of the key's thumbprint and the proof's id
  expires_at  timestamptz not null
);
create index seen_proofs_expiry on seen_proofs (expires_at);
grant select, insert, delete on seen_proofs to formward_app;
