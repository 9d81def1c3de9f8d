import { sql } from 'kysely'

import type { NotificationMethod } from '#domain/notification.ts'
import type { RequestStatus } from '#domain/request-status.ts'
import type { Context } from '#server/platform/context.ts'

/** Counts every request by the preset worklists, in one query. */
export async function countRequests({ tx, actor }: Context) {
  const isMine = sql<boolean>`coalesce(assignee_id = ${actor.id}::uuid, false)`
  const isAssigned = sql<boolean>`assignee_id is not null`
  const rows = await tx
    .selectFrom('form_requests')
    .select(['status', isMine.as('isMine'), isAssigned.as('isAssigned'), 'is_urgent as isUrgent', 'is_unreached as isUnreached'])
    .select((e) => e.fn.countAll<number>().as('count'))
    .groupBy([sql`1`, sql`2`, sql`3`, sql`4`, sql`5`])
    .execute()
  return rows.map((row) => ({ ...row, status: row.status as RequestStatus })) // a check constraint holds the same seven
}

const lastDays = sql`generate_series((now() at time zone 'Europe/London')::date - 29, (now() at time zone 'Europe/London')::date, interval '1 day')`
const firstMoment = sql<string>`((now() at time zone 'Europe/London')::date - 29)::timestamp at time zone 'Europe/London'`

/** Created and submitted on each of the last 30 days of the British calendar, today included. */
export async function countByDay({ tx }: Context) {
  const { rows } = await sql<{ day: string; created: number; submitted: number }>`
    with created as (
      select (created_at at time zone 'Europe/London')::date as day, count(*) as n from form_requests where created_at >= ${firstMoment} group by 1),
    submitted as (
      select (completed_at at time zone 'Europe/London')::date as day, count(*) as n from form_requests where completed_at >= ${firstMoment} group by 1)
    select d.day::date as day, coalesce(c.n, 0) as created, coalesce(s.n, 0) as submitted
    from ${lastDays} as d(day) left join created c on c.day = d.day left join submitted s on s.day = d.day
    order by d.day`.execute(tx)
  return rows
}

export async function findMedianHours({ tx }: Context) {
  const { rows } = await sql<{ hours: number | null }>`
    select percentile_cont(0.5) within group (order by extract(epoch from completed_at - send_at)) / 3600 as hours
    from form_requests where completed_at >= ${firstMoment}`.execute(tx)
  return rows[0]?.hours ?? null
}

export async function countAnswersByMethod({ tx }: Context) {
  const rows = await tx
    .selectFrom('form_requests')
    .select((e) => [
      'notification_method',
      e.fn.countAll<number>().as('sent'),
      sql<number>`count(completed_at) filter (where completed_at >= ${firstMoment})`.as('answered'),
    ])
    .where('created_at', '>=', firstMoment)
    .groupBy('notification_method')
    .orderBy('notification_method')
    .execute()
  return rows.map(({ notification_method, sent, answered }) => ({ method: notification_method as NotificationMethod, sent, answered })) // likewise
}
