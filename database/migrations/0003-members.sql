create table members (
  organisation_id             uuid not null default current_organisation() references organisations,
  id                          uuid not null default gen_random_uuid(),
  subject                     text unique, -- "auth0Id": the subject at the identity provider; null until the member accepts the invitation
  first_name                  text not null,
  last_name                   text not null,
  email_address               text not null,
  phone_number                text not null default '',
  occupation                  text not null default '',
  job_title                   text not null default '',
  role                        text not null check (role in ('Forms SysAdmin', 'Forms OrgAdmin', 'Forms User', 'Admin', 'User')),
  is_clinician                boolean not null default false,
  language                    text not null default 'en',
  timezone                    text not null default 'Europe/London',
  clinician_timeout           integer check (clinician_timeout between 1 and 1440), -- minutes
  is_active                   boolean not null default true,
  last_login_at               timestamptz,
  second_factor_reminded_for  date, -- the deadline of the last reminder e-mail about a second factor
  created_at                  timestamptz not null default now(),
  updated_at                  timestamptz not null default now(),
  primary key (organisation_id, id)
);
create unique index members_email on members (lower(email_address));
-- The list: one index for each order, read in both directions, so that every page takes the same time.
create index members_name on members (organisation_id, lower(last_name), id);
create index members_address on members (organisation_id, lower(email_address), id);
create index members_role on members (organisation_id, role, id);
create index members_created on members (organisation_id, created_at, id);
create index members_seen on members (organisation_id, last_login_at, id);
-- For search_members below.
create index members_words on members
  using gin (organisation_id, lower(first_name || ' ' || last_name || e'\n' || email_address || e'\n' || job_title) gin_trgm_ops);
create trigger touch before update on members for each row execute function touch_updated_at();
call isolate_by_organisation('members');
-- At sign-in the subject is known before the organisation. This policy shows the one row with that subject.
create policy find_by_subject on members for select using (subject = nullif(current_setting('app.key', true), ''));
-- At the first sign-in with another provider only the e-mail address is known. This policy shows the invited member with that address, as long
-- as the member has no subject.
create policy find_by_invited_address on members for select
  using (subject is null and 'invited ' || lower(email_address) = nullif(current_setting('app.key', true), ''));
grant select, insert, update on members to formward_app;

-- Every call asks whether the organisation requires a second factor before the organisation is set. This policy shows the organisation of the
-- subject that find_by_subject shows.
create policy of_subject on organisations for select
  using (id in (select m.organisation_id from members m where m.subject = nullif(current_setting('app.key', true), '')));

-- organisation_totals counts active members. A trigger has the transition tables of its own operation only, hence one trigger for each operation.
create function count_members_added() returns trigger language plpgsql as $$
declare change record;
begin
  for change in select organisation_id, count(*) as members from added where is_active group by 1 loop
    call add_to_totals(change.organisation_id, change.members, 0, 0);
  end loop;
  return null;
end $$;
create function count_members_changed() returns trigger language plpgsql as $$
declare change record;
begin
  for change in
    select organisation_id, sum(n) as members from (
      select organisation_id, 1 as n from added where is_active
      union all select organisation_id, -1 from removed where is_active) both_ways
    group by 1 having sum(n) <> 0
  loop
    call add_to_totals(change.organisation_id, change.members, 0, 0);
  end loop;
  return null;
end $$;
create trigger count_added after insert on members referencing new table as added for each statement execute function count_members_added();
create trigger count_changed after update on members referencing new table as added old table as removed
  for each statement execute function count_members_changed();

-- Members with `pattern` in their name, e-mail address or job title. Row-level security does not use an index for LIKE, because LIKE is not
-- leakproof. So this function runs as the owner, in the organisation of the transaction only, and returns ids only: the caller reads the rows
-- under the policies. `pattern` is a LIKE pattern without a line break. `most` limits the ids: when most members match, reading the list is faster.
create function search_members(pattern text, most integer) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query
    select id from members
    where organisation_id = current_organisation()
      and lower(first_name || ' ' || last_name || e'\n' || email_address || e'\n' || job_title) like lower(pattern)
    limit most;
end $$;
revoke execute on function search_members from public;
grant execute on function search_members to formward_app;

create table wards (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               uuid not null default gen_random_uuid(),
  name             text not null check (name <> ''),
  is_archived      boolean not null default false,
  created_at       timestamptz not null default now(),
  primary key (organisation_id, id)
);
create unique index wards_name on wards (organisation_id, lower(name));
call isolate_by_organisation('wards');
grant select, insert, update on wards to formward_app;

create table member_wards (
  organisation_id  uuid not null default current_organisation(),
  member_id        uuid not null,
  ward_id          uuid not null,
  primary key (organisation_id, member_id, ward_id),
  foreign key (organisation_id, member_id) references members on delete cascade,
  foreign key (organisation_id, ward_id) references wards
);
call isolate_by_organisation('member_wards');
grant select, insert, delete on member_wards to formward_app;

-- Ward access (MEM-4): where an organisation sets ward_access to 'assigned', a member sees the patients of their own wards only, and what
-- belongs to these patients. Restrictive policies named ward_access hold this for every query. They call this function, which returns the
-- member whose wards limit the transaction, or null where nothing does. The calls stand in sub-selects so that each runs once for a statement and
-- not once for a row.
create function ward_limited_member() returns uuid language plpgsql stable parallel safe as $$
declare
  member uuid := nullif(current_setting('app.member_id', true), '')::uuid;
begin
  if member is null or not exists (select from organisations where id = current_organisation() and ward_access = 'assigned') then return null; end if;
  return member;
end $$;

-- What a member has typed and not saved. Kept until the member saves or discards it, for one day at most. Sealed with a key of that member.
create table drafts (
  organisation_id  uuid not null default current_organisation() references organisations,
  member_id        uuid not null,
  screen           text not null, -- the path of the screen, which holds ids and no names
  form             text not null,
  sealed           bytea not null,
  kept_at          timestamptz not null default now(),
  primary key (organisation_id, member_id, screen, form),
  foreign key (organisation_id, member_id) references members on delete cascade
);
create index drafts_kept on drafts (kept_at);
call isolate_by_organisation('drafts');
-- A job in the system organisation removes the old drafts of all organisations at once.
create policy system_removes on drafts using (current_organisation() = '00000000-0000-0000-0000-000000000000' and kept_at < now() - interval '1 day');
grant select, insert, update, delete on drafts to formward_app;
