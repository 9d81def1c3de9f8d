import { z } from 'zod'

import { lockImportJob, setImportStatus, setProgress } from '#server/imports/import-state.sql.ts'
import { actForMember } from '#server/members/members.ts'
import type { Context } from '#server/platform/context.ts'
import type { Services } from '#server/platform/services.ts'
import { concurrency, job, workInSteps, type Steps } from '#server/platform/jobs.ts'
import { refreshStatistics } from '#server/platform/statistics.sql.ts'
import { lockKeys } from '#server/platform/lock-keys.sql.ts'

import { importRows } from './import-rows.ts'
import { findWaitingRows } from './waiting-rows.sql.ts'

export const completeImportJob = job('complete-import', z.object({ jobId: z.uuid() }))

const batchSize = 500

export const startCompletingImports = (services: Services) => workInSteps(services, completeImportJob, runImport, concurrency.long)

/**
 * Creates form requests from the rows of a checked file, one batch in each transaction. A batch and its marks commit together and the row
 * of the job is locked, so that a job that is killed or runs twice imports no row twice.
 */
export async function runImport({ step, signal }: Steps, { jobId }: { jobId: string }) {
  try {
    while (await step((ctx) => importNext(ctx, jobId))) {
      signal.throwIfAborted()
      await step(refreshStatistics)
    }
  } catch (error) {
    if (!signal.aborted) await step((ctx) => giveUp(ctx, jobId))
    throw error
  }
}

async function importNext(ctx: Context, jobId: string) {
  const { status, isChecked, checkedAt, doneUntil, choices, tallies, completedBy, areRowsRemoved } = await lockImportJob(ctx, jobId)
  if (!isChecked || areRowsRemoved || (status !== 'importing' && status !== 'failed')) return false
  const rows = await findWaitingRows(ctx, jobId, doneUntil, batchSize)
  if (rows.length === 0) {
    await setImportStatus(ctx, jobId, 'completed')
    return false
  }
  if (status === 'failed') await setImportStatus(ctx, jobId, 'importing')
  // Imports of one organisation take turns, batch by batch: two imports about the same patients would not see each other's requests.
  await lockKeys(ctx, ['completing imports'])
  // Runs with the permissions and wards of the member who completed the import.
  const member = await actForMember(ctx, completedBy)
  const mayImport = completedBy === null || member.actor.permissions.includes('formRequest:import')
  const done = await importRows(member, { jobId, mayImport, checkedAt, choices, tallies }, rows)
  await setProgress(ctx, jobId, { ...done, doneUntil: rows.at(-1)!.rowNumber }) // there is one
  return true
}

async function giveUp(ctx: Context, jobId: string) {
  const { status } = await lockImportJob(ctx, jobId)
  if (status === 'importing')
    await setImportStatus(
      ctx,
      jobId,
      'failed',
      'The import stopped unexpectedly. It is retried automatically for 2 days. No row is imported twice.',
    )
}
