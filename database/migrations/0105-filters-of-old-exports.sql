-- The filters of an export, which may have the name or NHS number that was searched for, are kept only until its file is written or has expired.
alter table export_jobs no force row level security;
update export_jobs set filters = '{}', written = null where expires_at < now() and filters <> '{}';
alter table export_jobs force row level security;
