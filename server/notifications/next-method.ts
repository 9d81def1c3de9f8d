import { type Cascade, nextMethod, waitHours } from '#domain/cascade.ts'
import type { MessageMethod, NotificationMethod } from '#domain/notification.ts'
import type { RequestStatus } from '#domain/request-status.ts'
import { supportedMethods } from '#server/channels/channels.ts'
import { getOrganisationSettings } from '#server/organisations/organisations.ts'
import type { Context } from '#server/platform/context.ts'
import { insertEventsOf } from '#server/timeline/timeline.ts'

import { findFollowable, type Followable, lockRequestsOf, setUnreached } from './next-method.sql.ts'
import { queueNotifications } from './queue-messages.ts'
import { markUnreached } from './sending.sql.ts'

/** Why a message is followed by another: it failed, no receipt came in time, or the patient asked not to get messages by its method. */
type Cause = 'failed' | 'waited' | 'opted_out'

/** After a failure a patient who has opened the form still needs the message, for example a reminder. */
const statusesFor: Record<Cause, readonly RequestStatus[]> = {
  failed: ['unopened', 'opened'],
  waited: ['unopened'],
  opted_out: ['unopened', 'opened'],
}

type Options = { cause: Cause; sendAfter?: Date }

/**
 * Queues the next method of the organisation's order for each of these messages that did not reach its patient, in the caller's transaction.
 * Returns the messages for which nothing is left to try. One message follows each, however often this is called (NOT-6).
 */
export async function queueNextMethods(
  ctx: Context,
  ids: readonly string[],
  { cause, sendAfter = new Date() }: Options,
): Promise<Followable[]> {
  const { cascade } = await getOrganisationSettings(ctx)
  if (cascade.methods.length === 0 || ids.length === 0) return []
  const carried = await supportedMethods(ctx)
  // Locked first, so that a message which a member queues meanwhile is found.
  await lockRequestsOf(ctx, ids)
  const followable = await findFollowable(ctx, ids, { statuses: statusesFor[cause], areCancelled: cause === 'opted_out' })
  const wanted = followable.map((message) => ({ message, next: nextMethod({ cascade, after: message.method, ...message, carried }) }))
  const toQueue = wanted.flatMap(({ message, next }) => (next ? [{ ...message, next }] : []))
  for (const [category, alike] of Map.groupBy(toQueue, (one) => one.category)) {
    const queued = await queueNotifications(
      ctx,
      alike.map(({ id, requestId, next }) => ({ requestId, method: next, followsId: id })),
      { category, sendAfter },
    )
    const followed = new Map(alike.map((one) => [one.id, one]))
    await insertEventsOf(
      ctx,
      'next_method',
      queued.flatMap(({ id, followsId }) => {
        const message = followed.get(followsId ?? '')
        return message ? [eventOf(message, { notificationId: id, cause, cascade })] : []
      }),
    )
  }
  return wanted.flatMap(({ message, next }) => (next ? [] : [message]))
}

/**
 * Queues the next method for messages that were cancelled because the patient opted out of theirs. A form request counts as not reached where
 * nothing is left to try, unless a message that needs no other has left.
 */
export async function followOptedOut(ctx: Context, cancelled: readonly { id: string; requestId: string }[]) {
  const leftOver = await queueNextMethods(
    ctx,
    cancelled.map(({ id }) => id),
    { cause: 'opted_out' },
  )
  // Those that followed a message which did not reach the patient.
  const exhausted = leftOver.filter(({ tried }) => tried.length > 1)
  await setUnreached(
    ctx,
    exhausted.map(({ requestId }) => requestId),
    'opted_out',
  )
  await markUnreached(
    ctx,
    cancelled.map(({ requestId }) => requestId),
    'opted_out',
  )
}

type Next = Followable & { next: NotificationMethod }

const eventOf = (
  { requestId, category, method, next }: Next,
  { notificationId, cause, cascade }: { notificationId: string; cause: Cause; cascade: Cascade },
) => ({
  subjectId: requestId,
  detail: { notificationId, method: next, category, after: method, cause, ...(cause === 'waited' && { hours: hoursOf(method, cascade) }) },
})

/** Nobody waits for a letter. */
const hoursOf = (method: MessageMethod, cascade: Cascade) => (method === 'letter' ? 0 : waitHours(method, cascade))
