-- A saved view that every member of the organisation sees (REQ-8).
alter table saved_views add column is_shared boolean not null default false;
create unique index saved_views_shared_name on saved_views (organisation_id, lower(name)) where is_shared;
