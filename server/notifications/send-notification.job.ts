import type { Floor } from '#server/platform/floor.ts'
import { concurrency, workInSteps } from '#server/platform/jobs.ts'

import { sendNotificationJob } from './queue-notifications.ts'
import { sendNotification } from './send-notification.ts'

export const startSending = (floor: Floor) =>
  workInSteps(floor, sendNotificationJob, (steps, { notificationId }) => sendNotification(steps, notificationId), concurrency.sending)
