create table organisations (
  id                        uuid primary key default gen_random_uuid(),
  name                      text not null check (name <> ''),
  ods_code                  text not null,
  code                      text not null default '',
  vital_type                text not null default '',
  regulatory_body           text not null default '',
  is_system                 boolean not null default false,
  logo                      bytea,
  logo_type                 text check (logo_type in ('image/png', 'image/jpeg', 'image/webp')),
  -- The version follows from the content, so a browser may keep a logo until the logo changes.
  logo_version              text generated always as (encode(substr(sha256(logo), 1, 9), 'hex')) stored,
  reminder_days             integer not null default 3 check (reminder_days between 0 and 90),
  expiry_days               integer not null default 28 check (expiry_days between 1 and 365),
  auto_close_days           integer not null default 90 check (auto_close_days between 1 and 730),
  minimum_age               integer not null default 16 check (minimum_age between 16 and 130),
  -- When messages to patients may be sent: hours of the day in London.
  sending_from              integer not null default 8 check (sending_from between 0 and 23),
  sending_until             integer not null default 18 check (sending_until between 1 and 24),
  sends_on_weekdays_only    boolean not null default true,
  ward_access               text not null default 'all' check (ward_access in ('all', 'assigned')),
  clinician_timeout         integer check (clinician_timeout between 1 and 1440), -- minutes
  second_factor_required    boolean not null default false,
  -- From this day (in London) a member cannot sign in with a password alone, where a second factor is required. Null: at once.
  second_factor_from        date,
  created_at                timestamptz not null default now(),
  updated_at                timestamptz not null default now(),
  constraint organisations_logo check ((logo is null) = (logo_type is null) and octet_length(logo) <= 524288),
  constraint organisations_sending_hours check (sending_from < sending_until)
);
create unique index organisations_ods_code on organisations (upper(ods_code));
create trigger touch before update on organisations for each row execute function touch_updated_at();

-- The organisation of the system administrators. It has no patients, forms or form requests. System administrators need a second factor; they
-- have 14 days to set one up.
insert into organisations (id, name, ods_code, is_system, second_factor_required, second_factor_from)
values ('00000000-0000-0000-0000-000000000000', 'Formward', 'SYSTEM', true, true, current_date + 14);

alter table organisations enable row level security;
alter table organisations force row level security;
create policy own_organisation on organisations
  using (id = current_organisation() or current_organisation() = '00000000-0000-0000-0000-000000000000')
  with check (id = current_organisation() or current_organisation() = '00000000-0000-0000-0000-000000000000');
grant select, insert, update on organisations to formward_app;

-- How to reach the organisation's patient record system (PEP). No row: PEP is off.
create table pep_configs (
  organisation_id    uuid not null default current_organisation() references organisations,
  address            text not null check (address ~ '^https://'),
  client_id          text not null check (client_id <> ''),
  client_secret      bytea not null, -- sealed (server/platform/keys.ts)
  secret_set_at      timestamptz not null default now(),
  finds_departments  boolean not null default false,
  finds_clinics      boolean not null default false,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  primary key (organisation_id)
);
create trigger touch before update on pep_configs for each row execute function touch_updated_at();
call isolate_by_organisation('pep_configs');
grant select, insert, update, delete on pep_configs to formward_app;

-- The number of active members and of patients, so that no list has to count them. Triggers add every change in the same transaction (0003 and
-- 0005). 16 rows for each organisation: two writers in one organisation seldom wait for each other.
create table organisation_totals (
  organisation_id  uuid not null default current_organisation() references organisations,
  slot             integer not null,
  members          bigint not null default 0,
  patients         bigint not null default 0,
  active_patients  bigint not null default 0,
  primary key (organisation_id, slot)
);
call isolate_by_organisation('organisation_totals');
create policy system_reads on organisation_totals for select using (current_organisation() = '00000000-0000-0000-0000-000000000000');
grant select, insert, update on organisation_totals to formward_app;

create procedure add_to_totals(organisation uuid, more_members bigint, more_patients bigint, more_active bigint) language sql as $$
  insert into organisation_totals as t (organisation_id, slot, members, patients, active_patients)
  values (organisation, pg_backend_pid() % 16, more_members, more_patients, more_active)
  on conflict (organisation_id, slot) do update
    set members = t.members + excluded.members, patients = t.patients + excluded.patients, active_patients = t.active_patients + excluded.active_patients
$$;
