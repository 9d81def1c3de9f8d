import type { patientMerges } from '#contract/patient-merges.ts'
import type { Input } from '#contract/route.ts'
import type { OptOutSource } from '#domain/contactability.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import { keptRefusal, mergeRefusal } from '#domain/patient-merge.ts'
import { stopMessages } from '#server/notifications/notifications.ts'
import { findOpenAmong } from '#server/patients/opt-outs.sql.ts'
import { followOptOut } from '#server/patients/opt-outs.ts'
import { unassignRequestsJob } from '#server/organisations/organisations.ts'
import { getPatient, refuseWrongPatient } from '#server/patients/patients.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { publishPatients } from '#server/platform/events.sql.ts'
import { Problem } from '#server/platform/problem.ts'
import { recordContactChange } from '#server/timeline/timeline.ts'

import { commonSeriesRefusal } from './compare-patients.ts'
import {
  afterOf,
  changesOf,
  endSessionsOfOpen,
  findCommonSeries,
  findRecords,
  insertMerge,
  type MergeRecord,
  type Moved,
  moveRecord,
  ruledValues,
  setColumns,
  setMerged,
  setStops,
  stopsOf,
  unitedStops,
} from './merges.sql.ts'

/**
 * Merges a record into another one that stays (PAT-4). Both are locked first, so nothing is sent to either or added to either meanwhile. What is
 * stricter holds: opt-outs, "do not contact", left out of the NHS App and a legal hold of either record.
 */
export async function mergePatients(ctx: Context, keptId: string, body: Input<typeof patientMerges.merge>['body']) {
  const { mergedId, taken, reason, note, updatedAt } = body
  if (ctx.actor.kind !== 'member' || ctx.actor.id === null) throw new Problem('not_permitted')
  const records = await findRecords(ctx, [keptId, mergedId], { areHeld: true })
  const [kept, merged] = [records.get(keptId), records.get(mergedId)]
  if (!kept || !merged) throw new Problem('not_found')
  const refusal =
    mergeRefusal(kept.candidate, merged.candidate) ??
    keptRefusal(kept.candidate) ??
    commonSeriesRefusal(await findCommonSeries(ctx, keptId, mergedId))
  if (refusal !== undefined) throw new Problem('conflict', refusal)
  if (kept.updatedAt !== updatedAt.kept || merged.updatedAt !== updatedAt.merged)
    throw new Problem('conflict', 'One of the records has changed since you compared them. Compare them again.')

  const changes = changesOf(kept, merged, taken)
  const { values, written } = ruledValues(kept, changes)
  await refuseWrongPatient(ctx, values, written)
  await setMerged(ctx, mergedId, { intoId: keptId, givesNumber: 'nhs_number' in changes })
  const stops = unitedStops(kept, merged)
  await setStops(ctx, keptId, { ...stops, dateOfDeath: kept.dateOfDeath })
  await setStops(ctx, mergedId, { ...stopsOf(merged), hold: merged.hold.since === null ? stops.hold : merged.hold })
  await setColumns(ctx, keptId, kept, afterOf(changes))
  const moved = await moveRecord(ctx, { from: mergedId, to: keptId })
  await endSessionsOfOpen(ctx, moved.form_requests)
  await stopMoved(ctx, kept, merged, moved)
  // The form requests of either record may be in another ward now.
  await enqueue(ctx, unassignRequestsJob, { patientId: keptId })

  const mergeId = await insertMerge(ctx, {
    keptId,
    mergedId,
    mergedBy: ctx.actor.id,
    reason,
    note,
    moved,
    changes,
    wasArchivedAt: merged.archivedAt,
  })
  await audit(ctx, 'patientMerge', {
    subjectId: keptId,
    patientId: keptId,
    patientIds: [keptId, mergedId],
    detail: { mergeId, reason, formRequests: moved.form_requests.length, series: moved.series_enrolments.length },
  })
  const corrected = [
    ...('phone_number' in changes ? ['phoneNumber' as const] : []),
    ...('email_address' in changes ? ['emailAddress' as const] : []),
  ]
  if (corrected.length > 0) await recordContactChange(ctx, keptId, corrected, undefined)
  await publishPatients(ctx, 'patient.updated', [keptId])
  await publishPatients(ctx, merged.archivedAt === null ? 'patient.archived' : 'patient.updated', [mergedId])
  return getPatient(ctx, keptId)
}

/** Cancels what waits by a method that either record opted out of, and queues the next method. */
async function stopMoved(ctx: Context, kept: MergeRecord, merged: MergeRecord, moved: Moved) {
  const keptId = kept.candidate.id
  for (const [method, { by }] of optOutsOf(merged)) if (!kept.optOuts[method]) await followOptOut(ctx, [keptId], method, by)
  const movedOpen = await findOpenAmong(ctx, moved.form_requests)
  for (const [method, { by }] of optOutsOf(kept)) if (!merged.optOuts[method]) await stopMessages(ctx, movedOpen, method, by)
}

const optOutsOf = ({ optOuts }: MergeRecord) => Object.entries(optOuts) as [NotificationMethod, { at: string; by: OptOutSource }][] // Object.entries forgets the names
