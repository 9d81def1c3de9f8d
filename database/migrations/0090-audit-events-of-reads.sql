-- The audit events of reads that one process answers at the same time, in one statement and one commit, in the order given. It binds its own
-- transaction and runs with the rights of the caller, so row-level security and the grants of columns hold as for every other event.
create function record_reads(organisation uuid, events jsonb) returns void language plpgsql as $$
declare
  event record;
begin
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
