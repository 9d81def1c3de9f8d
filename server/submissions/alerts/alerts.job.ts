import type { Services } from '#server/platform/services.ts'
import { concurrency, workInSteps, workOn } from '#server/platform/jobs.ts'

import { alertUnreadJob, sendAlertJob } from './alert-jobs.ts'
import { alertUnread } from './alert-unread.ts'
import { sendAlert } from './send-alert.ts'

export async function startAlerting(services: Services) {
  await workOn(services, alertUnreadJob, (ctx, { requestId }) => alertUnread(ctx, requestId))
  await workInSteps(services, sendAlertJob, sendAlert, concurrency.sending)
}
