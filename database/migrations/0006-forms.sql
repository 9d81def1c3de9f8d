create table forms (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               uuid not null default gen_random_uuid(),
  title            text not null check (title <> ''),
  description      text not null default '',
  type             text not null default 'general',
  pep_code         text, -- the department or clinic (appointment type) in PEP
  -- The builder saves the draft while the user types; publishing copies the draft into form_versions.
  draft            jsonb not null default '{"questions": []}',
  draft_revision   integer not null default 1, -- a save names the revision it began with, so two editors never overwrite each other
  draft_edited_by  uuid,
  draft_edited_at  timestamptz not null default now(),
  live_version     integer, -- null until first published
  archived_at      timestamptz,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  primary key (organisation_id, id)
);
create index forms_title on forms (organisation_id, lower(title), id);
create trigger touch before update on forms for each row execute function touch_updated_at();
call isolate_by_organisation('forms');
grant select, insert, update, delete on forms to formward_app;

-- The questions that a patient was really asked. A version is never changed, and never deleted once a form request uses it.
create table form_versions (
  organisation_id  uuid not null default current_organisation() references organisations,
  form_id          uuid not null,
  version          integer not null check (version >= 1),
  title            text not null,
  description      text not null default '',
  definition       jsonb not null,
  change_notes     text not null default '',
  published_by     uuid,
  published_at     timestamptz not null default now(),
  primary key (organisation_id, form_id, version),
  foreign key (organisation_id, form_id) references forms on delete cascade
);
call isolate_by_organisation('form_versions');
-- No delete: the foreign key deletes the versions of a form that was never sent.
grant select, insert on form_versions to formward_app;
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger immutable before update on form_versions for each row execute function refuse_change();

-- The members who have the builder of a form open: one row for each browser window, renewed every few seconds and ignored once it is old.
create table form_editors (
  organisation_id  uuid not null default current_organisation() references organisations,
  form_id          uuid not null,
  window_id        uuid not null,
  member_id        uuid not null,
  seen_at          timestamptz not null default now(),
  primary key (organisation_id, form_id, window_id),
  foreign key (organisation_id, form_id) references forms on delete cascade,
  foreign key (organisation_id, member_id) references members on delete cascade
);
call isolate_by_organisation('form_editors');
grant select, insert, update, delete on form_editors to formward_app;
