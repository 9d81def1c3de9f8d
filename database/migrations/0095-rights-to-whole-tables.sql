-- A distributed engine such as Citus does not copy rights to single columns to the parts of a table. So the application gets the right to the whole table,
-- and a trigger of the table allows the same columns as before (test/not-for-a-distributed-engine.txt). Processes of the release before name no other ones.

-- Refuses a change of any column that the trigger does not name, so that a column of a later migration is closed too. The owner of the table and a
-- superuser, who alone may truncate it, are not bound, as they were not by rights to columns: SQL functions that run as the owner write other columns.
create function allow_changes_of() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if not has_table_privilege(tg_relid, 'truncate') and to_jsonb(new) - tg_argv <> to_jsonb(old) - tg_argv then
    raise exception 'Only these columns of % can be changed: %', tg_table_name, array_to_string(tg_argv, ', ')
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create trigger allow_changes before update on answering_sessions for each row execute function allow_changes_of('used_at');
create trigger allow_changes before update on flag_alerts for each row execute function allow_changes_of('status');
create trigger allow_changes before update on integration_events for each row execute function allow_changes_of('position');
create trigger allow_changes before update on nhs_app_patients for each row
  execute function allow_changes_of('is_waiting', 'acknowledged_at', 'refused_at');
create trigger allow_changes before update on patient_merges for each row execute function allow_changes_of('undone_by', 'undone_at');
create trigger allow_changes before update on raised_flags for each row execute function allow_changes_of('alerted_at');

-- Revoking the right to a table revokes those to its columns.
revoke update on answering_sessions, flag_alerts, integration_events, nhs_app_patients, patient_merges, raised_flags from formward_app;
grant update on answering_sessions, flag_alerts, integration_events, nhs_app_patients, patient_merges, raised_flags to formward_app;

-- The application cannot set an event's time, its id or its place in the chain: the trigger sets them, whatever the statement says. The owner can set time
-- and id, for events of an earlier time.
create or replace function chain_audit_event() returns trigger language plpgsql set enable_sort = off
  set search_path = pg_catalog, pg_temp as $$
declare
  free_lane integer := 0;
  last record;
begin
  while not pg_try_advisory_xact_lock(hashtext(new.organisation_id::text), free_lane) loop
    free_lane := free_lane + 1;
  end loop;
  select e.seq, e.hash into last from public.audit_events e
  where e.organisation_id = new.organisation_id and e.lane = free_lane order by e.seq desc limit 1;
  if not has_table_privilege(tg_relid, 'truncate') then
    new.id := nextval('public.audit_events_id_seq');
    new.at := clock_timestamp();
  end if;
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
revoke insert on audit_events from formward_app;
grant insert on audit_events to formward_app;
grant usage on sequence audit_events_id_seq to formward_app;
