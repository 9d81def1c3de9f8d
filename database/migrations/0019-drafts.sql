-- What a member has typed and not saved, until they save it, let it go, or a day has passed. Sealed with a key of that member's own.
create table drafts (
  organisation_id  uuid not null default current_organisation() references organisations,
  member_id        uuid not null,
  screen           text not null, -- the address of the screen, which holds ids and no names
  form             text not null,
  sealed           bytea not null,
  kept_at          timestamptz not null default now(),
  primary key (organisation_id, member_id, screen, form),
  foreign key (organisation_id, member_id) references members on delete cascade
);
create index drafts_kept on drafts (kept_at);
call isolate_by_organisation('drafts');
-- What is past its day is removed for all organisations at once, by the system's own.
create policy system_removes on drafts using (current_organisation() = '00000000-0000-0000-0000-000000000000' and kept_at < now() - interval '1 day');
grant select, insert, update, delete on drafts to formward_app;
