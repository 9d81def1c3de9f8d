-- Whom an import brought and its undoing archived comes back with the corrected file (docs/decisions/0023-import-decisions.md). The moment an import
-- last wrote the record by itself: as long as it is that of the last change, nobody else has touched it.
alter table patients add column import_wrote_at timestamptz;
