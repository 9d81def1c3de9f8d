import type { Context } from '#server/platform/context.ts'

import { groupRequests } from './counts/request-groupings.sql.ts'
import { summariesOf } from './request-summaries.sql.ts'
import { findPage, type WorklistPage } from './worklist.sql.ts'

/** One page of the worklist, with how many there are of what its filters could still choose. */
export async function listRequests(ctx: Context, query: WorklistPage) {
  const counting = groupRequests(ctx, query.filters)
  const showing = findPage(ctx, query, async () => (await counting).total)
  const [{ total, groupings }, { docs, cursor }] = await Promise.all([
    counting,
    showing.then(async ({ ids, cursor }) => ({ docs: await summariesOf(ctx.tx, ids), cursor })),
  ])
  return { docs, page: query.page, totalDocs: total, cursor, groupings }
}
