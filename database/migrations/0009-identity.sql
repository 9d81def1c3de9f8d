-- The embedded OpenID provider's accounts and its store. They belong to the provider, not to an organisation.
create table accounts (
  id                 uuid primary key default gen_random_uuid(), -- the subject
  email_address      text not null,
  password_hash      text, -- argon2id; null until the invitation is taken up
  failed_attempts    integer not null default 0,
  locked_until       timestamptz,
  tokens_valid_from  timestamptz not null default now(),
  is_active          boolean not null default true,
  created_at         timestamptz not null default now()
);
create unique index accounts_email on accounts (lower(email_address));
grant select, insert, update, delete on accounts to formward_app;

create table oidc_store (
  model        text not null,
  id           text not null, -- SHA-256 of the identifier: a copy of this table opens nothing
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

-- Proofs of possession seen in the last two minutes (RFC 9449 section 11.1): each opens one request, whichever process it reaches.
-- Unlogged: what a crash forgets was worth two minutes at most, and no request waits for a disk.
create unlogged table seen_proofs (
  id          text primary key, -- SHA-256 of the key's thumbprint and the proof's identifier
  expires_at  timestamptz not null
);
create index seen_proofs_expiry on seen_proofs (expires_at);
grant select, insert, delete on seen_proofs to formward_app;

-- Failed sign-ins per address, counted for all processes together.
create table sign_in_throttle (
  key         text primary key, -- a keyed hash of the network address
  failures    integer not null,
  window_ends timestamptz not null
);
grant select, insert, update, delete on sign_in_throttle to formward_app;
