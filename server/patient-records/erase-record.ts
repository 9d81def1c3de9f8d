import type { Erasure } from '#contract/patient-records.ts'
import type { ErasedCounts, ErasureCause, ErasureReason } from '#domain/patient-records.ts'
import { getPatient } from '#server/patients/patients.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { publishPatients } from '#server/platform/events.sql.ts'
import { Problem } from '#server/platform/problem.ts'

import { deleteHold, deleteRecord, deleteViewsOf, lockRecord, type Obstacles, setHold } from './erase-record.sql.ts'

/** Erases the record of a patient for a member. Refused during a legal hold, and while the patient can still answer. */
export async function eraseRecord(
  ctx: Context,
  patientId: string,
  { reason, reference }: { reason: ErasureReason; reference: string },
): Promise<Erasure> {
  const found = await lockRecord(ctx, patientId)
  if (!found) throw new Problem('not_found')
  const refusal = refusalOf(found)
  if (refusal !== undefined) throw new Problem('conflict', refusal)
  const erased = await eraseLocked(ctx, patientId, found.recordIds, reason, reference)
  return { patientId, erasedAt: new Date().toISOString(), reference, erased }
}

function refusalOf({ isMerged, hasUnseenRecord, isHeld, hasOpenRequest, isOnWaitingList, hasWaitingMessage }: Obstacles) {
  if (isMerged) return mergedRecordKept
  if (hasUnseenRecord) return unseenRecordKept
  if (isHeld) return 'This record is on legal hold. End the legal hold first.'
  if (hasOpenRequest) return 'This patient has open form requests. Close them first.'
  if (isOnWaitingList) return 'This patient is in a queue of the waiting list. Decide about the entry first.'
  if (hasWaitingMessage) return 'A message or letter to this patient is waiting. Cancel the message first.'
  return undefined
}

const mergedRecordKept =
  'This record was merged into another record. It is held and erased together with the other record, or after the merge was undone.'

const unseenRecordKept =
  'A record of a ward that you cannot see was merged into this record. Ask an admin who can see all wards to erase the record.'

/** Erases the record, with those that were merged into it, and writes what was erased into the audit log. The caller has locked the record. */
export async function eraseLocked(
  ctx: Context,
  patientId: string,
  recordIds: readonly string[],
  reason: ErasureCause,
  reference = '',
): Promise<ErasedCounts> {
  await publishPatients(ctx, 'patient.erased', recordIds)
  const erased = await deleteRecord(ctx, patientId)
  if (!erased) throw new Problem('not_found')
  await deleteViewsOf(ctx, recordIds)
  const merged = recordIds.filter((id) => id !== patientId)
  await audit(ctx, 'patientErased', {
    subjectId: patientId,
    patientId,
    patientIds: merged,
    detail: { reason, ...(reference && { reference }), ...erased },
  })
  return erased
}

async function lockUnmerged(ctx: Context, patientId: string) {
  const found = await lockRecord(ctx, patientId)
  if (!found) throw new Problem('not_found')
  if (found.isMerged) throw new Problem('conflict', mergedRecordKept)
}

export async function holdRecord(ctx: Context, patientId: string, reason: string) {
  await lockUnmerged(ctx, patientId)
  await setHold(ctx, patientId, reason)
  await audit(ctx, 'patientHoldSet', { subjectId: patientId, patientId })
  return getPatient(ctx, patientId)
}

export async function endHold(ctx: Context, patientId: string) {
  await lockUnmerged(ctx, patientId)
  const wasHeld = await deleteHold(ctx, patientId)
  const patient = await getPatient(ctx, patientId)
  // Without a hold the call still shows the record, so it is audited as a view.
  await audit(ctx, wasHeld ? 'patientHoldEnded' : 'patientRead', { subjectId: patientId, patientId })
  return patient
}
