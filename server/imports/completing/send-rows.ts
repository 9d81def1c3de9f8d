import type { ImportRow } from '#domain/import-row.ts'
import { createPatients, fillContacts, reviveImported } from '#server/patients/patients.ts'
import type { Context } from '#server/platform/context.ts'
import { createRequests, getSendingTerms, replaceRequests } from '#server/requests/requests.ts'

import { markImported, type ImportedRow } from './waiting-rows.sql.ts'

type Sent = { rowNumber: number; row: ImportRow; patientId: string | null; replacedIds: string[] }
type Asked = Sent & { patientId: string }

/** Makes form requests of rows, and closes the ones that they take the place of. */
export async function sendRows(ctx: Context, jobId: string, rows: Sent[]): Promise<{ imported: ImportedRow[]; createdPatients: number }> {
  if (rows.length === 0) return { imported: [], createdPatients: 0 }
  const { asked, createdPatients } = await withPatients(ctx, jobId, rows)
  await replaceRequests(
    ctx,
    asked.flatMap(({ replacedIds }) => replacedIds),
  )
  const imported: ImportedRow[] = []
  for (const [formId, group] of Map.groupBy(asked, ({ row }) => row.formId)) {
    const ids = await createRequests(ctx, group.map(toRequest), await getSendingTerms(ctx, { formId }), { importJobId: jobId })
    imported.push(...group.map((one, index) => ({ ...one, requestId: ids[index]! }))) // ids come in the order asked for
  }
  await markImported(ctx, jobId, imported)
  return { imported, createdPatients }
}

/** New patients are created, once each however many rows name them, or brought back if an import that was undone had; known ones get the contact details they lack. */
async function withPatients(ctx: Context, jobId: string, rows: Sent[]): Promise<{ asked: Asked[]; createdPatients: number }> {
  const knownRows = new Map(rows.toReversed().flatMap(({ row, patientId }) => (patientId === null ? [] : [[patientId, row] as const])))
  const revived = await reviveImported(
    ctx,
    jobId,
    [...knownRows].map(([id, row]) => ({ id, ...toPatient(row) })),
  )
  await fillContacts(
    ctx,
    rows.flatMap(({ row, patientId }) => (patientId === null ? [] : [{ id: patientId, phoneNumber: row.phone, emailAddress: row.email }])),
  )
  const firstRows = new Map(rows.toReversed().flatMap(({ row, patientId }) => (patientId === null ? [[row.nhsNumber, row] as const] : [])))
  const numbers = [...firstRows.keys()]
  const ids = await createPatients(ctx, [...firstRows.values()].map(toPatient), { importJobId: jobId })
  const created = new Map(numbers.map((nhsNumber, index) => [nhsNumber, ids[index]!])) // ids come in the order asked for
  const asked = rows.map((one) => ({ ...one, patientId: one.patientId ?? created.get(one.row.nhsNumber)! })) // created just above
  return { asked, createdPatients: ids.length + revived.length }
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
