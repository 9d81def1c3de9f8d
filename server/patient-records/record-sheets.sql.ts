import { type RawBuilder, sql } from 'kysely'

import type { AnswerChannel, Answerer } from '#domain/answering.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import type { Answers } from '#domain/form/question.ts'
import type { MessageMethod, NotificationCategory, NotificationStatus } from '#domain/notification.ts'
import type { MergeReason } from '#domain/patient-merge.ts'
import type { RequestStatus } from '#domain/request-status.ts'
import type { SeriesState } from '#domain/series-states.ts'
import type { WaitingListQueue } from '#domain/waiting-list-queues.ts'
import type { WaitingListOutcome } from '#domain/waiting-list.ts'
import type { Context } from '#server/platform/context.ts'

type Place = Pick<Context, 'tx' | 'organisationId'>

/** The patient's record and those that were merged into it, directly or not, with whether the member sees their wards. */
export const listRecords = (at: Place, patientId: string) =>
  rowsOf(
    at,
    sql<{ id: string; isSeen: boolean }>`
      select r.id, p.id is not null as "isSeen"
      from records_of_patient(${patientId}::uuid) as r (id)
      left join patients p on p.organisation_id = ${at.organisationId}::uuid and p.id = r.id`,
  )

/** The form requests `r` of the patient, each with the version `v` of the form that was sent. */
const requestsOf = ({ organisationId }: Place, patientId: string) => sql`
  (select * from form_requests where organisation_id = ${organisationId}::uuid and patient_id = ${patientId}::uuid) r
  join form_versions v on v.organisation_id = r.organisation_id and v.form_id = r.form_id and v.version = r.form_version`

async function rowsOf<Row>({ tx }: Place, statement: RawBuilder<Row>) {
  const { rows } = await statement.execute(tx)
  return rows
}

/** Times are ISO 8601. The words are those of check constraints. */
export type RequestRow = {
  id: string
  form: string
  status: RequestStatus
  specialty: string
  location: string
  pathwayId: string
  event: string
  waitingSince: string | null
  method: MessageMethod
  createdAt: string
  openedAt: string | null
  completedAt: string | null
  closedAt: string | null
  expiresAt: string
  assignee: string | null
  outcome: string | null
  isUrgent: boolean
}

export const listRequests = (at: Place, patientId: string) =>
  rowsOf(
    at,
    sql<RequestRow>`
      select r.id, v.title as form, r.status, r.specialty, r.location, r.pathway_id as "pathwayId", r.event,
        r.waiting_since::text as "waitingSince", r.notification_method as method, r.created_at as "createdAt", r.opened_at as "openedAt",
        r.completed_at as "completedAt", r.closed_at as "closedAt", r.expires_at as "expiresAt", r.outcome_name as outcome, r.is_urgent as "isUrgent",
        (select m.first_name || ' ' || m.last_name from members m where m.organisation_id = r.organisation_id and m.id = r.assignee_id) as assignee
      from ${requestsOf(at, patientId)} order by r.created_at, r.id`,
  )

export type SubmissionRow = {
  form: string
  definition: FormDefinition
  answers: Answers
  /** Null: typed and not sent. */
  submittedAt: string | null
  channel: AnswerChannel | null
  answeredBy: Answerer | null
  carerName: string | null
  carerRelationship: string | null
}

/** Submitted answers, and the answers that the patient has typed and not sent. */
export const listSubmissions = (at: Place, patientId: string) =>
  rowsOf(
    at,
    sql<SubmissionRow>`
      select v.title as form, v.definition, coalesce(s.answers, d.answers) as answers, s.submitted_at as "submittedAt", s.channel,
        s.answered_by as "answeredBy", s.carer_name as "carerName", s.carer_relationship as "carerRelationship"
      from ${requestsOf(at, patientId)}
      left join submissions s on s.organisation_id = r.organisation_id and s.request_id = r.id
      left join answer_drafts d on d.organisation_id = r.organisation_id and d.request_id = r.id and d.answers <> '{}' and s.id is null
      where s.id is not null or d.request_id is not null
      order by s.submitted_at, r.created_at`,
  )

export type ScoreRow = { form: string; submittedAt: string; name: string; value: number | null; band: string | null; isFlag: boolean }

export const listScores = (at: Place, patientId: string) =>
  rowsOf(
    at,
    sql<ScoreRow>`
      select v.title as form, s.submitted_at as "submittedAt", x.name, x.value, x.band, x.is_flag as "isFlag"
      from ${requestsOf(at, patientId)}
      join submissions s on s.organisation_id = r.organisation_id and s.request_id = r.id
      cross join lateral (
        select c.name, c.value, c.band, false as is_flag, c.position from submission_scores c
        where c.organisation_id = r.organisation_id and c.request_id = r.id
        union all
        select f.name, null, null, true, f.position from raised_flags f where f.organisation_id = r.organisation_id and f.request_id = r.id) x
      order by s.submitted_at, x.is_flag, x.position`,
  )

export type MessageRow = {
  form: string
  createdAt: string
  sentAt: string | null
  category: NotificationCategory
  method: MessageMethod
  status: NotificationStatus
  sentTo: string
}

export const listMessages = (at: Place, patientId: string) =>
  rowsOf(
    at,
    sql<MessageRow>`
      select v.title as form, n.created_at as "createdAt", n.sent_at as "sentAt", n.category, n.method, n.status, n.sent_to as "sentTo"
      from ${requestsOf(at, patientId)}
      join notifications n on n.organisation_id = r.organisation_id and n.request_id = r.id
      order by n.created_at, n.id`,
  )

export type NoteRow = { form: string; at: string; by: string; text: string; isCorrection: boolean }

export const listNotes = (at: Place, patientId: string) =>
  rowsOf(
    at,
    sql<NoteRow>`
      select v.title as form, n.created_at as at, m.first_name || ' ' || m.last_name as by, n.text, n.corrects_id is not null as "isCorrection"
      from ${requestsOf(at, patientId)}
      join form_request_notes n on n.organisation_id = r.organisation_id and n.request_id = r.id
      join members m on m.organisation_id = n.organisation_id and m.id = n.created_by
      order by n.created_at, n.id`,
  )

export type ReviewRow = {
  form: string
  queue: WaitingListQueue
  openedAt: string
  decision: WaitingListOutcome | null
  decidedAt: string | null
  note: string
}

/** The decisions about the patient on the waiting list. */
export const listReviews = (at: Place, patientId: string) =>
  rowsOf(
    at,
    sql<ReviewRow>`
      select v.title as form, w.queue, w.opened_at as "openedAt", w.decision, w.decided_at as "decidedAt", w.note
      from ${requestsOf(at, patientId)}
      join waiting_list_reviews w on w.organisation_id = r.organisation_id and w.request_id = r.id
      order by w.opened_at`,
  )

export type RemovalRow = {
  form: string
  state: string
  reason: string
  approvedAt: string
  approvedBy: string | null
  finalAt: string
  toldAt: string | null
}

/** The removals of the patient from the waiting list that were approved, also those that were withdrawn. */
export const listRemovals = (at: Place, patientId: string) =>
  rowsOf(
    at,
    sql<RemovalRow>`
      select v.title as form, w.state, w.reason, w.approved_at as "approvedAt", w.final_at as "finalAt", w.told_at as "toldAt",
        (select m.first_name || ' ' || m.last_name from members m where m.organisation_id = w.organisation_id and m.id = w.approved_by) as "approvedBy"
      from ${requestsOf(at, patientId)}
      join waiting_list_removals w on w.organisation_id = r.organisation_id and w.request_id = r.id
      order by w.approved_at`,
  )

export type EnrolmentRow = { series: string; startsOn: string; state: SeriesState; createdAt: string }

export const listEnrolments = (at: Place, patientId: string) =>
  rowsOf(
    at,
    sql<EnrolmentRow>`
      select s.name as series, e.starts_on::text as "startsOn", e.state, e.created_at as "createdAt"
      from series_enrolments e join series s on s.organisation_id = e.organisation_id and s.id = e.series_id
      where e.organisation_id = ${at.organisationId}::uuid and e.patient_id = ${patientId}::uuid order by e.created_at`,
  )

export type MergedRow = {
  mergedAt: string
  firstName: string
  lastName: string
  dateOfBirth: string
  localPatientId: string | null
  address: string
  phoneNumber: string | null
  emailAddress: string | null
  reason: MergeReason
  note: string
}

/** The records that were merged into the patient's record, directly or not, with their own details. */
export const listMergedRecords = (at: Place, patientId: string) =>
  rowsOf(
    at,
    sql<MergedRow>`
      select g.merged_at as "mergedAt", p.first_name as "firstName", p.last_name as "lastName", p.date_of_birth as "dateOfBirth",
        p.local_patient_id as "localPatientId", concat_ws(', ', nullif(p.line1, ''), nullif(p.line2, ''), nullif(p.town, ''), nullif(p.county, ''),
        nullif(p.postcode, '')) as address, p.phone_number as "phoneNumber", p.email_address as "emailAddress", g.reason, g.note
      from records_of_patient(${patientId}::uuid) as r (id)
      join patient_merges g on g.organisation_id = ${at.organisationId}::uuid and g.kept_id = r.id and g.undone_at is null
      join patients p on p.organisation_id = g.organisation_id and p.id = g.merged_id
      order by g.merged_at`,
  )
