-- Who did what, to whom and when, written in the transaction of the action. The application adds and reads events and never changes one.
-- Events form chains: each event carries the hash of the event before it, so nobody can change, remove or insert an event without breaking
-- the rest of the chain (docs/decisions/0012-audit-chain.md).
create table audit_events (
  organisation_id  uuid not null default current_organisation() references organisations,
  id               bigint generated always as identity,
  at               timestamptz not null default clock_timestamp(),
  event_type       text not null,
  actor_kind       text not null check (actor_kind in ('member', 'patient', 'worker')),
  actor_id         uuid,
  subject_id       uuid,
  patient_id       uuid,
  patient_ids      uuid[], -- the patients that a list, an export or an import showed
  detail           jsonb not null default '{}',
  -- The trigger sets these three, whatever the statement says.
  lane             smallint not null default 0 check (lane >= 0),
  seq              bigint not null default 0 check (seq > 0),
  hash             bytea not null default '' check (length(hash) = 32),
  primary key (organisation_id, lane, seq)
);
create index audit_events_newest on audit_events (organisation_id, at desc, id desc) include (event_type, actor_id, lane, seq);
create index audit_events_by_actor on audit_events (organisation_id, actor_id, at desc, id desc) include (event_type, lane, seq);
create index audit_events_by_patient on audit_events (organisation_id, patient_id, at desc) where patient_id is not null;
create index audit_events_by_patients on audit_events using gin (patient_ids) with (gin_pending_list_limit = 512);
call isolate_by_organisation('audit_events');
-- The application cannot set an event's time or its place in the chain.
grant select on audit_events to formward_app;
grant insert (organisation_id, event_type, actor_kind, actor_id, subject_id, patient_id, patient_ids, detail) on audit_events to formward_app;

-- Each organisation has several chains, called lanes. A transaction writes to the first lane that no other open transaction uses, so no
-- transaction waits for another. It holds the lane until it ends, so that the next transaction sees its last event.
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
  -- A field of free text is preceded by its length or comes last, so that two different events never give the same text (server/audit/chain/event-hash.ts).
  new.hash := sha256(coalesce(last.hash, decode(repeat('00', 32), 'hex')) || convert_to(
    new.organisation_id || '|' || new.lane || '|' || new.seq || '|' || new.id || '|' || (extract(epoch from new.at) * 1000000)::bigint || '|'
    || coalesce(new.actor_id::text, '') || '|' || coalesce(new.subject_id::text, '') || '|' || coalesce(new.patient_id::text, '') || '|'
    || coalesce(array_to_string(new.patient_ids, ','), '') || '|' || octet_length(new.actor_kind) || ':' || new.actor_kind || '|'
    || octet_length(new.event_type) || ':' || new.event_type || '|' || new.detail, 'UTF8'));
  return new;
end $$;
create trigger chain before insert on audit_events for each row execute function chain_audit_event();

-- All events about a patient, and all lists that showed the patient. Row-level security does not use an index for @>, because @> is not
-- leakproof. So this function runs as the owner, in the organisation of the transaction only.
create function audit_events_of_patient(patient uuid) returns setof audit_events
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query execute 'select * from audit_events where organisation_id = current_organisation() and (patient_id = $1 or patient_ids @> array[$1])'
    using patient;
end $$;
revoke execute on function audit_events_of_patient from public;
grant execute on function audit_events_of_patient to formward_app;

-- The last event of each lane at some moment, signed by the worker with a key that is not in the database. Somebody who can rewrite a whole
-- chain, or cut off its end, still cannot rewrite these signatures.
create table audit_checkpoints (
  organisation_id  uuid not null default current_organisation() references organisations,
  lane             smallint not null,
  seq              bigint not null,
  hash             bytea not null,
  at               timestamptz not null,
  signature        text not null, -- of the columns above and the signature before
  primary key (organisation_id, lane, seq)
);
call isolate_by_organisation('audit_checkpoints');
grant select, insert on audit_checkpoints to formward_app;

-- The results of the nightly check of the whole log. They belong to the system organisation.
create table audit_checks (
  organisation_id  uuid not null default current_organisation() references organisations,
  at               timestamptz not null default clock_timestamp(),
  events           bigint not null,
  broken_lanes     integer not null,
  primary key (organisation_id, at)
);
call isolate_by_organisation('audit_checks');
grant select, insert on audit_checks to formward_app;
