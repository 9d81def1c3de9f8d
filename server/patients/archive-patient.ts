import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'

import { lockPatient, setArchived } from './patient-rows.sql.ts'
import { getPatient } from './patients.sql.ts'

/** Ends the form requests of a patient; given by app.ts, because requests/ builds on patients/. */
export type EndRequestsOf = (ctx: Context, patientId: string) => Promise<unknown>

/** Hides a patient from the lists and ends their form requests; the record and its answers stay. */
export async function archivePatient(ctx: Context, id: string, endRequestsOf: EndRequestsOf) {
  const { isArchived } = await lockPatient(ctx, id)
  // The answer holds the record also when nothing changes, so that is audited as a view.
  if (isArchived) await audit(ctx, 'patientRead', { subjectId: id, patientId: id })
  else {
    await setArchived(ctx, id, true)
    await audit(ctx, 'patientDeleted', { subjectId: id, patientId: id })
    await endRequestsOf(ctx, id)
  }
  return getPatient(ctx, id)
}
