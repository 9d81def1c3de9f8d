import { dateFromSerial, formatDate, isIsoDate, yearsBefore } from '#domain/dates.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import { normaliseName } from '#domain/patient-match.ts'
import { normalisePhone } from '#domain/phone.ts'
import { isSpecialty, specialties } from '#domain/specialties.ts'
import { isTooLongAgo, waitingSinceRefusals } from '#domain/waiting-since.ts'
import { olderThan, validate } from '#domain/validation/rules.ts'
import { oneLine, validationMessages } from '#domain/validation/rule.ts'

import { type CellProblem, cleanText, type ImportCell, readDateText, readText } from './cells.ts'
import { importColumnKeys, importColumns, type ImportColumnKey } from './template.ts'

export type RowErrorCode =
  | CellProblem
  | 'required'
  | 'too_long'
  | 'hidden_characters'
  | 'merged_away'
  | 'not_valid'
  | 'year_or_age'
  | 'year_or_weeks'
  | 'wrong_form_type'
  | 'too_long_ago'
  | 'in_the_future'
  | 'too_young'
  | 'unknown_form'
  | 'ambiguous_form'
  | 'unknown_specialty'
  | 'needed_for_method'
  | 'not_carried'

/** An error in a row. The message never repeats the value, which may be about another patient. */
export type RowError = { column: ImportColumnKey; code: RowErrorCode; message: string }

/** A warning about a row; the user decides whether to import the row. */
export type RowWarning = { column: ImportColumnKey; code: 'day_number' | 'hidden' | 'merged' | 'note'; message: string }

export type ImportRules = {
  forms: readonly { id: string; title: string; type: string }[]
  /** ISO day. */
  today: string
  /** In years; at least 16 for the NHS App. */
  minimumAge: number
  /** The methods that this installation cannot send, each with the reason. */
  uncarried: Partial<Record<NotificationMethod, string>>
  /** Whether the workbook counts days from 1904 (old Mac files) instead of 1900. */
  is1904?: boolean
}

/** A row by column. */
export type ImportCells = Partial<Record<ImportColumnKey, ImportCell>>

/**
 * How the spreadsheet program shows a row: whether it is hidden, which columns are in merged cells, and which columns without a header (A,
 * B …) have a value.
 */
export type RowAppearance = { isHidden?: boolean; merged?: readonly ImportColumnKey[]; notes?: readonly string[] }

const cellProblemWords: Record<CellProblem, string> = {
  cell_error: '{field} holds a formula that failed.',
  not_calculated: '{field} holds a formula that was never calculated. Open the file in Excel and save it again, or write the value itself.',
  is_date: '{field} holds a date or a time. Make the cell text and write it again.',
  lost_digits: '{field} holds a number too long for a spreadsheet. Make the cell text and write it again.',
}

/** Adds an error; `{field}` in the message becomes the column's name. */
export type Report = (column: ImportColumnKey, code: RowErrorCode, message: string) => void

/** Every cell as text; '' for an empty cell or a cell that was reported as unreadable, missing or too long. */
export function readTexts(cells: ImportCells, report: Report, merged: readonly ImportColumnKey[] = []) {
  const texts = new Map<ImportColumnKey, string>()
  for (const key of importColumnKeys) {
    const { isRequired, kind, limit } = importColumns[key]
    const read = readText(cells[key])
    const isReadDate = kind === 'date' && 'problem' in read && read.problem === 'is_date'
    if ('problem' in read && !isReadDate) report(key, read.problem, cellProblemWords[read.problem])
    else if ('text' in read && read.text === '' && isRequired && merged.includes(key)) report(key, 'merged_away', mergedAway)
    else if ('text' in read && read.text === '' && isRequired) report(key, 'required', validationMessages.required)
    else if ('text' in read && read.text.length > limit && [...read.text].length > limit)
      report(key, 'too_long', `{field} must be ${limit} characters or fewer.`)
    else if ('text' in read && oneLine(read.text) !== undefined)
      report(key, 'hidden_characters', '{field} contains hidden characters. Delete the value and type it again.')
    else if ('text' in read) texts.set(key, read.text)
  }
  return (key: ImportColumnKey) => texts.get(key) ?? ''
}

const mergedAway =
  '{field} is part of merged cells, and only their first row has the value. Unmerge the cells and write the value in each row.'

const maxAgeYears = 120

const isImpossibleDay = (cell: ImportCell) => typeof cell === 'object' && cell !== null && 'date' in cell && cell.date === '1900-02-29'

/** The number in a cell without a date format: a typed or calculated number, a time of day, or text of up to five digits. */
function numberIn(cell: ImportCell): number | undefined {
  if (typeof cell === 'number') return cell
  if (typeof cell === 'object' && cell !== null && 'time' in cell) return cell.time
  return typeof cell === 'string' && /^[1-9]\d{0,4}$/.test(cleanText(cell)) ? Number(cleanText(cell)) : undefined
}

/** Whether a person could have typed the number as a year, an age or a number of weeks. */
const canBeYearOrSmallNumber = (number: number, today: string) =>
  Number.isInteger(number) && ((number >= 1900 && number <= Number(today.slice(0, 4))) || (number >= 0 && number <= maxAgeYears))

function readDate(cell: ImportCell): string | undefined {
  if (typeof cell === 'object' && cell !== null && 'date' in cell)
    return isIsoDate(cell.date.slice(0, 10)) ? cell.date.slice(0, 10) : undefined
  const read = readText(cell)
  return 'text' in read ? readDateText(read.text) : undefined
}

type Reports = { report: Report; warn: (warning: RowWarning) => void }

/** A column of dates: what is wrong with a date, and the texts that differ. */
type DateColumn = {
  field: string
  /** What the warning asks to check. */
  named: string
  example: string
  doubtfulNumber: { code: RowErrorCode; could: string }
  inTheFuture: string
  tooLongAgo: (date: string, today: string) => string | undefined
}

const dateColumns = {
  dateOfBirth: {
    field: 'Date of birth',
    named: 'the date of birth',
    example: '09/03/1961, 9 March 1961 or 1961-03-09',
    doubtfulNumber: { code: 'year_or_age', could: 'a year or an age' },
    inTheFuture: 'Date of birth must be in the past.',
    tooLongAgo: (date, today) =>
      date < yearsBefore(today, maxAgeYears) ? `Date of birth is more than ${maxAgeYears} years ago. Check the year.` : undefined,
  },
  waitingSince: {
    field: 'Waiting since',
    named: 'the start of the wait',
    example: '09/03/2025, 9 March 2025 or 2025-03-09',
    doubtfulNumber: { code: 'year_or_weeks', could: 'a year or a number of weeks' },
    inTheFuture: waitingSinceRefusals.inTheFuture,
    tooLongAgo: (date, today) => (isTooLongAgo(date, today) ? waitingSinceRefusals.tooLongAgo : undefined),
  },
} satisfies Partial<Record<ImportColumnKey, DateColumn>>

/**
 * The cells of a workbook that counts days from 1904, as one that counts from 1900 has them. A number that could be a year, an age or a number of
 * weeks is no day.
 */
export function countedFrom1900(cells: ImportCells, today: string): ImportCells {
  const counted = { ...cells }
  for (const column of dateColumnKeys) {
    const number = numberIn(cells[column])
    if (number !== undefined && !canBeYearOrSmallNumber(number, today)) counted[column] = number + daysFrom1900To1904
  }
  return counted
}
const dateColumnKeys = ['dateOfBirth', 'waitingSince'] as const satisfies (keyof typeof dateColumns)[]
const daysFrom1900To1904 = 1_462

/** The ISO date, or '' when invalid or empty. A number without a date format is accepted with a warning only. */
function checkDate(column: keyof typeof dateColumns, cell: ImportCell, { today, is1904 }: ImportRules, { report, warn }: Reports) {
  const words: DateColumn = dateColumns[column]
  const number = numberIn(cell)
  const date = number === undefined ? readDate(cell) : dateFromSerial(number, is1904 ? 1904 : 1900)
  const wrong = problemOfDate(cell, number, { date, today, words })
  if (wrong) {
    report(column, ...wrong)
    return ''
  }
  if (!date) return ''
  if (number !== undefined) warn({ column, code: 'day_number', message: dayNumberWords(date, words) })
  return date
}

/** The ISO date of birth, or '' when invalid. */
export function checkDateOfBirth(cell: ImportCell, method: NotificationMethod | undefined, rules: ImportRules, reports: Reports) {
  const date = checkDate('dateOfBirth', cell, rules, reports)
  const age = method === 'nhs_app' ? Math.max(16, rules.minimumAge) : rules.minimumAge
  const tooYoung = date !== '' && age > 0 ? olderThan(date, rules.today, age) : undefined
  if (tooYoung !== undefined) reports.report('dateOfBirth', 'too_young', tooYoung)
  return date
}

/** The ISO date since when the patient has been waiting, or '' when invalid or empty. Only a waiting-list form may have it. */
export function checkWaitingSince(cell: ImportCell, formId: string, rules: ImportRules, reports: Reports) {
  if (isBlank(cell)) return ''
  const date = checkDate('waitingSince', cell, rules, reports)
  const form = rules.forms.find(({ id }) => id === formId)
  if (form && form.type !== 'waiting_list')
    reports.report('waitingSince', 'wrong_form_type', `${waitingSinceRefusals.otherForm} Delete the date or choose another form.`)
  return date
}

const isBlank = (cell: ImportCell) => {
  const read = readText(cell)
  return 'text' in read && read.text === ''
}

function problemOfDate(
  cell: ImportCell,
  number: number | undefined,
  { date, today, words }: { date: string | undefined; today: string; words: DateColumn },
): [RowErrorCode, string] | undefined {
  const { field, example, doubtfulNumber } = words
  // Day 60 of the 1900 system (ECMA-376 part 1, 18.17.4.1) did not exist, so the day before or after may be meant.
  if (isImpossibleDay(cell)) return ['not_valid', `${field} is 29 February 1900, which only spreadsheets have: 1900 was no leap year.`]
  if (number !== undefined && canBeYearOrSmallNumber(number, today))
    return [
      doubtfulNumber.code,
      `${field} is a number that could be ${doubtfulNumber.could}. Write the whole date, such as ${firstOf(example)}.`,
    ]
  if (date === undefined) return ['not_valid', `${field} must be a real date, such as ${example}.`]
  if (date > today) return ['in_the_future', words.inTheFuture]
  const tooLongAgo = words.tooLongAgo(date, today)
  return tooLongAgo === undefined ? undefined : ['too_long_ago', tooLongAgo]
}

const firstOf = (example: string) => example.split(',')[0] ?? ''

const dayNumberWords = (date: string, { field, named }: DateColumn) =>
  `${field} is a number without a date format. As Excel counts days it is ${formatDate(date)}. Check that this is ${named}.`

/** The warnings about how the spreadsheet program shows a row. */
export function checkAppearance({ isHidden, merged = [], notes = [] }: RowAppearance): RowWarning[] {
  return [
    ...(isHidden ? [hiddenRow] : []),
    ...(merged[0] ? [{ column: merged[0], code: 'merged', message: mergedWords(merged) } as const] : []),
    ...(notes.length > 0
      ? [{ column: 'nhsNumber', code: 'note', message: `${inColumns(notes)} not read: the column has no name.` } as const]
      : []),
  ]
}

const hiddenRow: RowWarning = { column: 'nhsNumber', code: 'hidden', message: 'The row is hidden or filtered out in the spreadsheet.' }
const mergedWords = (columns: readonly ImportColumnKey[]) =>
  `Merged cells: ${columns.map((column) => importColumns[column].header).join(', ')}. A value in merged cells counts for their first cell only.`
const inColumns = (notes: readonly string[]) =>
  notes.length === 1 ? `A note in column ${notes[0]} was` : `Notes in columns ${notes.join(', ')} were`

/** The specialty code of a text: a code alone, or a code followed by a name or other words; '' when there is none. */
export function readSpecialty(text: string) {
  const [, code = '', words = ''] = /^(\d{3})(?:\s*[\s:–—/(-]\s*(.+))?$/.exec(text) ?? []
  if (!isSpecialty(code)) return ''
  const named = words && specialties.find(({ name }) => normaliseName(name) === normaliseName(words.replace(/\)$/, '')))
  // The code and the name are of different specialties, so the text is ambiguous.
  return named && !specialties.some((one) => one.code === code && normaliseName(one.name) === normaliseName(named.name)) ? '' : code
}

/** The id of the form meant, or ''. */
export function checkForm(text: string, { forms }: ImportRules, report: Report) {
  const byId = forms.find(({ id }) => id === text)
  if (text === '' || byId) return byId?.id ?? ''
  const asWritten = forms.filter(({ title }) => title === text)
  const wanted = normaliseName(text)
  const byTitle = asWritten.length > 0 ? asWritten : forms.filter(({ title }) => normaliseName(title) === wanted)
  if (byTitle.length === 0) report('form', 'unknown_form', 'There is no published form with this title or id.')
  if (byTitle.length > 1) report('form', 'ambiguous_form', "Several forms have this title: write the form's id instead.")
  return byTitle.length === 1 ? (byTitle[0]?.id ?? '') : ''
}

export const notCarriedWords = (reason: string) => `Method cannot be used. ${reason}`

/** The mobile number in E.164, or null. */
export function checkContact(text: (key: ImportColumnKey) => string, method: NotificationMethod | undefined, report: Report) {
  const phone = normalisePhone(text('phone'))
  if (text('phone') !== '' && phone === undefined) report('phone', 'not_valid', validationMessages.phoneNumber)
  if (text('phone') === '' && method === 'sms') report('phone', 'needed_for_method', 'Phone is required when the method is SMS.')
  const emailProblem = validate.email(text('email'))
  if (emailProblem !== undefined) report('email', 'not_valid', emailProblem)
  if (text('email') === '' && method === 'email') report('email', 'needed_for_method', 'Email is required when the method is Email.')
  return phone ?? null
}
