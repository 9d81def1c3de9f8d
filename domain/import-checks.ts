import { dateFromSerial, isIsoDate, parseUkDate, yearsBefore } from './dates.ts'
import { readText, type CellProblem, type ImportCell } from './import-cell.ts'
import { importColumnKeys, importColumns, type ImportColumnKey } from './import-template.ts'
import type { NotificationMethod } from './notification.ts'
import { normaliseName } from './patient-match.ts'
import { normalisePhone } from './phone.ts'
import { validationMessages } from './validation/messages.ts'
import { email as checkEmail, olderThan } from './validation/product-rules.ts'

export type RowErrorCode =
  | CellProblem
  | 'required'
  | 'too_long'
  | 'not_valid'
  | 'too_young'
  | 'unknown_form'
  | 'ambiguous_form'
  | 'unknown_specialty'
  | 'needed_for_method'

/** One thing wrong with a row. The words never repeat what was written: it may be anybody's. */
export type RowError = { column: ImportColumnKey; code: RowErrorCode; message: string }

export type ImportRules = {
  forms: readonly { id: string; title: string }[]
  /** ISO day. */
  today: string
  /** In years; the NHS App asks for 16 at least. */
  minimumAge: number
}

/** A row by column. */
export type ImportCells = Partial<Record<ImportColumnKey, ImportCell>>

const cellProblemWords: Record<CellProblem, string> = {
  cell_error: '{field} holds a formula that failed.',
  is_date: '{field} holds a date. Make the cell text and write it again.',
  lost_digits: '{field} holds a number too long for a spreadsheet. Make the cell text and write it again.',
}

/** Notes an error; `{field}` in the words becomes the column's name. */
export type Report = (column: ImportColumnKey, code: RowErrorCode, message: string) => void

function readDate(cell: ImportCell): string | undefined {
  if (typeof cell === 'number') return dateFromSerial(cell)
  if (typeof cell === 'object' && cell !== null && 'date' in cell)
    return isIsoDate(cell.date.slice(0, 10)) ? cell.date.slice(0, 10) : undefined
  const read = readText(cell)
  if (!('text' in read)) return undefined
  return isIsoDate(read.text) ? read.text : parseUkDate(read.text)
}

/** Every cell as text, '' where there is none or where it was reported as unreadable, missing or too long. */
export function readTexts(cells: ImportCells, report: Report) {
  const texts = new Map<ImportColumnKey, string>()
  for (const key of importColumnKeys) {
    const { isRequired, kind, limit } = importColumns[key]
    const read = readText(cells[key])
    const isReadDate = kind === 'date' && 'problem' in read && read.problem === 'is_date'
    if ('problem' in read && !isReadDate) report(key, read.problem, cellProblemWords[read.problem])
    else if ('text' in read && read.text === '' && isRequired) report(key, 'required', validationMessages.required)
    else if ('text' in read && read.text.length > limit && [...read.text].length > limit)
      report(key, 'too_long', `{field} must be ${limit} characters or fewer.`)
    else if ('text' in read) texts.set(key, read.text)
  }
  return (key: ImportColumnKey) => texts.get(key) ?? ''
}

const oldestAge = 130

/** Day 60 of the 1900 system (ECMA-376 part 1, 18.17.4.1): whether the day before or after is meant, only the patient knows. */
const isDayThatNeverWas = (cell: ImportCell) =>
  (typeof cell === 'number' && Math.floor(cell) === 60) ||
  (typeof cell === 'object' && cell !== null && 'date' in cell && cell.date === '1900-02-29')

/** The ISO day of birth, or '' when it is none. */
export function checkDateOfBirth(
  cell: ImportCell,
  method: NotificationMethod | undefined,
  { today, minimumAge }: ImportRules,
  report: Report,
) {
  const date = readDate(cell)
  if (isDayThatNeverWas(cell)) {
    report('dateOfBirth', 'not_valid', 'Date of birth is 29 February 1900, which only spreadsheets have: 1900 was no leap year.')
    return ''
  }
  if (date === undefined || date > today || date < yearsBefore(today, oldestAge)) {
    report('dateOfBirth', 'not_valid', 'Date of birth must be a real date in the past, such as 09/03/1961.')
    return ''
  }
  const age = method === 'nhs_app' ? Math.max(16, minimumAge) : minimumAge
  const tooYoung = age > 0 ? olderThan(date, today, age) : undefined
  if (tooYoung !== undefined) report('dateOfBirth', 'too_young', tooYoung)
  return date
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

/** The mobile number in E.164, or null. */
export function checkContact(text: (key: ImportColumnKey) => string, method: NotificationMethod | undefined, report: Report) {
  const phone = normalisePhone(text('phone'))
  if (text('phone') !== '' && phone === undefined) report('phone', 'not_valid', validationMessages.phoneNumber)
  if (text('phone') === '' && method === 'sms') report('phone', 'needed_for_method', 'Phone is required when the method is SMS.')
  const emailProblem = checkEmail(text('email'))
  if (emailProblem !== undefined) report('email', 'not_valid', emailProblem)
  if (text('email') === '' && method === 'email') report('email', 'needed_for_method', 'Email is required when the method is Email.')
  return phone ?? null
}
