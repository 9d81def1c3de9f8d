import { type Receipt, recordTestReceipt } from '#server/channels/channels.ts'
import { isReached, mayTryAnother } from '#domain/cascade.ts'
import type { MessageReason } from '#domain/message-reasons.ts'
import { isProgress } from '#domain/notification.ts'
import type { Context } from '#server/platform/context.ts'
import { recordNotDelivered, recordReceived } from '#server/timeline/timeline.ts'

import { isCorrected, sendToCorrected } from './corrected-contact.ts'
import { queueNextMethods } from './next-method.ts'
import { cancelFollowing } from './next-method.sql.ts'
import { lockForReceipt, setReceipt } from './receipts.sql.ts'

/** Names a notification to a provider, with its organisation, so that a receipt is found without looking into other organisations. */
export const referenceOf = (organisationId: string, notificationId: string) => `${organisationId}.${notificationId}`

const referencePattern = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** The organisation and the notification of a reference; undefined for one that is not ours. */
export function readReference(reference: string) {
  const [, organisationId, notificationId] = referencePattern.exec(reference) ?? []
  return organisationId && notificationId ? { organisationId, notificationId } : undefined
}

const alreadyReached: MessageReason = { code: 'already_reached', words: 'The patient got an earlier message.' }

/**
 * Records what a provider reports about a message. A receipt that came before, or that says less than is known, changes nothing (NOT-8). Nor does
 * the failure of a copy while another account has the message. True if it changed something. A failed message is followed by the next method; a message that arrived late cancels the one that follows it if
 * that has not left.
 */
export async function recordReceipt(ctx: Context, notificationId: string, channel: string, receipt: Receipt) {
  const { providerId, status, reason } = receipt
  const message = await lockForReceipt(ctx, notificationId)
  if (!message) return recordTestReceipt(ctx, notificationId, receipt)
  if (!isProgress(message.status, status)) return false
  // It tells of the number or address that was corrected. The patient gets another message.
  if (message.status === 'queued' && isCorrected(message)) await sendToCorrected(ctx, notificationId, message.method)
  if (status === 'failed' && message.providerId !== null && message.providerId !== providerId) return false
  await setReceipt(ctx, notificationId, { status, reason, channel, providerId })
  const { requestId, method, category } = message
  const onTimeline = { notificationId, method, category }
  if (status === 'failed') {
    await recordNotDelivered(ctx, requestId, onTimeline, reason?.words ?? '')
    if (!reason || mayTryAnother(reason.code)) await queueNextMethods(ctx, [notificationId], { cause: 'failed' })
  } else {
    await recordReceived(ctx, requestId, status, onTimeline)
    if (isReached({ method, status })) await cancelFollowing(ctx, notificationId, alreadyReached)
  }
  return true
}
