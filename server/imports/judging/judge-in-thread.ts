import { isBlankRow } from '#domain/import-cell.ts'
import type { ImportCells, ImportRules } from '#domain/import-checks.ts'
import type { ImportColumnKey } from '#domain/import-template.ts'
import { columnsOf } from '#server/imports/uploading/sheet-columns.ts'
import type { SheetRow } from '#server/platform/spreadsheet/read.ts'

import { createRowJudge, type JudgedRow } from './judge-rows.ts'

export type JudgedBatch = { rows: JudgedRow[] } | { mismatch: string[] }

/** Runs in the thread that reads the file: what is to be said of a row by the file alone is said before the row leaves it. */
export function begin(rules: ImportRules) {
  const judge = createRowJudge(rules)
  let columns: (ImportColumnKey | undefined)[] | undefined

  return (batch: SheetRow[]): JudgedBatch => {
    let rows = batch
    if (!columns) {
      const matched = columnsOf(batch[0]?.cells ?? [])
      if ('problems' in matched) return { mismatch: matched.problems.map(({ message }) => message) }
      columns = matched.columns
      rows = batch.slice(1)
    }
    const named = withColumns(rows, columns)
    return { rows: named.filter(({ cells }) => !isBlankRow(Object.values(cells))).map(judge) }
  }
}

const withColumns = (rows: readonly SheetRow[], columns: (ImportColumnKey | undefined)[]) =>
  rows.map(({ rowNumber, cells }) => {
    const named: ImportCells = {}
    for (const [index, key] of columns.entries()) if (key) named[key] = cells[index]
    return { rowNumber, cells: named }
  })
