import type { NotificationCategory, NotificationMethod } from '#domain/notification.ts'
import { reasonUnreachable, type Reachable } from '#domain/contactability.ts'
import type { PostalAddress } from '#domain/letters.ts'
import { supportedMethods } from '#server/channels/channels.ts'
import { holdMessages, queueNotifications } from '#server/notifications/notifications.ts'
import { findPatients } from '#server/patients/patients.ts'
import type { Context } from '#server/platform/context.ts'

import { findSendingDetails } from './request-rows.sql.ts'

/** The conditions for sending the message of a request again. */
export type ResendTerms = {
  patient: Reachable & { updatedAt: string; firstName: string; lastName: string; locale: string; address: PostalAddress }
  method: NotificationMethod
  sendAt: string
  /** The reason why the patient cannot be reached by a method. Undefined if they can. */
  whyUnreachable: (method: NotificationMethod) => string | undefined
  /** The methods that can be sent. */
  carried: readonly NotificationMethod[]
}

/**
 * Reads and locks what sending these requests again depends on: until the transaction ends nobody archives a patient, and no waiting
 * message is sent or cancelled. Call before locking the requests, because archiving and sending lock in this order.
 */
export async function lockResendTerms(ctx: Context, requestIds: readonly string[]) {
  const terms = await findResendTerms(ctx, requestIds, { areHeld: true })
  await holdMessages(ctx, [...requestIds])
  return terms
}

/** The same without a lock, for a preview. */
export async function findResendTerms(
  ctx: Context,
  requestIds: readonly string[],
  { areHeld = false } = {},
): Promise<Map<string, ResendTerms>> {
  const requests = await findSendingDetails(ctx, requestIds)
  const patients = await findPatients(ctx, [...new Set(requests.map(({ patientId }) => patientId))], { areHeld })
  const byId = new Map(patients.map((patient) => [patient.id, { ...patient, archived: patient.archivedAt !== null }]))
  const carried = await supportedMethods(ctx)
  return new Map(
    requests.flatMap(({ id, patientId, method, sendAt }) => {
      const patient = byId.get(patientId)
      if (!patient) return []
      const whyUnreachable = (asked: NotificationMethod) => reasonUnreachable(patient, asked, carried)
      return [[id, { patient, method, sendAt, whyUnreachable, carried }] as const]
    }),
  )
}

/** Queues a message of these requests. A send date in the future is kept. `earliest`: when a message of that method may leave. */
export async function requeueMessages(
  ctx: Context,
  requests: readonly { id: string; category: NotificationCategory; method: NotificationMethod; sendAt: string }[],
  earliest: (method: NotificationMethod) => Date,
) {
  const dueAt = ({ method, sendAt }: { method: NotificationMethod; sendAt: string }) =>
    Math.max(earliest(method).getTime(), Date.parse(sendAt))
  for (const [category, ofCategory] of Map.groupBy(requests, (one) => one.category))
    for (const [due, alike] of Map.groupBy(ofCategory, dueAt))
      await queueNotifications(
        ctx,
        alike.map(({ id, method }) => ({ requestId: id, method })),
        { category, sendAfter: new Date(due) },
      )
}
