import type { OptOutSource } from '#domain/contactability.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import { stopMessages } from '#server/notifications/notifications.ts'
import { auditAll } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { publishPatients } from '#server/platform/events.sql.ts'

import { addOptOut, findOpenRequestsOf, findPatientOfRequest, findTextedPatients } from './opt-outs.sql.ts'

/**
 * Records that a text message such as STOP came from a phone number: every patient with this number gets no more texts, because the owner of the
 * phone asked for that and several patients may share it. Changes nothing for a number that the organisation never sent a text to, or
 * whose patients opted out before. Returns the ids of the patients who opted out by this message.
 * @param from.phoneNumber E.164
 */
export async function recordStopReply(ctx: Context, from: { phoneNumber: string }) {
  const found = await findTextedPatients(ctx, from.phoneNumber)
  const ids = await optOut(ctx, found, 'sms', 'text_reply')
  // A merge may have ended while this waited for the patients. What it moved belongs to a record that was not found before.
  const foundSince = (await findTextedPatients(ctx, from.phoneNumber)).filter((id) => !found.includes(id))
  return [...ids, ...(await optOut(ctx, foundSince, 'sms', 'text_reply'))]
}

/** Records that the patient of an email about a form request opted out of emails with its link. */
export async function recordEmailOptOut(ctx: Context, { requestId, patientId }: { requestId: string; patientId: string }) {
  await optOut(ctx, [patientId], 'email', 'email_link')
  // A merge may have ended while this waited for the patient. It has moved the form request to the kept record.
  const patient = await findPatientOfRequest(ctx, requestId)
  if (patient && patient.id !== patientId) await optOut(ctx, [patient.id], 'email', 'email_link')
}

async function optOut(ctx: Context, patientIds: readonly string[], method: NotificationMethod, by: OptOutSource) {
  if (patientIds.length === 0) return []
  const ids = await addOptOut(ctx, patientIds, method, by)
  await followOptOut(ctx, ids, method, by)
  await publishPatients(ctx, 'patient.updated', ids)
  return ids
}

/**
 * Records the opt-out, cancels waiting messages of the method and queues the next one. The patients are locked before: everything that sends locks patients,
 * messages and form requests in this order.
 */
export async function followOptOut(ctx: Context, patientIds: readonly string[], method: NotificationMethod, by: OptOutSource) {
  if (patientIds.length === 0) return
  const requestIds = await findOpenRequestsOf(ctx, patientIds)
  await stopMessages(ctx, requestIds, method, by)
  await auditAll(
    ctx,
    'patientOptedOut',
    patientIds.map((id) => ({ subjectId: id, patientId: id, detail: { method, by } })),
  )
}
