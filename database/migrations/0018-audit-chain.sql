-- The audit log as chains: each event carries the hash of the one before it, so that none can be changed, taken out or put in between
-- without breaking what follows (docs/decisions/0012-audit-chain.md).

-- What was written before there were chains is written again, through the chain.
alter table audit_events no force row level security;
create temp table audit_events_before on commit drop as select * from audit_events;
truncate audit_events;

alter table audit_events
  drop constraint audit_events_pkey,
  add column patient_ids uuid[], -- the patients a list, an export or an import showed
  -- Filled in by the trigger, whatever is given.
  add column lane smallint not null default 0 check (lane >= 0),
  add column seq bigint not null default 0 check (seq > 0),
  add column hash bytea not null default '' check (length(hash) = 32),
  add primary key (organisation_id, lane, seq);

-- An organisation's chain has lanes: a transaction writes in the first lane that no other running transaction writes in, so nobody ever waits
-- for anybody, and holds it until it ends, so that whoever comes next sees its last row.
create function chain_audit_event() returns trigger language plpgsql as $$
declare
  free_lane integer := 0;
  last record;
begin
  while not pg_try_advisory_xact_lock(hashtext(new.organisation_id::text), free_lane) loop
    free_lane := free_lane + 1;
  end loop;
  select e.seq, e.hash into last from public.audit_events e
  where e.organisation_id = new.organisation_id and e.lane = free_lane order by e.seq desc limit 1;
  new.lane := free_lane;
  new.seq := coalesce(last.seq, 0) + 1;
  -- Fields that may hold any text say how long they are or come last, so that no two events read the same (server/audit/chain/event-hash.ts).
  new.hash := sha256(coalesce(last.hash, decode(repeat('00', 32), 'hex')) || convert_to(
    new.organisation_id || '|' || new.lane || '|' || new.seq || '|' || new.id || '|' || (extract(epoch from new.at) * 1000000)::bigint || '|'
    || coalesce(new.actor_id::text, '') || '|' || coalesce(new.subject_id::text, '') || '|' || coalesce(new.patient_id::text, '') || '|'
    || coalesce(array_to_string(new.patient_ids, ','), '') || '|' || octet_length(new.actor_kind) || ':' || new.actor_kind || '|'
    || octet_length(new.event_type) || ':' || new.event_type || '|' || new.detail, 'UTF8'));
  return new;
end $$;
create trigger chain before insert on audit_events for each row execute function chain_audit_event();

insert into audit_events (organisation_id, id, at, event_type, actor_kind, actor_id, subject_id, patient_id, detail) overriding system value
select organisation_id, id, at, event_type, actor_kind, actor_id, subject_id, patient_id, detail from audit_events_before order by id;
alter table audit_events force row level security;

drop index audit_events_by_actor, audit_events_by_patient;
create index audit_events_newest on audit_events (organisation_id, at desc, id desc) include (event_type, actor_id, lane, seq);
create index audit_events_by_actor on audit_events (organisation_id, actor_id, at desc, id desc) include (event_type, lane, seq);
create index audit_events_by_patient on audit_events (organisation_id, patient_id, at desc) where patient_id is not null;
create index audit_events_by_patients on audit_events using gin (patient_ids) with (gin_pending_list_limit = 512);

-- What is said of the place in the chain, and when it happened, is not for the application to say.
revoke insert on audit_events from formward_app;
grant insert (organisation_id, event_type, actor_kind, actor_id, subject_id, patient_id, patient_ids, detail) on audit_events to formward_app;

-- Everything that was about a patient or showed them in a list. Row-level security keeps @> away from the index (it is not leakproof), so
-- this looks past it, in the bound organisation only.
create function audit_events_of_patient(patient uuid) returns setof audit_events
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute 'select * from audit_events where organisation_id = current_organisation() and (patient_id = $1 or patient_ids @> array[$1])'
    using patient;
end $$;
revoke execute on function audit_events_of_patient from public;
grant execute on function audit_events_of_patient to formward_app;

-- How far each lane had come, signed by the worker with a key that the database does not hold: who rewrites a whole chain, or cuts off its
-- end, cannot rewrite these.
create table audit_checkpoints (
  organisation_id uuid not null default current_organisation() references organisations,
  lane            smallint not null,
  seq             bigint not null,
  hash            bytea not null,
  at              timestamptz not null,
  signature       text not null, -- over all of these and the signature before it
  primary key (organisation_id, lane, seq)
);
call isolate_by_organisation('audit_checkpoints');
grant select, insert on audit_checkpoints to formward_app;

-- What the nightly reading of the whole log found; kept in the system's own organisation.
create table audit_checks (
  organisation_id uuid not null default current_organisation() references organisations,
  at              timestamptz not null default clock_timestamp(),
  events          bigint not null,
  broken_lanes    integer not null,
  primary key (organisation_id, at)
);
call isolate_by_organisation('audit_checks');
grant select, insert on audit_checks to formward_app;
