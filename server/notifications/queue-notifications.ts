import type { NotificationCategory, NotificationMethod } from '#domain/notification.ts'
import type { Context } from '#server/platform/context.ts'
import { enqueueAll } from '#server/platform/jobs.ts'

import { insertNotifications } from './notifications.sql.ts'
import { sendNotificationJob } from './send-notification.job.ts'

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
