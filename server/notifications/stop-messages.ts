import type { OptOutSource } from '#domain/contactability.ts'
import type { MessageReason } from '#domain/message-reasons.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import type { Context } from '#server/platform/context.ts'
import { insertEvents } from '#server/timeline/timeline.ts'

import { followOptedOut } from './next-method.ts'
import { lockRequests } from './next-method.sql.ts'
import { cancelQueued, holdQueued } from './sending.sql.ts'

export const optedOutReason: MessageReason = { code: 'opted_out', words: 'The patient has asked not to get messages by this method.' }

/**
 * Cancels the waiting messages by a method that the patient opted out of, and queues the next method of the organisation's order instead. Where
 * none is left, the form request counts as not reached, so that staff see it. The patients are locked before.
 */
export async function stopMessages(ctx: Context, requestIds: readonly string[], method: NotificationMethod, by: OptOutSource) {
  if (requestIds.length === 0) return
  await holdQueued(ctx, requestIds)
  // Before the events, because an event holds its form request with a weaker lock, from which two transactions could not both go on.
  await lockRequests(ctx, requestIds)
  await insertEvents(ctx, requestIds, 'opted_out', { method, by })
  await followOptedOut(ctx, await cancelQueued(ctx, requestIds, optedOutReason, method))
}
