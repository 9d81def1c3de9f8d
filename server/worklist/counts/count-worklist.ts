import type { Worklist } from '#domain/dashboard-worklists.ts'
import type { Context } from '#server/platform/context.ts'

import { countByStatus } from './request-groupings.sql.ts'

/** The total of the list that a figure opens. */
export async function countWorklist(ctx: Context, { status, assignee, ...flags }: Worklist) {
  const counts = await countByStatus(ctx, { ...flags, status: [...status], ...(assignee && { assignee: [assignee] }) })
  return status.reduce((sum, one) => sum + (counts.get(one) ?? 0), 0)
}
