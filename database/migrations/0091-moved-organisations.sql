-- Organisations that were moved to another installation, or are being moved (docs/decisions/0095-moving-an-organisation.md). The operator's command writes
-- here with the role of the owner. Nothing here names a patient or a user.
create table moved_organisations (
  id          uuid primary key, -- the organisation; its own row is deleted at the end of the move
  move_id     uuid not null, -- the same in arriving_organisations of the other database
  new_origin  text not null check (new_origin ~ '^https?://[^/]+$'), -- of the installation that it moves to
  began_at    timestamptz not null default now(),
  moved_at    timestamptz -- null while it is being moved
);
grant select on moved_organisations to formward_app;

-- In the other database: by what an interrupted move is continued or given up. The transaction that copies locks the row, so a second run waits until it is
-- known how that transaction ended.
create table arriving_organisations (
  id           uuid primary key, -- the organisation
  move_id      uuid not null,
  arrived_at   timestamptz, -- everything is here
  given_up_at  timestamptz, -- nothing is here
  check (arrived_at is null or given_up_at is null)
);

-- The jobs of an organisation that were due when its move began. They run in the other installation, or here again if the move is given up.
create table moving_jobs (
  organisation  uuid not null references moved_organisations on delete cascade,
  job           jsonb not null -- a row of pgboss.job
);
create index moving_jobs_organisation on moving_jobs (organisation);

-- The links and letter codes of patients that lead to the other installation. Each is found by its hash alone, as in patient_links.
create table moved_links (
  hash          bytea primary key,
  organisation  uuid not null references moved_organisations on delete cascade,
  request_id    uuid not null
);
create index moved_links_organisation on moved_links (organisation);
alter table moved_links enable row level security;
alter table moved_links force row level security;
create policy find_by_hash on moved_links for select using (encode(hash, 'hex') = nullif(current_setting('app.key', true), ''));
grant select on moved_links to formward_app;

-- Refuses a transaction that may write, of an organisation that is being moved or was moved. The code is of the class of operator interventions, so calls are answered with
-- 503 and jobs are tried again. A transaction that has entered holds the lock until its end: the move begins when none is left.
create function enter_organisation(entered text) returns void language plpgsql as $$
begin
  if entered = '' then
    return;
  end if;
  perform pg_advisory_xact_lock_shared(hashtext('enter organisation'), hashtext(entered::uuid::text));
  if exists (select from moved_organisations m where m.id = entered::uuid) then
    raise exception 'This organisation is being moved, or was moved, to another installation' using errcode = '57PMV';
  end if;
end $$;

create or replace function record_reads(organisation uuid, events jsonb) returns void language plpgsql as $$
declare
  event record;
begin
  perform enter_organisation(organisation::text);
  perform set_config('app.organisation_id', organisation::text, true);
  for event in
    select e.event_type, e.actor_kind, e.actor_id, e.subject_id, e.patient_id, e.patient_ids
    from jsonb_to_recordset(events)
      as e(event_type text, actor_kind text, actor_id uuid, subject_id uuid, patient_id uuid, patient_ids uuid[])
  loop
    insert into audit_events (organisation_id, event_type, actor_kind, actor_id, subject_id, patient_id, patient_ids)
    values (organisation, event.event_type, event.actor_kind, event.actor_id, event.subject_id, event.patient_id, event.patient_ids);
  end loop;
end $$;

-- What every process looks for passes over an organisation that is being moved: its work waits for the other installation.
create or replace function look_for_due_work(channel text, out organisations uuid[], out found boolean) language plpgsql as $$
declare
  bound text := current_setting('app.organisation_id', true);
  queues integer;
begin
  perform pg_notify(channel, q.name) from pgboss.queue q
  where q.notify and exists (
    select from pgboss.job_common j where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now());
  get diagnostics queues = row_count;
  perform set_config('app.organisation_id', '00000000-0000-0000-0000-000000000000', true);
  -- Those that have waited longest.
  organisations := array(
    select w.organisation_id from event_wakeups w
    where w.due_at <= now() and not exists (select from moved_organisations m where m.id = w.organisation_id)
    group by w.organisation_id order by min(w.due_at) limit 1000);
  perform set_config('app.organisation_id', bound, true);
  found := queues > 0;
end $$;

create or replace function organisations_with_work(job text) returns setof uuid language plpgsql
  set enable_seqscan = off set enable_sort = off set plan_cache_mode = force_generic_plan set jit = off as $$
declare
  bound text := current_setting('app.organisation_id', true);
  organisation uuid;
  organisations uuid[];
begin
  perform set_config('app.organisation_id', '00000000-0000-0000-0000-000000000000', true);
  organisations := array(
    select o.id from organisations o where not exists (select from moved_organisations m where m.id = o.id) order by o.id);
  foreach organisation in array organisations loop
    perform set_config('app.organisation_id', organisation::text, true);
    if has_work(job, organisation) then return next organisation; end if;
  end loop;
  perform set_config('app.organisation_id', bound, true);
end $$;
