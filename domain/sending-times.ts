import { dateOf, hourOf, yearsBefore } from './dates.ts'

/** The hours in which text messages and emails to patients may be sent (London time), in full hours. */
export type SendingHours = { sendingFrom: number; sendingUntil: number; sendsOnWeekdaysOnly: boolean }

const hourMs = 3_600_000
/** A weekend and the nights around it, with some days to spare. */
const maxWaitHours = 8 * 24

/** The moment itself if messages may be sent then, else the first minute in which they may. */
export function nextSendingMoment(moment: Date, hours: SendingHours): Date {
  if (maySend(moment, hours)) return moment
  // London time differs from UTC by full hours, so sending hours begin at a full hour of UTC, also when the clocks change.
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

/** The message for an invalid send date (ISO); undefined when it is valid. Today is the day in London. */
export function sendDateProblem(day: string, today = dateOf(new Date())): string | undefined {
  if (day < today) return 'Send date must be today or later.'
  return yearsBefore(day, maxYearsAhead) > today ? `Send date must be within the next ${maxYearsAhead} years.` : undefined
}
