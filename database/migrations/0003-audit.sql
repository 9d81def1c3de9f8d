-- Who did what, to whom, when: written in the act's own transaction. The application may add and read, never change.
create table audit_events (
  organisation_id uuid not null default current_organisation() references organisations,
  id              bigint generated always as identity,
  at              timestamptz not null default clock_timestamp(),
  event_type      text not null,
  actor_kind      text not null check (actor_kind in ('member', 'patient', 'worker')),
  actor_id        uuid,
  subject_id      uuid,
  patient_id      uuid,
  detail          jsonb not null default '{}',
  primary key (organisation_id, id)
);
create index audit_events_by_actor on audit_events (organisation_id, actor_id, at desc, id desc);
create index audit_events_by_patient on audit_events (organisation_id, patient_id, at desc) where patient_id is not null;
call isolate_by_organisation('audit_events');
grant select, insert on audit_events to formward_app;
