import { z } from 'zod'

import { job } from '#server/platform/jobs.ts'

export const sendNotificationJob = job('send-notification', z.object({ notificationId: z.uuid() }))
