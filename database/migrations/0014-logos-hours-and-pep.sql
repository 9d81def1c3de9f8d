-- The logo's version follows from its content; when messages to patients may go out, on the clock of London.
alter table organisations
  add column logo_version text generated always as (encode(substr(sha256(logo), 1, 9), 'hex')) stored,
  add column sending_from integer not null default 8 check (sending_from between 0 and 23),
  add column sending_until integer not null default 18 check (sending_until between 1 and 24),
  add column sends_on_weekdays_only boolean not null default true,
  add constraint organisations_logo check ((logo is null) = (logo_type is null) and octet_length(logo) <= 524288),
  add constraint organisations_sending_hours check (sending_from < sending_until);

-- How the record system of an organisation's patients (PEP) is reached; no row: disabled.
create table pep_configs (
  organisation_id   uuid not null default current_organisation() references organisations,
  address           text not null check (address ~ '^https://'),
  client_id         text not null check (client_id <> ''),
  client_secret     bytea not null, -- sealed (server/platform/keys.ts)
  secret_set_at     timestamptz not null default now(),
  finds_departments boolean not null default false,
  finds_clinics     boolean not null default false,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  primary key (organisation_id)
);
create trigger touch before update on pep_configs for each row execute function touch_updated_at();
call isolate_by_organisation('pep_configs');
grant select, insert, update, delete on pep_configs to formward_app;
