import { addDays, formatDate } from './dates.ts'

// Moments stand apart from calendar dates (dates.ts), which every visit loads.

const clocks = new Map<string, Intl.DateTimeFormat>()

function partsIn(timeZone: string, moment: string | Date) {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  clocks.set(timeZone, clock)
  return Object.fromEntries(clock.formatToParts(new Date(moment)).map((part) => [part.type, part.value]))
}

/** The calendar day of a moment in a time zone. */
export function dateOf(moment: string | Date, timeZone = 'Europe/London') {
  const parts = partsIn(timeZone, moment)
  return `${parts['year']}-${parts['month']}-${parts['day']}`
}

/** The moment at which a day begins in London. */
export function startOfDay(day: string) {
  const midnight = new Date(`${day}T00:00:00Z`)
  // In summer it is one o'clock in London at midnight UTC.
  return new Date(midnight.getTime() - hourOf(midnight) * 3_600_000)
}

/** The hour of a moment in a time zone, 0 to 23. */
export const hourOf = (moment: string | Date, timeZone = 'Europe/London') => Number(partsIn(timeZone, moment)['hour'])

/** The full name of the weekday of a moment in a time zone. */
export const weekdayOf = (moment: string | Date, timeZone = 'Europe/London') =>
  new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'long' }).format(new Date(moment))

/** A moment as DD-Mmm-YYYY HH:mm, in London time by default. */
export function formatDateTime(moment: string | Date, timeZone = 'Europe/London') {
  const parts = partsIn(timeZone, moment)
  return `${formatDate(dateOf(moment, timeZone))} ${parts['hour']}:${parts['minute']}`
}

/**
 * The moment some calendar days later at the same time of day in London, so an hour more or less than so many times 24 hours where the clocks change
 * in between. A time that does not exist on that day becomes the one an hour later.
 */
export function daysLater(moment: string | Date, days: number): Date {
  const start = new Date(moment).getTime()
  const sameUtc = start + days * 86_400_000
  const sameLondon = sameUtc + londonOffset(start) - londonOffset(sameUtc)
  return new Date(londonOffset(sameLondon) === londonOffset(sameUtc) ? sameLondon : sameUtc)
}

/** The last moment of the day in London that comes so many calendar days later. A patient is told the day, so a term lasts until its end. */
export const endOfDayLater = (moment: string | Date, days: number) => new Date(startOfDay(addDays(dateOf(moment), days + 1)).getTime() - 1)

/** How many milliseconds London time is ahead of UTC. */
function londonOffset(time: number) {
  const minute = Math.floor(time / 60_000) * 60_000
  const parts = partsIn('Europe/London', new Date(minute))
  return Date.parse(`${parts['year']}-${parts['month']}-${parts['day']}T${parts['hour']}:${parts['minute']}:00Z`) - minute
}
