import type { FieldProblem } from '#contract/problems.ts'
import { formatCount } from '#domain/amounts.ts'
import { type ImportCell, readText } from '#domain/imports/cells.ts'
import { importTabs, matchHeader } from '#domain/imports/template.ts'
import { guardXlsx } from '#server/documents/spreadsheet/guard.ts'
import { readWith, type RowWork, type SheetRow, type SheetTab } from '#server/documents/spreadsheet/read.ts'
import { SpreadsheetRefusal } from '#server/documents/spreadsheet/refusal.ts'
import { Problem } from '#server/platform/problem.ts'

const largestImport = 100_000
// The header is a row too.
const limits = { maxColumns: 64, maxRows: largestImport + 1 }

type Options<Made> = { batchSize: number; deadlineMs?: number; isAlreadyChecked?: boolean; work?: RowWork<Made> }

/** The rows of an uploaded file, header first, or what `work` returns for them. Throws invalid_file with the reasons. */
export async function* readImportSheet<Made = SheetRow[]>(bytes: Uint8Array, { work, ...options }: Options<Made>): AsyncGenerator<Made> {
  try {
    guardXlsx(bytes) // most other files are refused without starting a thread
    let isEmpty = true
    for await (const batch of readWith<Made>(bytes, tabOf, work, { ...limits, ...options })) {
      isEmpty = false
      yield batch
    }
    if (isEmpty) throw invalidFile([`The tab '${importTabs.rows}' is empty. The first row must have the column headings.`])
  } catch (error) {
    throw error instanceof SpreadsheetRefusal ? invalidFile([wordsOf(error)]) : error
  }
}

export const invalidFile = (words: readonly string[]) =>
  new Problem(
    'invalid_file',
    words.slice(0, 5).join(' '),
    words.map((message): FieldProblem => ({ field: 'file', message })),
  )

/** The message names a tab, part or cell, never its contents. */
function wordsOf({ code, words, where }: SpreadsheetRefusal) {
  if (code === 'too_many_rows') return `The file has more than ${largestImport.toLocaleString('en-GB')} rows. Split it into smaller files.`
  return where && /^[A-Z]{1,3}\d+$/.test(where) ? `${words} It is in cell ${where}.` : words
}

const comparable = (name: string) => name.replace(/\s+/g, ' ').trim().toLowerCase()

/** An unknown tab may hold rows that the user expects to be imported, so the file is refused. */
function tabOf(sheets: SheetTab[]) {
  const known = Object.values(importTabs).map(comparable)
  const strange = sheets.filter(({ name }) => !known.includes(comparable(name)))
  const hidden = strange.filter(({ isHidden }) => isHidden).length
  const tab = sheets.find(({ name }) => comparable(name) === comparable(importTabs.rows))
  const words = [
    ...(tab === undefined ? [`The tab '${importTabs.rows}' is missing.`] : []),
    ...(tab?.isHidden ? [`The tab '${importTabs.rows}' is hidden. Unhide it in Excel and check its rows.`] : []),
    ...strange.filter(({ isHidden }) => !isHidden).map(({ position }) => `Tab ${position} of the file is not a tab of the template.`),
    ...(hidden > 0 ? [hiddenTabs(hidden)] : []),
  ]
  if (tab === undefined || words.length > 0) throw invalidFile(words)
  return tab.name
}

const hiddenTabs = (count: number) =>
  `The file has ${formatCount(count, 'hidden tab')} that ${count === 1 ? 'is' : 'are'} not part of the template. In Excel, right-click a tab and choose Unhide, then delete ${count === 1 ? 'it' : 'them'}. Or copy the rows into a new template.`

/** Maps the columns of the sheet to the columns of the template, or lists how the first row differs. */
export const columnsOf = (header: readonly ImportCell[]) =>
  matchHeader(
    header.map((cell) => {
      const read = readText(cell)
      return 'text' in read ? read.text : '?'
    }),
  )
