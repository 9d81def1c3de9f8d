import type { IdentityCheck } from '#domain/answering.ts'
import type { NotificationCategory, NotificationMethod } from '#domain/notification.ts'
import type { Context } from '#server/platform/context.ts'

import { insertEventOfPatient, insertEvents, insertEventsOf, setLeft, setNotified } from './timeline.sql.ts'

export { insertEvents, insertEventsOf, type EventKind } from './timeline.sql.ts'

type Message = { notificationId: string; method: NotificationMethod; category: NotificationCategory }

export async function recordSent(ctx: Context, requestId: string, message: Message) {
  await setLeft(ctx, [leftOf(requestId, message)])
  await insertEvents(ctx, [requestId], message.category === 'request_reminder' ? 'reminded' : 'sent', message)
}

/** A provider has the messages, of one method and category or several. They count as sent from now on, and receipts tell their end. */
export async function recordAccepted(ctx: Context, provider: string, messages: readonly (Message & { requestId: string })[]) {
  await setLeft(
    ctx,
    messages.map(({ requestId, ...message }) => leftOf(requestId, message)),
  )
  await insertEventsOf(
    ctx,
    'accepted',
    messages.map(({ requestId, ...message }) => ({ subjectId: requestId, detail: { ...message, provider } })),
  )
}

const leftOf = (requestId: string, { category }: Message) => ({ requestId, isFormItself: category === 'request_created' })

/** A receipt says that the message went on: it was sent, delivered or read. It may come before the provider's answer to our call. */
export async function recordReceived(ctx: Context, requestId: string, kind: 'sent' | 'delivered' | 'read', message: Message) {
  await setNotified(ctx, requestId)
  await insertEvents(ctx, [requestId], kind, message)
}

/** The message is kept in the outbox and reached nobody, so the request does not count as sent. */
export const recordHeldInOutbox = (ctx: Context, requestId: string, message: Message) => insertEvents(ctx, [requestId], 'kept', message)

/** @param reason text for staff, without contact details */
export const recordNotDelivered = (ctx: Context, requestId: string, message: Message, reason: string) =>
  insertEvents(ctx, [requestId], 'not_delivered', { ...message, reason })

/** The timelines say that a detail was corrected and how the user checked who asked, and not what the detail is. */
export const recordContactChange = (
  ctx: Context,
  patientId: string,
  fields: readonly ('phoneNumber' | 'emailAddress')[],
  identityCheck: IdentityCheck | undefined,
) => insertEventOfPatient(ctx, patientId, 'contact_changed', { fields, ...(identityCheck && { identityCheck }) })

export const recordLocked = (ctx: Context, requestId: string) => insertEvents(ctx, [requestId], 'locked')

export const recordAlerted = (ctx: Context, requestId: string, memberId: string) => insertEvents(ctx, [requestId], 'alerted', { memberId })

export const recordAlertHeldInOutbox = (ctx: Context, requestId: string, memberId: string) =>
  insertEvents(ctx, [requestId], 'alert_kept', { memberId })

/** @param why text for staff, and the intended recipient */
export const recordNotAlerted = (ctx: Context, requestId: string, why: { memberId?: string; reason: string }) =>
  insertEvents(ctx, [requestId], 'not_alerted', why)
