-- Large files, in numbered pieces, so that writing and reading need little memory.
create table file_chunks (
  organisation_id  uuid not null default current_organisation() references organisations,
  file_id          uuid not null, -- the id of the upload, export job or report
  piece            integer not null,
  bytes            bytea not null,
  primary key (organisation_id, file_id, piece)
);
call isolate_by_organisation('file_chunks');
grant select, insert, delete on file_chunks to formward_app;

-- A spreadsheet during its upload, before there is an import job: file_chunks gets its pieces as they arrive. This row goes when the import job
-- is created; a job removes the row and the pieces of an upload that was broken off.
create table import_uploads (
  organisation_id  uuid not null default current_organisation() references organisations,
  file_id          uuid not null,
  created_by       uuid,
  created_at       timestamptz not null default now(),
  primary key (organisation_id, file_id)
);
call isolate_by_organisation('import_uploads');
-- A spreadsheet has patients of every ward: a member who sees some wards only sees their own imports and exports only (MEM-4).
create policy ward_access on import_uploads as restrictive
  using ((select ward_limited_member()) is null or created_by = (select ward_limited_member()));
grant select, insert, delete on import_uploads to formward_app;

-- One spreadsheet, from its check to its undoing (docs/decisions/0023-import-decisions.md).
create table import_jobs (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               uuid not null default gen_random_uuid(),
  file_name        text not null default '',
  status           text not null default 'checking'
                   check (status in ('checking', 'checked', 'refused', 'importing', 'completed', 'failed', 'reverting', 'reverted')),
  refusal          text not null default '',
  choices          jsonb not null default '{}', -- what to do with each kind of duplicate; a kind without a choice has the default
  total_rows       integer not null default 0,
  new_rows         integer not null default 0,
  warning_rows     integer not null default 0,
  error_rows       integer not null default 0,
  imported_rows    integer not null default 0,
  skipped_rows     integer not null default 0,
  replaced_rows    integer not null default 0,
  tallies          jsonb not null default '{}', -- more counts, updated as rows are written, so that no page counts 100,000 rows
  run              integer not null default 0, -- of the check; a run with an older number writes nothing more
  done_until       integer not null default 0, -- the last row of the current step that is done; a retry continues after it
  reopened_until   integer, -- the last row whose replaced requests are reopened; null where nobody asked to reopen them
  created_by       uuid,
  created_at       timestamptz not null default now(),
  checked_at       timestamptz,
  completed_by     uuid,
  completed_at     timestamptz,
  reverted_by      uuid,
  reverted_at      timestamptz,
  rows_removed_at  timestamptz, -- a job removes the rows a month after the import; the counts and what the import created stay
  primary key (organisation_id, id)
);
create index import_jobs_newest on import_jobs (organisation_id, created_at desc, id);
create index import_jobs_with_old_rows on import_jobs (organisation_id, (coalesce(completed_at, checked_at, created_at)))
  where rows_removed_at is null;
call isolate_by_organisation('import_jobs');
create policy ward_access on import_jobs as restrictive
  using ((select ward_limited_member()) is null or created_by = (select ward_limited_member()));
grant select, insert, update on import_jobs to formward_app;

create table import_rows (
  organisation_id      uuid not null default current_organisation(),
  job_id               uuid not null,
  row_number           integer not null, -- as the spreadsheet program shows it
  verdict              text not null check (verdict in ('new', 'warning', 'error')),
  cells                jsonb not null, -- as in the file
  words                text not null default '', -- the text of the row, for the search
  row                  jsonb, -- as the check has read it; null for an error
  problems             jsonb not null default '[]', -- [{ column, code, message }]
  patient_id           uuid, -- the patient that the check has found
  is_patient_archived  boolean not null default false,
  choice               text check (choice in ('skip', 'replace', 'send')), -- for this row; it overrides the choice for its kind
  outcome              text check (outcome in ('sent', 'replaced', 'skipped')),
  request_id           uuid, -- set in the transaction that imports the row, so a retry imports nothing twice
  replaced_ids         uuid[], -- the open requests that this row has replaced
  reopen_refusals      text[], -- for each of replaced_ids: why it was not reopened, or ''
  reverted             text check (reverted in ('undone', 'undone_message_out', 'opened', 'completed', 'ended', 'taken')),
  primary key (organisation_id, job_id, row_number),
  foreign key (organisation_id, job_id) references import_jobs
);
create index import_rows_by_verdict on import_rows (organisation_id, job_id, verdict, row_number);
call isolate_by_organisation('import_rows');
create policy ward_access on import_rows as restrictive
  using ((select ward_limited_member()) is null
    or exists (select from import_jobs j where j.organisation_id = import_rows.organisation_id and j.id = job_id));
grant select, insert, update, delete on import_rows to formward_app;

-- One line for each problem of a row, so that a page of the rows with one kind of problem reads one range of one index. An index on
-- import_rows.problems would not do: row-level security does not use an index for containment operators, because they are not leakproof.
create table import_row_problems (
  organisation_id  uuid not null default current_organisation(),
  job_id           uuid not null,
  kind             text not null collate "C", -- column and code
  row_number       integer not null,
  primary key (organisation_id, job_id, kind, row_number),
  foreign key (organisation_id, job_id) references import_jobs
);
call isolate_by_organisation('import_row_problems');
create policy ward_access on import_row_problems as restrictive
  using ((select ward_limited_member()) is null
    or exists (select from import_jobs j where j.organisation_id = import_row_problems.organisation_id and j.id = job_id));
grant select, insert, delete on import_row_problems to formward_app;

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
  -- How far the file is written, saved with each piece in one transaction, so that a retry continues there. Null before and after.
  written            jsonb,
  failure            text not null default '',
  run                integer not null default 0, -- a run with an older number writes nothing more
  created_by         uuid,
  created_at         timestamptz not null default now(),
  stopped_at         timestamptz, -- when the member who asked for the export stopped it
  completed_at       timestamptz,
  expires_at         timestamptz not null default now() + interval '24 hours', -- a job then removes the file, of a failed export too
  primary key (organisation_id, id)
);
create index export_jobs_newest on export_jobs (organisation_id, created_by, created_at desc);
create index export_jobs_expiry on export_jobs (organisation_id, expires_at);
call isolate_by_organisation('export_jobs');
create policy ward_access on export_jobs as restrictive
  using ((select ward_limited_member()) is null or created_by = (select ward_limited_member()));
grant select, insert, update on export_jobs to formward_app;

create table reports (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               uuid not null default gen_random_uuid(),
  type             text not null check (type in ('metrics', 'form_requests')),
  month            date not null check (extract(day from month) = 1),
  status           text not null default 'created' check (status in ('created', 'generating', 'completed', 'failed')),
  failure          text not null default '',
  run              integer not null default 0, -- a run with an older number writes nothing more
  created_by       uuid,
  created_at       timestamptz not null default now(),
  completed_at     timestamptz,
  primary key (organisation_id, id)
);
create index reports_newest on reports (organisation_id, created_at desc, id);
call isolate_by_organisation('reports');
-- A system administrator asks for reports and sees the list of all organisations; the content stays in each organisation.
create policy system_reads on reports for select using (current_organisation() = '00000000-0000-0000-0000-000000000000');
grant select, insert, update on reports to formward_app;

-- PostgreSQL plans a query on an almost empty table to read every row, and keeps that plan when the table grows. The first long import meets
-- this before autovacuum analyses the tables. Only the owner may analyse, so the application calls this function.
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
