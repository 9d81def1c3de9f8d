-- Undoing an import can reopen the form requests that the import had replaced.
alter table import_jobs
  add column reopened_until integer; -- the last row whose replaced requests were dealt with; null where nobody asked to reopen them
alter table import_rows
  add column reopen_refusals text[]; -- for each of replaced_ids: why it was not reopened, or '' if it was

-- How many requests an import replaced is counted as rows are written. Earlier imports are counted here, also for an owner whom forced
-- row-level security would show none (0042).
do $$
begin
  alter table import_jobs no force row level security;
  alter table import_rows no force row level security;
  update import_jobs j set tallies = j.tallies || jsonb_build_object('replacedRequests',
    (select coalesce(sum(cardinality(r.replaced_ids)), 0) from import_rows r
     where r.organisation_id = j.organisation_id and r.job_id = j.id and r.replaced_ids is not null))
  where j.replaced_rows > 0;
  alter table import_jobs force row level security;
  alter table import_rows force row level security;
end $$;
