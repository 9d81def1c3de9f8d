import { requestStatuses, type RequestStatus } from '#domain/request-status.ts'
import { countIn, worklistNames, worklists, type WorklistName } from '#domain/worklists.ts'
import type { Context } from '#server/platform/context.ts'

import { countAnswersByMethod, countByDay, countRequests, findMedianHours } from './dashboard.sql.ts'

export async function readDashboard(ctx: Context) {
  const [counted, trend, medianHoursToComplete, responseRates] = await Promise.all([
    countRequests(ctx),
    countByDay(ctx),
    findMedianHours(ctx),
    countAnswersByMethod(ctx),
  ])
  return {
    worklists: Object.fromEntries(worklistNames.map((name) => [name, countIn(worklists[name], counted)])) as Record<WorklistName, number>,
    byStatus: Object.fromEntries(requestStatuses.map((status) => [status, countIn({ status: [status] }, counted)])) as Record<
      RequestStatus,
      number
    >,
    trend,
    medianHoursToComplete,
    responseRates,
  }
}
