import type { RequestSummary } from '#contract/request.ts'
import type { RequestFilters, requestSorts } from '#contract/requests.ts'
import type { Context } from '#server/platform/context.ts'

import { matching } from './request-filters.sql.ts'
import { summariesOf } from './request-summaries.sql.ts'

type Sort = (typeof requestSorts)[number]
export type WorklistPage = { page: number; limit: number; sort?: Sort | `-${Sort}` | undefined; filters: RequestFilters }

const columnOf = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  submittedAt: 'completed_at',
  notifiedAt: 'notified_at',
  expiresAt: 'expires_at',
  lastName: 'patient_name_key',
  status: 'status',
  specialty: 'specialty',
  pathwayId: 'pathway_id',
  location: 'location',
} as const satisfies Record<Sort, string>
const mayBeBlank = new Set<string>(['completed_at', 'notified_at'])

/** One page of the worklist. The ids are found first, from an index where there is one; only the page's rows are joined. */
export async function listPage(
  { tx, actor }: Context,
  { page, limit, sort = '-createdAt', filters }: WorklistPage,
): Promise<RequestSummary[]> {
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const column = columnOf[sort.replace('-', '') as Sort]
  const found = await tx
    .selectFrom('form_requests as r')
    .select('r.id')
    .where((e) => matching(e, filters, actor.id))
    // Only what may be blank is sorted with blanks last: the others would lose their index by it.
    .orderBy(`r.${column}`, (by) => (mayBeBlank.has(column) ? by[direction]().nullsLast() : by[direction]()))
    .orderBy('r.id', direction)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return summariesOf(
    tx,
    found.map(({ id }) => id),
  )
}
