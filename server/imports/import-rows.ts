import type { ImportRow } from '#domain/import-row.ts'
import { findLiveForm } from '#server/forms/find-form.ts'
import { createPatients } from '#server/patients/create-patients.ts'
import { fillContacts } from '#server/patients/fill-contacts.ts'
import type { Context } from '#server/platform/context.ts'
import { createRequests } from '#server/requests/create-requests.ts'

import { markImported, markRefused, type RowProblem, type WaitingRow } from './import-rows.sql.ts'
import { judgePatients } from './judge-patients.ts'

/** Turns a batch of rows into form requests, all in the caller's transaction. What has become impossible since the check is marked as an error. */
export async function importRows(ctx: Context, jobId: string, rows: WaitingRow[]) {
  const stillLive = await liveForms(ctx, rows)
  const judged = await judgePatients(
    ctx,
    rows.map(({ row }) => row),
  )
  const refused = rows.flatMap((waiting, index) => {
    const problems = stillLive.has(waiting.row.formId) ? judged[index]!.refusals : [notLive] // one judgement a row
    return problems.length > 0 ? [{ ...waiting, problems }] : []
  })
  if (refused.length > 0) await markRefused(ctx, jobId, refused)

  const refusedRows = new Set(refused.map(({ rowNumber }) => rowNumber))
  const good = rows.flatMap(({ rowNumber, row }, index) =>
    refusedRows.has(rowNumber) ? [] : [{ rowNumber, row, patientId: judged[index]!.patientId }],
  )
  const asked = await withPatients(ctx, good)
  const imported = []
  for (const [formId, group] of Map.groupBy(asked, ({ row }) => row.formId)) {
    const ids = await createRequests(ctx, group.map(toRequest), { formId, importJobId: jobId })
    imported.push(...group.map(({ rowNumber }, index) => ({ rowNumber, requestId: ids[index]! }))) // ids come in the order asked for
  }
  if (imported.length > 0) await markImported(ctx, jobId, imported)
}

const notLive: RowProblem = { column: 'form', code: 'unknown_form', message: 'This form was archived before the row was imported.' }

async function liveForms(ctx: Context, rows: WaitingRow[]) {
  const live = new Set<string>()
  for (const formId of new Set(rows.map(({ row }) => row.formId))) if (await findLiveForm(ctx, formId)) live.add(formId)
  return live
}

type Good = { rowNumber: number; row: ImportRow; patientId: string | null }
type Asked = Good & { patientId: string }

/** New patients are created, once each however many rows name them; known ones get the contact details they lack. */
async function withPatients(ctx: Context, rows: Good[]): Promise<Asked[]> {
  await fillContacts(
    ctx,
    rows.flatMap(({ row, patientId }) => (patientId === null ? [] : [{ id: patientId, phoneNumber: row.phone, emailAddress: row.email }])),
  )
  const firstRows = new Map(rows.toReversed().flatMap(({ row, patientId }) => (patientId === null ? [[row.nhsNumber, row] as const] : [])))
  const numbers = [...firstRows.keys()]
  const ids = await createPatients(ctx, [...firstRows.values()].map(toPatient))
  const created = new Map(numbers.map((nhsNumber, index) => [nhsNumber, ids[index]!])) // ids come in the order asked for
  return rows.map((one) => ({ ...one, patientId: one.patientId ?? created.get(one.row.nhsNumber)! })) // created just above
}

const toPatient = ({ phone, email, method, ...row }: ImportRow) => ({
  ...row,
  phoneNumber: phone,
  emailAddress: email,
  preferredMethod: method,
})

const toRequest = ({ row, patientId }: Asked) => ({
  patientId,
  method: row.method,
  specialty: row.specialty,
  pathwayId: row.pathwayId ?? '',
  location: row.location ?? '',
  event: row.event ?? '',
})
