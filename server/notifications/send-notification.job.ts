import type { Services } from '#server/platform/services.ts'
import { concurrency, workInSteps, workOn } from '#server/platform/jobs.ts'

import { failUnsendableJob, sendBatchJob, sendNotificationJob, sendTogetherJob } from './queue-messages.ts'
import { sendBatches, sendTogether } from './send-batch.ts'
import { failUnsendable, sendNotification } from './send-notification.ts'

export async function startSending(services: Services) {
  await workInSteps(
    services,
    sendNotificationJob,
    (steps, { notificationId }) => sendNotification(steps, notificationId),
    concurrency.sending,
  )
  await workOn(services, failUnsendableJob, (ctx, { notificationId }) => failUnsendable(ctx, notificationId))
  await workOn(services, sendTogetherJob, sendTogether)
  await workInSteps(services, sendBatchJob, (steps, { method }) => sendBatches(steps, method), concurrency.sending)
}
