-- What a spreadsheet said of people is not kept for ever: a month after an import has come to its end only its counts are left, and the
-- patients and form requests that it made.
alter table import_jobs add column rows_removed_at timestamptz;
create index import_jobs_with_old_rows on import_jobs (organisation_id, (coalesce(completed_at, checked_at, created_at)))
  where rows_removed_at is null;
