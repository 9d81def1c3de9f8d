import { dateOf } from '#domain/moments.ts'
import { figuresByMethod } from '#domain/message-records.ts'
import { requestStatuses, type RequestStatus } from '#domain/request-status.ts'
import { worklistNames, worklists, type WorklistName } from '#domain/dashboard-worklists.ts'
import { groupMessages } from '#server/messages/messages.ts'
import type { Context } from '#server/platform/context.ts'
import { withGenericPlans } from '#server/platform/generic-plan.sql.ts'
import { countWorklist } from '#server/worklist/counts/count-worklist.ts'
import { countByStatus } from '#server/worklist/counts/request-groupings.sql.ts'

import { countWaitingList } from './waiting-list-counts.sql.ts'

export async function readDashboard(ctx: Context) {
  const since = `${dateOf(new Date()).slice(0, 7)}-01`
  const [all, figures, waitingList, messages] = await withGenericPlans(ctx, () =>
    Promise.all([
      countByStatus(ctx, {}),
      Promise.all(worklistNames.map(async (name) => [name, await countWorklist(ctx, worklists[name])] as const)),
      countWaitingList(ctx),
      groupMessages(ctx, { from: since }),
    ]),
  )
  return {
    worklists: Object.fromEntries(figures) as Record<WorklistName, number>, // one for each name
    waitingList,
    byStatus: Object.fromEntries(requestStatuses.map((status) => [status, all.get(status) ?? 0])) as Record<RequestStatus, number>, // likewise
    messages: { since, byMethod: figuresByMethod(messages) },
  }
}
