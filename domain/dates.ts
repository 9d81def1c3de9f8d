/** Calendar days are 'YYYY-MM-DD' text everywhere, never Date: a birthday has no time zone. */

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const millisecondsOfDay = 86_400_000

const isLeapYear = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
const daysInMonth = (year: number, month: number) => (month === 2 ? (isLeapYear(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31)
const isRealDay = (year: number, month: number, day: number) =>
  Number.isInteger(year) && year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
const asIso = (year: number, month: number, day: number) =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** Tells whether a text is a real day written 'YYYY-MM-DD'. */
export function isIsoDate(text: string) {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  return parts !== null && isRealDay(Number(parts[1]), Number(parts[2]), Number(parts[3]))
}

/** The day typed in three inputs (day, month as a number, year of four digits); undefined when the day does not exist. */
export function dateFromParts(day: string, month: string, year: string) {
  const [dayText, monthText, yearText] = [day.trim(), month.trim(), year.trim()]
  if (!/^\d{1,2}$/.test(dayText) || !/^\d{1,2}$/.test(monthText) || !/^\d{4}$/.test(yearText)) return undefined
  return isRealDay(Number(yearText), Number(monthText), Number(dayText))
    ? asIso(Number(yearText), Number(monthText), Number(dayText))
    : undefined
}

/** Reads 'dd/mm/yyyy' (also with single digits, dashes or dots) as a calendar day; undefined when the day does not exist. */
export function parseUkDate(text: string) {
  const parts = /^\s*(\d{1,2})([/.-])(\d{1,2})\2(\d{4})\s*$/.exec(text)
  return parts ? dateFromParts(parts[1] ?? '', parts[3] ?? '', parts[4] ?? '') : undefined
}

const isoFromDayNumber = (dayNumber: number) => new Date(dayNumber * millisecondsOfDay).toISOString().slice(0, 10)

/**
 * The calendar day of a spreadsheet's serial number (ECMA-376 part 1, 18.17.4.1), without the time of day. Undefined for serial 60 of the
 * 1900 system (29 February 1900, which did not exist), days before day 1 and years after 9999.
 */
export function dateFromSerial(serial: number, system: 1900 | 1904 = 1900) {
  const day = Math.floor(serial)
  const dayNumber = system === 1904 ? day - 24_107 : day < 60 ? day - 25_568 : day - 25_569
  const isFirst = system === 1904 ? 0 : 1
  if (!Number.isFinite(serial) || day < isFirst || (system === 1900 && day === 60) || dayNumber > 2_932_896) return undefined
  return isoFromDayNumber(dayNumber)
}

/** Whole years of age on a day. Someone born on 29 February is a year older on 1 March of a common year, as English law counts. */
export function ageOn(dateOfBirth: string, today: string) {
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return today.slice(5) >= dateOfBirth.slice(5) ? years : years - 1
}

/** The same day some years earlier; 29 February becomes 28 February where there is none. */
export function yearsBefore(date: string, years: number) {
  const [year, month, day] = [Number(date.slice(0, 4)) - years, Number(date.slice(5, 7)), Number(date.slice(8, 10))]
  return asIso(year, month, Math.min(day, daysInMonth(year, month)))
}

/** The day some days later (earlier when negative). */
export const addDays = (date: string, days: number) => isoFromDayNumber(Date.parse(`${date}T00:00:00Z`) / millisecondsOfDay + days)

/** How many days later the second day is. */
export const daysBetween = (from: string, to: string) =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / millisecondsOfDay

/** A calendar day as DD-Mmm-YYYY (09-Mar-1961), so that day and month cannot be swapped. */
export const formatDate = (date: string) => `${date.slice(8, 10)}-${months[Number(date.slice(5, 7)) - 1] ?? ''}-${date.slice(0, 4)}`

const monthNames = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** '2026-06' as 'June 2026'. */
export const monthLabel = (month: string) => monthNames.format(new Date(`${month}-01T00:00:00Z`))

/** The month before a month, both as 'YYYY-MM'. */
export const monthBefore = (month: string) => addDays(`${month}-01`, -1).slice(0, 7)

/** The last day of a month, 'YYYY-MM'. */
export function lastDayOfMonth(text: string) {
  const [year, month] = [Number(text.slice(0, 4)), Number(text.slice(5, 7))]
  return asIso(year, month, daysInMonth(year, month))
}
