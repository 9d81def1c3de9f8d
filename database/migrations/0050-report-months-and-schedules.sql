-- The figures of a month that is over, counted once: a later report of the month has the same figures, whatever happens afterwards (REP-1). The
-- application can neither change nor delete them.
create table report_months (
  organisation_id  uuid not null default current_organisation() references organisations,
  month            date not null check (extract(day from month) = 1),
  counted_at       timestamptz not null default now(),
  sheets           jsonb not null, -- the sheets of the metrics report
  primary key (organisation_id, month)
);
call isolate_by_organisation('report_months');
grant select, insert on report_months to formward_app;

-- A report that the worker makes every month, and emails a link to one user of the organisation.
create table report_schedules (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               uuid not null default gen_random_uuid(),
  type             text not null check (type in ('metrics', 'form_requests')),
  member_id        uuid not null,
  -- Names are copied, because system administrators cannot read the members of an organisation.
  member_name      text not null,
  created_by       uuid,
  created_by_name  text not null,
  created_at       timestamptz not null default now(),
  is_active        boolean not null default true,
  stop_reason      text not null default '', -- why the worker switched it off
  done_month       date not null, -- the last month that needs no report
  last_sent_at     timestamptz,
  failure          text not null default '', -- why the last email did not arrive
  primary key (organisation_id, id),
  foreign key (organisation_id, member_id) references members
);
create unique index report_schedules_once on report_schedules (organisation_id, member_id, type);
call isolate_by_organisation('report_schedules');
create policy system_reads on report_schedules for select using (current_organisation() = '00000000-0000-0000-0000-000000000000');
grant select, insert, update on report_schedules to formward_app;

alter table reports
  add column schedule_id uuid, -- the schedule that made the report
  add column created_by_name text not null default '',
  add foreign key (organisation_id, schedule_id) references report_schedules;
