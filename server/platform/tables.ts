// Generated from the migrated database by `npm run tables`; never edited by hand.

import type { ColumnType } from "kysely";

export type Generated<T> = T extends ColumnType<infer S, infer I, infer U>
  ? ColumnType<S, I | undefined, U>
  : ColumnType<T, T | undefined, T>;

export type Numeric = ColumnType<string, number | string, number | string>;

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

export interface AnswerChanges {
  answers: unknown;
  count: number;
  form_id: string;
  form_version: number;
  id: Generated<number>;
  organisation_id: Generated<string>;
  ward_id: string | null;
}

export interface AnswerCounts {
  count: number;
  form_id: string;
  form_version: number;
  kind: string;
  organisation_id: Generated<string>;
  question: string;
  value: string;
  ward: string;
}

export interface AnswerDrafts {
  answers: Generated<unknown>;
  organisation_id: Generated<string>;
  request_id: string;
  revision: Generated<number>;
  saved_by: Generated<unknown>;
  stopped_at: string | null;
  updated_at: Generated<string>;
}

export interface AnsweringSessions {
  answered_by: string;
  carer_name: Generated<string>;
  carer_relationship: Generated<string>;
  channel: string;
  checked_details: string[];
  id: Generated<string>;
  member_id: string;
  organisation_id: Generated<string>;
  request_id: string;
  started_at: Generated<string>;
  used_at: Generated<string>;
}

export interface ArchivedAuditRanges {
  before: string;
  file_digest: Buffer;
  first_seq: number;
  hash_after: Buffer;
  hash_before: Buffer;
  lane: number;
  last_seq: number;
  organisation_id: Generated<string>;
  signature: string;
}

export interface ArrivingOrganisations {
  arrived_at: string | null;
  given_up_at: string | null;
  id: string;
  move_id: string;
}

export interface AuditCheckParts {
  broken_lanes: Generated<number>;
  events: Generated<number>;
  is_whole: boolean;
  number: number;
  organisation_id: Generated<string>;
  remaining: string[];
  started_at: string;
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
  is_whole: Generated<boolean>;
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
  key: string | null;
  next_message_at: string | null;
  organisation_id: Generated<string>;
  outcome_id: string | null;
  refused_requests: Generated<number>;
  repeats_sent: Generated<boolean>;
  results_removed_at: string | null;
  seen_at: string | null;
  sends_message: Generated<boolean>;
  status: Generated<string>;
  takes_over: Generated<boolean>;
  total_requests: Generated<number>;
  trouble: Generated<string>;
}

export interface ChannelAccounts {
  callback_token_set_at: string | null;
  channel: string;
  created_at: Generated<string>;
  is_enabled: Generated<boolean>;
  organisation_id: Generated<string>;
  secrets: Buffer;
  secrets_set_at: Generated<string>;
  settings: unknown;
  updated_at: Generated<string>;
}

export interface ChannelStates {
  account: string;
  last_accepted_at: string | null;
  next_slot_at: Generated<string>;
  pause_reason: Generated<string>;
  paused_until: string | null;
}

export interface ChannelTests {
  channel: string;
  created_at: Generated<string>;
  id: Generated<string>;
  method: string;
  organisation_id: Generated<string>;
  provider_id: string | null;
  reason: Generated<string>;
  status: string;
}

export interface ChosenAnswers {
  created_at: string;
  form_id: string;
  organisation_id: Generated<string>;
  question: string;
  request_id: string;
  value: string;
}

export interface Drafts {
  form: string;
  kept_at: Generated<string>;
  member_id: string;
  organisation_id: Generated<string>;
  screen: string;
  sealed: Buffer;
}

export interface EventFeeds {
  last_position: Generated<number>;
  organisation_id: Generated<string>;
}

export interface EventWakeups {
  due_at: Generated<string>;
  id: Generated<number>;
  organisation_id: Generated<string>;
}

export interface ExportJobs {
  completed_at: string | null;
  created_at: Generated<string>;
  created_by: string | null;
  done_rows: Generated<number>;
  expires_at: Generated<string>;
  failed_at: string | null;
  failure: Generated<string>;
  file_name: Generated<string>;
  filters: Generated<unknown>;
  format: Generated<string>;
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

export interface FhirExports {
  completed_at: string | null;
  created_at: Generated<string>;
  created_by: string;
  expires_at: Generated<string>;
  failure: string | null;
  form_id: string;
  id: Generated<string>;
  last_id: string | null;
  last_sent_at: string | null;
  organisation_id: Generated<string>;
  pieces: Generated<number>;
  sent_after: string | null;
  sent_until: string;
  total: number;
  written: Generated<number>;
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
  form_version: number;
  id: Generated<number>;
  is_opened: boolean;
  is_submitted: boolean;
  is_unreached: boolean;
  is_urgent: boolean;
  location: string;
  notification_method: string;
  organisation_id: Generated<string>;
  outcome_id: string | null;
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

export interface FormRequestNotes {
  corrects_id: string | null;
  created_at: Generated<string>;
  created_by: string;
  id: Generated<string>;
  organisation_id: Generated<string>;
  request_id: string;
  text: string;
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
  outcome_id: string | null;
  outcome_name: string | null;
  pathway_id: Generated<string>;
  patient_id: string;
  patient_name_key: string;
  send_at: Generated<string>;
  sending_fingerprint: string | null;
  sending_key: string | null;
  sent_again_at: string | null;
  specialty: Generated<string>;
  status: Generated<string>;
  unreached_at: string | null;
  unreached_reason: string | null;
  updated_at: Generated<string>;
  waiting_since: string | null;
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
  first_reminder_days: number | null;
  id: Generated<string>;
  is_sensitive: Generated<boolean>;
  last_reminder_days: number | null;
  live_version: number | null;
  organisation_id: Generated<string>;
  pep_code: string | null;
  pep_confirmed_address: string | null;
  pep_confirmed_at: string | null;
  pep_kind: string | null;
  pep_name: string | null;
  second_reminder_days: number | null;
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

export interface IdempotencyKeys {
  body_hash: string;
  call: string;
  caller_id: string;
  created_at: Generated<string>;
  key_hash: string;
  organisation_id: Generated<string>;
  sealed_answer: Buffer;
}

export interface ImportJobs {
  checked_at: string | null;
  choices: Generated<unknown>;
  completed_at: string | null;
  completed_by: string | null;
  created_at: Generated<string>;
  created_by: string | null;
  decision_changes: Generated<number>;
  done_until: Generated<number>;
  error_rows: Generated<number>;
  file_name: Generated<string>;
  id: Generated<string>;
  imported_rows: Generated<number>;
  mapping: unknown | null;
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

export interface ImportMappings {
  columns: unknown;
  headings_hash: string;
  organisation_id: Generated<string>;
  updated_at: Generated<string>;
  updated_by: string | null;
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

export interface IntegrationClientCalls {
  calls: number;
  client_id: string;
  window_ends: string;
}

export interface IntegrationClientCredentials {
  client_id: string;
  created_at: Generated<string>;
  expires_at: string | null;
  hint: string;
  id: Generated<string>;
  organisation_id: Generated<string>;
  public_key: unknown | null;
  secret_hash: string | null;
}

export interface IntegrationClients {
  authentication: string;
  created_at: Generated<string>;
  created_by: string | null;
  expires_on: string;
  id: Generated<string>;
  last_used_at: string | null;
  name: string;
  organisation_id: Generated<string>;
  permissions: string[];
  requests_per_minute: number;
  switched_off_at: string | null;
  tokens_valid_from: Generated<string>;
  updated_at: Generated<string>;
}

export interface IntegrationEvents {
  form_id: string | null;
  form_request_id: string | null;
  id: Generated<string>;
  occurred_at: Generated<string>;
  organisation_id: Generated<string>;
  patient_id: string;
  position: number | null;
  seq: Generated<number>;
  type: string;
}

export interface KnownDevices {
  account_id: string;
  device: string;
  expires_at: string;
  failed_attempts: Generated<number>;
}

export interface LetterBatches {
  created_at: Generated<string>;
  created_by: string | null;
  downloaded_at: string | null;
  ended_at: string | null;
  ended_by: string | null;
  failure: Generated<string>;
  file_until: string | null;
  id: Generated<string>;
  is_two_sided: boolean;
  letters: number;
  made_at: string | null;
  made_letters: Generated<number>;
  number: number;
  organisation_id: Generated<string>;
  reason: Generated<string>;
  reprint_of: string | null;
  run: Generated<number>;
  sheets: number | null;
  status: Generated<string>;
}

export interface LibraryQuestions {
  content: unknown;
  created_at: Generated<string>;
  id: Generated<string>;
  name: string;
  organisation_id: Generated<string>;
  revision: Generated<number>;
  title: Generated<string>;
  type: Generated<string>;
  updated_at: Generated<string>;
  updated_by: string | null;
}

export interface Members {
  clinician_timeout: number | null;
  created_at: Generated<string>;
  daily_email: Generated<boolean>;
  daily_email_on: string | null;
  email_address: string;
  first_name: string;
  id: Generated<string>;
  is_active: Generated<boolean>;
  is_clinician: Generated<boolean>;
  job_title: Generated<string>;
  language: Generated<string>;
  last_login_at: string | null;
  last_name: string;
  notices_read_at: Generated<string>;
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
  provider_account: string | null;
}

export interface MessageChanges {
  category: string;
  channel: string;
  day: string;
  form_id: string;
  fragments: number;
  id: Generated<number>;
  messages: number;
  method: string;
  organisation_id: Generated<string>;
  price: Numeric;
  reason_code: string;
  status: string;
  ward_id: string | null;
}

export interface MessageCounts {
  category: string;
  channel: string;
  fragments: number;
  grain: string;
  messages: number;
  method: string;
  narrowed_by: string;
  narrowed_to: string;
  organisation_id: Generated<string>;
  period: string;
  price: Numeric;
  reason_code: string;
  status: string;
}

export interface MovedLinks {
  hash: Buffer;
  organisation: string;
  request_id: string;
}

export interface MovedOrganisations {
  began_at: Generated<string>;
  id: string;
  move_id: string;
  moved_at: string | null;
  new_origin: string;
}

export interface MovingJobs {
  job: unknown;
  organisation: string;
}

export interface NhsAppPatients {
  acknowledged_at: string | null;
  is_current: Generated<boolean>;
  is_waiting: Generated<boolean>;
  nhs_number: string;
  organisation_id: Generated<string>;
  patient_id: string;
  refused_at: string | null;
  sixteen_on: string;
}

export interface NhsAppSettings {
  created_at: Generated<string>;
  excluded_clinics: Generated<string[]>;
  excluded_specialties: Generated<string[]>;
  is_on: Generated<boolean>;
  organisation_id: Generated<string>;
  updated_at: Generated<string>;
}

export interface Notifications {
  accepted_at: string | null;
  attempts: Generated<number>;
  batch_id: string | null;
  cancelled_at: string | null;
  category: string;
  channel: string | null;
  created_at: Generated<string>;
  delivered_at: string | null;
  failed_at: string | null;
  failures: Generated<number>;
  follows_id: string | null;
  form_id: string;
  fragments: number | null;
  id: Generated<string>;
  letter_batch_id: string | null;
  letter_envelope_hash: Buffer | null;
  letter_number: number | null;
  letter_sheets: number | null;
  may_be_repeated: Generated<boolean>;
  method: string;
  organisation_id: Generated<string>;
  price: Numeric | null;
  provider_account: string | null;
  provider_id: string | null;
  provider_sent_at: string | null;
  read_at: string | null;
  reason: Generated<string>;
  reason_code: string | null;
  receipt_asked_at: string | null;
  reminder_number: number | null;
  request_id: string;
  send_after: Generated<string>;
  sent_at: string | null;
  sent_to: Generated<string>;
  status: Generated<string>;
  template_id: string | null;
  template_language: string | null;
  template_version: number | null;
  tried_account: string | null;
  tried_channel: string | null;
  tried_recipient: string | null;
  try_began_at: string | null;
  updated_at: Generated<string>;
  wait_ended_at: string | null;
  ward_id: string | null;
}

export interface NotificationTemplates {
  body: string;
  category: string;
  created_at: Generated<string>;
  deleted_at: string | null;
  description: string;
  id: Generated<string>;
  is_selected: Generated<boolean>;
  method: string;
  organisation_id: Generated<string>;
  subject: Generated<string>;
  translations: Generated<unknown>;
  updated_at: Generated<string>;
  version: Generated<number>;
}

export interface NotificationTemplateUses {
  messages: number;
  organisation_id: Generated<string>;
  part: number;
  template_id: string;
  version: number;
}

export interface NotificationTemplateVersions {
  body: string;
  created_at: Generated<string>;
  created_by: string | null;
  description: string;
  organisation_id: Generated<string>;
  restored_from: number | null;
  subject: string;
  template_id: string;
  translations: Generated<unknown>;
  version: number;
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
  accessibility_statement: Generated<string>;
  app_unread_hours: Generated<number>;
  auto_close_days: Generated<number>;
  cascade_methods: Generated<string[]>;
  clinician_timeout: number | null;
  code: Generated<string>;
  contact_address: Generated<string>;
  contact_hours: Generated<string>;
  contact_phone: Generated<string>;
  contact_web: Generated<string>;
  created_at: Generated<string>;
  data_controller: Generated<string>;
  data_protection_contact: Generated<string>;
  deletes_old_records: Generated<boolean>;
  expiry_days: Generated<number>;
  id: Generated<string>;
  is_system: Generated<boolean>;
  last_letter_batch: Generated<number>;
  last_reminder_days: Generated<number>;
  letter_price: Numeric | null;
  logo: Buffer | null;
  logo_type: string | null;
  logo_version: Generated<string | null>;
  minimum_age: Generated<number>;
  name: string;
  not_delivered_hours: Generated<number>;
  ods_code: string;
  privacy_notice: Generated<string>;
  regulatory_body: Generated<string>;
  reminder_days: Generated<number>;
  removal_days: Generated<number>;
  retention_years: Generated<number>;
  second_factor_from: string | null;
  second_factor_required: Generated<boolean>;
  second_reminder_days: Generated<number>;
  sending_from: Generated<number>;
  sending_until: Generated<number>;
  sends_on_bank_holidays: Generated<boolean>;
  sends_on_weekdays_only: Generated<boolean>;
  sms_fragment_price: Numeric | null;
  support_contact: Generated<string>;
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

export interface OutcomeForms {
  form_id: string;
  organisation_id: Generated<string>;
  outcome_id: string;
}

export interface Outcomes {
  created_at: Generated<string>;
  id: Generated<string>;
  is_in_use: Generated<boolean>;
  name: string;
  organisation_id: Generated<string>;
  position: number;
  updated_at: Generated<string>;
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
  code_hash: Buffer | null;
  locked_at: string | null;
  organisation_id: Generated<string>;
  request_id: string;
  token_hash: Buffer;
  wrong_attempts: Generated<number>;
  wrong_in_all: Generated<number>;
}

export interface PatientMerges {
  fields: unknown;
  id: Generated<string>;
  kept_id: string;
  merged_at: Generated<string>;
  merged_by: string;
  merged_id: string;
  moved: unknown;
  note: Generated<string>;
  organisation_id: Generated<string>;
  reason: string;
  undone_at: string | null;
  undone_by: string | null;
  was_archived_at: string | null;
}

export interface Patients {
  address_changed_at: string | null;
  admission_status: Generated<string>;
  archived_at: string | null;
  county: Generated<string>;
  created_at: Generated<string>;
  date_of_birth: string;
  date_of_death: string | null;
  email_address: string | null;
  first_name: string;
  hold_reason: Generated<string>;
  hold_since: string | null;
  id: Generated<string>;
  import_job_id: string | null;
  import_wrote_at: string | null;
  is_archived: Generated<boolean>;
  is_deceased: Generated<boolean>;
  is_left_out_of_nhs_app: Generated<boolean>;
  is_on_record: Generated<boolean>;
  is_submitted: Generated<boolean>;
  last_name: string;
  line1: Generated<string>;
  line2: Generated<string>;
  local_patient_id: string | null;
  local_patient_id_key: Generated<string | null>;
  locale: Generated<string>;
  may_be_contacted: Generated<boolean>;
  merged_into_id: string | null;
  name_key: string;
  nhs_number: string | null;
  opt_outs: Generated<unknown>;
  opted_out_methods: Generated<string[]>;
  organisation_id: Generated<string>;
  phone_changed_at: string | null;
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
  has_sent_answers: Generated<boolean>;
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

export interface RecordServiceStates {
  failures: Generated<number>;
  last_error: string | null;
  last_sent_at: string | null;
  next_try_at: Generated<string>;
  organisation_id: Generated<string>;
}

export interface ReportMonths {
  counted_at: Generated<string>;
  month: string;
  organisation_id: Generated<string>;
  sheets: unknown;
}

export interface Reports {
  completed_at: string | null;
  created_at: Generated<string>;
  created_by: string | null;
  created_by_name: Generated<string>;
  failure: Generated<string>;
  id: Generated<string>;
  month: string;
  organisation_id: Generated<string>;
  run: Generated<number>;
  schedule_id: string | null;
  status: Generated<string>;
  type: string;
}

export interface ReportSchedules {
  created_at: Generated<string>;
  created_by: string | null;
  created_by_name: string;
  done_month: string;
  failure: Generated<string>;
  id: Generated<string>;
  is_active: Generated<boolean>;
  last_sent_at: string | null;
  member_id: string;
  member_name: string;
  organisation_id: Generated<string>;
  stop_reason: Generated<string>;
  type: string;
}

export interface RuledOutDuplicates {
  agrees_in: string[];
  one_id: string;
  organisation_id: Generated<string>;
  other_id: string;
  ruled_out_at: Generated<string>;
  ruled_out_by: string | null;
}

export interface SavedViews {
  created_at: Generated<string>;
  filters: Generated<unknown>;
  id: Generated<string>;
  is_default: Generated<boolean>;
  is_shared: Generated<boolean>;
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

export interface Series {
  created_at: Generated<string>;
  created_by: string | null;
  date_label: string;
  form_id: string;
  id: Generated<string>;
  late_days: Generated<number>;
  method: string | null;
  name: string;
  organisation_id: Generated<string>;
  resumed_on: string | null;
  schedule: unknown;
  schedule_version: Generated<number>;
  specialty: Generated<string>;
  state: Generated<string>;
  stop_question: string | null;
  stop_values: Generated<string[]>;
  updated_at: Generated<string>;
  when_open: Generated<string>;
}

export interface SeriesEnrolments {
  created_at: Generated<string>;
  created_by: string | null;
  end_reason: string | null;
  id: Generated<string>;
  organisation_id: Generated<string>;
  patient_id: string;
  patient_name_key: string;
  schedule_version: number;
  series_id: string;
  starts_on: string;
  state: Generated<string>;
  updated_at: Generated<string>;
  ward_id: string | null;
}

export interface SeriesOccasions {
  amount: number;
  day: Generated<string>;
  decided_at: string | null;
  due_on: string;
  enrolment_id: string;
  id: Generated<string>;
  moved_to: string | null;
  note: Generated<string>;
  organisation_id: Generated<string>;
  reason: string | null;
  request_id: string | null;
  series_id: string;
  state: Generated<string>;
  unit: string;
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
  answered_by: Generated<string>;
  answers: unknown;
  carer_name: Generated<string>;
  carer_relationship: Generated<string>;
  channel: Generated<string>;
  checked_details: Generated<string[]>;
  form_id: string;
  form_version: number;
  id: Generated<string>;
  language: string | null;
  organisation_id: Generated<string>;
  request_id: string;
  submitted_at: Generated<string>;
  typed_by: string | null;
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

export interface UsedLinkProofs {
  expires_at: string;
  organisation_id: Generated<string>;
  proof_hash: Buffer;
  request_id: string;
}

export interface VerifiedCheckpoints {
  lane: number;
  organisation_id: Generated<string>;
  seal: string;
  seq: number;
  signature: string;
  verified_at: string;
  whole_check: string | null;
}

export interface WaitingListChanges {
  count: number;
  form_id: string;
  id: Generated<number>;
  organisation_id: Generated<string>;
  queue: string;
  specialty: string;
  waiting_since: string | null;
}

export interface WaitingListCounts {
  count: number;
  form_id: string;
  organisation_id: Generated<string>;
  queue: string;
  specialty: string;
}

export interface WaitingListDayCounts {
  count: number;
  organisation_id: Generated<string>;
  queue: string;
  waiting_since: string;
}

export interface WaitingListRemovals {
  approved_at: Generated<string>;
  approved_by: string;
  ended_at: string | null;
  ended_by: string | null;
  final_at: string;
  organisation_id: Generated<string>;
  reason: Generated<string>;
  request_id: string;
  state: Generated<string>;
  told_at: string | null;
  told_by: string | null;
}

export interface WaitingListReviews {
  decided_at: string | null;
  decided_by: string | null;
  decision: string | null;
  form_id: string;
  note: Generated<string>;
  opened_at: Generated<string>;
  organisation_id: Generated<string>;
  queue: string;
  request_id: string;
  specialty: string;
  state: Generated<string>;
  waiting_since: string | null;
}

export interface Wards {
  created_at: Generated<string>;
  id: Generated<string>;
  is_archived: Generated<boolean>;
  name: string;
  organisation_id: Generated<string>;
}

export interface WebhookDeliveries {
  duration_ms: number | null;
  endpoint_id: string;
  event_id: string;
  failure: string | null;
  first_tried_at: string | null;
  last_tried_at: string | null;
  next_try_at: Generated<string>;
  organisation_id: Generated<string>;
  position: number;
  resource_id: string;
  state: string;
  status: number | null;
  tries: Generated<number>;
}

export interface WebhookEndpoints {
  address: string;
  created_at: Generated<string>;
  created_by: string | null;
  description: string;
  event_types: string[];
  failing_since: string | null;
  failures: Generated<number>;
  id: Generated<string>;
  last_delivered_at: string | null;
  organisation_id: Generated<string>;
  paused_until: string | null;
  previous_sealed_secret: Buffer | null;
  previous_secret_until: string | null;
  sealed_secret: Buffer;
  secret_set_at: Generated<string>;
  switched_off_at: string | null;
  switched_off_reason: string | null;
  updated_at: Generated<string>;
}

export interface Tables {
  account_passkeys: AccountPasskeys;
  account_recovery_codes: AccountRecoveryCodes;
  account_totp: AccountTotp;
  accounts: Accounts;
  answer_changes: AnswerChanges;
  answer_counts: AnswerCounts;
  answer_drafts: AnswerDrafts;
  answering_sessions: AnsweringSessions;
  archived_audit_ranges: ArchivedAuditRanges;
  arriving_organisations: ArrivingOrganisations;
  audit_check_parts: AuditCheckParts;
  audit_checkpoints: AuditCheckpoints;
  audit_checks: AuditChecks;
  audit_events: AuditEvents;
  bulk_change_requests: BulkChangeRequests;
  bulk_changes: BulkChanges;
  channel_accounts: ChannelAccounts;
  channel_states: ChannelStates;
  channel_tests: ChannelTests;
  chosen_answers: ChosenAnswers;
  drafts: Drafts;
  event_feeds: EventFeeds;
  event_wakeups: EventWakeups;
  export_jobs: ExportJobs;
  fhir_exports: FhirExports;
  file_chunks: FileChunks;
  flag_alerts: FlagAlerts;
  form_editors: FormEditors;
  form_request_changes: FormRequestChanges;
  form_request_counts: FormRequestCounts;
  form_request_events: FormRequestEvents;
  form_request_notes: FormRequestNotes;
  form_requests: FormRequests;
  form_versions: FormVersions;
  forms: Forms;
  idempotency_keys: IdempotencyKeys;
  import_jobs: ImportJobs;
  import_mappings: ImportMappings;
  import_row_problems: ImportRowProblems;
  import_rows: ImportRows;
  import_uploads: ImportUploads;
  instance_keys: InstanceKeys;
  integration_client_calls: IntegrationClientCalls;
  integration_client_credentials: IntegrationClientCredentials;
  integration_clients: IntegrationClients;
  integration_events: IntegrationEvents;
  known_devices: KnownDevices;
  letter_batches: LetterBatches;
  library_questions: LibraryQuestions;
  member_wards: MemberWards;
  members: Members;
  message_batches: MessageBatches;
  message_changes: MessageChanges;
  message_counts: MessageCounts;
  moved_links: MovedLinks;
  moved_organisations: MovedOrganisations;
  moving_jobs: MovingJobs;
  nhs_app_patients: NhsAppPatients;
  nhs_app_settings: NhsAppSettings;
  notification_template_uses: NotificationTemplateUses;
  notification_template_versions: NotificationTemplateVersions;
  notification_templates: NotificationTemplates;
  notifications: Notifications;
  oidc_store: OidcStore;
  one_time_links: OneTimeLinks;
  organisation_totals: OrganisationTotals;
  organisations: Organisations;
  outbox_messages: OutboxMessages;
  outcome_forms: OutcomeForms;
  outcomes: Outcomes;
  patient_counts: PatientCounts;
  patient_links: PatientLinks;
  patient_merges: PatientMerges;
  patient_sessions: PatientSessions;
  patient_words: PatientWords;
  patients: Patients;
  pep_configs: PepConfigs;
  raised_flags: RaisedFlags;
  record_service_states: RecordServiceStates;
  report_months: ReportMonths;
  report_schedules: ReportSchedules;
  reports: Reports;
  ruled_out_duplicates: RuledOutDuplicates;
  saved_views: SavedViews;
  seen_proofs: SeenProofs;
  series: Series;
  series_enrolments: SeriesEnrolments;
  series_occasions: SeriesOccasions;
  session_proofs: SessionProofs;
  sign_in_throttle: SignInThrottle;
  signing_keys: SigningKeys;
  submission_scores: SubmissionScores;
  submissions: Submissions;
  upstream_subjects: UpstreamSubjects;
  used_link_proofs: UsedLinkProofs;
  verified_checkpoints: VerifiedCheckpoints;
  waiting_list_changes: WaitingListChanges;
  waiting_list_counts: WaitingListCounts;
  waiting_list_day_counts: WaitingListDayCounts;
  waiting_list_removals: WaitingListRemovals;
  waiting_list_reviews: WaitingListReviews;
  wards: Wards;
  webhook_deliveries: WebhookDeliveries;
  webhook_endpoints: WebhookEndpoints;
}

/** Tables whose rows belong to an organisation. */
export const organisationTables: ReadonlySet<string> = new Set([
  "answer_changes",
  "answer_counts",
  "answer_drafts",
  "answering_sessions",
  "archived_audit_ranges",
  "audit_check_parts",
  "audit_checkpoints",
  "audit_checks",
  "audit_events",
  "bulk_change_requests",
  "bulk_changes",
  "channel_accounts",
  "channel_tests",
  "chosen_answers",
  "drafts",
  "event_feeds",
  "event_wakeups",
  "export_jobs",
  "fhir_exports",
  "file_chunks",
  "flag_alerts",
  "form_editors",
  "form_request_changes",
  "form_request_counts",
  "form_request_events",
  "form_request_notes",
  "form_requests",
  "form_versions",
  "forms",
  "idempotency_keys",
  "import_jobs",
  "import_mappings",
  "import_row_problems",
  "import_rows",
  "import_uploads",
  "integration_client_credentials",
  "integration_clients",
  "integration_events",
  "letter_batches",
  "library_questions",
  "member_wards",
  "members",
  "message_batches",
  "message_changes",
  "message_counts",
  "nhs_app_patients",
  "nhs_app_settings",
  "notification_template_uses",
  "notification_template_versions",
  "notification_templates",
  "notifications",
  "organisation_totals",
  "outbox_messages",
  "outcome_forms",
  "outcomes",
  "patient_counts",
  "patient_links",
  "patient_merges",
  "patient_sessions",
  "patient_words",
  "patients",
  "pep_configs",
  "raised_flags",
  "record_service_states",
  "report_months",
  "report_schedules",
  "reports",
  "ruled_out_duplicates",
  "saved_views",
  "series",
  "series_enrolments",
  "series_occasions",
  "submission_scores",
  "submissions",
  "used_link_proofs",
  "verified_checkpoints",
  "waiting_list_changes",
  "waiting_list_counts",
  "waiting_list_day_counts",
  "waiting_list_removals",
  "waiting_list_reviews",
  "wards",
  "webhook_deliveries",
  "webhook_endpoints",
]);
