-- Which columns of a spreadsheet that was not made from the template are which columns of an import, chosen once for each set of headings
-- (docs/decisions/0083-import-mappings.md).
create table import_mappings (
  organisation_id  uuid not null default current_organisation() references organisations,
  headings_hash    text not null, -- SHA-256 of the headings in alphabetical order, so that the order of the columns does not matter
  columns          jsonb not null, -- the column of the import by heading; a heading that is not here is not imported
  updated_by       uuid,
  updated_at       timestamptz not null default now(),
  primary key (organisation_id, headings_hash)
);
call isolate_by_organisation('import_mappings');
grant select, insert, update on import_mappings to formward_app;

-- What a file was read with. A choice that is made later does not change an import.
alter table import_jobs add column mapping jsonb; -- null for a file made from the template
