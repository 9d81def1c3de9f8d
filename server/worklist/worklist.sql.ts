import { sql } from 'kysely'

import type { RequestFilters } from '#contract/request-filters.ts'
import type { requestSorts } from '#contract/requests.ts'
import type { Context } from '#server/platform/context.ts'
import { readPage, type Order, type OrderColumn } from '#server/platform/paging/read-page.sql.ts'

import { matching, onRequests } from './request-filters.sql.ts'

type Sort = (typeof requestSorts)[number]
export type WorklistPage = {
  page: number
  limit: number
  cursor?: string | undefined
  sort?: Sort | `-${Sort}` | undefined
  filters: RequestFilters
}

const id = { column: sql`r.id`, type: 'uuid' } as const
const created = { column: sql`r.created_at`, type: 'timestamptz' } as const

/** Each order has an index. Ties are in order of creation. */
const columnsOf: Record<Sort, OrderColumn[]> = {
  createdAt: [created, id],
  updatedAt: [{ column: sql`r.updated_at`, type: 'timestamptz' }, id],
  submittedAt: [{ column: sql`r.completed_at`, type: 'timestamptz' }, id],
  notifiedAt: [{ column: sql`r.notified_at`, type: 'timestamptz' }, id],
  expiresAt: [{ column: sql`r.expires_at`, type: 'timestamptz' }, id],
  lastName: [{ column: sql`r.patient_name_key`, type: 'text' }, id],
  status: [{ column: sql`r.status`, type: 'text' }, created, id],
  specialty: [{ column: sql`r.specialty`, type: 'text' }, created, id],
  pathwayId: [{ column: sql`r.pathway_id`, type: 'text' }, id],
  location: [{ column: sql`r.location`, type: 'text' }, created, id],
}
const mayBeBlank = new Set<string>(['submittedAt', 'notifiedAt'] satisfies Sort[])

export function orderOf(sort: NonNullable<WorklistPage['sort']>): Order {
  const name = sort.replace('-', '') as Sort // the contract lets only these names through
  return { direction: sort.startsWith('-') ? 'desc' : 'asc', columns: columnsOf[name], mayBeBlank: mayBeBlank.has(name) }
}

/** The ids of one page of the worklist. Skipped rows are read from the index only. */
export const findPage = (ctx: Context, { filters, sort = '-createdAt', ...asked }: WorklistPage, total: () => Promise<number>) =>
  readPage(ctx, asked, {
    name: ['requests', sort, filters],
    from: sql`form_requests as r`,
    where: matching(onRequests, filters, ctx.actor.id),
    order: orderOf(sort),
    total,
  })
