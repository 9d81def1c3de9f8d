-- Bulk exports of the responses to one form, which integration clients ask for (docs/decisions/0062-fhir-for-systems.md). Their pieces are in
-- file_chunks.
create table fhir_exports (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               uuid not null default gen_random_uuid(),
  form_id          uuid not null,
  -- Responses that were sent after the one moment and not after the other.
  sent_after       timestamptz,
  sent_until       timestamptz not null,
  total            integer not null,
  written          integer not null default 0,
  pieces           integer not null default 0,
  -- The last response that is written.
  last_sent_at     timestamptz,
  last_id          uuid,
  completed_at     timestamptz,
  failure          text,
  created_by       uuid not null, -- the integration client
  created_at       timestamptz not null default now(),
  expires_at       timestamptz not null default now() + interval '24 hours', -- a job then removes the row and the file
  primary key (organisation_id, id),
  foreign key (organisation_id, form_id) references forms
);
create index fhir_exports_form on fhir_exports (organisation_id, form_id);
create index fhir_exports_by_client on fhir_exports (organisation_id, created_by) where completed_at is null and failure is null;
create index fhir_exports_expiry on fhir_exports (organisation_id, expires_at);
call isolate_by_organisation('fhir_exports');
-- Responses of patients of every ward are in the file (MEM-4).
create policy ward_access on fhir_exports as restrictive using ((select ward_limited_member()) is null);
grant select, insert, update, delete on fhir_exports to formward_app;
