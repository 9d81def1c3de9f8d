import { sql } from 'kysely'

import type { RequestFilters } from '#contract/requests.ts'
import type { Context } from '#server/platform/context.ts'

import { matching } from './request-filters.sql.ts'

/** Everything the filters match that was created until `until`, so that what arrives during a long reading does not move its end. */
export type Selection = { filters: RequestFilters; memberId: string | null; until: string }
/** Where the page before ended. */
export type Place = { at: string; id: string }

const selectMatching = ({ tx }: Context, { filters, memberId, until }: Selection) =>
  tx
    .selectFrom('form_requests as r')
    .where((e) => matching(e, filters, memberId))
    .where('r.created_at', '<=', until)

export async function countMatching(ctx: Context, selection: Selection) {
  const { count } = await selectMatching(ctx, selection)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The next ids after a place, oldest request first. By keyset, so that the last page costs what the first did. */
export async function findMatching(ctx: Context, selection: Selection, after: Place | undefined, limit: number): Promise<Place[]> {
  const rows = await selectMatching(ctx, selection)
    .select(['r.id', 'r.created_at'])
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(r.created_at, r.id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`))
    .orderBy('r.created_at')
    .orderBy('r.id')
    .limit(limit)
    .execute()
  return rows.map(({ id, created_at }) => ({ id, at: created_at }))
}
