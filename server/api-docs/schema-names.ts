import type { z } from 'zod'

import { LogEntry } from '#contract/audit.ts'
import { BulkChange, BulkPreview } from '#contract/bulk-changes.ts'
import { ExportJob } from '#contract/exports.ts'
import { FormFigures } from '#contract/form-analytics.ts'
import { Condition, Definition, Question, RedFlag, Score } from '#contract/form-definition.ts'
import { ImportPreview } from '#contract/form-exchange.ts'
import { FormDetails, SubmissionSummary, SubmissionDetails, FormSummary, FormVersion, FormVersionDetails } from '#contract/forms.ts'
import { ImportJob, ImportRowVerdict } from '#contract/imports.ts'
import { ChangedRequests, SavedView } from '#contract/worklist.ts'
import { CurrentMember, Member } from '#contract/members.ts'
import { Message, MessageRecord } from '#contract/messages.ts'
import { NotificationTemplate, OutboxMessage } from '#contract/notifications.ts'
import { CurrentOrganisation, Organisation } from '#contract/organisations.ts'
import { NewPatient, Patient, PatientChanges, PatientInList } from '#contract/patients.ts'
import { PepConfig, PepPlace } from '#contract/pep.ts'
import { ProblemBody } from '#contract/problems.ts'
import { Report, ReportSchedule } from '#contract/reports.ts'
import { RequestDetails, RequestSummary } from '#contract/request-records.ts'
import { RequestFilters, RequestGroupings } from '#contract/request-filters.ts'
import { KeptScore, RaisedFlag, ScoreSeries } from '#contract/scores.ts'
import { SecondFactors } from '#contract/own-account.ts'
import { Ward } from '#contract/wards.ts'

/** The types that a generated client has by name; every other schema is written out where it is used. */
export const schemaNames = {
  Patient,
  PatientSummary: PatientInList,
  NewPatient,
  PatientChanges,
  FormRequest: RequestDetails,
  FormRequestSummary: RequestSummary,
  FormRequestFilters: RequestFilters,
  FormRequestGroupings: RequestGroupings,
  Form: FormDetails,
  FormSummary,
  FormVersion: FormVersionDetails,
  FormVersionSummary: FormVersion,
  FormDefinition: Definition,
  FormQuestion: Question,
  FormCondition: Condition,
  FormScore: Score,
  FormRedFlag: RedFlag,
  FormFigures,
  Submission: SubmissionDetails,
  SubmissionSummary,
  Score: KeptScore,
  RaisedFlag,
  ScoreSeries,
  QuestionnaireImportPreview: ImportPreview,
  ImportJob,
  ImportRow: ImportRowVerdict,
  ExportJob,
  BulkChange,
  BulkPreview,
  Report,
  ReportSchedule,
  Organisation,
  CurrentOrganisation,
  Ward,
  Member,
  CurrentMember,
  SecondFactors,
  PepConfig,
  PepPlace,
  NotificationTemplate,
  OutboxMessage,
  Message,
  MessageRecord,
  SavedView,
  ChangedFormRequests: ChangedRequests,
  AuditLogEntry: LogEntry,
  Problem: ProblemBody,
} satisfies Record<string, z.ZodType>
