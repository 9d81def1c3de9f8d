import { sql } from 'kysely'

import type { RequestFilters } from '#contract/request-filters.ts'
import type { Days } from '#domain/dashboard-periods.ts'
import { addDays } from '#domain/dates.ts'
import { startOfDay } from '#domain/moments.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import type { Context } from '#server/platform/context.ts'
import { withGenericPlan } from '#server/platform/generic-plan.sql.ts'
import { matching, onRequests } from '#server/worklist/request-filters.sql.ts'

/** Days of two periods, oldest first and without a gap. `firstOfPeriod`: the first day of the second period. */
export type Selection = { spans: readonly Days[]; firstOfPeriod: string; filters: RequestFilters }

/** The form requests of one method that were created in the nth span. */
export type Created = {
  nth: number
  method: NotificationMethod
  created: number
  answered: number
  urgent: number
  notReached: number
}

/** A parameter: PostgreSQL would compute the beginning of a day once for each form request. */
const startOf = (day: string) => sql`${startOfDay(day).toISOString()}::timestamptz`

/** Conditions and moments of a selection. A span is found by the moments at which the spans begin, because the day of a form request is slow to compute. */
function partsOf(ctx: Context, { spans, firstOfPeriod, filters }: Selection, column: 'created_at' | 'completed_at') {
  const ref = sql.ref(`r.${column}`)
  const [first, end] = [startOf(spans[0]!.from), startOf(addDays(spans.at(-1)!.to, 1))] // a period has at least one span
  const starts = spans.map(({ from }) => startOfDay(from).toISOString())
  return {
    where: sql`r.organisation_id = ${ctx.organisationId}::uuid and ${ref} >= ${first} and ${ref} < ${end}
      and ${matching(onRequests, filters, ctx.actor.id)}`,
    nth: sql<number>`width_bucket(${ref}, ${starts}::timestamptz[]) - 1`, // the first span is 1 to PostgreSQL
    middle: startOf(firstOfPeriod),
    end,
  }
}

export async function countCreated(ctx: Context, selection: Selection) {
  const { where, nth, middle, end } = partsOf(ctx, selection, 'created_at')
  const { rows } = await sql<Created>`
    select ${nth} as nth, notification_method as method, count(*) as created,
      count(*) filter (where case when created_at < ${middle} then completed_at < ${middle} else completed_at < ${end} end) as answered,
      count(*) filter (where is_urgent) as urgent, count(*) filter (where is_unreached) as "notReached"
    from form_requests r where ${where} group by 1, 2`.execute(ctx.tx)
  return rows
}

/** How many form requests were completed in the nth span. */
export async function countCompleted(ctx: Context, selection: Selection) {
  const { where, nth } = partsOf(ctx, selection, 'completed_at')
  const { rows } = await sql<{ nth: number; count: number }>`
    select ${nth} as nth, count(*) as count from form_requests r where ${where} group by 1`.execute(ctx.tx)
  return new Map(rows.map((row) => [row.nth, row.count]))
}

/** From the send date to completion. Answers that came before the send date, by phone for example, took no time. Two medians in one row, because groups would be sorted twice. */
export async function findMedianHours(ctx: Context, selection: Selection) {
  const { where, middle } = partsOf(ctx, selection, 'completed_at')
  const median = sql`percentile_cont(0.5) within group (order by greatest(date_part('epoch', completed_at - send_at), 0))`
  const { rows } = await sql<{ before: number | null; now: number | null }>`
    select ${median} filter (where completed_at < ${middle}) / 3600 as before, ${median} filter (where completed_at >= ${middle}) / 3600 as now
    from form_requests r where ${where}`.execute(ctx.tx)
  return rows[0]
}

export const findFormTitles = async ({ tx, organisationId }: Context, ids: string[]) =>
  ids.length === 0
    ? []
    : tx.selectFrom('forms').select(['id', 'title']).where('organisation_id', '=', organisationId).where('id', 'in', ids).execute()

/** The wards of the organisation; for a user who is limited to wards, these wards. */
export const findWards = (ctx: Context) => withGenericPlan(ctx, () => selectWards(ctx).execute())

const selectWards = ({ tx, organisationId }: Context) =>
  tx
    .selectFrom('wards')
    .select(['id', 'name'])
    .where('organisation_id', '=', organisationId)
    .where('is_archived', '=', false)
    .where(
      sql<boolean>`((select ward_limited_member()) is null or id in (
        select ward_id from member_wards where organisation_id = ${organisationId}::uuid and member_id = (select ward_limited_member())))`,
    )
    .orderBy(sql`lower(name)`)
    .limit(1_000)
