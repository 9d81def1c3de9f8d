import type { RequestFilters } from '#contract/request-filters.ts'
import type { ExportFormat } from '#domain/exports.ts'
import { writeCsvInChunks } from '#server/documents/csv.ts'
import { TooManySheets, writeWorkbookInChunks } from '#server/documents/spreadsheet/write-pieces.ts'
import { FileTooLarge } from '#server/documents/spreadsheet/xlsx/zip-parts.ts'
import { findActorById } from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import type { Steps } from '#server/platform/jobs.ts'
import { readRecent } from '#server/platform/read-standby.ts'

import {
  beginRun,
  endExport,
  type ExportScope,
  saveLastChunks,
  saveChunks,
  lockExport,
  setDelayed,
  setTotalRows,
  type Written,
} from './export-jobs.sql.ts'
import { allOrganisationsSource, type ExportSource, organisationSource, requestListSource, requestsName } from './export-sources.ts'
import type { Reading } from './exports.ts'

/** The number of pages of a long export that are stored at a time. */
export const pagesPerCheckpoint = 16

type Run = {
  run: number
  scope: ExportScope
  format: ExportFormat
  hasPersonalData: boolean
  createdBy: string | null
  createdAt: string
  filters: RequestFilters
  written: Written | undefined
}
type Keeping = <T>(work: (ctx: Context) => Promise<T>) => Promise<T>

/**
 * Writes the file of an export in constant memory and stores it piece by piece. After an interruption, continues from the last stored
 * piece. Stops when another run has taken over. Returns whether the export has ended.
 */
export async function runExport(steps: Steps, { exportId }: { exportId: string }, pace: Pace): Promise<boolean> {
  const { step, signal } = steps
  const started = await step((ctx) => begin(ctx, exportId))
  if (!started) return true
  const ours: Keeping = (work) => step((ctx) => ifOurs(ctx, exportId, started.run, () => work(ctx)))
  try {
    const written = started.written ?? { parts: [], csvPieces: 0, place: {}, doneRows: 0, versions: [] }
    const source = await sourceOf(steps, started, written)
    if (!source) {
      await ours((ctx) => endExport(ctx, exportId, { failure: 'The user who started this export no longer has permission to export.' }))
      return true
    }
    if (!started.written) {
      const total = await source.count()
      await ours((ctx) => setTotalRows(ctx, exportId, total))
    }
    return await writeFile(exportId, source, written, { ours, signal, format: started.format, ...pace })
  } catch (error) {
    if (error instanceof Overtaken) return true
    const failure = failureOf(error)
    if (isFinal(error)) {
      await ours((ctx) => endExport(ctx, exportId, { failure })).catch(passOvertaken)
      return true
    }
    if (!signal.aborted) await ours((ctx) => setDelayed(ctx, exportId, failure)).catch(passOvertaken)
    throw error
  }
}

type Pace = {
  /** Pages between two stored pieces. More pages pack better; fewer lose less when the process ends. */
  pagesKept: number
  /** Ends after the first stored piece. */
  isOnlyBegun?: boolean
}

type Writing = Pace & { ours: Keeping; signal: AbortSignal; format: ExportFormat }

/**
 * Reads a few pages and stores them with the next place. Reading and storing are separate transactions, so that neither stays open while
 * the rows are packed. The next page is read while the rows of this one are written.
 */
async function writeFile(exportId: string, source: ExportSource, written: Written, writing: Writing) {
  const { ours, signal, format, pagesKept, isOnlyBegun } = writing
  const file = format === 'csv' ? writeCsvInChunks(written, requestsName) : writeWorkbookInChunks(written)
  let reading = source.read(written.place)
  for (let page = 1; ; page++) {
    const { count, toSheets, place } = await reading
    signal.throwIfAborted()
    const isKept = page % pagesKept === 0
    if (place && !(isKept && isOnlyBegun)) {
      reading = source.read(place)
      reading.catch(() => {}) // handled where the promise is awaited
    }
    for (const { sheet, rows } of await toSheets()) await file.add(sheet, rows)
    written.doneRows += count
    if (!place) break
    written.place = place
    if (!isKept) continue
    const pieces = await file.take()
    await ours((ctx) => saveChunks(ctx, exportId, pieces, written))
    if (isOnlyBegun) return false
  }
  const { sheets, order } = await source.last()
  for (const { sheet, rows } of sheets) await file.add(sheet, rows)
  await file.finish(order)
  const pieces = await file.take()
  await ours((ctx) => saveLastChunks(ctx, exportId, pieces, written.doneRows))
  return true
}

async function begin(ctx: Context, exportId: string): Promise<Run | undefined> {
  const found = await lockExport(ctx, exportId)
  if (!found || found.isOver) return undefined
  if (found.isTooLate) {
    await endExport(ctx, exportId, { failure: 'The file was not ready within 24 hours. Start the export again.' })
    return undefined
  }
  const run = found.run + 1
  return { ...found, run, written: await beginRun(ctx, exportId, run) }
}

class Overtaken extends Error {}
const passOvertaken = (error: unknown) => {
  if (!(error instanceof Overtaken)) throw error
}

async function ifOurs<T>(ctx: Context, exportId: string, run: number, work: () => Promise<T>) {
  const found = await lockExport(ctx, exportId)
  if (found?.run !== run) throw new Overtaken()
  return work()
}

/** Undefined if the member has left or may no longer export. */
async function sourceOf(
  { services, organisationId, step }: Steps,
  { scope, format, hasPersonalData, createdBy, createdAt, filters }: Run,
  { versions }: Written,
): Promise<ExportSource | undefined> {
  const member = createdBy ? await findActorById(services.db, organisationId, createdBy) : undefined
  if (!member?.permissions.includes(scope === 'all' ? 'admin::*' : 'formRequest:export')) return undefined
  const selection = { filters, memberId: member.id, until: createdAt }
  if (scope === 'all') return allOrganisationsSource({ services, step, selection })

  // Limited to the wards of the member (MEM-4), unlike the steps of the worker.
  const read: Reading = (work, record) => readRecent({ services, organisationId, actor: member, during: 'job' }, work, record)
  const source = { selection, hasPersonalData, read }
  return format === 'csv' ? requestListSource(source) : organisationSource(source, versions)
}

/** A retry would fail in the same way. */
export const isFinal = (error: unknown) => error instanceof FileTooLarge || error instanceof TooManySheets

/** disk_full (PostgreSQL appendix A). */
const isDiskFull = (error: unknown) => (error as { code?: string } | undefined)?.code === '53100'

/** The reason why an export failed or is delayed, for the member who started it. */
export function failureOf(error: unknown) {
  if (error instanceof FileTooLarge) return 'The file is too large for a spreadsheet. Filter the list and export it in parts.'
  if (error instanceof TooManySheets)
    return 'There are too many form versions for one spreadsheet. Filter by form and export the list in parts.'
  if (isDiskFull(error))
    return 'The server has no space for this file at the moment. The export continues automatically when there is space.'
  return 'The export stopped unexpectedly and will continue automatically.'
}
