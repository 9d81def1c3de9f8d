import { z } from 'zod'

import { type NotificationCategory, type NotificationMethod, notificationMethods } from '#domain/notification.ts'
import { channelFor } from '#server/channels/channels.ts'
import type { Context } from '#server/platform/context.ts'
import { enqueue, enqueueAll, job } from '#server/platform/jobs.ts'

import { insertNotifications, type WantedMessage } from './notifications.sql.ts'
import { postpone } from './sending.sql.ts'

const OneMessage = z.object({ notificationId: z.uuid() })

/** Ends a message whose job has used up its tries, so that staff see it and another method can be tried. */
export const failUnsendableJob = job('fail-unsendable', OneMessage)

// More tries than one message needs. The rest are for a database that is away.
export const sendNotificationJob = job('send-notification', OneMessage, { retryLimit: 40, deadLetter: failUnsendableJob.name })

// One job for each organisation and method is queued at a time; it sends every message that waits. Others may run meanwhile. Not `stately`, which
// lets one run and one be queued: a worker that fetches the queued one while the other runs gets nothing, for any organisation.
export const sendBatchJob = job('send-batch', z.object({ method: z.enum(notificationMethods) }), { retryLimit: 40, policy: 'short' })

/** What the job of a batch can wait for. Jobs that wait for different things do not take each other's place. */
export type BatchDelay = { until: 'pause ends' | 'turn comes' | 'others have finished' | 'claim ends'; after: Date }

/** Queues the job that sends every due message of a method, unless one is queued. */
export const queueBatch = (ctx: Context, method: NotificationMethod, delay?: BatchDelay) =>
  enqueue(
    ctx,
    sendBatchJob,
    { method },
    { key: `${ctx.organisationId} ${method}${delay ? ` ${delay.until}` : ''}`, ...(delay && { after: delay.after }) },
  )

// Messages that were queued together and go in batches. It begins when they are due, and queues the job of a batch: a transaction that queues
// messages cannot do that, because it would wait for every other one of the organisation.
export const sendTogetherJob = job('send-together', z.object({ method: z.enum(notificationMethods), notificationIds: z.array(z.uuid()) }), {
  retryLimit: 40,
})
/** How many messages one job begins with: its data stays small, and a job that is tried again looks at few. */
const maxTogether = 500

type Options = { category: NotificationCategory; sendAfter?: Date }

/**
 * Queues one message for each request in the caller's transaction, so that it exists only if the transaction commits (NOT-3). Returns the
 * messages that were queued.
 */
export async function queueNotifications(ctx: Context, wanted: readonly WantedMessage[], { category, sendAfter = new Date() }: Options) {
  const queued = await insertNotifications(ctx, wanted, category, sendAfter)
  for (const [method, alike] of Map.groupBy(queued, (one) => one.method))
    await enqueueSending(
      ctx,
      method as NotificationMethod, // letters are queued by queueLetters
      alike.map(({ id }) => id),
      sendAfter,
    )
  return queued
}

/** Queues a job for each message, or one for many where they go in batches. */
async function enqueueSending(ctx: Context, method: NotificationMethod, ids: readonly string[], after: Date) {
  const channel = await channelFor(ctx, method)
  if (channel && 'sendBatch' in channel) {
    const jobs = Array.from({ length: Math.ceil(ids.length / maxTogether) }, (_, nth) => ({
      method,
      notificationIds: ids.slice(nth * maxTogether, (nth + 1) * maxTogether),
    }))
    return enqueueAll(ctx, sendTogetherJob, jobs, { after })
  }
  return enqueueAll(
    ctx,
    sendNotificationJob,
    ids.map((notificationId) => ({ notificationId })),
    { after },
  )
}

/** Queues messages of one method again for later, with the reason for staff. */
export async function queueAgain(
  ctx: Context,
  method: NotificationMethod,
  notificationIds: readonly string[],
  after: Date,
  reason: string,
) {
  await postpone(ctx, notificationIds, after, reason)
  await enqueueSending(ctx, method, notificationIds, after)
}
