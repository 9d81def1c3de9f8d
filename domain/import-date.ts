import { dateFromParts, isIsoDate, parseUkDate } from './dates.ts'

const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december']

/** The number of a month from its name or an abbreviation of three letters or more, or ''. */
function monthNumber(name: string) {
  const index = months.findIndex((month) => month.startsWith(name.toLowerCase()))
  return index === -1 ? '' : String(index + 1)
}

const timeOfDay = /[T ,]\s*\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:\s?[ap]m)?$/i
const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const dayThenMonth = /^(\d{1,2})(?:st|nd|rd|th)?[\s.,/-]{1,3}([a-z]{3,9})[\s.,/-]{1,3}(\d{4})$/i
const monthThenDay = /^([a-z]{3,9})\.?\s(\d{1,2})(?:st|nd|rd|th)?(?:,\s?|\s)(\d{4})$/i

/**
 * The calendar day that a text names: 09/03/1961, 9 March 1961, 1961-03-09 and their usual variations. A time of day is left out; a text
 * with a time zone is not read, because in another zone the day may be another.
 */
export function readDateText(text: string): string | undefined {
  const day = text.replace(timeOfDay, '').trim()
  if (isIsoDate(day)) return day
  const written = parseUkDate(day)
  if (written) return written
  const [, year, , month, date] = yearFirst.exec(day) ?? []
  if (year && month && date) return dateFromParts(date, month, year)
  const named = dayThenMonth.exec(day)
  if (named) return dateFromParts(named[1]!, monthNumber(named[2]!), named[3]!) // the pattern has three groups
  const american = monthThenDay.exec(day)
  return american ? dateFromParts(american[2]!, monthNumber(american[1]!), american[3]!) : undefined // likewise
}
