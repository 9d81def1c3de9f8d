-- Who has the builder of a form open: one row for each window, renewed every few seconds and worth nothing once it is old.
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
