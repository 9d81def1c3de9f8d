import type { RequestFilters } from '#contract/request-filters.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { countGroupings, withLabels, totalOf } from './counts/request-groupings.sql.ts'
import { findSearched } from './find-searched.sql.ts'
import { summariesOf } from './summaries/request-summaries.sql.ts'
import { countTotal, findPage, type WorklistPage } from './worklist.sql.ts'

export { countWorklist } from './counts/count-worklist.ts'
export { type AnswerTally, type FormScope, tallyAnswers } from './counts/answer-counts.sql.ts'
export { countProgress, type Progress, sumProgress } from './counts/form-progress.sql.ts'
export { type Place, type Selection, countMatching, findMatching, findUrgentMatching, groupMatching } from './matching-requests.sql.ts'

type Asked = WorklistPage & { groupings?: boolean }

/** One page of the worklist, and if asked for, the counts of the values that its filters can still choose. */
export async function listRequests(ctx: Context, { groupings = true, ...query }: Asked) {
  const search = searchOf(query.filters)
  const found = search ? await findSearched(ctx, { ...query, search, groupings }) : await findAll(ctx, query, groupings)
  const [docs, labelled] = await Promise.all([
    summariesOf(ctx.tx, found.ids),
    found.counts && groupings ? withLabels(ctx, query.filters, found.counts) : undefined,
  ])
  const { total: totalDocs, isCountCapped, cursor } = found
  return { docs, page: query.page, totalDocs, isCountCapped, cursor, ...(labelled && { groupings: labelled }) }
}

/** The counts of the values that the filters of the worklist can still choose. */
export async function readGroupings(ctx: Context, filters: RequestFilters) {
  const search = searchOf(filters)
  const counts = search ? (await findSearched(ctx, { page: 1, limit: 1, filters, search })).counts : await countGroupings(ctx, filters)
  return withLabels(ctx, filters, counts)
}

/** Few ids are known, so each request is checked; nothing else needs to be searched. */
const searchOf = ({ search, id, patientId }: RequestFilters) => (id?.length || patientId ? undefined : search)

async function findAll(ctx: Context, query: WorklistPage, groupings: boolean) {
  const counting = groupings ? countGroupings(ctx, query.filters) : undefined
  const totalling = counting ? counting.then((counts) => totalOf(counts, query.filters)) : countTotal(ctx, query.filters)
  const showing = findPage(ctx, query, () => totalling)
  const [counts, total, { ids, cursor }] = await Promise.all([counting, totalling, showing])
  return { ids, counts, total, isCountCapped: false, cursor }
}

/** A form request as a row of the worklist. */
export async function getSummary({ tx }: Context, id: string) {
  const [summary] = await summariesOf(tx, [id])
  if (!summary) throw new Problem('not_found')
  return summary
}
