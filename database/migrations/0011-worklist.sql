-- How many requests there are, by the values that the worklist filters and groups by, without counting them (REQ-1). Triggers add the difference
-- that each statement makes to form_request_changes, in the same transaction and without waiting. The worker adds these rows to
-- form_request_counts. A query adds both tables together (docs/decisions/0020-the-worklist-at-a-million.md).
-- The order of these columns matters: fold_request_changes below builds whole rows of the table.
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
-- with check (true): a member who sees some wards only may still move a patient to another ward.
create policy ward_access on form_request_changes as restrictive
  using ((select ward_limited_member()) is null
    or ward_id in (select ward_id from member_wards where member_id = (select ward_limited_member())))
  with check (true);
grant select, insert, delete on form_request_changes to formward_app;

-- Of the requests with one value of one filter: how many have each value of one grouping, by status. Filter '' is no filter; grouping '' puts all
-- requests in one group.
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

-- The filters that the counts answer, and the groupings. There is no filter for the event: one event has so few requests that a query counts them.
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

-- Adds the changes to the counts. One transaction at a time in each organisation; the others leave the work to it.
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
  order by 1, 2, 3, 4, 5, 6 -- rows that a query reads together are stored together
  on conflict (organisation_id, narrowed_by, narrowed_to, grouped_by, value, status) do update set count = kept.count + excluded.count;
end $$;
grant execute on procedure fold_request_changes to formward_app;

-- All counts rebuilt from the requests, after rows were loaded without triggers, while nobody writes requests. Reading each request once for each
-- pair of columns takes a tenth of the time of adding up changes: each pair is grouped once and used both ways. row_security = off: an
-- owner who cannot see every row gets an error instead of empty tables.
create function rebuild_form_request_counts() returns void language plpgsql set work_mem = '256MB' set row_security = off as $$
declare organisation uuid;
begin
  delete from form_request_counts;
  delete from form_request_changes;
  for organisation in select id from organisations loop
    perform set_config('app.organisation_id', organisation::text, true);
    insert into form_request_counts (organisation_id, narrowed_by, narrowed_to, grouped_by, value, status, count)
    select organisation, f.name, f.value, g.name, g.value, n.status, n.count
    from (
      select status, specialty, form_id, assignee_id, notification_method, location, event, is_urgent, is_unreached, ward_id, count(*) as count,
        511 - grouping(specialty, form_id, assignee_id, notification_method, location, event, is_urgent, is_unreached, ward_id) as columns
      from form_requests where organisation_id = organisation
      group by distinct status,
        grouping sets ((), specialty, form_id, assignee_id, notification_method, location, is_urgent, is_unreached, ward_id),
        grouping sets ((), specialty, form_id, assignee_id, notification_method, location, event, is_urgent)
    ) n
    cross join lateral (values (0, '', ''), (256, 'specialty', n.specialty), (128, 'form', n.form_id::text),
      (64, 'assignee', coalesce(n.assignee_id::text, 'none')), (32, 'method', n.notification_method), (16, 'location', n.location),
      (4, 'urgent', n.is_urgent::text), (2, 'unreached', n.is_unreached::text), (1, 'ward', coalesce(n.ward_id::text, ''))) f (bit, name, value)
    cross join lateral (values (0, '', ''), (256, 'specialty', n.specialty), (128, 'form', n.form_id::text),
      (64, 'assignee', coalesce(n.assignee_id::text, 'none')), (32, 'method', n.notification_method), (16, 'location', n.location),
      (8, 'event', n.event), (4, 'urgent', n.is_urgent::text)) g (bit, name, value)
    where f.bit & n.columns = f.bit and f.bit | g.bit = n.columns and f.bit & g.bit = 0
    order by 2, 3, 4, 5, 6; -- rows that a query reads together are stored together
  end loop;
  perform set_config('app.organisation_id', '', true);
end $$;
revoke execute on function rebuild_form_request_counts from public;

-- The live worklist. These triggers report the changed requests as a notice on the connection that changed them; after the commit that process
-- tells the others, many changes at once (docs/decisions/0022-live-worklist.md). A trigger that called pg_notify would make all commits wait for one lock.
create function say_changed(organisation uuid, ids uuid[]) returns void language plpgsql as $$
begin
  -- More than 40 ids are left out; the receiver then reads its list again.
  raise notice using errcode = 'FW001',
    message = organisation || case when cardinality(ids) > 40 then '' else ' ' || array_to_string(ids, ',') end;
end $$;

create function say_changed_requests() returns trigger language plpgsql as $$
declare organisation uuid;
begin
  for organisation in select distinct organisation_id from changed loop
    perform say_changed(organisation, array(select distinct id from changed where organisation_id = organisation limit 41));
  end loop;
  return null;
end $$;
create trigger say_added after insert on form_requests referencing new table as changed for each statement execute function say_changed_requests();
create trigger say_changed after update on form_requests referencing new table as changed for each statement execute function say_changed_requests();

-- A row of the worklist also shows the status of the request's last message.
create function say_changed_messages() returns trigger language plpgsql as $$
declare organisation uuid;
begin
  for organisation in select distinct organisation_id from changed loop
    perform say_changed(organisation, array(select distinct request_id from changed where organisation_id = organisation limit 41));
  end loop;
  return null;
end $$;
create trigger say_added after insert on notifications referencing new table as changed for each statement execute function say_changed_messages();
create trigger say_changed after update on notifications referencing new table as changed for each statement execute function say_changed_messages();

-- A row also shows the patient, and the patient's ward decides who sees the row.
create function say_changed_patient() returns trigger language plpgsql as $$
begin
  perform say_changed(new.organisation_id,
    array(select id from form_requests where organisation_id = new.organisation_id and patient_id = new.id limit 41));
  return null;
end $$;
create trigger say_changed after update on patients for each row
  when ((old.first_name, old.last_name, old.nhs_number, old.date_of_birth, old.ward_id)
        is distinct from (new.first_name, new.last_name, new.nhs_number, new.date_of_birth, new.ward_id))
  execute function say_changed_patient();

-- One change to many requests. The list of requests is stored when the change begins: what the member saw is what changes.
create table bulk_changes (
  organisation_id     uuid not null default current_organisation() references organisations,
  id                  uuid not null default gen_random_uuid(),
  act                 text not null check (act in ('assign', 'unassign', 'close', 'reopen', 'mark_sent_in_error')),
  assignee_id         uuid, -- for 'assign'
  takes_over          boolean not null default false, -- requests that another member is assigned to are assigned too
  sends_message       boolean not null default false, -- reopened requests that need a message are sent again
  confirms_urgent     boolean not null default false, -- urgent requests may be closed
  status              text not null default 'running' check (status in ('running', 'failed', 'completed', 'cancelled', 'stopped')),
  trouble             text not null default '', -- why the change failed or stopped
  total_requests      integer not null default 0,
  done_requests       integer not null default 0,
  refused_requests    integer not null default 0,
  created_by          uuid not null,
  created_at          timestamptz not null default now(),
  ended_at            timestamptz,
  results_removed_at  timestamptz,
  primary key (organisation_id, id),
  foreign key (organisation_id, assignee_id) references members
);
create index bulk_changes_newest on bulk_changes (organisation_id, created_by, created_at desc, id);
create index bulk_changes_with_results on bulk_changes (organisation_id, ended_at) where results_removed_at is null;
call isolate_by_organisation('bulk_changes');
-- A member who sees some wards only sees their own bulk changes only (MEM-4).
create policy ward_access on bulk_changes as restrictive
  using ((select ward_limited_member()) is null or created_by = (select ward_limited_member()));
grant select, insert, update on bulk_changes to formward_app;

create table bulk_change_requests (
  organisation_id  uuid not null default current_organisation() references organisations,
  change_id        uuid not null,
  request_id       uuid not null,
  -- Only a waiting request is changed, so a retry changes nothing twice.
  outcome          text not null default 'waiting' check (outcome in ('waiting', 'done', 'taken_control', 'conflict', 'not_found')),
  reason           text not null default '',
  primary key (organisation_id, change_id, request_id),
  foreign key (organisation_id, change_id) references bulk_changes,
  foreign key (organisation_id, request_id) references form_requests
);
create index bulk_change_requests_waiting on bulk_change_requests (organisation_id, change_id, request_id) where outcome = 'waiting';
call isolate_by_organisation('bulk_change_requests');
create policy ward_access on bulk_change_requests as restrictive
  using ((select ward_limited_member()) is null
    or exists (select from bulk_changes c where c.organisation_id = bulk_change_requests.organisation_id and c.id = change_id));
grant select, insert, update, delete on bulk_change_requests to formward_app;

-- The filters, order and page size of the worklist that a member has saved under a name.
create table saved_views (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               uuid not null default gen_random_uuid(),
  member_id        uuid not null,
  name             text not null,
  filters          jsonb not null default '{}',
  sort             text not null default '',
  page_size        integer not null default 10,
  position         integer not null default 0,
  is_default       boolean not null default false,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  primary key (organisation_id, id),
  foreign key (organisation_id, member_id) references members on delete cascade
);
create unique index saved_views_name on saved_views (organisation_id, member_id, lower(name));
create unique index saved_views_default on saved_views (organisation_id, member_id) where is_default;
create trigger touch before update on saved_views for each row execute function touch_updated_at();
call isolate_by_organisation('saved_views');
grant select, insert, update, delete on saved_views to formward_app;
