import type { Services } from '#server/platform/services.ts'
import { concurrency, workInSteps } from '#server/platform/jobs.ts'

import { sendNotificationJob } from './notifications.ts'
import { sendNotification } from './send-notification.ts'

export const startSending = (services: Services) =>
  workInSteps(services, sendNotificationJob, (steps, { notificationId }) => sendNotification(steps, notificationId), concurrency.sending)
