import type { FieldProblem } from '#contract/problems.ts'
import { isBlankRow, readText, type ImportCell } from '#domain/import-cell.ts'
import type { ImportCells } from '#domain/import-checks.ts'
import { importTabs, matchHeader, type ImportColumnKey } from '#domain/import-template.ts'
import { Problem } from '#server/platform/problem.ts'
import { guardXlsx } from '#server/platform/spreadsheet/guard.ts'
import { readRows } from '#server/platform/spreadsheet/read.ts'
import { SpreadsheetRefusal } from '#server/platform/spreadsheet/refusal.ts'

export const largestImport = 100_000
// The header is a row too.
const limits = { maxColumns: 64, maxRows: largestImport + 1 }

export type SheetImportRow = { rowNumber: number; cells: ImportCells }
type Options = { batchSize: number; deadlineMs?: number }

/**
 * The rows of an uploaded file under the columns of the template, numbered as Excel shows them. Nothing comes before the whole file has
 * been found sound; a file that is not ours throws the Problem invalid_file with words.
 */
export async function* readImportRows(bytes: Uint8Array, options: Options): AsyncGenerator<SheetImportRow[]> {
  try {
    guardXlsx(bytes) // most of what is no workbook is told so without a thread being started for it
    let columns: (ImportColumnKey | undefined)[] | undefined
    for await (const batch of readRows(bytes, tabOf, { ...limits, ...options })) {
      const rows = columns ? batch : batch.slice(1)
      columns ??= columnsOf(batch[0]?.cells ?? [])
      yield withColumns(rows, columns)
    }
    if (!columns) throw invalidFile([`The tab '${importTabs.rows}' is empty. Its first row must hold the names of the columns.`])
  } catch (error) {
    throw error instanceof SpreadsheetRefusal ? invalidFile([wordsOf(error)]) : error
  }
}

const invalidFile = (words: string[]) =>
  new Problem(
    'invalid_file',
    words.slice(0, 5).join(' '),
    words.map((message): FieldProblem => ({ field: 'file', message })),
  )

/** Where the trouble is goes with the words: a tab, a part or a cell, never what it holds. */
function wordsOf({ code, words, where }: SpreadsheetRefusal) {
  if (code === 'too_many_rows') return `The file has more than ${largestImport.toLocaleString('en-GB')} rows. Split it into smaller files.`
  return where && /^[A-Z]{1,3}\d+$/.test(where) ? `${words} It is in cell ${where}.` : words
}

const comparable = (name: string) => name.replace(/\s+/g, ' ').trim().toLowerCase()

/** A tab we do not know might hold rows that somebody believes imported, so it is refused rather than passed over. */
function tabOf(sheets: string[]) {
  const known = Object.values(importTabs).map(comparable)
  const strange = sheets.flatMap((name, index) => (known.includes(comparable(name)) ? [] : [index + 1]))
  const tab = sheets.find((name) => comparable(name) === comparable(importTabs.rows))
  const words = [
    ...(tab === undefined ? [`The tab '${importTabs.rows}' is missing.`] : []),
    ...strange.map((nth) => `Tab ${nth} of the file is not a tab of the template.`),
  ]
  if (tab === undefined || words.length > 0) throw invalidFile(words)
  return tab
}

function columnsOf(header: readonly ImportCell[]) {
  const matched = matchHeader(
    header.map((cell) => {
      const read = readText(cell)
      return 'text' in read ? read.text : '?'
    }),
  )
  if ('problems' in matched) throw invalidFile(matched.problems.map(({ message }) => message))
  return matched.columns
}

function withColumns(rows: readonly { rowNumber: number; cells: readonly ImportCell[] }[], columns: (ImportColumnKey | undefined)[]) {
  return rows
    .map(({ rowNumber, cells }): SheetImportRow => {
      const named: ImportCells = {}
      for (const [index, key] of columns.entries()) if (key) named[key] = cells[index]
      return { rowNumber, cells: named }
    })
    .filter(({ cells }) => !isBlankRow(Object.values(cells)))
}
