import { sql } from 'kysely'

import type { messages } from '#contract/messages.ts'
import type { Input } from '#contract/route.ts'
import type { Context } from '#server/platform/context.ts'
import { type Order, readPage } from '#server/platform/paging/read-page.sql.ts'

import { areCountsStored } from './message-counts.sql.ts'
import { allOf, messageConditions } from './message-filters.sql.ts'
import { findLandmarks } from './message-landmarks.ts'

export type MessagesQuery = Input<typeof messages.list>['query']

const columns: Order['columns'] = [
  { column: sql`n.created_at`, type: 'timestamptz' },
  { column: sql`n.id`, type: 'uuid' },
]
/** So few are found first and sorted afterwards, because in the order of the list they can be far apart. */
const few = 2_000

/** The ids of one page of messages, newest first. Every filter has an index in this order. */
export async function findPage(ctx: Context, { filters, sort = '-createdAt', ...asked }: MessagesQuery, total: number) {
  if (total === 0) return { ids: [] }
  const conditions = allOf([sql<boolean>`n.organisation_id = ${ctx.organisationId}::uuid`, ...messageConditions(filters)])
  const isFew = total <= few
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const hasLandmarks = !isFew && (await areCountsStored(ctx, filters))
  return readPage(ctx, asked, {
    name: ['messages', sort, filters],
    from: isFew ? sql`(select n.created_at, n.id from notifications n where ${conditions} offset 0) n` : sql`notifications n`,
    where: isFew ? sql<boolean>`true` : conditions,
    order: { columns, direction },
    total: async () => total,
    landmarks: hasLandmarks ? (row) => findLandmarks(ctx, filters, direction, row) : undefined,
  })
}
