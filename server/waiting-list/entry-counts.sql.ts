import { sql } from 'kysely'

import type { WaitingListFilters } from '#contract/waiting-list.ts'
import { dateOf } from '#domain/moments.ts'
import type { WaitingListQueue } from '#domain/waiting-list-queues.ts'
import { latestStart } from '#domain/waiting-since.ts'
import { waitedAtLeast } from '#domain/worklist-filters.ts'
import { isLimitedToWards } from '#server/patients/patients.ts'
import type { Context } from '#server/platform/context.ts'

import { isListed, isOpen, waitedSince } from './waiting-list.sql.ts'

type Counted = { queue: WaitingListQueue; formId: string; specialty: string; count: number }

/**
 * How many open entries there are for each queue, form and specialty, of patients who have waited so long. From the stored counts and the changes
 * that were not folded yet, in one statement so that folding in between changes nothing. Entries are counted for a filter by the wait, and for a
 * member who is limited to wards.
 */
export async function countEntries(ctx: Context, { waited }: Pick<WaitingListFilters, 'waited'>, at: Date): Promise<Counted[]> {
  const isStored = waited === undefined && !(await isLimitedToWards(ctx))
  const { organisationId } = ctx
  const counted = isStored
    ? sql`
      select queue, form_id, specialty, count from waiting_list_counts where organisation_id = ${organisationId}::uuid
      union all
      select queue, form_id, specialty, count from waiting_list_changes where organisation_id = ${organisationId}::uuid`
    : sql`
      select w.queue, w.form_id, w.specialty, count(*) as count from waiting_list_reviews w
      where ${isOpen(ctx)} and ${waitedSince(waited, at)} group by 1, 2, 3`
  const { rows } = await sql<Counted>`
    select queue, form_id as "formId", specialty, sum(count)::bigint as count from (${counted}) n group by 1, 2, 3 having sum(count) <> 0`.execute(
    ctx.tx,
  )
  return rows
}

/** How many entries of a queue have waited for each number of weeks. From the stored counts by day where nothing else is filtered. */
export async function countWaited(ctx: Context, queue: WaitingListQueue, { specialty, formId }: WaitingListFilters, at: Date) {
  const { organisationId } = ctx
  const isStored = !specialty?.length && !formId?.length && !(await isLimitedToWards(ctx))
  const days = isStored
    ? sql`
      select waiting_since, count from waiting_list_day_counts where organisation_id = ${organisationId}::uuid and queue = ${queue}
      union all
      select waiting_since, count from waiting_list_changes where organisation_id = ${organisationId}::uuid and queue = ${queue}`
    : sql`select w.waiting_since, 1 as count from waiting_list_reviews w where ${isListed(ctx, queue, { specialty, formId }, at)}`
  const sums = waitedAtLeast.map(
    (weeks) =>
      sql`coalesce(sum(count) filter (where waiting_since <= ${latestStart(weeks, dateOf(at))}::date), 0)::bigint as ${sql.ref(weeks)}`,
  )
  const { rows } = await sql<Record<(typeof waitedAtLeast)[number], number>>`select ${sql.join(sums)} from (${days}) n`.execute(ctx.tx)
  return rows[0]! // sums without groups
}
