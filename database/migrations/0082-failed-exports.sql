-- When an export failed on its own, so that the member who started it is told (0082). Null while it runs, when it completed or when it was stopped.
alter table export_jobs add column failed_at timestamptz;
