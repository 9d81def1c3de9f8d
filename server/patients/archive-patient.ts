import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { autoCloseRequests } from '#server/requests/auto-close-requests.ts'

import { lockPatient, setArchived } from './patient-rows.sql.ts'
import { getPatient } from './patients.sql.ts'

/** Hides a patient from the lists and stops waiting for their answers; everything about them stays. */
export async function archivePatient(ctx: Context, id: string) {
  const { isArchived } = await lockPatient(ctx, id)
  // Whoever changes nothing is still answered with the record, and has read it.
  if (isArchived) await audit(ctx, 'patientRead', { subjectId: id, patientId: id })
  else {
    await setArchived(ctx, id, true)
    await audit(ctx, 'patientDeleted', { subjectId: id, patientId: id })
    await autoCloseRequests(ctx, id)
  }
  return getPatient(ctx, id)
}
