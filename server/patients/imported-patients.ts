import { auditPatients } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'

import { archiveUntouched, findUndone, reviveUntouched } from './imported-patients.sql.ts'
import { type CheckedPatient, type Contacts, insertPatients, setMissingContacts } from './patients-in-bulk.sql.ts'

export type { CheckedPatient } from './patients-in-bulk.sql.ts'
export { lockImported } from './imported-patients.sql.ts'

/** Creates many patients for an import, about 5,000 at a time. Returns their ids in the same order. */
export async function createPatients(ctx: Context, patients: readonly CheckedPatient[], { importJobId }: { importJobId?: string } = {}) {
  if (!patients.length) return []
  const ids = await insertPatients(ctx, patients, importJobId)
  await auditPatients(ctx, 'patientCreated', ids)
  return ids
}

/** Adds missing phone numbers and email addresses. Known values stay, because the record counts. */
export async function fillContacts(ctx: Context, contacts: readonly Contacts[]) {
  if (contacts.length) await auditPatients(ctx, 'patientUpdated', await setMissingContacts(ctx, contacts))
}

/** Restores patients who were archived when an import was undone, with the values of this import. Returns their ids. */
export async function reviveImported(ctx: Context, importJobId: string, patients: readonly (CheckedPatient & { id: string })[]) {
  const undone = await findUndone(
    ctx,
    patients.map(({ id }) => id),
  )
  if (undone.size === 0) return []
  const revived = await reviveUntouched(
    ctx,
    importJobId,
    patients.filter(({ id }) => undone.has(id)),
  )
  await auditPatients(ctx, 'patientRestored', revived)
  await auditPatients(ctx, 'patientUpdated', revived)
  return revived
}

/** Archives patients whom the import created, whom nobody has changed since, and about whom nothing else is known. Returns their ids. */
export async function archiveImported(ctx: Context, importJobId: string, ids: string[]) {
  const archived = await archiveUntouched(ctx, importJobId, ids)
  if (archived.length) await auditPatients(ctx, 'patientDeleted', archived)
  return archived
}
