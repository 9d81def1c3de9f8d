-- Duplicates of an import are decided before it is completed, its rows are found by what is wrong with them, and what it did can be undone
-- (docs/decisions/0023-import-decisions.md).

alter table import_jobs
  drop constraint import_jobs_status_check,
  add constraint import_jobs_status_check
    check (status in ('checking', 'checked', 'refused', 'importing', 'completed', 'failed', 'reverting', 'reverted')),
  drop column skips_warnings,
  add column choices jsonb not null default '{}',  -- what is to become of each kind of duplicate; a kind not named follows the default
  add column tallies jsonb not null default '{}',  -- counted as rows are written, so that nobody counts 100,000 rows to show a figure
  add column skipped_rows integer not null default 0,
  add column replaced_rows integer not null default 0,
  add column done_until integer not null default 0, -- the last row that the step under way has dealt with
  add column reverted_by uuid,
  add column reverted_at timestamptz;

alter table import_rows
  add column words text not null default '',       -- what stands in the row, for finding it
  add column patient_id uuid,                      -- whom the row was found to be about
  add column choice text check (choice in ('skip', 'replace', 'send')),       -- decided for this row itself
  add column outcome text check (outcome in ('sent', 'replaced', 'skipped')), -- what became of it
  add column replaced_ids uuid[],                  -- the open requests that it took the place of
  add column reverted text check (reverted in ('undone', 'undone_message_out', 'opened', 'completed', 'ended', 'taken')),
  add column is_patient_archived boolean not null default false;
-- A step goes on from done_until.
drop index import_rows_waiting;

-- One line for each thing wrong with a row: the rows of one kind are a page of one index. Row-level security keeps containment operators
-- away from theirs.
create table import_row_problems (
  organisation_id  uuid not null default current_organisation(),
  job_id           uuid not null,
  kind             text not null collate "C", -- column and code
  row_number       integer not null,
  primary key (organisation_id, job_id, kind, row_number),
  foreign key (organisation_id, job_id) references import_jobs
);
create policy ward_access on import_row_problems as restrictive
  using ((select ward_limited_member()) is null
    or exists (select from import_jobs j where j.organisation_id = import_row_problems.organisation_id and j.id = job_id));
grant select, insert, delete on import_row_problems to formward_app;

-- Undoing an import archives the patients it brought, if nobody has touched them since.
alter table patients add column import_job_id uuid;

call isolate_by_organisation('import_row_problems');
