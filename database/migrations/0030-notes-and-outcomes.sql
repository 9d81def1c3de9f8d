-- Notes on form requests, and outcomes from a list that the organisation keeps (docs/decisions/0044-notes-and-outcomes.md).
create table outcomes (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               uuid not null default gen_random_uuid(),
  name             text not null check (char_length(name) between 1 and 100),
  position         integer not null,
  is_in_use        boolean not null default true,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  primary key (organisation_id, id)
);
create unique index outcomes_name on outcomes (organisation_id, lower(name));
create trigger touch before update on outcomes for each row execute function touch_updated_at();
call isolate_by_organisation('outcomes');
-- No delete: form requests may have the outcome.
grant select, insert, update on outcomes to formward_app;

-- The forms that an outcome is for. An outcome without rows here is for all forms.
create table outcome_forms (
  organisation_id  uuid not null default current_organisation() references organisations,
  outcome_id       uuid not null,
  form_id          uuid not null,
  primary key (organisation_id, outcome_id, form_id),
  foreign key (organisation_id, outcome_id) references outcomes,
  foreign key (organisation_id, form_id) references forms on delete cascade
);
create index outcome_forms_of_form on outcome_forms (organisation_id, form_id);
call isolate_by_organisation('outcome_forms');
grant select, insert, delete on outcome_forms to formward_app;

-- The list that every organisation starts with. Forced row-level security hides the rows from an owner who is no superuser.
alter table organisations no force row level security;
alter table outcomes no force row level security;
insert into outcomes (organisation_id, name, position)
select o.id, d.name, d.position
from organisations o
cross join unnest(array['No action needed', 'Advice given', 'Telephoned the patient', 'Appointment booked', 'Referred on', 'Could not be reached'])
  with ordinality as d (name, position)
where not o.is_system;
alter table outcomes force row level security;
alter table organisations force row level security;

-- The name is that of the time when the outcome was recorded. Renaming the outcome does not change it.
alter table form_requests
  add column outcome_id uuid,
  add column outcome_name text,
  add constraint form_requests_outcome_check check ((outcome_id is null) = (outcome_name is null)),
  add foreign key (organisation_id, outcome_id) references outcomes;
create index form_requests_outcome on form_requests (organisation_id, outcome_id, created_at, id) include (ward_id);

create table form_request_notes (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               uuid not null default gen_random_uuid(),
  request_id       uuid not null,
  text             text not null check (char_length(text) between 1 and 4000),
  corrects_id      uuid, -- the earlier note on the same form request that this note corrects
  created_by       uuid not null,
  created_at       timestamptz not null default clock_timestamp(),
  primary key (organisation_id, id),
  unique (organisation_id, request_id, id),
  foreign key (organisation_id, request_id) references form_requests,
  foreign key (organisation_id, created_by) references members,
  foreign key (organisation_id, request_id, corrects_id) references form_request_notes (organisation_id, request_id, id)
);
create index form_request_notes_of on form_request_notes (organisation_id, request_id, created_at, id);
-- One note corrects another. A further correction names the correction.
create unique index form_request_notes_correction on form_request_notes (organisation_id, corrects_id) where corrects_id is not null;
call isolate_by_organisation('form_request_notes');
call follow_the_request('form_request_notes');
-- Notes are never changed or deleted.
grant select, insert on form_request_notes to formward_app;
-- An open page of the form request shows the note of another user.
create trigger say_added after insert on form_request_notes referencing new table as changed
  for each statement execute function say_changed_messages();

alter table form_request_events
  drop constraint form_request_events_kind_check,
  add constraint form_request_events_kind_check
    check (kind in ('created', 'queued', 'message_cancelled', 'kept', 'accepted', 'sent', 'delivered', 'read', 'not_delivered', 'next_method',
                    'letter_queued', 'letter_printed', 'letter_printed_again', 'reminded', 'opened', 'saved', 'completed', 'flagged', 'alerted',
                    'alert_kept', 'not_alerted', 'assigned', 'unassigned', 'closed', 'outcome_set', 'note_added', 'reopened', 'sent_in_error',
                    'expired', 'auto_closed', 'locked', 'unlocked', 'opted_out', 'deceased'));

-- For 'close': the outcome of the form requests that are closed.
alter table bulk_changes
  add column outcome_id uuid,
  add foreign key (organisation_id, outcome_id) references outcomes;

-- The stored counts of the worklist get a filter and a grouping for the outcome (0011-worklist.sql). The new column is the last, because
-- fold_request_changes builds whole rows.
alter table form_request_changes add column outcome_id uuid;

create or replace function filters_of(c form_request_changes) returns table (narrowed_by text, narrowed_to text) language sql immutable parallel safe as $$
  values ('', ''), ('specialty', c.specialty), ('form', c.form_id::text), ('assignee', coalesce(c.assignee_id::text, 'none')),
    ('method', c.notification_method), ('location', c.location), ('urgent', c.is_urgent::text), ('unreached', c.is_unreached::text),
    ('ward', coalesce(c.ward_id::text, '')), ('outcome', coalesce(c.outcome_id::text, 'none'))
$$;
create or replace function groupings_of(c form_request_changes) returns table (grouped_by text, value text) language sql immutable parallel safe as $$
  values ('', ''), ('specialty', c.specialty), ('form', c.form_id::text), ('assignee', coalesce(c.assignee_id::text, 'none')),
    ('method', c.notification_method), ('location', c.location), ('event', c.event), ('urgent', c.is_urgent::text),
    ('outcome', coalesce(c.outcome_id::text, 'none'))
$$;

create or replace function count_requests_added() returns trigger language plpgsql as $$
begin
  insert into form_request_changes (organisation_id, status, specialty, form_id, assignee_id, notification_method, location, event, is_urgent,
                                    is_unreached, ward_id, outcome_id, count)
  select organisation_id, status, specialty, form_id, assignee_id, notification_method, location, event, is_urgent, is_unreached, ward_id,
    outcome_id, count(*)
  from added group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12;
  return null;
end $$;
create or replace function count_requests_changed() returns trigger language plpgsql as $$
begin
  insert into form_request_changes (organisation_id, status, specialty, form_id, assignee_id, notification_method, location, event, is_urgent,
                                    is_unreached, ward_id, outcome_id, count)
  select organisation_id, status, specialty, form_id, assignee_id, notification_method, location, event, is_urgent, is_unreached, ward_id,
    outcome_id, sum(n)
  from (select a.*, 1 as n from added a union all select r.*, -1 from removed r) both_ways
  group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 having sum(n) <> 0;
  return null;
end $$;

create or replace procedure fold_request_changes() language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('fold request changes'), hashtext(current_organisation()::text)) then return; end if;
  with taken as (
    delete from form_request_changes where organisation_id = current_organisation() returning *),
  summed as (
    select organisation_id, 0::bigint as id, status, specialty, form_id, assignee_id, notification_method, location, event, is_urgent, is_unreached,
      ward_id, sum(count)::bigint as count, outcome_id
    from taken group by 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14 having sum(count) <> 0)
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
        grouping sets ((), outcome_id, specialty, form_id, assignee_id, notification_method, location, event, is_urgent)
    ) n
    cross join lateral (values (0, '', ''), (512, 'outcome', coalesce(n.outcome_id::text, 'none')), (256, 'specialty', n.specialty),
      (128, 'form', n.form_id::text), (64, 'assignee', coalesce(n.assignee_id::text, 'none')), (32, 'method', n.notification_method),
      (16, 'location', n.location), (4, 'urgent', n.is_urgent::text), (2, 'unreached', n.is_unreached::text),
      (1, 'ward', coalesce(n.ward_id::text, ''))) f (bit, name, value)
    cross join lateral (values (0, '', ''), (512, 'outcome', coalesce(n.outcome_id::text, 'none')), (256, 'specialty', n.specialty),
      (128, 'form', n.form_id::text), (64, 'assignee', coalesce(n.assignee_id::text, 'none')), (32, 'method', n.notification_method),
      (16, 'location', n.location), (8, 'event', n.event), (4, 'urgent', n.is_urgent::text)) g (bit, name, value)
    where f.bit & n.columns = f.bit and f.bit | g.bit = n.columns and f.bit & g.bit = 0
    order by 2, 3, 4, 5, 6; -- rows that a query reads together are stored together
  end loop;
  perform set_config('app.organisation_id', '', true);
end $$;

-- No form request has an outcome yet, so the counts of all of them are those of 'none'.
alter table form_request_counts no force row level security;
insert into form_request_counts (organisation_id, narrowed_by, narrowed_to, grouped_by, value, status, count)
select organisation_id, narrowed_by, narrowed_to, 'outcome', 'none', status, count from form_request_counts where grouped_by = ''
union all
select organisation_id, 'outcome', 'none', grouped_by, value, status, count from form_request_counts where narrowed_by = '';
alter table form_request_counts force row level security;
