-- What people prove themselves with besides a password. Like accounts, it belongs to the provider, not to an organisation.

alter table organisations add column second_factor_required boolean not null default false;

-- Every request asks whether its own organisation demands a second factor, before it is bound to one: the organisation of the one subject it may look up.
create policy of_subject on organisations for select
  using (id in (select m.organisation_id from members m where m.subject = nullif(current_setting('app.key', true), '')));

-- Codes of an authenticator app (RFC 6238). A new secret counts only once a code of it was typed; until then the old one does.
create table account_totp (
  account_id   uuid primary key references accounts on delete cascade,
  sealed       bytea,   -- the secret in force
  pending      bytea,   -- one that is being set up
  last_step    bigint not null default 0, -- of the newest code that was used: it and all before it are spent
  added_at     timestamptz,
  check ((sealed is null) = (added_at is null))
);
grant select, insert, update, delete on account_totp to formward_app;

create table account_recovery_codes (
  account_id  uuid not null references accounts on delete cascade,
  hash        text not null, -- keyed with a key of the installation: a copy of this table opens nothing
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

-- When a session last proved who uses it, beyond having signed in: what changes the ways of signing in asks for a recent proof.
create table session_proofs (
  session_uid  text primary key, -- SHA-256
  proven_at    timestamptz not null
);
create index session_proofs_at on session_proofs (proven_at);
grant select, insert, update, delete on session_proofs to formward_app;
