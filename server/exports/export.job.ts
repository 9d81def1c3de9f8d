import { z } from 'zod'

import type { RequestFilters } from '#contract/requests.ts'
import { findActorById } from '#server/members/find-actor.ts'
import { wardLimitOf, type Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { inPieces } from '#server/platform/files.sql.ts'
import type { Floor } from '#server/platform/floor.ts'
import { job, workInSteps, type Steps } from '#server/platform/jobs.ts'
import { writeWorkbook, type OutgoingSheet } from '#server/platform/spreadsheet/write.ts'
import { countMatching, type Selection } from '#server/worklist/matching-requests.ts'

import { everywhereSheets } from './everywhere-sheets.ts'
import { beginExport, keepPiece, lockExport, setExportDone, setExportFailed, setTotalRows, type ExportScope } from './export-jobs.sql.ts'
import { exportSheets, type Reading } from './export-sheets.ts'

export const exportJob = job('export', z.object({ exportId: z.uuid() }))

export const startExporting = (floor: Floor) => workInSteps(floor, exportJob, runExport)

type Run = {
  run: number
  scope: ExportScope
  hasPersonalData: boolean
  createdBy: string | null
  createdAt: string
  filters: RequestFilters
}

/** Writes an export's file piece by piece in constant memory. Broken off, it begins again from nothing; overtaken by another run of itself, it stops. */
export async function runExport(steps: Steps, { exportId }: { exportId: string }) {
  const { step, signal } = steps
  const begun = await step((ctx) => begin(ctx, exportId))
  if (!begun) return
  const ours = <T>(work: (ctx: Context) => Promise<T>) => step((ctx) => ifOurs(ctx, exportId, begun.run, () => work(ctx)))
  try {
    let doneRows = 0
    const sheets = await sheetsOf(steps, exportId, begun, (count) => (doneRows += count))
    if (!sheets) return await ours((ctx) => setExportFailed(ctx, exportId, 'Whoever asked for this export no longer works here.'))
    await inPieces(writeWorkbook({ sheets }), (bytes, number) => ours((ctx) => keepPiece(ctx, exportId, { number, bytes }, doneRows)))
    await ours((ctx) => setExportDone(ctx, exportId, doneRows))
  } catch (error) {
    if (error instanceof Overtaken) return
    if (!signal.aborted)
      await ours((ctx) => setExportFailed(ctx, exportId, 'The export stopped unexpectedly. It is tried again by itself.')).catch(
        passOvertaken,
      )
    throw error
  }
}

async function begin(ctx: Context, exportId: string): Promise<Run | undefined> {
  const found = await lockExport(ctx, exportId)
  if (!found || found.status === 'completed') return undefined
  await beginExport(ctx, exportId, found.run + 1)
  return { ...found, run: found.run + 1 }
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

/** Undefined when whoever asked is no longer a member: then nothing is theirs to see. */
async function sheetsOf(
  { floor, organisationId, step, signal }: Steps,
  exportId: string,
  { scope, hasPersonalData, createdBy, createdAt, filters }: Run,
  onRows: (count: number) => void,
): Promise<OutgoingSheet[] | undefined> {
  const member = createdBy ? await findActorById(floor.db, organisationId, createdBy) : undefined
  if (!member) return undefined
  const selection: Selection = { filters, memberId: member.id, until: createdAt }
  const onTotal = (total: number) => step((ctx) => setTotalRows(ctx, exportId, total))
  if (scope === 'all') return everywhereSheets({ floor, step, signal, selection }, { onRows, onTotal })

  // The worker sees every ward; whoever asked may not (MEM-4), and it is they who look.
  const read: Reading = (work) =>
    inTransaction(floor.db, { organisationId, memberId: wardLimitOf(member) }, (tx) => work({ tx, organisationId, floor, actor: member }))
  await onTotal(await read((ctx) => countMatching(ctx, selection)))
  return exportSheets({ selection, hasPersonalData, read, signal }, onRows)
}
