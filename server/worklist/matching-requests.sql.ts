import { sql } from 'kysely'

import type { RequestFilters } from '#contract/request-filters.ts'
import type { RequestStatus } from '#domain/request-status.ts'
import { withCustomPlan } from '#server/platform/generic-plan.sql.ts'
import type { Context } from '#server/platform/context.ts'

import { matching, needsCustomPlan } from './request-filters.sql.ts'

/** Requests that the filters match and that were created by `until`, so that new requests do not move the end of a long reading. */
export type Selection = { filters: RequestFilters; memberId: string | null; until: string }
/** The end of the page before. */
export type Place = { at: string; id: string }

const selectMatching = ({ tx }: Context, { filters, memberId, until }: Selection) =>
  tx
    .selectFrom('form_requests as r')
    .where((e) => matching(e, filters, memberId, until))
    .where('r.created_at', '<=', until)

export async function countMatching(ctx: Context, selection: Selection) {
  const { count } = await selectMatching(ctx, selection)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The next ids after a place, oldest request first. Uses keyset paging, so that the last page costs as much as the first. */
export async function findMatching(ctx: Context, selection: Selection, after: Place | undefined, limit: number): Promise<Place[]> {
  const select = selectMatching(ctx, selection)
    .select(['r.id', 'r.created_at'])
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(r.created_at, r.id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`))
    .orderBy('r.created_at')
    .orderBy('r.id')
    .limit(limit)
  const read = () => select.execute()
  const rows = await (needsCustomPlan(selection.filters) ? withCustomPlan(ctx, read) : read())
  return rows.map(({ id, created_at }) => ({ id, at: created_at }))
}

/** Counts by status, assignee and urgency, up to a limit. */
export async function groupMatching(ctx: Context, selection: Selection, most: number) {
  const holder = sql<
    'nobody' | 'me' | 'other'
  >`case when r.assignee_id is null then 'nobody' when r.assignee_id = ${selection.memberId}::uuid
    then 'me' else 'other' end`
  const rows = await ctx.tx
    .selectFrom(
      selectMatching(ctx, selection)
        .select(['r.status', 'r.is_urgent', holder.as('holder')])
        .limit(most)
        .as('n'),
    )
    .select(['n.status', 'n.is_urgent', 'n.holder', (e) => e.fn.countAll<number>().as('count')])
    .groupBy(['n.status', 'n.is_urgent', 'n.holder'])
    .execute()
  // A check constraint holds the same seven statuses.
  return rows.map(({ status, is_urgent: isUrgent, holder: assignedTo, count }) => ({
    status: status as RequestStatus,
    assignedTo,
    isUrgent,
    count,
  }))
}

/** The number of urgent requests that can be closed, up to a limit, and their most common red flags. */
export async function findUrgentMatching(ctx: Context, selection: Selection, most: number) {
  const open = ['unopened', 'opened', 'completed']
  const first = selectMatching(ctx, selection).select(['r.organisation_id', 'r.id', 'r.is_urgent', 'r.status']).limit(most)
  const urgent = ctx.tx.selectFrom(first.as('n')).where('n.is_urgent', '=', true).where('n.status', 'in', open)
  const { count } = await urgent.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  if (count === 0) return { count, redFlags: [] }
  const redFlags = await urgent
    .innerJoin('raised_flags as f', (on) => on.onRef('f.organisation_id', '=', 'n.organisation_id').onRef('f.request_id', '=', 'n.id'))
    .select(['f.name', (e) => e.fn.countAll<number>().as('count')])
    .groupBy('f.name')
    .orderBy('count', 'desc')
    .orderBy('f.name')
    .limit(10)
    .execute()
  return { count, redFlags }
}
