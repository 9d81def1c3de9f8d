-- An export goes on where it was broken off: what is written so far is kept with its pieces, in the same transaction.
alter table export_jobs
  add column written jsonb, -- null before it was begun and when it is over
  add column stopped_at timestamptz; -- by whoever had asked for it

-- What is left of those that failed is removed like the files that were never fetched.
drop index export_jobs_expiry;
create index export_jobs_expiry on export_jobs (organisation_id, expires_at);
