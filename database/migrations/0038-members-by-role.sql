-- The list of members by role has an index as its other orders have; read backwards, the one of last logins serves both ways.
create index members_role on members (organisation_id, role, id);
drop index members_seen_last;
