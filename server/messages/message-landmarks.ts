import type { MessageFilters } from '#contract/messages.ts'
import { addDays } from '#domain/dates.ts'
import type { Context } from '#server/platform/context.ts'
import type { Landmark } from '#server/platform/paging/nearest-start.ts'

import { countMessagesByPeriod, type MessageStretch } from './message-counts.sql.ts'

/** No message has this id, so a place with it lies between two messages. */
const noId = '00000000-0000-0000-0000-000000000000'

/**
 * The beginning and the end of the day of the message of this number in the list, from the stored counts of months and of the days of one month.
 * A page far down the list is read from there, and no message before that day is looked at.
 */
export async function findLandmarks(ctx: Context, filters: MessageFilters, direction: 'asc' | 'desc', row: number): Promise<Landmark[]> {
  const months = inOrder(await countMessagesByPeriod(ctx, filters, 'month'), direction)
  const month = periodOf(months, row)
  if (!month) return []
  const first = month.period
  const last = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1)
  const ofMonth = { ...filters, from: latest(filters.from, first), to: earliest(filters.to, last) }
  const days = inOrder(await countMessagesByPeriod(ctx, ofMonth, 'day'), direction)
  const day = periodOf(days, row, month.rowsBefore)
  if (!day) return []
  const [head, tail] = direction === 'asc' ? [day.began, day.ended] : [day.ended, day.began]
  return [
    { place: [head, noId], rowsBefore: day.rowsBefore },
    { place: [tail, noId], rowsBefore: day.rowsBefore + day.messages },
  ]
}

const inOrder = (periods: MessageStretch[], direction: 'asc' | 'desc') => (direction === 'asc' ? periods : periods.toReversed())

/** The period that holds the message of this number, and how many messages come before the period. */
function periodOf(periods: readonly MessageStretch[], row: number, before = 0) {
  let rowsBefore = before
  for (const one of periods) {
    if (row < rowsBefore + one.messages) return { ...one, rowsBefore }
    rowsBefore += one.messages
  }
  return undefined
}

const latest = (one: string | undefined, other: string) => (one !== undefined && one > other ? one : other)
const earliest = (one: string | undefined, other: string) => (one !== undefined && one < other ? one : other)
