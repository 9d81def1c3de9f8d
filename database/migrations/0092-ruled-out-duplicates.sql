-- Pairs of records that agree in their details and that a user has found to be of different people. Neither page offers the other one any longer, unless
-- more details agree later. One row for each pair.
create table ruled_out_duplicates (
  organisation_id  uuid not null default current_organisation() references organisations,
  one_id           uuid not null,
  other_id         uuid not null,
  agrees_in        text[] not null, -- the details that agreed when the pair was ruled out
  ruled_out_by     uuid, -- null: by another system
  ruled_out_at     timestamptz not null default clock_timestamp(),
  primary key (organisation_id, one_id, other_id),
  foreign key (organisation_id, one_id) references patients on delete cascade, -- erasing one of the two
  foreign key (organisation_id, other_id) references patients on delete cascade,
  check (one_id < other_id)
);
create index ruled_out_duplicates_other on ruled_out_duplicates (organisation_id, other_id);
call isolate_by_organisation('ruled_out_duplicates');
create policy ward_access on ruled_out_duplicates as restrictive using ((select ward_limited_member()) is null or (
  exists (select from patients p where p.organisation_id = ruled_out_duplicates.organisation_id and p.id = ruled_out_duplicates.one_id)
  and exists (select from patients p where p.organisation_id = ruled_out_duplicates.organisation_id and p.id = ruled_out_duplicates.other_id)));
grant select, insert, update, delete on ruled_out_duplicates to formward_app;
