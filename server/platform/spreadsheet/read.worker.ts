import { readFile, stat } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'

import { streamXlsxRows } from 'hucre/xlsx'

import type { SpreadsheetLimits } from './limits.ts'
import { SpreadsheetRefusal, type RefusalCode } from './refusal.ts'
import { readWholePart } from './whole.ts'
import { toCells, type Cell } from './xlsx/cells.ts'
import { createSheetScan } from './xlsx/sheet-scan.ts'
import { openWorkbook } from './xlsx/workbook.ts'

export type SheetRow = { rowNumber: number; cells: Cell[] }
export type ReadTask = {
  source: Uint8Array | { path: string }
  sheet?: string
  batchSize: number
  limits: SpreadsheetLimits
  credit: Int32Array
}
export type ReadReport =
  | { kind: 'sheets'; sheets: string[] }
  | { kind: 'rows'; rows: SheetRow[] }
  | { kind: 'end' }
  | { kind: 'refused'; code: RefusalCode; where?: string }

const task = workerData as ReadTask // passed by read.ts and nobody else
const report = (message: ReadReport) => parentPort?.postMessage(message)

async function read() {
  const file = await load()
  const { sheets, sharedStringCount } = await openWorkbook(file, task.limits)
  if (task.sheet === undefined) return report({ kind: 'sheets', sheets: sheets.map((sheet) => sheet.name) })
  const sheet = sheets.find((candidate) => candidate.name === task.sheet)
  if (!sheet) throw new SpreadsheetRefusal('no_such_sheet', task.sheet)
  const { handlers, facts } = createSheetScan(task.limits, sharedStringCount)
  await readWholePart(file, sheet.part, handlers, task.limits)
  let seen = 0
  let rows: SheetRow[] = []
  for await (const row of streamRows(file, sheet.position)) {
    seen += 1
    const cells = toCells(row.values, facts.notes.take(row.index + 1), task.limits.maxColumns)
    if (cells.length > 0) rows.push({ rowNumber: row.index + 1, cells })
    if (rows.length >= task.batchSize) rows = hand(rows)
  }
  // Two readings of one sheet have to agree, or part of the list was lost.
  if (seen !== facts.rows) throw new SpreadsheetRefusal('corrupt', sheet.name)
  if (rows.length > 0) hand(rows)
  report({ kind: 'end' })
}

async function load() {
  if (task.source instanceof Uint8Array) return Buffer.from(task.source.buffer, task.source.byteOffset, task.source.byteLength)
  if ((await stat(task.source.path)).size > task.limits.fileBytes) throw new SpreadsheetRefusal('too_large')
  return readFile(task.source.path)
}

/** The row reader's own complaints are all about the file. */
async function* streamRows(file: Buffer, position: number) {
  const rows = streamXlsxRows(file, { sheet: position })
  for (;;) {
    const next = await rows.next().catch(() => {
      throw new SpreadsheetRefusal('corrupt')
    })
    if (next.done) return
    yield next.value
  }
}

/** Hands over a batch, then stops this whole thread until there is room for another: the row reader would run on by itself. */
function hand(rows: SheetRow[]): SheetRow[] {
  report({ kind: 'rows', rows })
  Atomics.sub(task.credit, 0, 1)
  while (Atomics.load(task.credit, 0) <= 0) Atomics.wait(task.credit, 0, 0)
  return []
}

read().catch((error: unknown) => {
  if (!(error instanceof SpreadsheetRefusal)) throw error
  report({ kind: 'refused', code: error.code, ...(error.where !== undefined && { where: error.where }) })
})
