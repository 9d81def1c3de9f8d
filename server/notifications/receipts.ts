import type { Receipt } from '#server/channels/channels.ts'
import { isProgress } from '#domain/notification.ts'
import type { Context } from '#server/platform/context.ts'
import { recordNotDelivered, recordReceived } from '#server/timeline/timeline.ts'

import { lockForReceipt, setReceipt } from './receipts.sql.ts'

/** Names a notification to a provider, with its organisation, so that a receipt is found without looking into other organisations. */
export const referenceOf = (organisationId: string, notificationId: string) => `${organisationId}.${notificationId}`

const referencePattern = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/** The organisation and the notification of a reference; undefined for one that is not ours. */
export function readReference(reference: string) {
  const [, organisationId, notificationId] = referencePattern.exec(reference) ?? []
  return organisationId && notificationId ? { organisationId, notificationId } : undefined
}

/**
 * Records what a provider reports about a message. A receipt that came before, or that says less than is known, changes nothing (NOT-8). True
 * if it changed something.
 */
export async function recordReceipt(ctx: Context, notificationId: string, channel: string, { providerId, status, reason }: Receipt) {
  const message = await lockForReceipt(ctx, notificationId)
  if (!message || !isProgress(message.status, status)) return false
  await setReceipt(ctx, notificationId, { status, reason, channel, providerId })
  const { requestId, method, category } = message
  const onTimeline = { notificationId, method, category }
  if (status === 'failed') await recordNotDelivered(ctx, requestId, onTimeline, reason)
  else await recordReceived(ctx, requestId, status, onTimeline)
  return true
}
