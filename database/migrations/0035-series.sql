-- A form that is sent at moments counted from a date of each patient (docs/decisions/0048-series.md).
create table series (
  organisation_id   uuid not null default current_organisation() references organisations,
  id                uuid not null default gen_random_uuid(),
  name              text not null,
  form_id           uuid not null,
  date_label        text not null, -- what the date is called, as in 'Date of operation'
  schedule          jsonb not null, -- Schedule in domain/series.ts
  schedule_version  integer not null default 1, -- enrolments with an older number wait to be planned again
  -- The answers after which a patient is sent no more forms.
  stop_question     text,
  stop_values       text[] not null default '{}',
  method            text check (method in ('sms', 'email', 'nhs_app')), -- null: the preferred method of each patient
  specialty         text not null default '',
  late_days         integer not null default 7 check (late_days between 1 and 90), -- after these days nothing is sent by itself
  when_open         text not null default 'replace' check (when_open in ('replace', 'wait')),
  state             text not null default 'active' check (state in ('active', 'paused', 'ended')),
  resumed_on        date, -- what fell due before this day was missed while the series was paused
  created_by        uuid,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  primary key (organisation_id, id),
  foreign key (organisation_id, form_id) references forms
);
create unique index series_name on series (organisation_id, lower(name)) where state <> 'ended';
create index series_of_form on series (organisation_id, form_id);
create trigger touch before update on series for each row execute function touch_updated_at();
call isolate_by_organisation('series');
grant select, insert, update on series to formward_app;

create table series_enrolments (
  organisation_id   uuid not null default current_organisation() references organisations,
  id                uuid not null default gen_random_uuid(),
  series_id         uuid not null,
  patient_id        uuid not null,
  starts_on         date not null,
  state             text not null default 'active' check (state in ('active', 'paused', 'ended')),
  end_reason        text check (end_reason in ('completed', 'user', 'answered', 'archived', 'deceased', 'not_to_be_contacted')),
  schedule_version  integer not null, -- of the series, for which the occasions are planned
  -- Copies from the patient: lists sort by name, and the ward_access policy checks the ward, from one index.
  patient_name_key  text not null collate "C",
  ward_id           uuid,
  created_by        uuid,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  primary key (organisation_id, id),
  foreign key (organisation_id, series_id) references series,
  foreign key (organisation_id, patient_id) references patients,
  check ((state = 'ended') = (end_reason is not null))
);
create unique index series_enrolments_once on series_enrolments (organisation_id, series_id, patient_id, starts_on) where state <> 'ended';
create index series_enrolments_name on series_enrolments (organisation_id, series_id, patient_name_key, id) include (ward_id, state);
create index series_enrolments_start on series_enrolments (organisation_id, series_id, starts_on, id) include (ward_id, state);
create index series_enrolments_state on series_enrolments (organisation_id, series_id, state) include (ward_id);
create index series_enrolments_patient on series_enrolments (organisation_id, patient_id);
create index series_enrolments_version on series_enrolments (organisation_id, series_id, schedule_version, id) where state <> 'ended';
create trigger touch before update on series_enrolments for each row execute function touch_updated_at();
call isolate_by_organisation('series_enrolments');
create policy ward_access on series_enrolments as restrictive
  using ((select ward_limited_member()) is null
    or ward_id in (select ward_id from member_wards where member_id = (select ward_limited_member())));
grant select, insert, update on series_enrolments to formward_app;

create function copy_patient_to_enrolments() returns trigger language plpgsql as $$
begin
  update series_enrolments set patient_name_key = new.name_key, ward_id = new.ward_id
  where organisation_id = new.organisation_id and patient_id = new.id;
  return null;
end $$;
create trigger copy_patient_to_enrolments after update of name_key, ward_id on patients
  for each row when (old.name_key is distinct from new.name_key or old.ward_id is distinct from new.ward_id)
  execute function copy_patient_to_enrolments();

create table series_occasions (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               uuid not null default gen_random_uuid(),
  series_id        uuid not null, -- of the enrolment
  enrolment_id     uuid not null,
  -- Counted from the date of the enrolment. An occasion keeps its offset when the date or the schedule changes.
  amount           integer not null,
  unit             text not null check (unit in ('days', 'weeks', 'months')),
  due_on           date not null,
  moved_to         date, -- by a user
  day              date not null generated always as (coalesce(moved_to, due_on)) stored,
  state            text not null default 'planned' check (state in ('planned', 'sent', 'missed', 'not_sent', 'skipped')),
  reason           text check (reason in ('passed', 'late', 'paused', 'overtaken', 'unreachable', 'still_open', 'user', 'ended')),
  note             text not null default '', -- the words of the reason 'unreachable'
  request_id       uuid,
  decided_at       timestamptz, -- when it was sent, missed or skipped
  primary key (organisation_id, id),
  unique (organisation_id, enrolment_id, amount, unit),
  foreign key (organisation_id, enrolment_id) references series_enrolments,
  foreign key (organisation_id, request_id) references form_requests,
  check ((state = 'sent') = (request_id is not null)),
  check (state in ('planned', 'sent') or reason is not null)
);
create index series_occasions_day on series_occasions (organisation_id, series_id, state, day, id);
-- A form request belongs to one occasion at most.
create unique index series_occasions_request on series_occasions (organisation_id, request_id) where request_id is not null;
call isolate_by_organisation('series_occasions');
create policy ward_access on series_occasions as restrictive
  using ((select ward_limited_member()) is null
    or exists (select from series_enrolments e where e.organisation_id = series_occasions.organisation_id and e.id = series_occasions.enrolment_id));
grant select, insert, update, delete on series_occasions to formward_app;
