import { addDays } from './dates.ts'

/** A stretch of stored periods: from the first day to the last day, both included. */
export type Stretch = { grain: 'all' | 'month' | 'day'; from?: string | undefined; to?: string | undefined }

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`
/** Beyond these days the calendar of the database, or of JavaScript, ends. */
const isNearTheEnd = (day: string | undefined) => day !== undefined && (day < '0002' || day >= '9999')
const isFirst = (day: string) => day.endsWith('-01')

/**
 * The fewest stored periods that add up to the days from `from` to `to`: whole months, and days where a month is not whole. `by` is the finest
 * period that the caller wants to tell apart.
 */
export function stretchesOf({ from, to }: { from?: string | undefined; to?: string | undefined }, by: Stretch['grain']): Stretch[] {
  if (by === 'day' || isNearTheEnd(from) || isNearTheEnd(to)) return [{ grain: 'day', from, to }]
  if (from === undefined && to === undefined) return [{ grain: by }]
  const firstMonth = from === undefined || isFirst(from) ? from : firstOfMonth(addDays(firstOfMonth(from), 31))
  const after = to === undefined ? undefined : addDays(to, 1)
  const afterLastMonth = after === undefined ? undefined : firstOfMonth(after)
  if (firstMonth !== undefined && afterLastMonth !== undefined && firstMonth >= afterLastMonth) return [{ grain: 'day', from, to }]
  const lastOfMonths = afterLastMonth === undefined ? undefined : addDays(afterLastMonth, -1)
  return [
    { grain: 'month', from: firstMonth, to: lastOfMonths },
    ...(from !== undefined && firstMonth !== undefined && from < firstMonth
      ? [{ grain: 'day' as const, from, to: addDays(firstMonth, -1) }]
      : []),
    ...(to !== undefined && afterLastMonth !== undefined && afterLastMonth <= to
      ? [{ grain: 'day' as const, from: afterLastMonth, to }]
      : []),
  ]
}
