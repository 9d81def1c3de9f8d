import { Worker } from 'node:worker_threads'

import { spreadsheetLimits, type SpreadsheetLimits } from './limits.ts'
import type { ReadReport, ReadTask, SheetRow, SheetTab } from './read.worker.ts'
import { SpreadsheetRefusal } from './refusal.ts'

export type { SheetRow, SheetTab, WorkbookDates } from './read.worker.ts'
export type { Cell } from './xlsx/cells.ts'

/** The bytes of an upload, or the path of a file that holds them. */
export type SpreadsheetSource = Uint8Array | { path: string }
export type ReadOptions = Partial<SpreadsheetLimits> & {
  batchSize?: number
  /** The whole file was checked before, so rows come at once. Errors come at the end. */
  isAlreadyChecked?: boolean
}
/**
 * What the reading thread does with each batch: its module exports `begin`, which takes `given` and the date system of the workbook and
 * returns a function of rows.
 */
export type RowWork<Made> = { module: URL; given: unknown; makes?: Made }

const BATCHES_AHEAD = 2

/** A tab by its name, or chosen from all tabs in order. The choice may throw. */
type WhichSheet = string | ((sheets: SheetTab[]) => string)

/**
 * The rows of one tab that have a value, in batches, with the row numbers of Excel. The whole file is checked before the first row. Rows
 * are read as fast as they are consumed, and leaving the loop stops the reading.
 */
export const readRows = (source: SpreadsheetSource, which: WhichSheet, options: ReadOptions = {}) =>
  readWith<SheetRow[]>(source, which, undefined, options)

/** The batches after `work` has run on them in the reading thread. */
export async function* readWith<Made>(
  source: SpreadsheetSource,
  which: WhichSheet,
  work: RowWork<Made> | undefined,
  options: ReadOptions = {},
): AsyncGenerator<Made> {
  const reader = startReader(source, work, options)
  try {
    const first = await reader.next()
    if (first.kind !== 'sheets') throw new Error(`the tabs come first, not ${first.kind}`)
    reader.read(typeof which === 'string' ? which : which(first.sheets))
    for (let report = await reader.next(); report.kind === 'rows'; report = await reader.next()) {
      yield report.made as Made // the result of that work, or the rows
      reader.allowOneMore()
    }
  } finally {
    await reader.stop()
  }
}

/** Reads in another thread, so that a hostile file cannot block the server or use up its memory. */
function startReader(source: SpreadsheetSource, work: RowWork<unknown> | undefined, options: ReadOptions) {
  const { batchSize = 1_000, isAlreadyChecked = false, ...overrides } = options
  const limits = { ...spreadsheetLimits, ...overrides }
  if (source instanceof Uint8Array && source.byteLength > limits.fileBytes) throw new SpreadsheetRefusal('too_large')
  const credit = new Int32Array(new SharedArrayBuffer(4))
  credit[0] = BATCHES_AHEAD
  // Copied, because transferring a slice transfers the whole buffer.
  const own = source instanceof Uint8Array ? new Uint8Array(source) : source
  const task: ReadTask = {
    source: own,
    batchSize,
    limits,
    credit,
    isAlreadyChecked,
    work: work && { module: work.module.href, given: work.given },
  }
  const worker = new Worker(new URL('./read.worker.ts', import.meta.url), {
    workerData: task,
    transferList: own instanceof Uint8Array ? [own.buffer] : [],
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 32 },
  })
  const next = collectReports(worker, limits.deadlineMs)
  const allowOneMore = () => {
    Atomics.add(credit, 0, 1)
    Atomics.notify(credit, 0)
  }
  const read = (sheet: string) => worker.postMessage(sheet)
  return { next, read, allowOneMore, stop: () => worker.terminate() }
}

function collectReports(worker: Worker, deadlineMs: number) {
  const arrived: (ReadReport | Error)[] = []
  let wake = () => {}
  let left = deadlineMs
  const arrive = (report: ReadReport | Error) => {
    arrived.push(report)
    wake()
  }
  worker.on('message', arrive)
  worker.on('error', (error) => arrive(asRefusal(error)))
  worker.on('exit', () => arrive(new Error('the spreadsheet reader ended without a word')))

  return async function next(): Promise<ReadReport> {
    const since = performance.now()
    const timer = setTimeout(() => arrive(new SpreadsheetRefusal('took_too_long')), left)
    while (arrived.length === 0) await new Promise<void>((resolve) => (wake = resolve))
    clearTimeout(timer)
    left = Math.max(0, left - (performance.now() - since))
    const report = arrived.shift()! // the loop above has waited for one
    if (report instanceof Error) throw report
    if (report.kind === 'refused') throw new SpreadsheetRefusal(report.code, report.where)
    return report
  }
}

function asRefusal(error: Error) {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new SpreadsheetRefusal('too_much_memory') : error
}
