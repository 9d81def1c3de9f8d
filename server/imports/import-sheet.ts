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

type ChooseTab = (sheets: SheetTab[]) => string
type Options<Made> = {
  batchSize: number
  deadlineMs?: number
  isAlreadyChecked?: boolean
  work?: RowWork<Made>
  /** By default the tab of the template, and no other tab may be in the file. */
  chooseTab?: ChooseTab
}

/** The rows of an uploaded file, header first, or what `work` returns for them. Throws invalid_file with the reasons. */
export async function* readImportSheet<Made = SheetRow[]>(
  bytes: Uint8Array,
  { work, chooseTab = templateTab, ...options }: Options<Made>,
): AsyncGenerator<Made> {
  try {
    guardXlsx(bytes) // most other files are refused without starting a thread
    let isEmpty = true
    for await (const batch of readWith<Made>(bytes, chooseTab, work, { ...limits, ...options })) {
      isEmpty = false
      yield batch
    }
    if (isEmpty) throw invalidFile(['The tab with the rows is empty. The first row must have the column headings.'])
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
function templateTab(sheets: SheetTab[]) {
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

/** The tab of a file that was not made from the template: the only one that is not hidden. Another could hold rows as well. */
export function onlyTab(sheets: SheetTab[]) {
  const [first, second] = sheets.filter(({ name }) => comparable(name) !== comparable(importTabs.instructions))
  return first && !second && !first.isHidden ? first.name : templateTab(sheets)
}

const hiddenTabs = (count: number) =>
  `The file has ${formatCount(count, 'hidden tab')} that ${count === 1 ? 'is' : 'are'} not part of the template. In Excel, right-click a tab and choose Unhide, then delete ${count === 1 ? 'it' : 'them'}. Or copy the rows into a new template.`

export type SheetStart = { headings: string[]; rows: SheetRow[]; refusal: Problem | undefined }

/**
 * The headings and first rows of a file, after the whole file has been read once: damaged files, zip bombs and long lists fail here.
 * `refusal` says how the tab or the headings differ from the template.
 */
export async function readSheetStart(bytes: Uint8Array, rowCount: number): Promise<SheetStart> {
  let refusal: Problem | undefined
  const chooseTab: ChooseTab = (sheets) => {
    const own = onlyTab(sheets)
    try {
      return templateTab(sheets)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      refusal = error
      return own
    }
  }
  // Shorter than the time-out of the browser.
  const batches = readImportSheet(bytes, { batchSize: 1 + rowCount, deadlineMs: 20_000, chooseTab })
  const { value } = await batches.next()
  await batches.return(undefined)
  const [header, ...rows]: SheetRow[] = value ?? []
  const matched = columnsOf(header?.cells ?? [])
  if ('problems' in matched) refusal ??= invalidFile(matched.problems.map(({ message }) => message))
  return { headings: headingsOf(header?.cells ?? []), rows, refusal }
}

/** A heading that cannot be read as text is '?'. */
export const headingsOf = (header: readonly ImportCell[]) =>
  header.map((cell) => {
    const read = readText(cell)
    return 'text' in read ? read.text : '?'
  })

/** Maps the columns of the sheet to the columns of the template, or lists how the first row differs. */
export const columnsOf = (header: readonly ImportCell[]) => matchHeader(headingsOf(header))
