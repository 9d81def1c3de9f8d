import { type RawBuilder, sql } from 'kysely'

import type { MessageFilters } from '#contract/messages.ts'
import type { MessageReasonCode } from '#domain/message-reasons.ts'
import type { MessageMethod, NotificationStatus } from '#domain/notification.ts'
import { type Stretch, stretchesOf } from '#domain/stored-periods.ts'
import { isLimitedToWards } from '#server/patients/patients.ts'
import type { Context } from '#server/platform/context.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'

import { allOf, isOneOf, messageConditions, propertyConditions } from './message-filters.sql.ts'

type Sums = { messages: number; fragments: number; price: number }
export type MessageGroup = { method: MessageMethod; status: NotificationStatus; reasonCode: MessageReasonCode | null } & Sums
export type MessagePeriod = { period: string; status: NotificationStatus } & Sums

/** How many messages match, by method, status and reason. */
export async function groupMessages(ctx: Context, filters: MessageFilters): Promise<MessageGroup[]> {
  const { rows } = await sql<MessageGroup>`
    select method, status, nullif(reason_code, '') as "reasonCode", ${sums}
    from (${await countsOf(ctx, filters, 'all')}) c
    group by 1, 2, 3 having sum(messages) <> 0 order by 1, 2, 3`.execute(ctx.tx)
  return rows
}

const maxPeriods = 366

/** How many messages match in each day or month and status: the newest periods that have any. */
export async function groupMessagesByPeriod(ctx: Context, filters: MessageFilters, by: 'day' | 'month'): Promise<MessagePeriod[]> {
  if (by === 'month') return newestPeriods(ctx, filters, by)
  const months = await countMessagesByPeriod(ctx, filters, 'month')
  // Ten years have too many stored counts of days, so the days of the newest months are read, and of twice as many until there are enough.
  for (let count = maxMonths; ; count *= 2) {
    const first = months.at(-count)?.period
    const from = first !== undefined && (filters.from === undefined || filters.from < first) ? first : filters.from
    const days = await newestPeriods(ctx, { ...filters, from }, by)
    if (count >= months.length || new Set(days.map(({ period }) => period)).size === maxPeriods) return days
  }
}
/** So many months have at least as many days. */
const maxMonths = 13

async function newestPeriods(ctx: Context, filters: MessageFilters, by: 'day' | 'month') {
  const { rows } = await sql<MessagePeriod>`
    with counted as (
      select ${periodOf(by)} as period, status, ${sums} from (${await countsOf(ctx, filters, by)}) c group by 1, 2 having sum(messages) <> 0)
    select * from counted where period in (select distinct period from counted order by period desc limit ${sql.lit(maxPeriods)})
    order by period desc, status`.execute(ctx.tx)
  return rows
}

const periodOf = (by: 'day' | 'month') => (by === 'day' ? sql`period` : sql`date_trunc('month', period::timestamp)::date`)

/** How many messages match. */
export async function countMessages(ctx: Context, filters: MessageFilters) {
  const { rows } = await sql<{ messages: number }>`
    select coalesce(sum(messages), 0)::bigint as messages from (${await countsOf(ctx, filters, 'all')}) c`.execute(ctx.tx)
  return rows[0]!.messages // an aggregate without groups has one row
}

/** How many messages match in a month or day that has any, and when it began and ended. */
export type MessageStretch = { period: string; messages: number; began: string; ended: string }

/** How many messages match in each day or month. */
export async function countMessagesByPeriod(ctx: Context, filters: MessageFilters, by: 'day' | 'month') {
  const next = by === 'day' ? sql`period + 1` : sql`(period + interval '1 month')::date`
  const { rows } = await sql<MessageStretch>`
    select period, messages, period::timestamp at time zone 'Europe/London' as began,
      (${next})::timestamp at time zone 'Europe/London' as ended
    from (select ${periodOf(by)} as period, sum(messages)::bigint as messages from (${await countsOf(ctx, filters, by)}) c
      group by 1 having sum(messages) <> 0) c
    order by period`.execute(ctx.tx)
  return rows
}

const maxForms = 200

/** How many messages of each form match, whichever forms are chosen: the forms with most messages. */
export async function countMessagesByForm(ctx: Context, { formId: _, ...filters }: MessageFilters) {
  const counts = (await isLimitedToWards(ctx))
    ? messagesOf(ctx, filters)
    : storedCounts(ctx, filters, 'all', sql<boolean>`narrowed_by = 'form'`)
  const { rows } = await sql<{ id: string; title: string; messages: number }>`
    select f.id, f.title, c.messages
    from (select form_id, sum(messages)::bigint as messages from (${counts}) c group by 1 having sum(messages) <> 0) c
    join forms f on f.organisation_id = ${ctx.organisationId}::uuid and f.id = c.form_id::uuid
    order by c.messages desc, f.title limit ${sql.lit(maxForms)}`.execute(ctx.tx)
  return rows
}

const sums = sql`sum(messages)::bigint as messages, sum(fragments)::bigint as fragments, sum(price)::float8 as price`

/** Whether the counts are stored and nothing is counted for these filters. */
export const areCountsStored = async (ctx: Context, { formId }: MessageFilters) => !(formId?.length && (await isLimitedToWards(ctx)))

/**
 * Members who are limited to wards get the counts of their wards; of one form they get the messages themselves, because no count is stored for
 * a form and a ward.
 */
async function countsOf(ctx: Context, filters: MessageFilters, by: Stretch['grain']): Promise<RawBuilder<unknown>> {
  const { formId } = filters
  if (!(await areCountsStored(ctx, filters))) return messagesOf(ctx, filters)
  if (await isLimitedToWards(ctx)) {
    return storedCounts(ctx, filters, by, sql<boolean>`narrowed_by = 'ward' and narrowed_to = any(${theirWards})`)
  }
  if (!formId?.length) return storedCounts(ctx, filters, by, sql<boolean>`narrowed_by = '' and narrowed_to = ''`)
  const ids = formId.map((id) => id.toLowerCase())
  return storedCounts(ctx, filters, by, sql<boolean>`narrowed_by = 'form' and ${isOneOf(sql`narrowed_to`, ids, sql`text`)}`)
}

/** Stored counts and changes that are not folded yet, in one statement so that folding in between changes nothing. */
function storedCounts(
  { organisationId }: Context,
  { from, to, formId: _, ...properties }: MessageFilters,
  by: Stretch['grain'],
  narrowing: RawBuilder<boolean>,
) {
  const columns = sql`narrowed_to as form_id, period, c.method, c.status, c.reason_code, c.messages, c.fragments, c.price`
  const parts = stretchesOf({ from, to }, by).flatMap((stretch) => {
    const isWanted = allOf([
      sql<boolean>`c.organisation_id = ${organisationId}::uuid`,
      narrowing,
      sql<boolean>`grain = ${sql.lit(stretch.grain)}`,
      ...(stretch.from ? [sql<boolean>`period >= ${stretch.from}::date`] : []),
      ...(stretch.to ? [sql<boolean>`period <= ${stretch.to}::date`] : []),
      ...propertyConditions(properties, 'c'),
    ])
    return [
      sql`select ${columns} from message_counts c where ${isWanted}`,
      sql`select ${columns} from message_changes c, counts_of_message(c.form_id, c.ward_id, c.day) where ${isWanted}`,
    ]
  })
  return sql.join(parts, sql` union all `)
}

const theirWards = sql`array(select ward_id::text from member_wards where ${ofThisOrganisation('member_wards')} and member_id = ward_limited_member())`

/** The messages themselves, in the columns of a count. Their period is the day. */
const messagesOf = ({ organisationId }: Context, filters: MessageFilters) => sql`
  select n.form_id::text as form_id, message_day(n.created_at) as period, n.method, n.status, coalesce(n.reason_code, '') as reason_code,
    1::bigint as messages, message_fragments(n.status, n.fragments) as fragments, coalesce(n.price, 0) as price
  from notifications n
  where n.organisation_id = ${organisationId}::uuid and ${allOf(messageConditions(filters))}`

/** Folds the changes into the counts of the bound organisation. */
export const foldMessageChanges = ({ tx }: Pick<Context, 'tx'>) => sql`call fold_message_changes()`.execute(tx)
