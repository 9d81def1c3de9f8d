-- Who somebody is at the provider that ours asks (OIDC_MODE=broker): its issuer and subject, for good, to one account of ours.
create table upstream_subjects (
  issuer      text not null,
  subject     text not null,
  account_id  uuid not null references accounts on delete cascade,
  created_at  timestamptz not null default now(),
  primary key (issuer, subject),
  unique (issuer, account_id) -- an account is linked once: whoever has its address afterwards is somebody else
);
grant select, insert on upstream_subjects to formward_app;

-- The keys that sign tokens. A new one is published a day before it signs, and the old one goes a day after its last token was made.
create table signing_keys (
  id          bigint generated always as identity primary key,
  sealed      bytea not null, -- the private key, sealed like all keys of the installation
  signs_from  timestamptz not null default now(),
  created_at  timestamptz not null default now()
);
grant select, insert, delete on signing_keys to formward_app;
insert into signing_keys (sealed, created_at) select sealed, created_at from instance_keys where name = 'identity-signing';
delete from instance_keys where name = 'identity-signing';
