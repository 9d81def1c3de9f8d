-- How sending patients to the Record Service of the Patient Care Aggregator goes on (docs/decisions/0056-record-service.md).
create table record_service_states (
  organisation_id  uuid not null default current_organisation() references organisations,
  last_sent_at     timestamptz, -- when a call was last acknowledged
  failures         integer not null default 0, -- since the last acknowledged call
  next_try_at      timestamptz not null default now(),
  -- Why the last call failed (domain/record-service.ts); null after an acknowledged call.
  last_error       text,
  primary key (organisation_id)
);
call isolate_by_organisation('record_service_states');
grant select, insert, update on record_service_states to formward_app;
