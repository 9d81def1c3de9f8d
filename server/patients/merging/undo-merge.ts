import type { PatientMerge } from '#contract/patient-merges.ts'
import { mergeUndoDays, undoEndsAt } from '#domain/patient-merge.ts'
import { unassignRequestsJob } from '#server/organisations/organisations.ts'
import { getPatient } from '#server/patients/patients.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { enqueueAll } from '#server/platform/jobs.ts'
import { publishPatients } from '#server/platform/events.sql.ts'
import { Problem } from '#server/platform/problem.ts'

import {
  deleteUnsentAnswersSince,
  endSessionsOfOpen,
  findAnsweredSince,
  findMerges,
  findRecords,
  isNumberTaken,
  type MergeRecord,
  moveRecord,
  restorable,
  setColumns,
  setStops,
  setUndone,
  setUnmerged,
  type StoredMerge,
  unitedStops,
} from './merges.sql.ts'

/** The merges of a record, with what an undo would do now. */
export async function listMerges(ctx: Context, id: string, now = new Date()): Promise<PatientMerge[]> {
  await getPatient(ctx, id)
  const merges = await findMerges(ctx, id)
  const records = await findRecords(ctx, [...new Set(merges.map(({ keptId }) => keptId))])
  await audit(ctx, 'patientRead', {
    subjectId: id,
    patientId: id,
    patientIds: [...new Set(merges.flatMap((one) => [one.keptId, one.mergedId]))],
  })
  return merges.map((merge) => {
    const kept = records.get(merge.keptId)! // the foreign key
    const { restored, unrestored } = restorable(kept.columns, merge.changes)
    const { formRequests, series, newFormRequests, answeredSince } = merge
    return {
      id: merge.id,
      kept: { id: merge.keptId, fullName: merge.keptName },
      merged: { id: merge.mergedId, fullName: merge.mergedName },
      mergedAt: merge.mergedAt,
      mergedBy: merge.mergedBy,
      reason: merge.reason,
      note: merge.note,
      undoUntil: undoEndsAt(merge.mergedAt).toISOString(),
      undoneAt: merge.undoneAt,
      undoneBy: merge.undoneBy,
      undo:
        merge.undoneAt === null
          ? { refusal: undoRefusal(merge, now) ?? null, formRequests, series, newFormRequests, answeredSince, restored, unrestored }
          : null,
    }
  })
}

/** Merges are undone in the opposite order, so that each undo finds the records as its merge left them. */
function undoRefusal({ mergedAt, hasLater }: StoredMerge, now: Date) {
  if (now > undoEndsAt(mergedAt)) return `A merge can be undone for ${mergeUndoDays} days. These days are over.`
  if (hasLater) return 'The record that was kept has been merged again since. Undo the later merge first.'
  return undefined
}

/** Alerts about red flags in these form requests, which nobody has read under the right name. */
export type QueueAlertsAgain = (ctx: Context, requestIds: readonly string[]) => Promise<void>

/**
 * Undoes the merge of a record into another one, within 30 days. The moved rows go back. The details of the kept record go back where nobody has
 * changed them since. What keeps the patient from being contacted stays on both records, because either patient may have asked for it since. Unsent
 * answers that were saved since may be those of the other patient, and are deleted.
 */
export async function undoMerge(ctx: Context, mergedId: string, queueAlertsAgain: QueueAlertsAgain, now = new Date()) {
  const memberId = ctx.actor.kind === 'member' ? ctx.actor.id : null
  if (memberId === null) throw new Problem('not_permitted')
  const activeMerge = async () => (await findMerges(ctx, mergedId)).find((one) => one.mergedId === mergedId && one.undoneAt === null)
  await getPatient(ctx, mergedId)
  const found = await activeMerge()
  if (!found) throw new Problem('conflict', 'This record is not merged into another record.')
  const { keptId } = found
  const records = await findRecords(ctx, [keptId, mergedId], { areHeld: true })
  const [kept, merged] = [records.get(keptId), records.get(mergedId)]
  if (!kept || !merged) throw new Problem('not_found')
  // Read again, because another user may have undone the merge or merged again before the records were locked.
  const merge = await activeMerge()
  if (!merge || merge.id !== found.id) throw new Problem('conflict', 'Another user has already undone this merge.')
  const refusal = undoRefusal(merge, now)
  if (refusal !== undefined) throw new Problem('conflict', refusal)

  const { restored, unrestored, columns } = restorable(kept.columns, merge.changes)
  await setColumns(ctx, keptId, kept, columns)
  await setUnmerged(ctx, mergedId, { archivedAt: merge.wasArchivedAt, nhsNumber: await numberBack(ctx, merge) })
  await setStops(ctx, mergedId, stopsAfterUndo(merged, kept))
  const moved = await moveRecord(ctx, { from: keptId, to: mergedId, only: merge.moved })
  await endSessionsOfOpen(ctx, moved.form_requests)
  await enqueueAll(ctx, unassignRequestsJob, [{ patientId: keptId }, { patientId: mergedId }])
  // Users who read the answers meanwhile have read them under the other patient's name.
  await queueAlertsAgain(ctx, moved.form_requests)
  const answeredSince = await findAnsweredSince(ctx, merge.id, moved.form_requests)
  const deleted = await deleteUnsentAnswersSince(ctx, merge.id, moved.form_requests)
  if (deleted > 0 && (kept.hold.since !== null || merged.hold.since !== null))
    throw new Problem('conflict', 'The undo would delete unsent answers, and a record on legal hold keeps them. End the legal hold first.')
  await setUndone(ctx, merge.id, memberId)
  await audit(ctx, 'patientMergeUndo', {
    subjectId: keptId,
    patientId: keptId,
    patientIds: [keptId, mergedId],
    detail: {
      mergeId: merge.id,
      formRequests: moved.form_requests.length,
      series: moved.series_enrolments.length,
      restored,
      unrestored,
      answeredSince,
    },
  })
  await publishPatients(ctx, 'patient.updated', [keptId])
  await publishPatients(ctx, merge.wasArchivedAt === null ? 'patient.restored' : 'patient.updated', [mergedId])
  return getPatient(ctx, mergedId)
}

/** The NHS number that the merged record gave to the kept one; undefined if it gave none, or another patient has the number now. */
async function numberBack(ctx: Context, { changes: { nhs_number: given } }: StoredMerge) {
  if (!given || typeof given.after !== 'string') return undefined
  return (await isNumberTaken(ctx, given.after)) ? undefined : given.after
}

const stopsAfterUndo = (merged: MergeRecord, kept: MergeRecord) => {
  const stops = unitedStops(merged, kept)
  return { ...stops, dateOfDeath: stops.isDeceased ? stops.dateOfDeath : null }
}
