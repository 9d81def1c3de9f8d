-- A spreadsheet that is being uploaded is kept in pieces as it arrives, before there is an import. A row here says so; it goes when the
-- import is made, and with its pieces when the upload was broken off.
create table import_uploads (
  organisation_id  uuid not null default current_organisation() references organisations,
  file_id          uuid not null,
  created_by       uuid,
  created_at       timestamptz not null default now(),
  primary key (organisation_id, file_id)
);
call isolate_by_organisation('import_uploads');
create policy ward_access on import_uploads as restrictive
  using ((select ward_limited_member()) is null or created_by = (select ward_limited_member()));
grant select, insert, delete on import_uploads to formward_app;

-- Spreadsheets that wait for their check, in every organisation: the owner may, where row-level security is not forced on it.
alter table import_files no force row level security;
alter table file_chunks no force row level security;
insert into file_chunks (organisation_id, file_id, piece, bytes)
  select f.organisation_id, f.job_id, n, substring(f.bytes from n * 524288 + 1 for 524288)
  from import_files f, generate_series(0, (length(f.bytes) - 1) / 524288) as n;
alter table file_chunks force row level security;
drop table import_files;
