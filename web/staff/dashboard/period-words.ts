import type { Days, SpanLength } from '#domain/dashboard-periods.ts'
import { formatDate, monthLabel } from '#domain/dates.ts'

/** '28-Oct-2026 to 26-Nov-2026', or the one day. */
export const daysInWords = ({ from, to }: Days) => (from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`)

/** The same without a year that is the year of another day, for a line of few words. */
export function shortDays({ from, to }: Days, near: string) {
  const short = (day: string) => (day.slice(0, 4) === near.slice(0, 4) ? formatDate(day).slice(0, 6) : formatDate(day))
  return from === to ? short(from) : `${short(from)} to ${short(to)}`
}

const isWholeMonth = ({ from, to }: Days) => from.endsWith('-01') && from.slice(0, 7) === to.slice(0, 7) && isLastOfMonth(to)
const isLastOfMonth = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).getUTCDate() === 1

/** The label of a point: a day, the days of a week, or a month. */
export const spanLabel = (days: Days, by: SpanLength) =>
  by === 'month' && isWholeMonth(days) ? monthLabel(days.from.slice(0, 7)) : daysInWords(days)

/** Whether a point is a Saturday or a Sunday. */
export const isWeekend = ({ from }: Days, by: SpanLength) => by === 'day' && [0, 6].includes(new Date(`${from}T00:00:00Z`).getUTCDay())

/** Its label below the chart. */
export const axisLabel = ({ from }: Days, by: SpanLength) => (by === 'month' ? formatDate(from).slice(3) : formatDate(from).slice(0, 6))
