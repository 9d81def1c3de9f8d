import { addDays, daysBetween, yearsBefore } from './dates.ts'

/** Whole days in the United Kingdom, both ends included. */
export type Days = { from: string; to: string }

/** The periods that the dashboard offers, and 'custom' for any days (REP-2). */
export const periodNames = ['last7', 'last30', 'last90', 'thisMonth', 'lastMonth', 'last12Months', 'custom'] as const
export type PeriodName = (typeof periodNames)[number]

/** The longest period: its months are as many points as a chart can show. */
export const maxPeriodYears = 5

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`

/** The days of a period that depends on today. */
export function daysOf(name: Exclude<PeriodName, 'custom'>, today: string): Days {
  switch (name) {
    case 'last7':
      return { from: addDays(today, -6), to: today }
    case 'last30':
      return { from: addDays(today, -29), to: today }
    case 'last90':
      return { from: addDays(today, -89), to: today }
    case 'thisMonth':
      return { from: firstOfMonth(today), to: today }
    case 'lastMonth': {
      const to = addDays(firstOfMonth(today), -1)
      return { from: firstOfMonth(to), to }
    }
    case 'last12Months':
      return { from: addDays(yearsBefore(today, 1), 1), to: today }
  }
}

const lengthOf = ({ from, to }: Days) => daysBetween(from, to) + 1

/** The period of the same number of days before a period. */
export const periodBefore = (days: Days) => shift(days, -lengthOf(days))

const shift = ({ from, to }: Days, by: number): Days => ({ from: addDays(from, by), to: addDays(to, by) })

/** Why the days are no period, or undefined. */
export function periodProblem({ from, to }: Days) {
  if (from > to) return 'backwards'
  return from <= yearsBefore(to, maxPeriodYears) ? 'too long' : undefined
}

export type SpanLength = 'day' | 'week' | 'month'

/** Days for up to two months, weeks for up to a year, else months: a chart has at most 62 points. */
const spanLength = (days: number): SpanLength => (days <= 62 ? 'day' : days <= 366 ? 'week' : 'month')

const lastOfMonth = (day: string) => addDays(firstOfMonth(addDays(firstOfMonth(day), 31)), -1)

/** The last day of the span that begins on the first of so many days: the first week is the short one. */
const lastOfSpan = (first: string, by: SpanLength, days: number) =>
  by === 'day' ? first : by === 'week' ? addDays(first, (days - 1) % 7) : lastOfMonth(first)

/**
 * A period in days, weeks or months, for a chart. Weeks end on the weekday of the last day of the period, so that the newest point is a whole week.
 * Months are those of the calendar. Each span has the days of the period before that it is compared with, as many as its own.
 */
export function spansOf(period: Days): { by: SpanLength; spans: (Days & { before: Days })[] } {
  const length = lengthOf(period)
  const by = spanLength(length)
  const spans = []
  for (let from = period.from; from <= period.to;) {
    const last = lastOfSpan(from, by, lengthOf({ from, to: period.to }))
    const span = { from, to: last < period.to ? last : period.to }
    spans.push({ ...span, before: shift(span, -length) })
    from = addDays(span.to, 1)
  }
  return { by, spans }
}
