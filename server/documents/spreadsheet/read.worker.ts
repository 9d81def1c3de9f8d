import { readFile, stat } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'

import type { SpreadsheetLimits } from './limits.ts'
import { SpreadsheetRefusal, type RefusalCode } from './refusal.ts'
import { mayContain, readWholePart } from './whole-part.ts'
import type { Cell, CellTables } from './xlsx/cells.ts'
import { createMergedCells } from './xlsx/merged-cells.ts'
import type { NumberFormat } from './xlsx/number-format.ts'
import { createSheetScan, type RowHandler } from './xlsx/sheet-scan.ts'
import { createStringsScan, createStylesScan } from './xlsx/tables.ts'
import { openWorkbook } from './xlsx/workbook.ts'
import type { ZipPart } from './xlsx/zip-directory.ts'

/** `isHidden`: Excel does not show the row. `merged`: the columns (from 0) that belong to merged cells with a value. */
export type SheetRow = { rowNumber: number; cells: Cell[]; isHidden?: true; merged?: number[] }
/** A tab of the workbook. `position` counts visible tabs from 1. */
export type SheetTab = { name: string; isHidden: boolean; position: number }
export type ReadTask = {
  source: Uint8Array | { path: string }
  batchSize: number
  limits: SpreadsheetLimits
  credit: Int32Array
  work: { module: string; given: unknown } | undefined
  isAlreadyChecked: boolean
}
export type ReadReport =
  | { kind: 'sheets'; sheets: SheetTab[] }
  | { kind: 'rows'; made: unknown }
  | { kind: 'end' }
  | { kind: 'refused'; code: RefusalCode; where?: string }

const task = workerData as ReadTask // only read.ts sets it
const report = (message: ReadReport) => parentPort?.postMessage(message)

async function read() {
  const file = await load()
  const { sheets, is1904, ...shared } = await openWorkbook(file, task.limits)
  report({ kind: 'sheets', sheets: sheets.map(({ name, isHidden, position }) => ({ name, isHidden, position })) })
  const wanted = await new Promise<string>((resolve) => parentPort?.once('message', resolve))
  const sheet = sheets.find(({ name }) => name === wanted)
  if (!sheet) throw new SpreadsheetRefusal('no_such_sheet', wanted)
  const strings: string[] = []
  const formats: NumberFormat[] = []
  const work = await loadWork({ is1904 })
  if (shared.strings) await readWholePart(file, shared.strings, createStringsScan(strings, task.limits), task.limits)
  if (shared.styles) await readWholePart(file, shared.styles, createStylesScan(formats, task.limits), task.limits)
  await readRows(file, sheet.part, { tables: { strings, formats, is1904 }, work })
  report({ kind: 'end' })
}

type Work = (rows: SheetRow[]) => unknown
/** The date system of the workbook. A number without a date format is still a number. */
export type WorkbookDates = { is1904: boolean }

async function loadWork(workbook: WorkbookDates): Promise<Work> {
  if (!task.work) return (rows) => rows
  const { begin } = (await import(task.work.module)) as { begin: (given: unknown, workbook: WorkbookDates) => Work } // as RowWork promises
  return begin(task.work.given, workbook)
}

/** Reads the sheet twice, so that no row is returned before the whole sheet is known to be valid. */
async function readRows(file: Buffer, part: ZipPart, { tables, work }: { tables: CellTables; work: Work }) {
  const merged = createMergedCells(task.limits)
  // Merged cells are listed after the rows. Most lists have none, which can be seen without parsing.
  if (!task.isAlreadyChecked) await readWholePart(file, part, createSheetScan(task.limits, tables, { merged }), task.limits)
  else if (await mayContain(file, part, 'mergeCell')) await readWholePart(file, part, merged.scan, task.limits)
  let rows: SheetRow[] = []
  const onRow: RowHandler = (rowNumber, cells, isHidden) => {
    const row: SheetRow = { rowNumber, cells }
    if (isHidden) row.isHidden = true
    const columns = merged.columnsOf(rowNumber, cells)
    if (columns.length > 0) row.merged = columns
    if (rows.push(row) < task.batchSize) return
    hand(work(rows))
    rows = []
  }
  await readWholePart(file, part, createSheetScan(task.limits, tables, { onRow }), task.limits)
  if (rows.length > 0) hand(work(rows))
}

async function load() {
  if (task.source instanceof Uint8Array) return Buffer.from(task.source.buffer, task.source.byteOffset, task.source.byteLength)
  if ((await stat(task.source.path)).size > task.limits.fileBytes) throw new SpreadsheetRefusal('too_large')
  return readFile(task.source.path)
}

/** Posts a batch, then blocks this thread until the next batch may follow. */
function hand(made: unknown) {
  report({ kind: 'rows', made })
  Atomics.sub(task.credit, 0, 1)
  while (Atomics.load(task.credit, 0) <= 0) Atomics.wait(task.credit, 0, 0)
}

read().catch((error: unknown) => {
  if (!(error instanceof SpreadsheetRefusal)) throw error
  report({ kind: 'refused', code: error.code, ...(error.where !== undefined && { where: error.where }) })
})
