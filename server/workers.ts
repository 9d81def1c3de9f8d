import { removeExpiredJob, startRemovingExpired } from './identity/remove-expired.job.ts'
import { sendNotificationJob, startSending } from './notifications/send-notification.job.ts'
import type { Floor } from './platform/floor.ts'
import { createQueues, type Boss } from './platform/jobs.ts'
import { endRequestsEverywhereJob, endRequestsJob, startEndingRequests } from './requests/end-requests.job.ts'

/** Every kind of job; its queue is made with the migrations. */
const kinds = [sendNotificationJob, endRequestsEverywhereJob, endRequestsJob, removeExpiredJob]

export const makeQueues = (boss: Boss) => createQueues(boss, kinds)

/** Starts working on every queue. */
export async function startWorkers(floor: Floor) {
  await startEndingRequests(floor)
  await startSending(floor)
  await startRemovingExpired(floor)
}
