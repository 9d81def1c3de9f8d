import { dateFromSerial } from '#domain/dates.ts'
import type { ImportCell } from '#domain/import-cell.ts'
import type { ImportCells, ImportRules } from '#domain/import-checks.ts'
import { checkImportRow, type ImportRow } from '#domain/import-row.ts'
import { importColumnKeys, importColumns, type ImportColumnKey } from '#domain/import-template.ts'
import { normaliseName } from '#domain/patient-match.ts'

import type { JudgedRow, RowProblem } from './import-rows.sql.ts'
import type { SheetImportRow } from './import-sheet.ts'

/** Judges the rows of one file, one after the other, by the rules of IMP-4 and by what stood above them in the file. */
export function createRowJudge(rules: ImportRules) {
  const [requests, people] = [new Map<string, number>(), new Map<string, Person>()]

  return ({ rowNumber, cells }: SheetImportRow): JudgedRow => {
    const { row, errors } = checkImportRow(cells, rules)
    const judged = { rowNumber, cells: textsOf(cells), patientId: null }
    if (!row) return { ...judged, verdict: 'error', problems: errors, row: null }

    const problems = [...repeats(row, rowNumber, requests), ...contradictions(row, rowNumber, people)]
    return { ...judged, verdict: problems.length > 0 ? 'warning' : 'new', problems: inOrder(problems), row }
  }
}

type Person = { rowNumber: number; dateOfBirth: string; lastName: string }

function repeats({ nhsNumber, formId, pathwayId }: ImportRow, rowNumber: number, requests: Map<string, number>): RowProblem[] {
  const key = `${nhsNumber} ${formId} ${pathwayId ?? ''}`
  const first = requests.get(key)
  if (first === undefined) requests.set(key, rowNumber)
  if (first === undefined) return []
  const message = `Row ${first} already asks the same patient for the same form on the same pathway.`
  return [{ column: 'nhsNumber', code: 'repeated', message }]
}

/** One NHS number with two names or births is somebody's number in the wrong row. */
function contradictions({ nhsNumber, dateOfBirth, lastName }: ImportRow, rowNumber: number, people: Map<string, Person>): RowProblem[] {
  const first = people.get(nhsNumber)
  if (!first) people.set(nhsNumber, { rowNumber, dateOfBirth, lastName })
  const differs = (column: 'dateOfBirth' | 'lastName', what: string): RowProblem[] => [
    { column, code: 'contradicts', message: `Row ${first?.rowNumber} gives the person with this NHS number another ${what}.` },
  ]
  return [
    ...(first && first.dateOfBirth !== dateOfBirth ? differs('dateOfBirth', 'date of birth') : []),
    ...(first && normaliseName(first.lastName) !== normaliseName(lastName) ? differs('lastName', 'last name') : []),
  ]
}

/** In the order of the columns. */
export const inOrder = (problems: readonly RowProblem[]) =>
  problems.toSorted((one, other) => importColumnKeys.indexOf(one.column) - importColumnKeys.indexOf(other.column))

function textsOf(cells: ImportCells) {
  const texts: Partial<Record<ImportColumnKey, string>> = {}
  for (const key of importColumnKeys) {
    const text = asShown(cells[key], key)
    if (text !== '') texts[key] = text.slice(0, longestShown)
  }
  return texts
}

/** A cell may hold 32,767 characters. What is longer than any column takes stays too long for the corrected file, too. */
const longestShown = 600

/** A date as the file would be filled in by hand, so that it can be handed back. */
function asShown(cell: ImportCell, key: ImportColumnKey) {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number' && importColumns[key].kind === 'date') return asUkDate(dateFromSerial(cell)) ?? String(cell)
  if (typeof cell !== 'object') return String(cell)
  return 'error' in cell ? cell.error : (asUkDate(cell.date.slice(0, 10)) ?? cell.date)
}

const asUkDate = (day: string | undefined) => day?.split('-').toReversed().join('/')
