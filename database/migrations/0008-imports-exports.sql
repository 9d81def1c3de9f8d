create table import_jobs (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               uuid not null default gen_random_uuid(),
  file_name        text not null default '',
  status           text not null default 'checking' check (status in ('checking', 'checked', 'refused', 'importing', 'completed', 'failed')),
  refusal          text not null default '',
  total_rows       integer not null default 0,
  new_rows         integer not null default 0,
  warning_rows     integer not null default 0,
  error_rows       integer not null default 0,
  imported_rows    integer not null default 0,
  run              integer not null default 0, -- of the check: one that was overtaken by another writes nothing more
  checked_at       timestamptz,
  skips_warnings   boolean not null default false,
  created_by       uuid,
  completed_by     uuid,
  created_at       timestamptz not null default now(),
  completed_at     timestamptz,
  primary key (organisation_id, id)
);
create index import_jobs_newest on import_jobs (organisation_id, created_at desc, id);
call isolate_by_organisation('import_jobs');
grant select, insert, update on import_jobs to formward_app;
create index form_requests_imported on form_requests (organisation_id, import_job_id, created_at, id) include (patient_id) where import_job_id is not null;

-- The uploaded bytes, kept apart so that listing jobs never touches them; removed when the check ends.
create table import_files (
  organisation_id  uuid not null default current_organisation(),
  job_id           uuid not null,
  bytes            bytea not null,
  primary key (organisation_id, job_id),
  foreign key (organisation_id, job_id) references import_jobs
);
call isolate_by_organisation('import_files');
grant select, insert, delete on import_files to formward_app;

create table import_rows (
  organisation_id  uuid not null default current_organisation(),
  job_id           uuid not null,
  row_number       integer not null, -- as the spreadsheet program shows it
  verdict          text not null check (verdict in ('new', 'warning', 'error')),
  cells            jsonb not null,   -- what was in the file
  row              jsonb,            -- what we understood; null when in error
  problems         jsonb not null default '[]', -- [{ column, code, message }]
  request_id       uuid,             -- set when the row has been imported: the once-only mark
  primary key (organisation_id, job_id, row_number),
  foreign key (organisation_id, job_id) references import_jobs
);
create index import_rows_by_verdict on import_rows (organisation_id, job_id, verdict, row_number);
create index import_rows_waiting on import_rows (organisation_id, job_id, row_number) where request_id is null and verdict <> 'error';
call isolate_by_organisation('import_rows');
grant select, insert, update, delete on import_rows to formward_app;

create table export_jobs (
  organisation_id    uuid not null default current_organisation() references organisations,
  id                 uuid not null default gen_random_uuid(),
  scope              text not null default 'organisation' check (scope in ('organisation', 'all')),
  status             text not null default 'created' check (status in ('created', 'generating', 'completed', 'failed')),
  filters            jsonb not null default '{}',
  has_personal_data  boolean not null default false,
  reason             text not null default '',
  file_name          text not null default '',
  total_rows         integer not null default 0,
  done_rows          integer not null default 0,
  failure            text not null default '',
  run                integer not null default 0, -- one that was overtaken by another writes nothing more
  created_by         uuid,
  created_at         timestamptz not null default now(),
  completed_at       timestamptz,
  expires_at         timestamptz not null default now() + interval '24 hours',
  primary key (organisation_id, id)
);
create index export_jobs_newest on export_jobs (organisation_id, created_by, created_at desc);
create index export_jobs_expiry on export_jobs (organisation_id, expires_at) where status = 'completed';
call isolate_by_organisation('export_jobs');
grant select, insert, update on export_jobs to formward_app;

-- Files too large for one value are kept in numbered pieces, so that writing and reading stay in constant memory.
create table file_chunks (
  organisation_id  uuid not null default current_organisation() references organisations,
  file_id          uuid not null, -- the export job or report it belongs to
  piece            integer not null,
  bytes            bytea not null,
  primary key (organisation_id, file_id, piece)
);
call isolate_by_organisation('file_chunks');
grant select, insert, delete on file_chunks to formward_app;

-- A plan made while a table was all but empty is kept by whoever made it, and costs a look at every row when the table has grown: the first
-- long import of an installation would meet that before autovacuum does. Only the owner may analyse, so the application asks through this.
create function refresh_statistics() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  grown record;
begin
  for grown in
    select s.relid::regclass as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    where s.relname in ('patients', 'form_requests', 'patient_links', 'form_request_events', 'notifications', 'import_rows', 'audit_events')
      and s.schemaname = 'public' and s.n_mod_since_analyze > 400 + greatest(c.reltuples, 0)
  loop
    execute format('analyze %s', grown.name);
  end loop;
end $$;
revoke execute on function refresh_statistics from public;
grant execute on function refresh_statistics to formward_app;
