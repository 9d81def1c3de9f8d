create table patients (
  organisation_id    uuid not null default current_organisation() references organisations,
  id                 uuid not null default gen_random_uuid(),
  nhs_number         text check (nhs_number ~ '^[0-9]{10}$'),
  local_patient_id   text,
  first_name         text not null,
  last_name          text not null,
  -- The order and search key of a name: lower case, unaccented, last name first (domain/patient-match.ts).
  name_key           text not null collate "C",
  date_of_birth      date not null,
  sex                text check (sex in ('male', 'female')),
  line1              text not null default '',
  line2              text not null default '',
  town               text not null default '',
  county             text not null default '',
  postcode           text not null default '',
  phone_number       text, -- E.164
  email_address      text,
  preferred_method   text check (preferred_method in ('sms', 'email', 'nhs_app')),
  may_be_contacted   boolean not null default true,
  admission_status   text not null default '' check (admission_status in ('', 'admitted', 'discharged', 'waiting', 'outpatient')),
  is_submitted       boolean not null default false,
  is_on_record       boolean not null default false,
  locale             text not null default 'en',
  ward_id            uuid,
  archived_at        timestamptz,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  primary key (organisation_id, id),
  foreign key (organisation_id, ward_id) references wards
);
create unique index patients_nhs_number on patients (organisation_id, nhs_number text_pattern_ops) where nhs_number is not null;
create index patients_local_patient_id on patients (organisation_id, local_patient_id text_pattern_ops);
create index patients_name on patients (organisation_id, (archived_at is null), name_key, id);
create index patients_created on patients (organisation_id, (archived_at is null), created_at desc, id);
create index patients_born on patients (organisation_id, date_of_birth, id);
create trigger touch before update on patients for each row execute function touch_updated_at();
call isolate_by_organisation('patients');
grant select, insert, update on patients to formward_app;
