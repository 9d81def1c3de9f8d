import { dateFromParts, isIsoDate, parseUkDate } from '#domain/dates.ts'

/**
 * The value of a spreadsheet cell. A date is an ISO day, or an ISO day and time without a zone; a time is a number shown as a time of day.
 * An error without a name is a formula that was never calculated.
 */
export type ImportCell = string | number | boolean | { date: string } | { time: number } | { error: string } | null | undefined

/** The reasons a cell cannot be read as text. */
export type CellProblem = 'cell_error' | 'not_calculated' | 'is_date' | 'lost_digits'

// Zero-width characters are copied along with text from web pages and chats, and make equal names differ.
const invisible = /[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g
const hasInvisible = /[\u00AD\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/

/** The text without soft hyphens, zero-width characters, marks of writing direction and byte order marks. */
export const withoutInvisible = (text: string) => (hasInvisible.test(text) ? text.replace(invisible, '') : text)

/**
 * Text without invisible characters, without doubled or odd spaces, and without the apostrophe that marks digits as text (the apostrophe of
 * 't Hooft stays).
 */
export const cleanText = (text: string) =>
  withoutInvisible(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^'(?=[\d+=@-])/, '')

// These are errors even when pasted as text: they are never names.
const spreadsheetErrors = new Set([
  '#N/A',
  '#REF!',
  '#VALUE!',
  '#DIV/0!',
  '#NAME?',
  '#NUM!',
  '#NULL!',
  '#SPILL!',
  '#CALC!',
  '#GETTING_DATA',
])

/** The cell as text. A number keeps every digit; a number so long that the spreadsheet has dropped digits is a problem. */
export function readText(cell: ImportCell): { text: string } | { problem: CellProblem } {
  if (cell === null || cell === undefined) return { text: '' }
  if (typeof cell === 'string') return spreadsheetErrors.has(cell) ? { problem: 'cell_error' } : { text: cleanText(cell) }
  if (typeof cell === 'boolean') return { text: cell ? 'TRUE' : 'FALSE' }
  // A spreadsheet keeps 15 significant digits.
  if (typeof cell === 'number') return Math.abs(cell) < 1e15 ? { text: String(cell) } : { problem: 'lost_digits' }
  if (!('error' in cell)) return { problem: 'is_date' }
  return { problem: cell.error === '' ? 'not_calculated' : 'cell_error' }
}

/** Tells whether a row is blank, as rows below the last filled one often are. */
export const isBlankRow = (cells: Iterable<ImportCell>) =>
  [...cells].every((cell) => cell === null || cell === undefined || (typeof cell === 'string' && cleanText(cell) === ''))

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
 * The calendar day that a text names: 09/03/1961, 9 March 1961, 1961-03-09 and their usual variations. A time of day is ignored. A text
 * with a time zone is not read, because the day can differ between zones.
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
  return american ? dateFromParts(american[2]!, monthNumber(american[1]!), american[3]!) : undefined // the pattern has three groups
}
