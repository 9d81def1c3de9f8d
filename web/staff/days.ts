import { isIsoDate } from '#domain/dates.ts'
import { padDate } from '#web/ui/date-text.ts'

type Days = { from: string; to: string }

/** Enter can be pressed before the field loses the focus, and then the date is not padded yet. */
export const paddedDays = ({ from, to }: Days): Days => ({ from: padDate(from), to: padDate(to) })

/** What is wrong with a span of whole days; either end may stay open. */
export function checkDays(typed: Days, isBackwards: string) {
  const { from, to } = paddedDays(typed)
  const notReal = (day: string) => (day && !isIsoDate(day) ? 'Enter a real date.' : undefined)
  const last = notReal(to)
  return { from: notReal(from), to: last ?? (from && to && !notReal(from) && from > to ? isBackwards : undefined) }
}
