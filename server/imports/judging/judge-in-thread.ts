import { isBlankRow } from '#domain/imports/cells.ts'
import type { ImportCells, ImportRules, RowAppearance } from '#domain/imports/checks.ts'
import { columnsByMapping, type ColumnMapping } from '#domain/imports/mapping.ts'
import { columnLetter, type SheetColumn } from '#domain/imports/template.ts'
import { columnsOf, headingsOf } from '#server/imports/import-sheet.ts'
import type { SheetRow, WorkbookDates } from '#server/documents/spreadsheet/read.ts'

import { createRowChecker, isExampleRow, type CheckedRow } from './judge-rows.ts'

/** `exampleRows`: how many rows were left out because they are the example of the template. */
export type CheckedBatch = { rows: CheckedRow[]; exampleRows: number } | { mismatch: string[] }

/** `mapping`: of a file that was not made from the template. */
export type CheckGiven = { rules: ImportRules; mapping: ColumnMapping | undefined }

/** Runs in the thread that reads the file, and checks what needs only the file. */
export function begin({ rules, mapping }: CheckGiven, { is1904 }: WorkbookDates) {
  const judge = createRowChecker({ ...rules, is1904 })
  let columns: SheetColumn[] | undefined

  return (batch: SheetRow[]): CheckedBatch => {
    let rows = batch
    if (!columns) {
      const header = batch[0]?.cells ?? []
      const matched = mapping ? { columns: columnsByMapping(headingsOf(header), mapping) } : columnsOf(header)
      if ('problems' in matched) return { mismatch: matched.problems.map(({ message }) => message) }
      columns = matched.columns
      rows = batch.slice(1)
    }
    const named = rows.map((row) => withColumns(row, columns!)) // matched with the first batch
    const filled = named.filter(({ cells, look }) => look?.notes || !isBlankRow(Object.values(cells)))
    const real = filled.filter(({ cells }) => !isExampleRow(cells))
    return { rows: real.map(judge), exampleRows: filled.length - real.length }
  }
}

function withColumns({ rowNumber, cells, isHidden, merged }: SheetRow, columns: readonly SheetColumn[]) {
  const named: ImportCells = {}
  for (const [index, key] of columns.entries()) if (key) named[key] = cells[index]
  const notes = notesIn(cells, columns)
  if (!isHidden && !merged && notes.length === 0) return { rowNumber, cells: named }
  const look: RowAppearance = {
    ...(isHidden && { isHidden }),
    ...(merged && { merged: merged.flatMap((column) => columns[column] ?? []) }),
    ...(notes.length > 0 && { notes }),
  }
  return { rowNumber, cells: named, look }
}

/** The letters of the columns without a heading that have a value in this row. */
function notesIn(cells: SheetRow['cells'], columns: readonly SheetColumn[]) {
  const letters: string[] = []
  for (let index = 0; index < cells.length; index++)
    if (columns[index] === undefined && !isBlankRow([cells[index]])) letters.push(columnLetter(index))
  return letters
}
