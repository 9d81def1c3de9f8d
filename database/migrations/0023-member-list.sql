-- The list of members: one index for each order, so that a page costs the same at any size.
drop index members_name;
create index members_name on members (organisation_id, lower(last_name), id);
create index members_address on members (organisation_id, lower(email_address), id);
create index members_created on members (organisation_id, created_at, id);
create index members_seen on members (organisation_id, last_login_at, id);
create index members_seen_last on members (organisation_id, last_login_at desc nulls last, id desc);
