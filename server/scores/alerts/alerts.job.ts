import type { Floor } from '#server/platform/floor.ts'
import { concurrency, workInSteps, workOn } from '#server/platform/jobs.ts'

import { alertUnreadJob, sendAlertJob } from './alert-jobs.ts'
import { alertUnread } from './alert-unread.ts'
import { sendAlert } from './send-alert.ts'

export async function startAlerting(floor: Floor) {
  await workOn(floor, alertUnreadJob, (ctx, { requestId }) => alertUnread(ctx, requestId))
  await workInSteps(floor, sendAlertJob, sendAlert, concurrency.sending)
}
