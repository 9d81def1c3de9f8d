import { formatDate } from '#domain/dates.ts'
import type { ImportCell } from '#domain/import-cell.ts'
import type { ImportCells, ImportRules } from '#domain/import-checks.ts'
import { checkImportRow } from '#domain/import-row.ts'
import { importColumnKeys, type ImportColumnKey } from '#domain/import-template.ts'

import type { JudgedRow } from './import-rows.sql.ts'
import type { SheetImportRow } from './import-sheet.ts'

/** Judges the rows of one file, one after the other, by the rules of IMP-4 and by what stood above them in the file. */
export function createRowJudge(rules: ImportRules) {
  const firstRows = new Map<string, number>()

  return ({ rowNumber, cells }: SheetImportRow): JudgedRow => {
    const { row, errors } = checkImportRow(cells, rules)
    const texts = textsOf(cells)
    if (!row) return { rowNumber, cells: texts, verdict: 'error', problems: errors, row: null }

    const key = `${row.nhsNumber} ${row.formId} ${row.pathwayId ?? ''}`
    const first = firstRows.get(key)
    if (first === undefined) {
      firstRows.set(key, rowNumber)
      return { rowNumber, cells: texts, verdict: 'new', problems: [], row }
    }
    const message = `Row ${first} already asks the same patient for the same form on the same pathway.`
    return { rowNumber, cells: texts, verdict: 'warning', problems: [{ column: 'nhsNumber', code: 'repeated', message }], row }
  }
}

function textsOf(cells: ImportCells) {
  const texts: Partial<Record<ImportColumnKey, string>> = {}
  for (const key of importColumnKeys) {
    const text = asShown(cells[key])
    if (text !== '') texts[key] = text.slice(0, longestShown)
  }
  return texts
}

/** A cell may hold 32,767 characters; nobody needs them all to find the row again. */
const longestShown = 500

function asShown(cell: ImportCell) {
  if (cell === null || cell === undefined) return ''
  if (typeof cell !== 'object') return String(cell)
  return 'error' in cell ? cell.error : formatDate(cell.date.slice(0, 10))
}
