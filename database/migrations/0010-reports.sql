create table reports (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               uuid not null default gen_random_uuid(),
  type             text not null check (type in ('metrics', 'form_requests')),
  month            date not null check (extract(day from month) = 1),
  status           text not null default 'created' check (status in ('created', 'generating', 'completed', 'failed')),
  failure          text not null default '',
  run              integer not null default 0, -- one that was overtaken by another writes nothing more
  created_by       uuid,
  created_at       timestamptz not null default now(),
  completed_at     timestamptz,
  primary key (organisation_id, id)
);
create index reports_newest on reports (organisation_id, created_at desc, id);
call isolate_by_organisation('reports');
-- Reports are asked for by system administrators and list over all organisations; their contents stay in each organisation.
create policy system_reads on reports for select using (current_organisation() = '00000000-0000-0000-0000-000000000000');
grant select, insert, update on reports to formward_app;
