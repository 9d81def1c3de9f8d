-- When the user was shown the form requests of a bulk change. Null for a change that a process of an earlier release began: then it is created_at.
alter table bulk_changes add column seen_at timestamptz;
