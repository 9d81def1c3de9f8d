-- Nobody adds or folds changes until the end of the migration.
lock table form_requests, form_request_changes, form_request_counts in access exclusive mode;

-- The figures of the dashboard for a period (docs/decisions/0064-dashboard-figures.md). Both indexes hold all columns that the figures need, so a
-- period is counted without reading the form requests themselves. They take the place of two indexes with the same columns in front.
drop index form_requests_created;
create index form_requests_created on form_requests (organisation_id, created_at, id)
  include (ward_id, form_id, specialty, notification_method, completed_at, is_urgent, is_unreached);
drop index form_requests_submitted;
create index form_requests_submitted on form_requests (organisation_id, completed_at, id)
  include (ward_id, form_id, specialty, send_at);

-- The worklist gets a filter for the ward, in the order of the list.
create index form_requests_ward on form_requests (organisation_id, ward_id, created_at, id) where ward_id is not null;

-- The stored counts of the worklist get a grouping for the ward (0030-notes-and-outcomes.sql). It is not named as the filter is, because counts of a
-- filter grouped by itself are not stored, and a user who is limited to wards gets the counts of these wards only. 'none': form requests without a
-- ward, as for the other columns that may be empty.
create or replace function filters_of(c form_request_changes) returns table (narrowed_by text, narrowed_to text) language sql immutable parallel safe as $$
  values ('', ''), ('specialty', c.specialty), ('form', c.form_id::text), ('assignee', coalesce(c.assignee_id::text, 'none')),
    ('method', c.notification_method), ('location', c.location), ('urgent', c.is_urgent::text), ('unreached', c.is_unreached::text),
    ('ward', coalesce(c.ward_id::text, 'none')), ('outcome', coalesce(c.outcome_id::text, 'none'))
$$;
create or replace function groupings_of(c form_request_changes) returns table (grouped_by text, value text) language sql immutable parallel safe as $$
  values ('', ''), ('specialty', c.specialty), ('form', c.form_id::text), ('assignee', coalesce(c.assignee_id::text, 'none')),
    ('method', c.notification_method), ('location', c.location), ('event', c.event), ('urgent', c.is_urgent::text),
    ('outcome', coalesce(c.outcome_id::text, 'none')), ('in_ward', coalesce(c.ward_id::text, 'none'))
$$;

create or replace function rebuild_form_request_counts() returns void language plpgsql set work_mem = '256MB' set row_security = off as $$
declare organisation uuid;
begin
  delete from form_request_counts;
  delete from form_request_changes;
  for organisation in select id from organisations loop
    perform set_config('app.organisation_id', organisation::text, true);
    insert into form_request_counts (organisation_id, narrowed_by, narrowed_to, grouped_by, value, status, count)
    select organisation, f.name, f.value, g.name, g.value, n.status, n.count
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
  end loop;
  perform set_config('app.organisation_id', '', true);
end $$;

-- The new counts from those that are there: the form requests of one ward with one value are those of the value in the ward. Only whether a form
-- request was reached is a filter without a grouping: the few that were not reached are counted, less the changes that are not folded yet.
alter table form_request_counts no force row level security;
alter table form_request_changes no force row level security;
alter table form_requests no force row level security;
update form_request_counts set narrowed_to = 'none' where narrowed_by = 'ward' and narrowed_to = '';
insert into form_request_counts (organisation_id, narrowed_by, narrowed_to, grouped_by, value, status, count)
select organisation_id, grouped_by, value, 'in_ward', narrowed_to, status, count
from form_request_counts where narrowed_by = 'ward' and grouped_by in ('', 'specialty', 'form', 'assignee', 'method', 'location', 'urgent', 'outcome')
union all
select organisation_id, 'ward', narrowed_to, 'in_ward', narrowed_to, status, count from form_request_counts where narrowed_by = 'ward' and grouped_by = '';
insert into form_request_counts (organisation_id, narrowed_by, narrowed_to, grouped_by, value, status, count)
select organisation_id, 'unreached', 'true', 'in_ward', coalesce(ward_id::text, 'none'), status, sum(n)
from (
  select organisation_id, ward_id, status, 1 as n from form_requests where is_unreached
  union all
  select organisation_id, ward_id, status, -count from form_request_changes where is_unreached) unreached
group by 1, 5, 6 having sum(n) <> 0;
insert into form_request_counts (organisation_id, narrowed_by, narrowed_to, grouped_by, value, status, count)
select organisation_id, 'unreached', 'false', 'in_ward', value, status, sum(case narrowed_by when '' then count else -count end)
from form_request_counts where grouped_by = 'in_ward' and (narrowed_by = '' or narrowed_by = 'unreached')
group by 1, 5, 6 having sum(case narrowed_by when '' then count else -count end) <> 0;
alter table form_requests force row level security;
alter table form_request_changes force row level security;
alter table form_request_counts force row level security;
