-- Only the device that sent the answers shows them. Devices that sent them before this migration show them no more.
alter table patient_sessions add column has_sent_answers boolean not null default false;

-- Two queues are added (docs/decisions/0052-removals-that-patients-cannot-undo.md). link_locked: the removal was approved, and the patient cannot
-- undo it because the link is locked. removal_withdrawn: the removal was withdrawn after the patient was told of it.
alter table waiting_list_reviews
  drop constraint waiting_list_reviews_queue_check,
  add constraint waiting_list_reviews_queue_check check (queue in ('worse', 'changed_mind', 'link_locked', 'not_told', 'removal_withdrawn',
    'not_on_list', 'not_sure', 'no_longer_needed', 'details_changed', 'no_reply', 'removal_approved')),
  drop constraint waiting_list_reviews_decision_check,
  -- unlocked: a member unlocked the link.
  add constraint waiting_list_reviews_decision_check check (decision in ('reviewed', 'kept', 'contacted_again', 'letter_queued', 'removal_approved',
    'removal_withdrawn', 'told', 'answered', 'ended', 'changed_mind', 'final', 'unlocked'));

-- Lists approved removals of which the link is locked.
create function open_link_locked(organisation uuid, request uuid) returns void language sql as $$
  insert into waiting_list_reviews as x (organisation_id, request_id, queue, form_id, specialty)
  select r.organisation_id, r.id, 'link_locked', r.form_id, r.specialty
  from waiting_list_removals w
  join patient_links l on l.organisation_id = w.organisation_id and l.request_id = w.request_id and l.locked_at is not null
  join form_requests r on r.organisation_id = w.organisation_id and r.id = w.request_id
  where w.organisation_id = organisation and w.request_id = request and w.state = 'approved'
  on conflict (organisation_id, request_id, queue) do update
    set state = 'open', opened_at = now(), decision = null, decided_by = null, decided_at = null, note = ''
    where x.state = 'done'
$$;

-- The queue follows the link in the transaction that locks or unlocks it, so that no removal becomes final in between. After the unlocking the
-- patient has all the days of the organisation again.
create function follow_locked_link() returns trigger language plpgsql as $$
begin
  if new.locked_at is not null then
    perform open_link_locked(new.organisation_id, new.request_id);
  else
    update waiting_list_removals w set final_at = greatest(w.final_at, now() + make_interval(days => o.removal_days))
    from organisations o
    where o.id = w.organisation_id and w.organisation_id = new.organisation_id and w.request_id = new.request_id and w.state = 'approved';
    update waiting_list_reviews set state = 'done', decision = 'unlocked', decided_at = now()
    where organisation_id = new.organisation_id and request_id = new.request_id and queue = 'link_locked' and state = 'open';
  end if;
  return null;
end $$;
create trigger follow_locked_link after update of locked_at on patient_links
  for each row when ((old.locked_at is null) <> (new.locked_at is null)) execute function follow_locked_link();

-- The same where the removal of a form request is approved whose link is locked already.
create function list_locked_link() returns trigger language plpgsql as $$
begin
  perform open_link_locked(new.organisation_id, new.request_id);
  return null;
end $$;
create trigger list_locked_link after insert or update of state on waiting_list_removals
  for each row when (new.state = 'approved') execute function list_locked_link();

-- How many open entries the queues have, without counting them. Triggers add the difference that each statement makes to waiting_list_changes, in the
-- same transaction and without waiting. The worker adds these rows to the counts. A query adds both together. The days are counted apart: with them
-- the counts would have nearly as many rows as there are entries.
create table waiting_list_changes (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               bigint generated always as identity,
  queue            text not null collate "C",
  form_id          uuid not null,
  specialty        text not null,
  waiting_since    date,
  count            bigint not null,
  primary key (organisation_id, id)
);
create table waiting_list_counts (
  organisation_id  uuid not null default current_organisation() references organisations,
  queue            text not null collate "C",
  form_id          uuid not null,
  specialty        text not null,
  count            bigint not null,
  primary key (organisation_id, queue, form_id, specialty)
);
create table waiting_list_day_counts (
  organisation_id  uuid not null default current_organisation() references organisations,
  queue            text not null collate "C",
  waiting_since    date not null,
  count            bigint not null,
  primary key (organisation_id, queue, waiting_since)
);
-- A member who sees some wards only gets counts that are counted. with check (true): what the member does is counted all the same.
do $$
declare t text;
begin
  foreach t in array array['waiting_list_changes', 'waiting_list_counts', 'waiting_list_day_counts'] loop
    execute format('call isolate_by_organisation(%L)', t);
    execute format('create policy ward_access on %I as restrictive using ((select ward_limited_member()) is null) with check (true)', t);
  end loop;
end $$;
grant select, insert, delete on waiting_list_changes to formward_app;
grant select, insert, update on waiting_list_counts, waiting_list_day_counts to formward_app;

create function count_entries_added() returns trigger language plpgsql as $$
begin
  insert into waiting_list_changes (organisation_id, queue, form_id, specialty, waiting_since, count)
  select organisation_id, queue, form_id, specialty, waiting_since, count(*) from added where state = 'open' group by 1, 2, 3, 4, 5;
  return null;
end $$;
create function count_entries_changed() returns trigger language plpgsql as $$
begin
  insert into waiting_list_changes (organisation_id, queue, form_id, specialty, waiting_since, count)
  select organisation_id, queue, form_id, specialty, waiting_since, sum(n)
  from (select a.*, 1 as n from added a union all select r.*, -1 from removed r) both_ways
  where state = 'open' group by 1, 2, 3, 4, 5 having sum(n) <> 0;
  return null;
end $$;
create trigger count_added after insert on waiting_list_reviews referencing new table as added
  for each statement execute function count_entries_added();
create trigger count_changed after update on waiting_list_reviews referencing new table as added old table as removed
  for each statement execute function count_entries_changed();

-- Adds the changes to the counts. One transaction at a time in each organisation; the others leave the work to it.
create procedure fold_waiting_list_changes() language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('fold waiting list changes'), hashtext(current_organisation()::text)) then return; end if;
  with taken as (
    delete from waiting_list_changes where organisation_id = current_organisation() returning *),
  days as (
    insert into waiting_list_day_counts as kept (organisation_id, queue, waiting_since, count)
    select organisation_id, queue, waiting_since, sum(count) from taken where waiting_since is not null
    group by 1, 2, 3 having sum(count) <> 0
    on conflict (organisation_id, queue, waiting_since) do update set count = kept.count + excluded.count)
  insert into waiting_list_counts as kept (organisation_id, queue, form_id, specialty, count)
  select organisation_id, queue, form_id, specialty, sum(count) from taken group by 1, 2, 3, 4 having sum(count) <> 0
  on conflict (organisation_id, queue, form_id, specialty) do update set count = kept.count + excluded.count;
end $$;
grant execute on procedure fold_waiting_list_changes to formward_app;

-- All counts rebuilt from the entries, after rows were loaded without triggers, while nobody writes entries. row_security = off: an owner who cannot
-- see every row gets an error instead of empty tables.
create function rebuild_waiting_list_counts() returns void language plpgsql set row_security = off as $$
begin
  delete from waiting_list_changes;
  delete from waiting_list_counts;
  delete from waiting_list_day_counts;
  insert into waiting_list_counts (organisation_id, queue, form_id, specialty, count)
  select organisation_id, queue, form_id, specialty, count(*) from waiting_list_reviews where state = 'open' group by 1, 2, 3, 4;
  insert into waiting_list_day_counts (organisation_id, queue, waiting_since, count)
  select organisation_id, queue, waiting_since, count(*) from waiting_list_reviews
  where state = 'open' and waiting_since is not null group by 1, 2, 3;
end $$;
revoke execute on function rebuild_waiting_list_counts from public;

-- Removals whose links are locked at the time of this migration, and the counts of the entries. Isolation is suspended, because the owner may not be a
-- superuser.
alter table waiting_list_changes no force row level security;
alter table waiting_list_counts no force row level security;
alter table waiting_list_day_counts no force row level security;
alter table waiting_list_removals no force row level security;
alter table waiting_list_reviews no force row level security;
alter table patient_links no force row level security;
alter table form_requests no force row level security;
select open_link_locked(organisation_id, request_id) from waiting_list_removals where state = 'approved';
select rebuild_waiting_list_counts();
alter table form_requests force row level security;
alter table patient_links force row level security;
alter table waiting_list_reviews force row level security;
alter table waiting_list_removals force row level security;
alter table waiting_list_day_counts force row level security;
alter table waiting_list_counts force row level security;
alter table waiting_list_changes force row level security;
