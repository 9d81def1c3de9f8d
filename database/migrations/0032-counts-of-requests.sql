-- How many requests there are, by what the worklist filters and groups by, true without counting them (REQ-1). Each statement adds what it
-- changed to a table nobody waits for, in its own transaction; the worker folds that into the counts, and who reads adds both together.
create table form_request_changes (
  organisation_id      uuid not null default current_organisation() references organisations,
  id                   bigint generated always as identity,
  status               text not null,
  specialty            text not null,
  form_id              uuid not null,
  assignee_id          uuid,
  notification_method  text not null,
  location             text not null,
  event                text not null,
  is_urgent            boolean not null,
  is_unreached         boolean not null,
  ward_id              uuid,
  count                bigint not null,
  primary key (organisation_id, id)
);
call isolate_by_organisation('form_request_changes');
-- Who may see only some wards may still move a patient out of them.
create policy ward_access on form_request_changes as restrictive
  using ((select ward_limited_member()) is null
    or ward_id in (select ward_id from member_wards where member_id = (select ward_limited_member())))
  with check (true);
grant select, insert, delete on form_request_changes to formward_app;

-- Of the requests with one value of one filter, those with one value of one grouping, by status. '' filters by nothing and groups all as one.
create table form_request_counts (
  organisation_id  uuid not null default current_organisation() references organisations,
  narrowed_by      text not null collate "C",
  narrowed_to      text not null collate "C",
  grouped_by       text not null collate "C",
  value            text not null collate "C",
  status           text not null collate "C",
  count            bigint not null,
  primary key (organisation_id, narrowed_by, narrowed_to, grouped_by, value, status)
);
call isolate_by_organisation('form_request_counts');
create policy ward_access on form_request_counts as restrictive
  using ((select ward_limited_member()) is null
    or narrowed_by = 'ward' and narrowed_to in (select ward_id::text from member_wards where member_id = (select ward_limited_member())))
  with check (true);
grant select, insert, update on form_request_counts to formward_app;

-- The filters that the counts answer, and the groupings they count. An event is so few requests that these are counted when they are asked for.
create function filters_of(c form_request_changes) returns table (narrowed_by text, narrowed_to text) language sql immutable parallel safe as $$
  values ('', ''), ('specialty', c.specialty), ('form', c.form_id::text), ('assignee', coalesce(c.assignee_id::text, 'none')),
    ('method', c.notification_method), ('location', c.location), ('urgent', c.is_urgent::text), ('unreached', c.is_unreached::text),
    ('ward', coalesce(c.ward_id::text, ''))
$$;
create function groupings_of(c form_request_changes) returns table (grouped_by text, value text) language sql immutable parallel safe as $$
  values ('', ''), ('specialty', c.specialty), ('form', c.form_id::text), ('assignee', coalesce(c.assignee_id::text, 'none')),
    ('method', c.notification_method), ('location', c.location), ('event', c.event), ('urgent', c.is_urgent::text)
$$;

create function count_requests_added() returns trigger language plpgsql as $$
begin
  insert into form_request_changes (organisation_id, status, specialty, form_id, assignee_id, notification_method, location, event, is_urgent,
                                    is_unreached, ward_id, count)
  select organisation_id, status, specialty, form_id, assignee_id, notification_method, location, event, is_urgent, is_unreached, ward_id, count(*)
  from added group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11;
  return null;
end $$;
create function count_requests_changed() returns trigger language plpgsql as $$
begin
  insert into form_request_changes (organisation_id, status, specialty, form_id, assignee_id, notification_method, location, event, is_urgent,
                                    is_unreached, ward_id, count)
  select organisation_id, status, specialty, form_id, assignee_id, notification_method, location, event, is_urgent, is_unreached, ward_id, sum(n)
  from (select a.*, 1 as n from added a union all select r.*, -1 from removed r) both_ways
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 having sum(n) <> 0;
  return null;
end $$;
create trigger count_added after insert on form_requests referencing new table as added for each statement execute function count_requests_added();
create trigger count_changed after update on form_requests referencing new table as added old table as removed
  for each statement execute function count_requests_changed();

-- One at a time in each organisation; what another is folding already is left to it.
create procedure fold_request_changes() language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('fold request changes'), hashtext(current_organisation()::text)) then return; end if;
  with taken as (
    delete from form_request_changes where organisation_id = current_organisation() returning *),
  summed as (
    select organisation_id, 0::bigint as id, status, specialty, form_id, assignee_id, notification_method, location, event, is_urgent, is_unreached,
      ward_id, sum(count)::bigint as count
    from taken group by 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 having sum(count) <> 0)
  insert into form_request_counts as kept (organisation_id, narrowed_by, narrowed_to, grouped_by, value, status, count)
  select s.organisation_id, f.narrowed_by, f.narrowed_to, g.grouped_by, g.value, s.status, sum(s.count)
  from summed s
  cross join lateral filters_of(row(s.*)::form_request_changes) f
  cross join lateral groupings_of(row(s.*)::form_request_changes) g
  where f.narrowed_by <> g.grouped_by or f.narrowed_by = ''
  group by 1, 2, 3, 4, 5, 6 having sum(s.count) <> 0
  order by 1, 2, 3, 4, 5, 6 -- what is read together lies together
  on conflict (organisation_id, narrowed_by, narrowed_to, grouped_by, value, status) do update set count = kept.count + excluded.count;
end $$;
grant execute on procedure fold_request_changes to formward_app;

-- All counts anew, for rows that came past the triggers. Nobody writes requests meanwhile.
create function rebuild_form_request_counts() returns void language plpgsql set work_mem = '256MB' as $$
declare organisation uuid;
begin
  delete from form_request_counts;
  delete from form_request_changes;
  for organisation in select id from organisations loop
    perform set_config('app.organisation_id', organisation::text, true);
    insert into form_request_changes (organisation_id, status, specialty, form_id, assignee_id, notification_method, location, event, is_urgent,
                                      is_unreached, ward_id, count)
    select organisation_id, status, specialty, form_id, assignee_id, notification_method, location, event, is_urgent, is_unreached, ward_id, count(*)
    from form_requests where organisation_id = organisation group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11;
    call fold_request_changes();
  end loop;
  perform set_config('app.organisation_id', '', true);
end $$;
revoke execute on function rebuild_form_request_counts from public;
select rebuild_form_request_counts();
