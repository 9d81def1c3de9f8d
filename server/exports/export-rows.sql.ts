import { sql } from 'kysely'

import type { Answers } from '#domain/form/question.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import type { RequestStatus } from '#domain/request-status.ts'
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
    .select(['r.id', 'r.status', 'r.is_urgent', 'r.form_version', 'v.title', 'r.specialty', 'r.pathway_id', 'r.location', 'r.event'])
    .select(['r.notification_method', 'r.created_at', 'r.notified_at', 'r.opened_at', 'r.completed_at', 'r.closed_at', 'r.expires_at'])
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

const toExportRow = (row: Row) => ({
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

/** The spreadsheet rows of these requests, in the given order. */
export async function readExportRows(ctx: Context, ids: string[]): Promise<ExportRow[]> {
  const rows = await selectRows(ctx)
    .where(sql<boolean>`r.id = any(${ids}::uuid[])`)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, toExportRow(row)]))
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
