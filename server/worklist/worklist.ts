import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { countGroupings, withLabels, totalOf } from './counts/request-groupings.sql.ts'
import { findSearched } from './find-searched.sql.ts'
import { summariesOf } from './summaries/request-summaries.sql.ts'
import { findPage, type WorklistPage } from './worklist.sql.ts'

export { type Place, type Selection, countMatching, findMatching, findUrgentMatching, groupMatching } from './matching-requests.sql.ts'

/** One page of the worklist, with the counts of the values that its filters can still choose. */
export async function listRequests(ctx: Context, query: WorklistPage) {
  const { search, id, patientId } = query.filters
  // Few ids are known, so each request is checked; nothing else needs to be searched.
  return search && !id?.length && !patientId ? listSearched(ctx, { ...query, search }) : listAll(ctx, query)
}

async function listAll(ctx: Context, query: WorklistPage) {
  const counting = countGroupings(ctx, query.filters)
  const showing = findPage(ctx, query, async () => totalOf(await counting, query.filters))
  const [counts, groupings, { docs, cursor }] = await Promise.all([
    counting,
    counting.then((counts) => withLabels(ctx, query.filters, counts)),
    showing.then(async ({ ids, cursor }) => ({ docs: await summariesOf(ctx.tx, ids), cursor })),
  ])
  return { docs, page: query.page, totalDocs: totalOf(counts, query.filters), isCountCapped: false, cursor, groupings }
}

async function listSearched(ctx: Context, query: WorklistPage & { search: string }) {
  const { ids, counts, total, isCountCapped, cursor } = await findSearched(ctx, query)
  const [docs, groupings] = await Promise.all([summariesOf(ctx.tx, ids), withLabels(ctx, query.filters, counts)])
  return { docs, page: query.page, totalDocs: total, isCountCapped, cursor, groupings }
}

/** A form request as a row of the worklist. */
export async function getSummary({ tx }: Context, id: string) {
  const [summary] = await summariesOf(tx, [id])
  if (!summary) throw new Problem('not_found')
  return summary
}
