-- Nobody adds or folds changes until the end of the migration.
lock table form_requests, form_request_changes, form_request_counts in access exclusive mode;

-- The changes that are there are folded as before, because the table of changes gets columns. Row-level security is lifted to find the organisations.
alter table form_request_counts no force row level security;
alter table form_request_changes no force row level security;
do $$
declare organisation uuid;
begin
  for organisation in select distinct organisation_id from form_request_changes loop
    perform set_config('app.organisation_id', organisation::text, true);
    perform pg_advisory_xact_lock(hashtext('fold request changes'), hashtext(organisation::text));
    call fold_request_changes();
  end loop;
  perform set_config('app.organisation_id', '', true);
end $$;

-- How far the form requests of a version of a form have come: the analytics of a form and the total of its submissions are answered from the stored
-- counts too (docs/decisions/0020-the-worklist-at-a-million.md). A form request is submitted in the transaction that adds its submission.
alter table form_request_changes
  add column form_version integer not null,
  add column is_opened boolean not null,
  add column is_submitted boolean not null;
create function progress_of(form_id uuid, form_version integer, is_opened boolean, is_submitted boolean) returns text language sql immutable parallel safe as $$
  select form_id::text || ' ' || form_version::text || ' ' || is_opened::text || ' ' || is_submitted::text
$$;

-- Status '' is the sum over all statuses. The numbers beside the filters want it, and it is a seventh of the rows. It is stored for no filter only:
-- for each filter a fold would touch half as many counts again. The status stands before the value in the key, so that what one question reads lies
-- side by side.
alter table form_request_counts drop constraint form_request_counts_pkey;
alter table form_request_counts add primary key (organisation_id, narrowed_by, narrowed_to, grouped_by, status, value);

-- The counts that a change belongs to. The progress is stored for each form and each ward, and only by status. Grouping '' is the status itself.
create function cells_of(c form_request_changes) returns table (narrowed_by text, narrowed_to text, grouped_by text, status text, value text)
  language sql immutable parallel safe as $$
  select f.narrowed_by, f.narrowed_to, g.grouped_by, c.status, g.value
  from filters_of(c) f cross join lateral groupings_of(c) g where f.narrowed_by <> g.grouped_by or f.narrowed_by = ''
  union all
  select '', '', g.grouped_by, '', g.value from groupings_of(c) g where g.grouped_by <> ''
  union all
  select f.narrowed_by, f.narrowed_to, 'progress', c.status, progress_of(c.form_id, c.form_version, c.is_opened, c.is_submitted)
  from filters_of(c) f where f.narrowed_by in ('form', 'ward')
$$;

create or replace function count_requests_added() returns trigger language plpgsql as $$
begin
  insert into form_request_changes (organisation_id, status, specialty, form_id, assignee_id, notification_method, location, event, is_urgent,
                                    is_unreached, ward_id, outcome_id, form_version, is_opened, is_submitted, count)
  select organisation_id, status, specialty, form_id, assignee_id, notification_method, location, event, is_urgent, is_unreached, ward_id,
    outcome_id, form_version, opened_at is not null, completed_at is not null, count(*)
  from added group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15;
  return null;
end $$;
create or replace function count_requests_changed() returns trigger language plpgsql as $$
begin
  insert into form_request_changes (organisation_id, status, specialty, form_id, assignee_id, notification_method, location, event, is_urgent,
                                    is_unreached, ward_id, outcome_id, form_version, is_opened, is_submitted, count)
  select organisation_id, status, specialty, form_id, assignee_id, notification_method, location, event, is_urgent, is_unreached, ward_id,
    outcome_id, form_version, opened_at is not null, completed_at is not null, sum(n)
  from (select a.*, 1 as n from added a union all select r.*, -1 from removed r) both_ways
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 having sum(n) <> 0;
  return null;
end $$;

create or replace procedure fold_request_changes() language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('fold request changes'), hashtext(current_organisation()::text)) then return; end if;
  with taken as (
    delete from form_request_changes where organisation_id = current_organisation() returning *),
  summed as (
    select organisation_id, 0::bigint as id, status, specialty, form_id, assignee_id, notification_method, location, event, is_urgent, is_unreached,
      ward_id, sum(count)::bigint as count, outcome_id, form_version, is_opened, is_submitted
    from taken group by 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17 having sum(count) <> 0)
  insert into form_request_counts as kept (organisation_id, narrowed_by, narrowed_to, grouped_by, status, value, count)
  select s.organisation_id, c.narrowed_by, c.narrowed_to, c.grouped_by, c.status, c.value, sum(s.count)
  from summed s cross join lateral cells_of(row(s.*)::form_request_changes) c
  group by 1, 2, 3, 4, 5, 6 having sum(s.count) <> 0
  order by 1, 2, 3, 4, 5, 6 -- rows that a query reads together are stored together
  on conflict (organisation_id, narrowed_by, narrowed_to, grouped_by, status, value) do update set count = kept.count + excluded.count;
end $$;

-- The progress, counted from the form requests, and the sums over the statuses of the counts that are there.
create procedure count_sums_and_progress(organisation uuid) language plpgsql as $$
begin
  insert into form_request_counts (organisation_id, narrowed_by, narrowed_to, grouped_by, status, value, count)
  select organisation, '', '', grouped_by, '', value, sum(count)
  from form_request_counts where organisation_id = organisation and narrowed_by = '' and grouped_by <> ''
  group by grouped_by, value having sum(count) <> 0
  order by grouped_by, value;
  insert into form_request_counts (organisation_id, narrowed_by, narrowed_to, grouped_by, status, value, count)
  select organisation, f.narrowed_by, f.narrowed_to, 'progress', n.status, progress_of(n.form_id, n.form_version, n.is_opened, n.is_submitted), sum(n.count)
  from (
    select status, form_id, form_version, opened_at is not null as is_opened, completed_at is not null as is_submitted, ward_id, count(*) as count
    from form_requests where organisation_id = organisation group by 1, 2, 3, 4, 5, 6
  ) n
  cross join lateral (values ('form', n.form_id::text), ('ward', coalesce(n.ward_id::text, 'none'))) f (narrowed_by, narrowed_to)
  group by 2, 3, 5, 6
  order by 2, 3, 5, 6;
end $$;
revoke execute on procedure count_sums_and_progress from public;

create or replace function rebuild_form_request_counts() returns void language plpgsql set work_mem = '256MB' set row_security = off as $$
declare organisation uuid;
begin
  delete from form_request_counts;
  delete from form_request_changes;
  for organisation in select id from organisations loop
    perform set_config('app.organisation_id', organisation::text, true);
    insert into form_request_counts (organisation_id, narrowed_by, narrowed_to, grouped_by, status, value, count)
    select organisation, f.name, f.value, g.name, n.status, g.value, n.count
    from (
      select status, specialty, form_id, assignee_id, notification_method, location, event, is_urgent, is_unreached, ward_id, outcome_id,
        count(*) as count,
        1023 - grouping(outcome_id, specialty, form_id, assignee_id, notification_method, location, event, is_urgent, is_unreached, ward_id)
          as columns
      from form_requests where organisation_id = organisation
      group by distinct status,
        grouping sets ((), outcome_id, specialty, form_id, assignee_id, notification_method, location, is_urgent, is_unreached, ward_id),
        grouping sets ((), outcome_id, specialty, form_id, assignee_id, notification_method, location, event, is_urgent, ward_id)
    ) n
    cross join lateral (values (0, '', ''), (512, 'outcome', coalesce(n.outcome_id::text, 'none')), (256, 'specialty', n.specialty),
      (128, 'form', n.form_id::text), (64, 'assignee', coalesce(n.assignee_id::text, 'none')), (32, 'method', n.notification_method),
      (16, 'location', n.location), (4, 'urgent', n.is_urgent::text), (2, 'unreached', n.is_unreached::text),
      (1, 'ward', coalesce(n.ward_id::text, 'none'))) f (bit, name, value)
    cross join lateral (values (0, '', ''), (512, 'outcome', coalesce(n.outcome_id::text, 'none')), (256, 'specialty', n.specialty),
      (128, 'form', n.form_id::text), (64, 'assignee', coalesce(n.assignee_id::text, 'none')), (32, 'method', n.notification_method),
      (16, 'location', n.location), (8, 'event', n.event), (4, 'urgent', n.is_urgent::text),
      (1, 'in_ward', coalesce(n.ward_id::text, 'none'))) g (bit, name, value)
    where f.bit & n.columns = f.bit and f.bit | g.bit = n.columns and (f.bit & g.bit = 0 or f.bit = 1 and g.bit = 1)
    order by 2, 3, 4, 5, 6; -- rows that a query reads together are stored together
    call count_sums_and_progress(organisation);
  end loop;
  perform set_config('app.organisation_id', '', true);
end $$;

-- The new counts of what is there.
alter table form_requests no force row level security;
do $$
declare organisation uuid;
begin
  for organisation in select distinct organisation_id from form_request_counts loop
    perform set_config('app.organisation_id', organisation::text, true);
    call count_sums_and_progress(organisation);
  end loop;
  perform set_config('app.organisation_id', '', true);
end $$;
alter table form_requests force row level security;
alter table form_request_changes force row level security;
alter table form_request_counts force row level security;
