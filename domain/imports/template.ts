/** The spreadsheet of form requests, as offered for download and as expected back (IMP-1, IMP-2). */

export type ImportColumn = {
  header: string
  isRequired: boolean
  /** A file of an older template, which does not have the column, is read without it. */
  mayBeMissing?: boolean
  /** The cell format in the template: text keeps leading zeros and long numbers. */
  kind: 'text' | 'date' | 'code'
  /** In characters. */
  limit: number
  help: string
  /** Synthetic: these numbers are never issued. */
  example: string
}

const column = (header: string, isRequired: boolean, kind: ImportColumn['kind'], limit: number, help: string, example: string) => ({
  header,
  isRequired,
  kind,
  limit,
  help,
  example,
})

export const importColumns = {
  nhsNumber: column('NHS number', true, 'text', 20, '10 digits, with or without spaces', '999 000 0018'),
  localPatientId: column('Local patient ID', false, 'text', 50, 'The patient’s number in your own system', '00012345'),
  firstName: column('First name', true, 'text', 100, 'As the patient is registered', 'Amira'),
  lastName: column('Last name', true, 'text', 100, 'As the patient is registered', 'Khan'),
  dateOfBirth: column('Date of birth', true, 'date', 50, 'A date, or text such as 09/03/1961, 9 March 1961 or 1961-03-09', '09/03/1961'),
  sex: column('Sex', false, 'code', 10, 'Male or Female', 'Female'),
  phone: column('Phone', false, 'text', 30, 'A UK mobile number; needed when the method is SMS', '07700 900123'),
  email: column('Email', false, 'text', 254, 'Needed when the method is Email', 'amira.khan@example.com'),
  line1: column('Address line 1', false, 'text', 100, 'House and street', '1 Example Street'),
  line2: column('Address line 2', false, 'text', 100, '', ''),
  town: column('Town', false, 'text', 100, '', 'Exampleton'),
  county: column('County', false, 'text', 100, '', ''),
  postcode: column('Postcode', false, 'text', 10, 'A UK postcode', 'ZZ99 3VZ'),
  form: column('Form', true, 'text', 500, 'The title of a published form, or its id', 'Waiting list check'),
  specialty: column('Specialty code', false, 'code', 100, 'The NHS main specialty code, such as 320 or 320 Cardiology', '320'),
  pathwayId: column('Pathway ID', false, 'text', 20, 'Up to 20 characters', 'RXX000123'),
  location: column('Location', false, 'text', 100, 'Where the patient is to be seen', 'Outpatients'),
  event: column('Event', false, 'text', 100, 'What the request is about', 'First appointment'),
  waitingSince: {
    ...column(
      'Waiting since',
      false,
      'date',
      50,
      'For a form of the type Waiting list: since when the patient has been waiting',
      '09/03/2025',
    ),
    mayBeMissing: true,
  },
  method: column(
    'Method',
    false,
    'code',
    10,
    'SMS, Email or NHS App. Without it, the contact method of the patient is used, or the first for which there is a contact detail. The row needs one of its own',
    'SMS',
  ),
} as const satisfies Record<string, ImportColumn>
export type ImportColumnKey = keyof typeof importColumns

// A cast because Object.keys forgets the names; the object above is the only source of them.
export const importColumnKeys = Object.keys(importColumns) as ImportColumnKey[]

/** Columns that our correction files add; they are ignored on import. */
export const importNotes = ['Row in the file', 'Errors', 'Warnings', 'Outcome'] as const

export const importTabs = { rows: 'Form requests', instructions: 'Instructions' } as const

/**
 * The values of the example row of the template. No row that can be imported has its NHS number, which is not one, so leaving the row out
 * never leaves out a form request.
 */
export const exampleRow: Record<ImportColumnKey, string> = {
  ...mapColumns(({ example }) => example),
  nhsNumber: `Example ${importColumns.nhsNumber.example}`,
}

/** The rows of the second tab. */
export const importInstructions: readonly (readonly string[])[] = [
  [`Fill in the tab '${importTabs.rows}', one row for each form request, and leave the names of the tabs and columns as they are.`],
  [`The row that begins with '${exampleRow.nhsNumber}' shows how to fill in a row. It is not imported, and you can delete it.`],
  ['Column', 'Required', 'What to write', 'Example'],
  ...importColumnKeys.map((key) => {
    const { header, isRequired, help, example } = importColumns[key]
    return [header, isRequired ? 'Yes' : 'No', help, example]
  }),
]

function mapColumns<T>(valueOf: (column: ImportColumn) => T) {
  // A cast because Object.fromEntries forgets the keys.
  return Object.fromEntries(importColumnKeys.map((key) => [key, valueOf(importColumns[key])])) as Record<ImportColumnKey, T>
}

const mayBeMissing = (key: ImportColumnKey) => (importColumns[key] as ImportColumn).mayBeMissing === true

export type HeaderProblem = { code: 'missing_column' | 'unknown_column' | 'repeated_column'; message: string }

const comparable = (header: string) =>
  header
    .replace(/[\s\u{FEFF}*]+/gu, ' ')
    .trim()
    .toLowerCase()
const notes = new Set(importNotes.map(comparable))
const keysByHeader = new Map(importColumnKeys.map((key) => [comparable(importColumns[key].header), key]))

/** 'A', 'B', … 'AA': the letter a spreadsheet shows above a column (from 0). */
export const columnLetter = (index: number): string =>
  (index >= 26 ? columnLetter(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

/** A column of the template; null for a column of a correction file; undefined for a column without a header. */
export type SheetColumn = ImportColumnKey | null | undefined

/** The template column of each sheet column, or the problems of the header. Order and case do not matter. */
export function matchHeader(headers: readonly string[]): { columns: SheetColumn[] } | { problems: HeaderProblem[] } {
  const columns = headers.map((header) => (notes.has(comparable(header)) ? null : keysByHeader.get(comparable(header))))
  const problems: HeaderProblem[] = []
  columns.forEach((key, index) => {
    const place = `Column ${columnLetter(index)}`
    const header = comparable(headers[index] ?? '')
    if (key === undefined && header !== '') problems.push({ code: 'unknown_column', message: `${place} is not a column of the template.` })
    if (key && columns.indexOf(key) < index)
      problems.push({ code: 'repeated_column', message: `${place}: there is already a column '${importColumns[key].header}'.` })
  })
  for (const key of importColumnKeys)
    if (!columns.includes(key) && !mayBeMissing(key))
      problems.push({ code: 'missing_column', message: `The column '${importColumns[key].header}' is missing.` })
  return problems.length > 0 ? { problems } : { columns }
}
