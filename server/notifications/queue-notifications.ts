import { z } from 'zod'

import type { NotificationCategory, NotificationMethod } from '#domain/notification.ts'
import type { Context } from '#server/platform/context.ts'
import { enqueue, enqueueAll, job } from '#server/platform/jobs.ts'

import { insertNotifications } from './notifications.sql.ts'
import { postpone } from './sending.sql.ts'

// More tries than a message gets by itself: the rest are for a database that is away, so that no message is left behind in the queue.
export const sendNotificationJob = job('send-notification', z.object({ notificationId: z.uuid() }), { retryLimit: 40 })

type Options = { category: NotificationCategory; sendAfter?: Date }

/** Queues one message a request in the caller's transaction: rolled back with it, never lost after it (NOT-3). */
export async function queueNotifications(
  ctx: Context,
  wanted: { requestId: string; method: NotificationMethod }[],
  { category, sendAfter = new Date() }: Options,
) {
  const ids = await insertNotifications(ctx, wanted, category, sendAfter)
  await enqueueAll(
    ctx,
    sendNotificationJob,
    ids.map((notificationId) => ({ notificationId })),
    sendAfter,
  )
}

/** Puts a message back into the queue for later, with the reason for those who wonder. */
export async function queueAgain(ctx: Context, notificationId: string, after: Date, reason: string) {
  await postpone(ctx, notificationId, after, reason)
  await enqueue(ctx, sendNotificationJob, { notificationId }, { after })
}
