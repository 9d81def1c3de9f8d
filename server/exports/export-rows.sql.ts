import { sql } from 'kysely'

import type { AnswerChannel, Answerer } from '#domain/answering.ts'
import type { Answers } from '#domain/form/question.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import type { RequestStatus } from '#domain/request-status.ts'
import type { Note } from '#contract/notes.ts'
import { readNotes } from '#server/notes/notes.ts'
import type { Context } from '#server/platform/context.ts'

const selectRows = ({ tx }: Context) =>
  tx
    .selectFrom('form_requests as r')
    .innerJoin('patients as p', (on) => on.onRef('p.organisation_id', '=', 'r.organisation_id').onRef('p.id', '=', 'r.patient_id'))
    .innerJoin('form_versions as v', (on) =>
      on
        .onRef('v.organisation_id', '=', 'r.organisation_id')
        .onRef('v.form_id', '=', 'r.form_id')
        .onRef('v.version', '=', 'r.form_version'),
    )
    .leftJoin('members as m', (on) => on.onRef('m.organisation_id', '=', 'r.organisation_id').onRef('m.id', '=', 'r.assignee_id'))
    .leftJoin('submissions as s', (on) => on.onRef('s.organisation_id', '=', 'r.organisation_id').onRef('s.request_id', '=', 'r.id'))
    .leftJoin('members as t', (on) => on.onRef('t.organisation_id', '=', 's.organisation_id').onRef('t.id', '=', 's.typed_by'))
    .select(['s.channel', 's.answered_by', 's.carer_name', 's.carer_relationship'])
    .select(sql<string | null>`t.first_name || ' ' || t.last_name`.as('typed_by'))
    .select(['r.id', 'r.status', 'r.is_urgent', 'r.form_version', 'v.title', 'r.specialty', 'r.pathway_id', 'r.location', 'r.event'])
    .select([
      'r.outcome_name',
      'r.waiting_since',
      'r.notification_method',
      'r.created_at',
      'r.notified_at',
      'r.opened_at',
      'r.completed_at',
      'r.closed_at',
      'r.expires_at',
    ])
    .select([
      'p.id as patient_id',
      'p.nhs_number',
      'p.local_patient_id',
      'p.first_name',
      'p.last_name',
      'p.date_of_birth',
      'p.sex',
      'p.phone_number',
    ])
    .select(['p.email_address', 'p.line1', 'p.line2', 'p.town', 'p.county', 'p.postcode'])
    .select(['m.first_name as assignee_first', 'm.last_name as assignee_last'])
type Row = Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>

const toExportRow = (row: Row, notes: readonly Note[]) => ({
  id: row.id,
  patientId: row.patient_id,
  status: row.status as RequestStatus, // a check constraint holds the same seven
  isUrgent: row.is_urgent,
  formTitle: row.title,
  formVersion: row.form_version,
  specialty: row.specialty,
  pathwayId: row.pathway_id,
  location: row.location,
  event: row.event,
  method: row.notification_method as NotificationMethod, // likewise
  createdAt: row.created_at,
  notifiedAt: row.notified_at,
  openedAt: row.opened_at,
  submittedAt: row.completed_at,
  closedAt: row.closed_at,
  expiresAt: row.expires_at,
  outcome: row.outcome_name ?? '',
  waitingSince: row.waiting_since,
  notes,
  channel: row.channel as AnswerChannel | null, // likewise
  answeredBy: row.answered_by as Answerer | null,
  carer: [row.carer_name, row.carer_relationship].filter(Boolean).join(', '),
  typedBy: row.typed_by ?? '',
  assignee: row.assignee_first === null ? '' : `${row.assignee_first} ${row.assignee_last}`,
  patient: {
    nhsNumber: row.nhs_number,
    localPatientId: row.local_patient_id,
    firstName: row.first_name,
    lastName: row.last_name,
    dateOfBirth: row.date_of_birth,
    sex: row.sex,
    phoneNumber: row.phone_number,
    emailAddress: row.email_address,
    address: [row.line1, row.line2, row.town, row.county, row.postcode].filter((line) => line !== '').join(', '),
  },
})
export type ExportRow = ReturnType<typeof toExportRow>

/** The spreadsheet rows of these requests, in the given order. Notes are personal data, so they are read only for a file with personal data. */
export async function readExportRows(ctx: Context, ids: string[], { hasPersonalData }: { hasPersonalData: boolean }): Promise<ExportRow[]> {
  // Sent together, so that both need one round trip.
  const [noted, rows] = await Promise.all([
    hasPersonalData ? readNotes(ctx, ids) : undefined,
    selectRows(ctx)
      .where(sql<boolean>`r.id = any(${ids}::uuid[])`)
      .execute(),
  ])
  const byId = new Map(rows.map((row) => [row.id, toExportRow(row, noted?.get(row.id) ?? [])]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export type AnsweredRequest = { requestId: string; formId: string; version: number; submittedAt: string; answers: Answers }

/** The answers to these requests, in the given order. */
export async function readAnswers({ tx }: Context, ids: string[]): Promise<AnsweredRequest[]> {
  const rows = await tx
    .selectFrom('submissions')
    .select(['request_id', 'form_id', 'form_version', 'submitted_at', 'answers'])
    .where(sql<boolean>`request_id = any(${ids}::uuid[])`)
    .execute()
  const byId = new Map(rows.map((row) => [row.request_id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    if (!row) return []
    const answers = row.answers as Answers // checked against the version before it was stored
    return [{ requestId: id, formId: row.form_id, version: row.form_version, submittedAt: row.submitted_at, answers }]
  })
}

/** The organisation of this transaction, as a column of an export of all organisations. */
export async function readOrganisationName({ tx, organisationId }: Context) {
  const row = await tx.selectFrom('organisations').select(['name', 'ods_code']).where('id', '=', organisationId).executeTakeFirstOrThrow()
  return { name: row.name, odsCode: row.ods_code }
}
