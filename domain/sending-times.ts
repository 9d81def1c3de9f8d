import { dateOf, hourOf, yearsBefore } from './dates.ts'

/** When text messages and e-mails to patients may go out, on the clock of London: from one full hour until another. */
export type SendingHours = { sendingFrom: number; sendingUntil: number; sendsOnWeekdaysOnly: boolean }

const hourMs = 3_600_000
/** The longest wait is a weekend and the night before it; a year has no week without a weekday. */
const maxWaitHours = 8 * 24

/** The moment itself when messages may go out then, else the first minute in which they may. */
export function nextSendingMoment(moment: Date, hours: SendingHours): Date {
  if (maySend(moment, hours)) return moment
  // London's clock is always full hours away from UTC, so the hours begin when a full hour of UTC does, also where the clock jumps.
  const nextHour = Math.floor(moment.getTime() / hourMs) + 1
  const wait = Array.from({ length: maxWaitHours }, (_, n) => n).find((n) => maySend(new Date((nextHour + n) * hourMs), hours))
  return wait === undefined ? moment : new Date((nextHour + wait) * hourMs)
}

function maySend(moment: Date, { sendingFrom, sendingUntil, sendsOnWeekdaysOnly }: SendingHours) {
  const time = hourOf(moment)
  return time >= sendingFrom && time < sendingUntil && !(sendsOnWeekdaysOnly && isWeekend(dateOf(moment)))
}

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

const maxYearsAhead = 10

/** What is wrong with the day (ISO) on which a message is to be sent; undefined when nothing is. Today is the day in the United Kingdom. */
export function sendDateProblem(day: string, today = dateOf(new Date())): string | undefined {
  if (day < today) return 'Send date must be today or later.'
  return yearsBefore(day, maxYearsAhead) > today ? `Send date must be within the next ${maxYearsAhead} years.` : undefined
}
