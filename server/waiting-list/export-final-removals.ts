import type { Input } from '#contract/route.ts'
import type { FileResponse } from '#contract/route.ts'
import type { waitingList } from '#contract/waiting-list.ts'
import { specialtyName } from '#domain/specialties.ts'
import type { OutgoingColumn, OutgoingRow } from '#server/documents/spreadsheet/write.ts'
import { tableFile } from '#server/documents/table-file.ts'
import { audit } from '#server/platform/audit.sql.ts'
import { type Context, wardLimitOf } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'

import { findStillNeeded, findWorse } from './removals.sql.ts'
import { findOpenAfter, type Place, readEntries } from './waiting-list.sql.ts'

type Asked = Input<typeof waitingList.exportFinal>['query']
type Filters = Omit<Asked, 'format'>

const columns: OutgoingColumn[] = [
  { header: 'NHS number', kind: 'text', width: 16 },
  { header: 'Local patient ID', kind: 'text', width: 18 },
  { header: 'Pathway ID', kind: 'text', width: 22 },
  { header: 'First name', kind: 'text', width: 18 },
  { header: 'Last name', kind: 'text', width: 22 },
  { header: 'Date of birth', kind: 'date', width: 14 },
  { header: 'Specialty', kind: 'text', width: 32 },
  { header: 'Reason the patient gave', kind: 'text', width: 36 },
  { header: 'Approved by', kind: 'text', width: 24 },
  { header: 'Reason for the approval', kind: 'text', width: 48 },
  { header: 'Final on', kind: 'datetime', width: 18 },
]
const batch = 500

/**
 * The patients to take off the list in the patient administration system, as a file. It is read and sent step by step, so this is no single
 * transaction. Each step is a transaction limited to the wards of the user.
 */
export async function exportFinalRemovals(ctx: Context, { format, ...filters }: Asked): Promise<FileResponse> {
  await audit(ctx, 'finalRemovalsExported', { detail: { format, filters } })
  return tableFile('take-off-the-list', format, { name: 'Take off the list', columns, rows: rowsOf(ctx, filters) })
}

async function* rowsOf({ actor, organisationId, services }: Context, filters: Filters): AsyncGenerator<OutgoingRow> {
  const binding = { organisationId, memberId: wardLimitOf(actor) }
  const at = new Date()
  let after: Place | undefined
  do {
    const from = after
    const page = await inTransaction(services.db, binding, (tx) =>
      readOn({ tx, actor, organisationId, services }, filters, { at, after: from }),
    )
    for (const { patient, specialty, ...entry } of page.entries)
      yield [
        patient.nhsNumber,
        entry.localPatientId,
        entry.pathwayId,
        patient.firstName,
        patient.lastName,
        patient.dateOfBirth,
        `${specialty} ${specialtyName(specialty) ?? ''}`.trim(),
        entry.reason,
        entry.approvedBy,
        entry.approvalReason,
        entry.finalAt,
      ]
    after = page.place
  } while (after)
}

/**
 * Reads one page, without patients who have just answered that they still need the appointment, and without those who say that symptoms are worse:
 * nobody can record that they were taken off the list (decide.ts). The patients in it are audited in the same transaction.
 */
async function readOn(ctx: Context, filters: Filters, { at, after }: { at: Date; after: Place | undefined }) {
  const found = await findOpenAfter(ctx, 'take_off_list', filters, { at, after, limit: batch })
  const ids = found.map(({ id }) => id)
  const needed = new Set(await findStillNeeded(ctx, batch, ids))
  const listed = ids.filter((id) => !needed.has(id))
  const read = await readEntries(ctx, 'take_off_list', listed)
  const worse = await findWorse(
    ctx,
    read.map(({ patient }) => patient.id),
  )
  const entries = read.filter(({ patient }) => !worse.has(patient.id))
  if (entries.length > 0) await audit(ctx, 'patientsExported', { patientIds: [...new Set(entries.map(({ patient }) => patient.id))] })
  return { entries, place: found.length < batch ? undefined : found.at(-1) }
}
