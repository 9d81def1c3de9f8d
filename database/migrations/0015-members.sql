-- Members come in by invitation: linked to an account elsewhere, or by a link of ours that is used once.

-- A first sign-in elsewhere knows an address before it knows an organisation: exactly the invited member's row, until it has a subject.
create policy find_by_invited_address on members for select
  using (subject is null and 'invited ' || lower(email_address) = nullif(current_setting('app.key', true), ''));

-- The embedded provider's one-time links, by which somebody chooses their own password. They belong to the provider, as accounts do.
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

-- A password that somebody else chose opens one thing: the page to choose one's own.
alter table accounts add column must_change boolean not null default false;
