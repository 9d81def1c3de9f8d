import type { ImportRowVerdict } from '#contract/imports.ts'
import { cleanText, isBlankRow, withoutInvisible, type ImportCell } from '#domain/imports/cells.ts'
import { countedFrom1900, type ImportCells, type ImportRules, type RowAppearance } from '#domain/imports/checks.ts'
import { checkImportRow, type ImportRow } from '#domain/imports/row.ts'
import { exampleRow, importColumnKeys, type ImportColumnKey } from '#domain/imports/template.ts'
import { isSameFirstName, normaliseName } from '#domain/patient-match.ts'
import type { RowProblem } from '#server/imports/import-tallies.ts'

type SheetRow = { rowNumber: number; cells: ImportCells; look?: RowAppearance }
/** A checked row. `row` is its parsed form, null for a row with errors. */
export type CheckedRow = Pick<ImportRowVerdict, 'rowNumber' | 'verdict' | 'cells' | 'problems'> & {
  row: ImportRow | null
  patientId: string | null
  /** Its text, for the search. */
  words: string
}

/** Checks the rows of a file one after the other, by the rules of IMP-4 and by the rows before them. */
export function createRowChecker(rules: ImportRules) {
  const [requests, people] = [new Map<string, number>(), new Map<string, Person>()]

  return ({ rowNumber, cells: read, look }: SheetRow): CheckedRow => {
    const checked = checkImportRow(read, rules, look)
    // The corrected file counts from 1900. A bare number of days is stored as it has to be written there.
    const cells = textsOf(rules.is1904 ? countedFrom1900(read, rules.today) : read)
    const judged = { rowNumber, cells, patientId: null, words: wordsIn(cells, checked.row) }
    if (look?.notes && isBlankRow(Object.values(read))) return { ...judged, verdict: 'error', problems: [onlyNotes(look.notes)], row: null }
    if (!checked.row) return { ...judged, verdict: 'error', problems: checked.errors, row: null }

    const { row, warnings } = checked
    const problems = [...warnings, ...repeats(row, rowNumber, requests), ...contradictions(row, rowNumber, people)]
    return { ...judged, verdict: problems.length > 0 ? 'warning' : 'new', problems: inOrder(problems), row }
  }
}

const onlyNotes = (columns: readonly string[]): RowProblem => ({
  column: 'nhsNumber',
  code: 'only_a_note',
  message: `This row has only a note, in column ${columns.join(', ')}, which has no heading. The row was not read.`,
})

type Person = { rowNumber: number; dateOfBirth: string; firstName: string; lastName: string }

function repeats({ nhsNumber, formId, pathwayId }: ImportRow, rowNumber: number, requests: Map<string, number>): RowProblem[] {
  const key = `${nhsNumber} ${formId} ${pathwayId ?? ''}`
  const first = requests.get(key)
  if (first === undefined) requests.set(key, rowNumber)
  if (first === undefined) return []
  const message = `Row ${first} already has the same patient, form and pathway.`
  return [{ column: 'nhsNumber', code: 'repeated', message }]
}

/** Two names or dates of birth for one NHS number mean that the number is in a wrong row. */
function contradictions(
  { nhsNumber, dateOfBirth, firstName, lastName }: ImportRow,
  rowNumber: number,
  people: Map<string, Person>,
): RowProblem[] {
  const first = people.get(nhsNumber)
  if (!first) people.set(nhsNumber, { rowNumber, dateOfBirth, firstName, lastName })
  const differs = (column: 'dateOfBirth' | 'firstName' | 'lastName', what: string): RowProblem[] => [
    { column, code: 'contradicts', message: `Row ${first?.rowNumber} has a different ${what} for this NHS number.` },
  ]
  return [
    ...(first && first.dateOfBirth !== dateOfBirth ? differs('dateOfBirth', 'date of birth') : []),
    ...(first && !isSameFirstName(first.firstName, firstName) ? differs('firstName', 'first name') : []),
    ...(first && normaliseName(first.lastName) !== normaliseName(lastName) ? differs('lastName', 'last name') : []),
  ]
}

/** For the search: in lower case, and numbers also without spaces. */
function wordsIn(cells: CheckedRow['cells'], row: ImportRow | undefined) {
  const words = Object.values(cells).join(' | ').toLowerCase()
  return row ? `${words} | ${row.nhsNumber} | ${row.phone ?? ''}` : words
}

/** In the order of the columns. */
export const inOrder = (problems: readonly RowProblem[]) =>
  problems.toSorted((one, other) => importColumnKeys.indexOf(one.column) - importColumnKeys.indexOf(other.column))

function textsOf(cells: ImportCells) {
  const texts: Partial<Record<ImportColumnKey, string>> = {}
  for (const key of importColumnKeys) {
    const text = asShown(cells[key])
    if (text !== '') texts[key] = text.slice(0, longestShown).toWellFormed() // a cut can leave half of a surrogate pair
  }
  return texts
}

/** Tells whether a row is the example of the template, with no cell of it changed. */
export function isExampleRow(cells: ImportCells) {
  if (cells.nhsNumber !== exampleRow.nhsNumber) return false // most rows end here
  return importColumnKeys.every((key) => !(key in cells) || cleanText(asShown(cells[key])) === exampleRow[key])
}

/** A cell may hold 32,767 characters. A value that is too long for every column stays too long in the corrected file. */
const longestShown = 600

/** The value as the template has it: a date as a date, and a number as a number even where a date should be. */
export function asShown(cell: ImportCell) {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'string') return withoutInvisible(cell)
  if (typeof cell !== 'object') return String(cell)
  if ('time' in cell) return String(cell.time)
  return 'error' in cell ? cell.error : cell.date.slice(0, 10).split('-').toReversed().join('/')
}
