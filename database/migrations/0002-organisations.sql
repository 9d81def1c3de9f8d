create table organisations (
  id                  uuid primary key default gen_random_uuid(),
  name                text not null check (name <> ''),
  vital_type          text not null default '',
  regulatory_body     text not null default '',
  ods_code            text not null,
  code                text not null default '',
  clinician_timeout   integer check (clinician_timeout between 1 and 1440), -- whole minutes
  logo                bytea,
  logo_type           text check (logo_type in ('image/png', 'image/jpeg', 'image/webp')),
  is_system           boolean not null default false,
  reminder_days       integer not null default 3 check (reminder_days between 0 and 90),
  expiry_days         integer not null default 28 check (expiry_days between 1 and 365),
  auto_close_days     integer not null default 90 check (auto_close_days between 1 and 730),
  minimum_age         integer not null default 16 check (minimum_age between 16 and 130),
  ward_access         text not null default 'all' check (ward_access in ('all', 'assigned')),
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now()
);
create unique index organisations_ods_code on organisations (upper(ods_code));
create trigger touch before update on organisations for each row execute function touch_updated_at();

-- System administrators are members of this one: it holds no patients, forms or requests.
insert into organisations (id, name, ods_code, is_system) values ('00000000-0000-0000-0000-000000000000', 'Formward', 'SYSTEM', true);

alter table organisations enable row level security;
alter table organisations force row level security;
create policy own_organisation on organisations
  using (id = current_organisation() or current_organisation() = '00000000-0000-0000-0000-000000000000')
  with check (id = current_organisation() or current_organisation() = '00000000-0000-0000-0000-000000000000');
grant select, insert, update on organisations to formward_app;

create table members (
  organisation_id     uuid not null default current_organisation() references organisations,
  id                  uuid not null default gen_random_uuid(),
  subject             text unique, -- "auth0Id": the identity provider's subject; null until the invitation is taken up
  first_name          text not null,
  last_name           text not null,
  email_address       text not null,
  phone_number        text not null default '',
  occupation          text not null default '',
  job_title           text not null default '',
  role                text not null check (role in ('Forms SysAdmin', 'Forms OrgAdmin', 'Forms User', 'Admin', 'User')),
  is_clinician        boolean not null default false,
  language            text not null default 'en',
  timezone            text not null default 'Europe/London',
  clinician_timeout   integer check (clinician_timeout between 1 and 1440),
  is_active           boolean not null default true,
  last_login_at       timestamptz,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now(),
  primary key (organisation_id, id)
);
create unique index members_email on members (lower(email_address));
create index members_name on members (organisation_id, lower(last_name), lower(first_name), id);
create trigger touch before update on members for each row execute function touch_updated_at();
call isolate_by_organisation('members');
-- Signing in knows a subject before it knows an organisation: exactly the row whose subject is asked for, nothing else.
create policy find_by_subject on members for select using (subject = nullif(current_setting('app.key', true), ''));
grant select, insert, update on members to formward_app;

create table wards (
  organisation_id uuid not null default current_organisation() references organisations,
  id              uuid not null default gen_random_uuid(),
  name            text not null check (name <> ''),
  is_archived     boolean not null default false,
  created_at      timestamptz not null default now(),
  primary key (organisation_id, id)
);
create unique index wards_name on wards (organisation_id, lower(name));
call isolate_by_organisation('wards');
grant select, insert, update on wards to formward_app;

create table member_wards (
  organisation_id uuid not null default current_organisation(),
  member_id       uuid not null,
  ward_id         uuid not null,
  primary key (organisation_id, member_id, ward_id),
  foreign key (organisation_id, member_id) references members on delete cascade,
  foreign key (organisation_id, ward_id) references wards
);
call isolate_by_organisation('member_wards');
grant select, insert, delete on member_wards to formward_app;
