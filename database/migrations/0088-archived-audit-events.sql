-- Old events of the audit log that were moved to files, in ranges that follow each other in their lane from its first event on
-- (docs/decisions/0092-audit-archive.md). Each range ends at a signed checkpoint, so the chain continues after its last event. Only the owner of the
-- database adds a row, with the deletion of its events. Somebody who deletes events without the signing key cannot make up a row that hides it.
create table archived_audit_ranges (
  organisation_id  uuid not null default current_organisation() references organisations,
  lane             smallint not null,
  first_seq        bigint not null,
  last_seq         bigint not null,
  before           date not null, -- the day chosen by the operator: all events are older
  hash_before      bytea not null check (length(hash_before) = 32), -- of the event before the first one
  hash_after       bytea not null check (length(hash_after) = 32), -- of the last event
  file_digest      bytea not null check (length(file_digest) = 32), -- SHA-256 of the compressed file
  signature        text not null, -- of the columns above, by a key that is not in the database
  primary key (organisation_id, lane, first_seq),
  check (first_seq between 1 and last_seq)
);
call isolate_by_organisation('archived_audit_ranges');
grant select on archived_audit_ranges to formward_app;
