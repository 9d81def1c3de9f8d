import type { Context } from '#server/platform/context.ts'

import { groupRequests } from './request-groupings.sql.ts'
import { listPage, type WorklistPage } from './worklist.sql.ts'

/** One page of the worklist, with how many there are of what its filters could still choose. */
export async function listRequests(ctx: Context, query: WorklistPage) {
  const [docs, { total, groupings }] = await Promise.all([listPage(ctx, query), groupRequests(ctx, query.filters)])
  return { docs, page: query.page, totalDocs: total, groupings }
}
