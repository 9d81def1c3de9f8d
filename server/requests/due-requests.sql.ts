import { sql } from 'kysely'

import type { NotificationMethod } from '#domain/notification.ts'
import { daysLater } from '#domain/moments.ts'
import { type RemindedRequest, type ReminderNumber } from '#domain/reminders.ts'
import { stillUnderWay } from '#domain/unreached.ts'
import { reminderMethodOf } from '#server/notifications/notifications.ts'
import type { Context } from '#server/platform/context.ts'

/** Requests with these statuses whose time has come, oldest first. For the worker. */
export const findOverdue = async ({ tx }: Context, limit: number) =>
  tx
    .selectFrom('form_requests')
    .select('id')
    .where('status', 'in', ['unopened', 'opened'])
    .where('expires_at', '<', new Date().toISOString())
    .orderBy('expires_at')
    .limit(limit)
    .execute()

/** Not the urgent ones: a user closes these (docs/decisions/0019-scores-and-red-flags.md). */
export const findLongCompleted = async ({ tx, organisationId }: Context, limit: number) =>
  tx
    .selectFrom('form_requests as r')
    .select('r.id')
    .where('r.organisation_id', '=', organisationId)
    .where('r.status', '=', 'completed')
    .where('r.is_urgent', '=', false)
    // In calendar days of London, as a user counts them. The setting is read first: joined, it would be compared with every completed form request.
    .where(
      sql<boolean>`r.completed_at < (now() at time zone 'Europe/London' - make_interval(days => (
        select o.auto_close_days from organisations o where o.id = ${organisationId}::uuid))) at time zone 'Europe/London'`,
    )
    .limit(limit)
    .execute()

/** Forms whose requests have the same reminders: these forms, or all but these. */
export type FormsOfRule = { formIds: readonly string[]; areLeftOut: boolean }
type Wanted = {
  number: ReminderNumber
  days: number
  forms: FormsOfRule
  now: Date
  /** Reminders that were due before are too late. */
  dueAfter: Date
  after: RemindCursor | undefined
  limit: number
}
export type RemindCursor = { countedFrom: string; id: string }

/** A message that was not read or not confirmed in time may still reach the patient. */
const isUnreachedForGood = sql<boolean>`(r.is_unreached and not r.unreached_reason = any(${stillUnderWay}::text[]))`

/** As in the index form_requests_to_remind: under the row policies no index is used for a condition on coalesce(). */
const leftAt = sql<string>`case when r.sent_again_at is null then r.notified_at else r.sent_again_at end`
/** The last reminder is counted back from the day on which the form request expires. It expires at the end of that day, so one day more is read. */
const countedFrom = (number: ReminderNumber) => (number === 3 ? sql<string>`r.expires_at` : leftAt)
/**
 * So many calendar days from a moment. `extra`: milliseconds more. A second, because the database counts in microseconds and domain/reminders.ts in
 * milliseconds. An hour, because days that are counted back from a moment at which the clocks change end up to an hour beside days counted forward.
 */
const moment = (days: number, from: Date, extra = 1_000) => new Date(daysLater(from, days).getTime() + extra).toISOString()
const hour = 3_600_000

/**
 * Open form requests of a stretch of time, in the order of one index. Nothing else is asked here, so that each page reads this index alone, from
 * where the last page ended, also when 100,000 are due.
 */
async function findPage({ tx, organisationId }: Context, { number, days, now, dueAfter, after, limit }: Wanted): Promise<RemindCursor[]> {
  const counted = countedFrom(number)
  const [from, until] =
    number === 3 ? [moment(0, now), moment(days + 1, now, hour)] : [moment(-days, dueAfter, -hour), moment(-days, now, hour)]
  const { rows } = await sql<RemindCursor>`
    select ${counted} as "countedFrom", r.id from form_requests r
    where r.organisation_id = ${organisationId}::uuid and r.status in ('unopened', 'opened')
      and ${counted} > ${from}::timestamptz and ${counted} <= ${until}::timestamptz
      and ${after ? sql`(${counted}, r.id) > (${after.countedFrom}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by ${counted}, r.id limit ${sql.lit(limit)}`.execute(tx)
  return rows
}

/**
 * One page of open form requests that may be due for a reminder, by when it is counted from: more than those that are due, of which
 * domain/reminders.ts decides. `after`: where the next page begins; undefined after the last one.
 */
export async function findToRemind(ctx: Context, wanted: Wanted): Promise<{ found: RemindedRow[]; after: RemindCursor | undefined }> {
  const { tx, organisationId } = ctx
  const { number, forms, now, limit } = wanted
  const page = await findPage(ctx, wanted)
  const { rows } = await sql<RemindedRow>`
    select r.id, w.method, r.status, ${isUnreachedForGood} as "isUnreached", r.expires_at as "expiresAt",
      ${leftAt} as "leftAt", m.last_message_at as "lastMessageAt", m.reminded
    from form_requests r
    join patients p on p.organisation_id = r.organisation_id and p.id = r.patient_id
    cross join lateral (
      select max(n.sent_at) as last_message_at, coalesce(max(n.reminder_number), 0) as reminded,
        coalesce(bool_or(n.status = 'queued'), false) as is_waiting
      from notifications n where n.organisation_id = r.organisation_id and n.request_id = r.id) m
    cross join lateral (select ${reminderMethodOf} as method) w
    where r.organisation_id = ${organisationId}::uuid and r.id = any(${page.map(({ id }) => id)}::uuid[])
      and r.status in ('unopened', 'opened') and r.notified_at is not null
      and not ${isUnreachedForGood} and r.expires_at > ${moment(0, now)}::timestamptz
      and ${forms.areLeftOut ? sql`r.form_id <> all(${forms.formIds}::uuid[])` : sql`r.form_id = any(${forms.formIds}::uuid[])`}
      and not p.is_deceased and not p.is_archived and p.may_be_contacted and not w.method = any(p.opted_out_methods)
      and not exists (
        select from notifications n
        where n.organisation_id = r.organisation_id and n.request_id = r.id and n.reminder_number >= ${number})
      and not m.is_waiting and w.method <> 'letter'
    order by ${countedFrom(number)}, r.id`.execute(tx)
  return { found: rows, after: page.length === limit ? page.at(-1) : undefined }
}

type RemindedRow = RemindedRequest & { id: string; method: NotificationMethod } // no letters

export const findOpenOf = async ({ tx }: Context, patientId: string) =>
  tx
    .selectFrom('form_requests')
    .select('id')
    .where('patient_id', '=', patientId)
    .where('status', 'in', ['unopened', 'opened', 'completed'])
    .execute()
