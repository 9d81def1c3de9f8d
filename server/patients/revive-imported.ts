import { auditPatients } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'

import { findUndone, reviveUntouched } from './imported-patients.sql.ts'
import type { CheckedPatient } from './patients-in-bulk.sql.ts'

/** Brings back those of these patients whom undoing an import had archived, as they are named now: they count as brought by this one. Answers their ids. */
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
