import type { Context } from '#server/platform/context.ts'

import { cancelQueued, findGoneOut, findLastMessages, holdQueued } from './sending.sql.ts'

export { findLastMessages }

/** Messages of these requests that have not gone out never will. Answers the requests of which one has, or may just be going. */
export async function cancelMessages(ctx: Context, requestIds: string[], reason: string) {
  if (requestIds.length === 0) return []
  const goneOut = await findGoneOut(ctx, requestIds)
  await cancelQueued(ctx, requestIds, reason)
  return goneOut
}

/**
 * Keeps messages that wait from going out until the transaction ends. Whoever is to end their requests, too, does this first: the sender holds
 * a message before its request, and two who begin at opposite ends would wait for each other.
 */
export async function holdMessages(ctx: Context, requestIds: string[]) {
  if (requestIds.length > 0) await holdQueued(ctx, requestIds)
}
