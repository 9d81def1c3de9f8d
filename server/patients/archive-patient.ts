import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { autoCloseRequests } from '#server/requests/auto-close-requests.ts'

import { lockPatient, setArchived } from './patient-rows.sql.ts'
import { getPatient } from './patients.sql.ts'

/** Hides a patient from the lists and stops waiting for their answers; everything about them stays. */
export async function archivePatient(ctx: Context, id: string) {
  const { isArchived } = await lockPatient(ctx, id)
  if (!isArchived) {
    await setArchived(ctx, id, true)
    await audit(ctx, 'patientDeleted', { subjectId: id, patientId: id })
    await autoCloseRequests(ctx, id)
  }
  return getPatient(ctx, id)
}
