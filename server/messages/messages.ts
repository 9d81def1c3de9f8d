import type { messages } from '#contract/messages.ts'
import type { Input } from '#contract/route.ts'
import type { NotificationStatus } from '#domain/notification.ts'
import type { Context } from '#server/platform/context.ts'

import { countMessages, countMessagesByForm, groupMessages, groupMessagesByPeriod, type MessagePeriod } from './message-counts.sql.ts'
import { findPage, type MessagesQuery } from './message-list.sql.ts'
import { findMessages } from './message-records.sql.ts'

export { foldMessageChanges, groupMessages, groupMessagesByPeriod } from './message-counts.sql.ts'
export { listMessagesOf } from './message-records.sql.ts'

/** One page of the messages of the organisation. */
export async function listMessages(ctx: Context, query: MessagesQuery) {
  const totalDocs = await countMessages(ctx, query.filters)
  const { ids, ...cursor } = await findPage(ctx, query, totalDocs)
  return { docs: await findMessages(ctx, ids), page: query.page, totalDocs, ...cursor }
}

/** How many messages match, in all, by method, status and reason, and by day or month. */
export async function totalMessages(ctx: Context, { query: { filters, by } }: Input<typeof messages.totals>) {
  const [groups, periods, forms] = await Promise.all([
    groupMessages(ctx, filters),
    groupMessagesByPeriod(ctx, filters, by),
    countMessagesByForm(ctx, filters),
  ])
  return { ...sumOf(groups), groups, periods: joinPeriods(periods), forms }
}

type Sums = { messages: number; fragments: number; price: number }

const sumOf = (all: readonly Sums[]): Sums => ({
  messages: all.reduce((sum, { messages }) => sum + messages, 0),
  fragments: all.reduce((sum, { fragments }) => sum + fragments, 0),
  price: all.reduce((sum, { price }) => sum + price, 0),
})

/** One row for each period; they come in order. */
function joinPeriods(rows: readonly MessagePeriod[]) {
  const byPeriod = Map.groupBy(rows, ({ period }) => period)
  return [...byPeriod].map(([period, own]) => ({
    period,
    byStatus: Object.fromEntries(own.map(({ status, messages }) => [status, messages])) as Partial<Record<NotificationStatus, number>>,
    ...sumOf(own),
  }))
}
