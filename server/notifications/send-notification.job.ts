import type { Services } from '#server/platform/services.ts'
import { concurrency, workInSteps } from '#server/platform/jobs.ts'

import { sendBatchJob, sendNotificationJob } from './notifications.ts'
import { sendBatches } from './send-batch.ts'
import { sendNotification } from './send-notification.ts'

export async function startSending(services: Services) {
  await workInSteps(
    services,
    sendNotificationJob,
    (steps, { notificationId }) => sendNotification(steps, notificationId),
    concurrency.sending,
  )
  await workInSteps(services, sendBatchJob, (steps, { method }) => sendBatches(steps, method), concurrency.sending)
}
