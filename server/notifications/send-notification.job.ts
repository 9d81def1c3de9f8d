import { z } from 'zod'

import type { Floor } from '#server/platform/floor.ts'
import { job, workInSteps } from '#server/platform/jobs.ts'

import { sendNotification } from './send-notification.ts'

// More tries than a message gets by itself: the rest are for a database that is away, so that no message is left behind in the queue.
export const sendNotificationJob = job('send-notification', z.object({ notificationId: z.uuid() }), { retryLimit: 40 })

export const startSending = (floor: Floor) =>
  workInSteps(floor, sendNotificationJob, (steps, { notificationId }) => sendNotification(steps, notificationId))
