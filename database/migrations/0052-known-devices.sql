-- Wrong passwords and codes delay sign-in, and are counted apart on devices that have signed in before (docs/decisions/0030-slowing-guesses.md).
alter table accounts
  add column failed_on_known_devices integer not null default 0,
  add column failures_told_at timestamptz; -- when its holder last had a mail about failed sign-ins

-- failed_attempts now counts those on other devices, in a row, and nothing locks for a time: what was counted by the rules before is forgotten.
-- Processes of the version before still read locked_until while this one is brought in; a later version removes it.
update accounts set failed_attempts = 0, locked_until = null where failed_attempts > 0 or locked_until is not null;

-- On which devices the holder of an account has signed in.
create table known_devices (
  account_id       uuid not null references accounts on delete cascade,
  device           text not null, -- a keyed hash of the secret in the device's cookie, or of the session's identifier
  failed_attempts  integer not null default 0, -- in a row
  expires_at       timestamptz not null,
  primary key (account_id, device)
);
create index known_devices_expiry on known_devices (expires_at);
grant select, insert, update, delete on known_devices to formward_app;
