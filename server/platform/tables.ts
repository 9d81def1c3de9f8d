// Generated from the migrated database by `npm run tables`; never edited by hand.

import type { ColumnType } from "kysely";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export interface AccountPasskeys {
  account_id: string;
  added_at: Generated<string>;
  counter: number;
  credential_id: string;
  id: Generated<string>;
  last_used_at: string | null;
  name: string;
  public_key: Buffer;
  transports: Generated<string[]>;
}

export interface AccountRecoveryCodes {
  account_id: string;
  hash: string;
  used_at: string | null;
}

export interface Accounts {
  created_at: Generated<string>;
  email_address: string;
  failed_attempts: Generated<number>;
  failed_on_known_devices: Generated<number>;
  failures_told_at: string | null;
  id: Generated<string>;
  is_active: Generated<boolean>;
  is_demo: Generated<boolean>;
  must_change: Generated<boolean>;
  password_hash: string | null;
  tokens_valid_from: Generated<string>;
}

export interface AccountTotp {
  account_id: string;
  added_at: string | null;
  last_step: Generated<number>;
  pending: Buffer | null;
  sealed: Buffer | null;
}

export interface AnswerDrafts {
  answers: Generated<unknown>;
  organisation_id: Generated<string>;
  request_id: string;
  stopped_at: string | null;
  updated_at: Generated<string>;
}

export interface AuditCheckpoints {
  at: string;
  hash: Buffer;
  lane: number;
  organisation_id: Generated<string>;
  seq: number;
  signature: string;
}

export interface AuditChecks {
  at: Generated<string>;
  broken_lanes: number;
  events: number;
  organisation_id: Generated<string>;
}

export interface AuditEvents {
  actor_id: string | null;
  actor_kind: string;
  at: Generated<string>;
  detail: Generated<unknown>;
  event_type: string;
  hash: Generated<Buffer>;
  id: Generated<number>;
  lane: Generated<number>;
  organisation_id: Generated<string>;
  patient_id: string | null;
  patient_ids: string[] | null;
  seq: Generated<number>;
  subject_id: string | null;
}

export interface BulkChangeRequests {
  change_id: string;
  organisation_id: Generated<string>;
  outcome: Generated<string>;
  reason: Generated<string>;
  request_id: string;
}

export interface BulkChanges {
  act: string;
  assignee_id: string | null;
  confirms_urgent: Generated<boolean>;
  created_at: Generated<string>;
  created_by: string;
  done_requests: Generated<number>;
  ended_at: string | null;
  id: Generated<string>;
  organisation_id: Generated<string>;
  refused_requests: Generated<number>;
  results_removed_at: string | null;
  sends_message: Generated<boolean>;
  status: Generated<string>;
  takes_over: Generated<boolean>;
  total_requests: Generated<number>;
  trouble: Generated<string>;
}

export interface Drafts {
  form: string;
  kept_at: Generated<string>;
  member_id: string;
  organisation_id: Generated<string>;
  screen: string;
  sealed: Buffer;
}

export interface ExportJobs {
  completed_at: string | null;
  created_at: Generated<string>;
  created_by: string | null;
  done_rows: Generated<number>;
  expires_at: Generated<string>;
  failure: Generated<string>;
  file_name: Generated<string>;
  filters: Generated<unknown>;
  has_personal_data: Generated<boolean>;
  id: Generated<string>;
  organisation_id: Generated<string>;
  reason: Generated<string>;
  run: Generated<number>;
  scope: Generated<string>;
  status: Generated<string>;
  stopped_at: string | null;
  total_rows: Generated<number>;
  written: unknown | null;
}

export interface FileChunks {
  bytes: Buffer;
  file_id: string;
  organisation_id: Generated<string>;
  piece: number;
}

export interface FlagAlerts {
  created_at: Generated<string>;
  member_id: string;
  organisation_id: Generated<string>;
  request_id: string;
  status: Generated<string>;
}

export interface FormEditors {
  form_id: string;
  member_id: string;
  organisation_id: Generated<string>;
  seen_at: Generated<string>;
  window_id: string;
}

export interface FormRequestChanges {
  assignee_id: string | null;
  count: number;
  event: string;
  form_id: string;
  id: Generated<number>;
  is_unreached: boolean;
  is_urgent: boolean;
  location: string;
  notification_method: string;
  organisation_id: Generated<string>;
  specialty: string;
  status: string;
  ward_id: string | null;
}

export interface FormRequestCounts {
  count: number;
  grouped_by: string;
  narrowed_by: string;
  narrowed_to: string;
  organisation_id: Generated<string>;
  status: string;
  value: string;
}

export interface FormRequestEvents {
  actor_id: string | null;
  actor_kind: string;
  at: Generated<string>;
  detail: Generated<unknown>;
  id: Generated<number>;
  kind: string;
  organisation_id: Generated<string>;
  request_id: string;
}

export interface FormRequests {
  assigned_at: string | null;
  assignee_id: string | null;
  closed_at: string | null;
  completed_at: string | null;
  created_at: Generated<string>;
  created_by: string | null;
  event: Generated<string>;
  expires_at: string;
  form_id: string;
  form_version: number;
  id: Generated<string>;
  import_job_id: string | null;
  is_unreached: Generated<boolean>;
  is_urgent: Generated<boolean>;
  location: Generated<string>;
  notification_method: string;
  notified_at: string | null;
  opened_at: string | null;
  organisation_id: Generated<string>;
  pathway_id: Generated<string>;
  patient_id: string;
  patient_name_key: string;
  send_at: Generated<string>;
  sending_fingerprint: string | null;
  sending_key: string | null;
  specialty: Generated<string>;
  status: Generated<string>;
  updated_at: Generated<string>;
  ward_id: string | null;
}

export interface Forms {
  archived_at: string | null;
  created_at: Generated<string>;
  description: Generated<string>;
  draft: Generated<unknown>;
  draft_edited_at: Generated<string>;
  draft_edited_by: string | null;
  draft_revision: Generated<number>;
  id: Generated<string>;
  live_version: number | null;
  organisation_id: Generated<string>;
  pep_code: string | null;
  title: string;
  type: Generated<string>;
  updated_at: Generated<string>;
}

export interface FormVersions {
  change_notes: Generated<string>;
  definition: unknown;
  description: Generated<string>;
  form_id: string;
  organisation_id: Generated<string>;
  published_at: Generated<string>;
  published_by: string | null;
  title: string;
  version: number;
}

export interface ImportJobs {
  checked_at: string | null;
  choices: Generated<unknown>;
  completed_at: string | null;
  completed_by: string | null;
  created_at: Generated<string>;
  created_by: string | null;
  done_until: Generated<number>;
  error_rows: Generated<number>;
  file_name: Generated<string>;
  id: Generated<string>;
  imported_rows: Generated<number>;
  new_rows: Generated<number>;
  organisation_id: Generated<string>;
  refusal: Generated<string>;
  reopened_until: number | null;
  replaced_rows: Generated<number>;
  reverted_at: string | null;
  reverted_by: string | null;
  rows_removed_at: string | null;
  run: Generated<number>;
  skipped_rows: Generated<number>;
  status: Generated<string>;
  tallies: Generated<unknown>;
  total_rows: Generated<number>;
  warning_rows: Generated<number>;
}

export interface ImportRowProblems {
  job_id: string;
  kind: string;
  organisation_id: Generated<string>;
  row_number: number;
}

export interface ImportRows {
  cells: unknown;
  choice: string | null;
  is_patient_archived: Generated<boolean>;
  job_id: string;
  organisation_id: Generated<string>;
  outcome: string | null;
  patient_id: string | null;
  problems: Generated<unknown>;
  reopen_refusals: string[] | null;
  replaced_ids: string[] | null;
  request_id: string | null;
  reverted: string | null;
  row: unknown | null;
  row_number: number;
  verdict: string;
  words: Generated<string>;
}

export interface ImportUploads {
  created_at: Generated<string>;
  created_by: string | null;
  file_id: string;
  organisation_id: Generated<string>;
}

export interface InstanceKeys {
  created_at: Generated<string>;
  name: string;
  sealed: Buffer;
}

export interface KnownDevices {
  account_id: string;
  device: string;
  expires_at: string;
  failed_attempts: Generated<number>;
}

export interface Members {
  clinician_timeout: number | null;
  created_at: Generated<string>;
  email_address: string;
  first_name: string;
  id: Generated<string>;
  is_active: Generated<boolean>;
  is_clinician: Generated<boolean>;
  job_title: Generated<string>;
  language: Generated<string>;
  last_login_at: string | null;
  last_name: string;
  occupation: Generated<string>;
  organisation_id: Generated<string>;
  phone_number: Generated<string>;
  role: string;
  second_factor_reminded_for: string | null;
  subject: string | null;
  timezone: Generated<string>;
  updated_at: Generated<string>;
}

export interface MemberWards {
  member_id: string;
  organisation_id: Generated<string>;
  ward_id: string;
}

export interface MessageBatches {
  attempts: Generated<number>;
  channel: string;
  claimed_until: string;
  created_at: Generated<string>;
  finished_at: string | null;
  id: Generated<string>;
  method: string;
  organisation_id: Generated<string>;
}

export interface Notifications {
  attempts: Generated<number>;
  batch_id: string | null;
  category: string;
  channel: string | null;
  created_at: Generated<string>;
  id: Generated<string>;
  method: string;
  organisation_id: Generated<string>;
  provider_id: string | null;
  reason: Generated<string>;
  receipt_asked_at: string | null;
  request_id: string;
  send_after: Generated<string>;
  sent_at: string | null;
  status: Generated<string>;
  updated_at: Generated<string>;
}

export interface NotificationTemplates {
  body: string;
  category: string;
  created_at: Generated<string>;
  description: string;
  id: Generated<string>;
  is_selected: Generated<boolean>;
  method: string;
  organisation_id: Generated<string>;
  subject: Generated<string>;
  updated_at: Generated<string>;
}

export interface OidcStore {
  account_id: string | null;
  consumed_at: string | null;
  expires_at: string | null;
  grant_id: string | null;
  id: string;
  model: string;
  payload: unknown;
  uid: string | null;
}

export interface OneTimeLinks {
  account_id: string;
  created_at: Generated<string>;
  expires_at: string;
  purpose: string;
  token_hash: string;
}

export interface Organisations {
  auto_close_days: Generated<number>;
  clinician_timeout: number | null;
  code: Generated<string>;
  created_at: Generated<string>;
  expiry_days: Generated<number>;
  id: Generated<string>;
  is_system: Generated<boolean>;
  logo: Buffer | null;
  logo_type: string | null;
  logo_version: Generated<string | null>;
  minimum_age: Generated<number>;
  name: string;
  ods_code: string;
  regulatory_body: Generated<string>;
  reminder_days: Generated<number>;
  second_factor_from: string | null;
  second_factor_required: Generated<boolean>;
  sending_from: Generated<number>;
  sending_until: Generated<number>;
  sends_on_weekdays_only: Generated<boolean>;
  updated_at: Generated<string>;
  vital_type: Generated<string>;
  ward_access: Generated<string>;
}

export interface OrganisationTotals {
  active_patients: Generated<number>;
  members: Generated<number>;
  organisation_id: Generated<string>;
  patients: Generated<number>;
  slot: number;
}

export interface OutboxMessages {
  body: string;
  created_at: Generated<string>;
  id: Generated<string>;
  method: string;
  notification_id: string | null;
  organisation_id: Generated<string>;
  recipient: string;
  subject: Generated<string>;
}

export interface PatientCounts {
  admission_status: string;
  id: Generated<number>;
  is_archived: boolean;
  organisation_id: Generated<string>;
  patients: number;
  preferred_method: string | null;
  sex: string | null;
  ward_id: string | null;
}

export interface PatientLinks {
  locked_at: string | null;
  organisation_id: Generated<string>;
  request_id: string;
  token_hash: Buffer;
  wrong_attempts: Generated<number>;
  wrong_in_all: Generated<number>;
}

export interface Patients {
  admission_status: Generated<string>;
  archived_at: string | null;
  county: Generated<string>;
  created_at: Generated<string>;
  date_of_birth: string;
  email_address: string | null;
  first_name: string;
  id: Generated<string>;
  import_job_id: string | null;
  import_wrote_at: string | null;
  is_archived: Generated<boolean>;
  is_on_record: Generated<boolean>;
  is_submitted: Generated<boolean>;
  last_name: string;
  line1: Generated<string>;
  line2: Generated<string>;
  local_patient_id: string | null;
  local_patient_id_key: Generated<string | null>;
  locale: Generated<string>;
  may_be_contacted: Generated<boolean>;
  name_key: string;
  nhs_number: string | null;
  organisation_id: Generated<string>;
  phone_number: string | null;
  postcode: Generated<string>;
  preferred_method: string | null;
  sex: string | null;
  town: Generated<string>;
  updated_at: Generated<string>;
  ward_id: string | null;
}

export interface PatientSessions {
  expires_at: string;
  id_hash: Buffer;
  organisation_id: Generated<string>;
  request_id: string;
}

export interface PatientWords {
  is_archived: boolean;
  name_key: string;
  organisation_id: Generated<string>;
  patient_id: string;
  ward_id: string | null;
  word: string;
}

export interface PepConfigs {
  address: string;
  client_id: string;
  client_secret: Buffer;
  created_at: Generated<string>;
  finds_clinics: Generated<boolean>;
  finds_departments: Generated<boolean>;
  organisation_id: Generated<string>;
  secret_set_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface RaisedFlags {
  alert_minutes: number | null;
  alerted_at: string | null;
  flag_id: string;
  name: string;
  organisation_id: Generated<string>;
  position: number;
  raised_at: Generated<string>;
  request_id: string;
}

export interface Reports {
  completed_at: string | null;
  created_at: Generated<string>;
  created_by: string | null;
  failure: Generated<string>;
  id: Generated<string>;
  month: string;
  organisation_id: Generated<string>;
  run: Generated<number>;
  status: Generated<string>;
  type: string;
}

export interface SavedViews {
  created_at: Generated<string>;
  filters: Generated<unknown>;
  id: Generated<string>;
  is_default: Generated<boolean>;
  member_id: string;
  name: string;
  organisation_id: Generated<string>;
  page_size: Generated<number>;
  position: Generated<number>;
  sort: Generated<string>;
  updated_at: Generated<string>;
}

export interface SeenProofs {
  expires_at: string;
  id: string;
}

export interface SessionProofs {
  proven_at: string;
  session_uid: string;
}

export interface SigningKeys {
  created_at: Generated<string>;
  id: Generated<number>;
  sealed: Buffer;
  signs_from: Generated<string>;
}

export interface SignInThrottle {
  failures: number;
  key: string;
  window_ends: string;
}

export interface Submissions {
  answers: unknown;
  channel: Generated<string>;
  form_id: string;
  form_version: number;
  id: Generated<string>;
  organisation_id: Generated<string>;
  request_id: string;
  submitted_at: Generated<string>;
}

export interface SubmissionScores {
  answered: number;
  band: string | null;
  form_id: string;
  form_version: number;
  formula: string;
  name: string;
  organisation_id: Generated<string>;
  out_of: number;
  patient_id: string;
  position: number;
  request_id: string;
  score_id: string;
  submitted_at: Generated<string>;
  value: number | null;
}

export interface UpstreamSubjects {
  account_id: string;
  created_at: Generated<string>;
  issuer: string;
  subject: string;
}

export interface Wards {
  created_at: Generated<string>;
  id: Generated<string>;
  is_archived: Generated<boolean>;
  name: string;
  organisation_id: Generated<string>;
}

export interface Tables {
  account_passkeys: AccountPasskeys;
  account_recovery_codes: AccountRecoveryCodes;
  account_totp: AccountTotp;
  accounts: Accounts;
  answer_drafts: AnswerDrafts;
  audit_checkpoints: AuditCheckpoints;
  audit_checks: AuditChecks;
  audit_events: AuditEvents;
  bulk_change_requests: BulkChangeRequests;
  bulk_changes: BulkChanges;
  drafts: Drafts;
  export_jobs: ExportJobs;
  file_chunks: FileChunks;
  flag_alerts: FlagAlerts;
  form_editors: FormEditors;
  form_request_changes: FormRequestChanges;
  form_request_counts: FormRequestCounts;
  form_request_events: FormRequestEvents;
  form_requests: FormRequests;
  form_versions: FormVersions;
  forms: Forms;
  import_jobs: ImportJobs;
  import_row_problems: ImportRowProblems;
  import_rows: ImportRows;
  import_uploads: ImportUploads;
  instance_keys: InstanceKeys;
  known_devices: KnownDevices;
  member_wards: MemberWards;
  members: Members;
  message_batches: MessageBatches;
  notification_templates: NotificationTemplates;
  notifications: Notifications;
  oidc_store: OidcStore;
  one_time_links: OneTimeLinks;
  organisation_totals: OrganisationTotals;
  organisations: Organisations;
  outbox_messages: OutboxMessages;
  patient_counts: PatientCounts;
  patient_links: PatientLinks;
  patient_sessions: PatientSessions;
  patient_words: PatientWords;
  patients: Patients;
  pep_configs: PepConfigs;
  raised_flags: RaisedFlags;
  reports: Reports;
  saved_views: SavedViews;
  seen_proofs: SeenProofs;
  session_proofs: SessionProofs;
  sign_in_throttle: SignInThrottle;
  signing_keys: SigningKeys;
  submission_scores: SubmissionScores;
  submissions: Submissions;
  upstream_subjects: UpstreamSubjects;
  wards: Wards;
}
