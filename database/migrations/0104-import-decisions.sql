-- Completing an import is refused when a decision has changed since the user reviewed it. The number grows with each change.
alter table import_jobs add column decision_changes integer not null default 0;
