import { isBankHoliday } from './bank-holidays.ts'
import { yearsBefore } from './dates.ts'
import { dateOf, hourOf } from './moments.ts'
import type { MessageMethod } from './notification.ts'

/** The hours in which text messages and emails to patients may be sent (London time), in full hours. */
export type SendingHours = {
  sendingFrom: number
  sendingUntil: number
  sendsOnWeekdaysOnly: boolean
  sendsOnBankHolidays: boolean
  /** ISO days of bank holidays that were proclaimed later than the rules of bank-holidays.ts were written. */
  proclaimedHolidays?: readonly string[]
}

const hourMs = 3_600_000
/** Christmas with a weekend and the nights around it, with some days to spare for proclaimed holidays. */
const maxWaitHours = 14 * 24

/** NHS App messages are sent on every day, in longer hours: they make no sound. */
const appHours = { from: 6, until: 22 }

/** The first moment in which a message of this method may be sent; the moment itself if it may be sent then. */
export function sendingMomentOf(method: MessageMethod, moment: Date, hours: SendingHours): Date {
  if (method !== 'nhs_app') return nextSendingMoment(moment, hours)
  return nextSendingMoment(moment, {
    // An organisation that sends text messages at night sends these at night too.
    sendingFrom: Math.min(appHours.from, hours.sendingFrom),
    sendingUntil: Math.max(appHours.until, hours.sendingUntil),
    sendsOnWeekdaysOnly: false,
    sendsOnBankHolidays: true,
  })
}

/** The moment itself if messages may be sent then, else the first minute in which they may. */
export function nextSendingMoment(moment: Date, hours: SendingHours): Date {
  if (maySend(moment, hours)) return moment
  // London time differs from UTC by full hours, so sending hours begin at a full hour of UTC, also when the clocks change.
  const nextHour = Math.floor(moment.getTime() / hourMs) + 1
  const wait = Array.from({ length: maxWaitHours }, (_, n) => n).find((n) => maySend(new Date((nextHour + n) * hourMs), hours))
  return wait === undefined ? moment : new Date((nextHour + wait) * hourMs)
}

function maySend(moment: Date, { sendingFrom, sendingUntil, ...days }: SendingHours) {
  const time = hourOf(moment)
  return time >= sendingFrom && time < sendingUntil && maySendOn(dateOf(moment), days)
}

const maySendOn = (
  day: string,
  { sendsOnWeekdaysOnly, sendsOnBankHolidays, proclaimedHolidays }: Omit<SendingHours, 'sendingFrom' | 'sendingUntil'>,
) => !(sendsOnWeekdaysOnly && isWeekend(day)) && (sendsOnBankHolidays || !isBankHoliday(day, proclaimedHolidays))

const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

const maxYearsAhead = 10

/** The message for an invalid send date (ISO); undefined when it is valid. Today is the day in London. */
export function sendDateProblem(day: string, today = dateOf(new Date())): string | undefined {
  if (day < today) return 'Send date must be today or later.'
  return yearsBefore(day, maxYearsAhead) > today ? `Send date must be within the next ${maxYearsAhead} years.` : undefined
}
