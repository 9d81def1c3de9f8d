-- Rows in every table, as version 0.2.0 wrote them. Never edited: database/upgrade.test.ts migrates them to the newest version.
select set_config('app.organisation_id', '11111111-1111-4111-8111-111111111111', false);

insert into organisations (id, name, ods_code, ward_access, second_factor_required)
values (current_organisation(), 'St Elsewhere NHS Foundation Trust', 'RX1', 'assigned', true);
insert into pep_configs (address, client_id, client_secret) values ('https://pep.example', 'formward', '\x01');
insert into wards (id, name) values
  ('22222222-0000-4000-8000-000000000001', '4B'), ('22222222-0000-4000-8000-000000000002', '5A');
insert into members (id, subject, first_name, last_name, email_address, role) values
  ('33333333-0000-4000-8000-000000000001', '33333333-aaaa-4000-8000-000000000001', 'Grace', 'Okafor', 'grace@example.com', 'Forms OrgAdmin'),
  ('33333333-0000-4000-8000-000000000002', null, 'Tom', 'Whittaker', 'tom@example.com', 'Forms User');
insert into member_wards (member_id, ward_id) values ('33333333-0000-4000-8000-000000000002', '22222222-0000-4000-8000-000000000001');
insert into drafts (member_id, screen, form, sealed) values ('33333333-0000-4000-8000-000000000001', '/patients/new', 'patient', '\x01');

insert into patients (id, nhs_number, local_patient_id, first_name, last_name, name_key, date_of_birth, sex, preferred_method, ward_id) values
  ('44444444-0000-4000-8000-000000000001', '9990000018', 'Id-1', 'Anna-Maria', 'de Souza', 'de-souza anna-maria', '1980-12-10', 'female', 'email', '22222222-0000-4000-8000-000000000001'),
  ('44444444-0000-4000-8000-000000000002', '9990000026', null, 'Zoë', 'O''Brien', 'obrien zoe', '1991-02-03', null, 'sms', '22222222-0000-4000-8000-000000000002'),
  ('44444444-0000-4000-8000-000000000003', null, 'Id-3', 'Ken', 'Byron', 'byron ken', '1955-06-07', 'male', null, null);
update patients set archived_at = now() where last_name = 'Byron';
update patients set name_key = 'obrien zoey', first_name = 'Zoey' where last_name = 'O''Brien';

insert into forms (id, title, live_version) values ('55555555-0000-4000-8000-000000000001', 'PHQ-9', 1);
insert into form_versions (form_id, version, title, definition) values ('55555555-0000-4000-8000-000000000001', 1, 'PHQ-9', '{"questions": []}');
insert into form_editors (form_id, window_id, member_id)
values ('55555555-0000-4000-8000-000000000001', gen_random_uuid(), '33333333-0000-4000-8000-000000000001');

insert into form_requests (id, patient_id, form_id, form_version, notification_method, expires_at, patient_name_key, ward_id, specialty, is_urgent, assignee_id)
select ('66666666-0000-4000-8000-00000000000' || right(p.id::text, 1))::uuid, p.id, '55555555-0000-4000-8000-000000000001', 1, 'email',
  now() + interval '28 days', p.name_key, p.ward_id, 'Cardiology', coalesce(p.sex = 'female', false), '33333333-0000-4000-8000-000000000002'
from patients p;
call fold_request_changes();
update form_requests set status = 'completed', completed_at = now() where patient_name_key = 'de-souza anna-maria';
insert into form_request_events (request_id, kind, actor_kind) select id, 'created', 'member' from form_requests;
insert into patient_links (request_id, token_hash, wrong_attempts, wrong_in_all) select id, sha256(id::text::bytea), 1, 4 from form_requests;
insert into patient_sessions (id_hash, request_id, expires_at) select sha256(id::text::bytea), id, now() + interval '1 hour' from form_requests;
insert into answer_drafts (request_id, answers, stopped_at) select id, '{"q1": "yes"}', 'page-2' from form_requests where status <> 'completed';
insert into submissions (request_id, form_id, form_version, answers)
select id, form_id, form_version, '{"q1": "yes"}' from form_requests where status = 'completed';
insert into submission_scores (request_id, score_id, position, patient_id, form_id, form_version, name, value, band, formula, answered, out_of)
select id, 'total', 0, patient_id, form_id, form_version, 'Total', 12.5, 'moderate', 'sum', 9, 9 from form_requests where status = 'completed';
insert into raised_flags (request_id, flag_id, position, name, alert_minutes) select request_id, 'f1', 0, 'At risk', 60 from submissions;
insert into flag_alerts (request_id, member_id, status) select request_id, '33333333-0000-4000-8000-000000000001', 'kept' from submissions;

insert into notification_templates (category, method, description, subject, body) values ('request_created', 'email', 'Ours', 'A form', 'Please fill in {{link}}');
insert into notifications (request_id, category, method, status) select id, 'request_created', 'email', 'kept' from form_requests;
insert into outbox_messages (notification_id, method, recipient, body) select id, 'email', 'patient@example.com', 'Hello' from notifications;

insert into bulk_changes (id, act, status, total_requests, done_requests, created_by, ended_at)
values ('77777777-0000-4000-8000-000000000001', 'close', 'completed', 1, 1, '33333333-0000-4000-8000-000000000001', now());
insert into bulk_change_requests (change_id, request_id, outcome)
select '77777777-0000-4000-8000-000000000001', id, 'done' from form_requests where status = 'completed';
insert into saved_views (member_id, name, filters) values ('33333333-0000-4000-8000-000000000001', 'Mine', '{"status": ["unopened"]}');

insert into import_jobs (id, file_name, status, total_rows, imported_rows, replaced_rows, tallies)
values ('88888888-0000-4000-8000-000000000001', 'patients.xlsx', 'completed', 1, 1, 1, '{"replacedRequests": 1}');
insert into import_rows (job_id, row_number, verdict, cells, row, outcome, replaced_ids)
values ('88888888-0000-4000-8000-000000000001', 2, 'warning', '{"First name": "Ada"}', '{"firstName": "Ada"}', 'replaced', array['66666666-0000-4000-8000-000000000001'::uuid]);
insert into import_row_problems (job_id, kind, row_number) values ('88888888-0000-4000-8000-000000000001', 'nhs_number:duplicate', 2);
insert into import_uploads (file_id) values ('88888888-0000-4000-8000-000000000002');
insert into file_chunks (file_id, piece, bytes) values ('88888888-0000-4000-8000-000000000002', 0, '\x504b');
insert into export_jobs (status, file_name, total_rows, done_rows) values ('completed', 'requests.xlsx', 3, 3);
insert into reports (type, month, status) values ('metrics', '2026-10-01', 'completed');

insert into audit_events (event_type, actor_kind, actor_id, patient_ids, detail)
select 'patient.list', 'member', '33333333-0000-4000-8000-000000000001', array_agg(id), '{"count": 3}' from patients;
insert into audit_events (event_type, actor_kind) values ('request.remind', 'worker');
insert into audit_checkpoints (lane, seq, hash, at, signature) select lane, seq, hash, at, 'signed' from audit_events order by seq desc limit 1;

insert into accounts (id, email_address, password_hash, failed_attempts)
values ('33333333-aaaa-4000-8000-000000000001', 'grace@example.com', '$argon2id$v=19$m=1,t=1,p=1$c2FsdA$aGFzaA', 2);
insert into account_totp (account_id, sealed, added_at) select id, '\x01', now() from accounts;
insert into account_recovery_codes (account_id, hash) select id, 'hash' from accounts;
insert into account_passkeys (account_id, credential_id, public_key, counter, name) select id, 'credential', '\x01', 7, 'Phone' from accounts;
insert into known_devices (account_id, device, expires_at) select id, 'device', now() + interval '90 days' from accounts;
insert into one_time_links (token_hash, account_id, purpose, expires_at) select 'hash', id, 'reset', now() + interval '1 day' from accounts;
insert into upstream_subjects (issuer, subject, account_id) select 'https://id.example', 'grace', id from accounts;
insert into sign_in_throttle (key, failures, window_ends) values ('key', 3, now() + interval '15 minutes');
insert into session_proofs (session_uid, proven_at) values ('session', now());
insert into oidc_store (model, id, payload, expires_at) values ('Session', 'session', '{}', now() + interval '1 hour');
insert into seen_proofs (id, expires_at) values ('proof', now() + interval '2 minutes');
insert into instance_keys (name, sealed) values ('root-sealed', '\x01');
insert into signing_keys (sealed) values ('\x01');

select set_config('app.organisation_id', '00000000-0000-0000-0000-000000000000', false);
insert into audit_checks (events, broken_lanes) values (2, 0);
