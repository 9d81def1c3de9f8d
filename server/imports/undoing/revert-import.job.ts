import { z } from 'zod'

import { type LockedImport, lockImportJob, setImportStatus, setProgress, setReopenedUntil } from '#server/imports/import-state.sql.ts'
import { talliesOf } from '#server/imports/import-tallies.ts'
import { actForMember } from '#server/members/members.ts'
import { archiveImported, lockImported } from '#server/patients/patients.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { concurrency, job, type Steps, workInSteps } from '#server/platform/jobs.ts'
import type { Services } from '#server/platform/services.ts'
import { actOnRequests, withdrawRequests } from '#server/requests/requests.ts'

import {
  findReplacingRows,
  findSentRows,
  markReopened,
  markReverted,
  type ReopenedRow,
  type ReplacingRow,
  type SentRow,
} from './reverted-rows.sql.ts'

export const revertImportJob = job('revert-import', z.object({ jobId: z.uuid() }))

const batchSize = 500

export const startRevertingImports = (services: Services) => workInSteps(services, revertImportJob, runRevert, concurrency.long)

/**
 * Undoes the requests of an import, one batch in each transaction. The progress commits with the batch, so that a killed job continues
 * where it stopped.
 */
export async function runRevert({ step, signal }: Steps, { jobId }: { jobId: string }) {
  try {
    while (await step((ctx) => revertNext(ctx, jobId))) signal.throwIfAborted()
  } catch (error) {
    if (!signal.aborted) await step((ctx) => sayStopped(ctx, jobId))
    throw error
  }
}

async function revertNext(ctx: Context, jobId: string) {
  const locked = await lockImportJob(ctx, jobId)
  if (locked.status !== 'reverting') return false
  // Runs with the permissions and wards of the member who started it.
  const member = await actForMember(ctx, locked.revertedBy)
  const rows = await findSentRows(ctx, jobId, locked.doneUntil, batchSize)
  if (rows.length > 0) {
    await revertRows(ctx, member, { jobId, locked, rows })
    return true
  }
  if (locked.reopenedUntil !== null && (await reopenNext(ctx, member, { jobId, locked, after: locked.reopenedUntil }))) return true
  await end(member, jobId, locked)
  return false
}

type Batch = { jobId: string; locked: LockedImport }

async function revertRows(ctx: Context, member: Context, { jobId, locked, rows }: Batch & { rows: readonly SentRow[] }) {
  const patients = [...new Set(rows.map(({ patientId }) => patientId))]
  await lockImported(member, jobId, patients)
  const became = await withdrawRequests(
    member,
    rows.map(({ requestId }) => requestId),
    'The import that created this form request was undone.',
  )
  const reverted = rows.map((row) => ({ ...row, reverted: became.get(row.requestId) ?? 'taken' })) // requests outside the member's wards stay
  const archived = await archiveImported(member, jobId, patients)
  await markReverted(ctx, jobId, reverted, archived)
  const tallies = talliesOf(locked.tallies)
  for (const row of reverted) tallies.reverted[row.reverted]++
  tallies.archivedPatients += archived.length
  await setProgress(ctx, jobId, { tallies, doneUntil: rows.at(-1)!.rowNumber }) // there is one
}

/** After all rows, so that patients are locked before their requests here too. */
async function reopenNext(ctx: Context, member: Context, { jobId, locked, after }: Batch & { after: number }) {
  const rows = await findReplacingRows(ctx, jobId, after, batchSize)
  if (rows.length === 0) return false
  const mayReopen = locked.revertedBy === null || member.actor.permissions.includes('formRequest:update')
  const reopened = await reopenReplaced(member, rows, { mayReopen })
  await markReopened(ctx, jobId, reopened)
  const tallies = talliesOf(locked.tallies)
  for (const refusal of reopened.flatMap(({ refusals }) => refusals)) tallies.reopened[refusal ? 'not_reopened' : 'reopened']++
  await setReopenedUntil(ctx, jobId, rows.at(-1)!.rowNumber, tallies) // there is one
  return true
}

async function end(ctx: Context, jobId: string, { tallies, reopenedUntil }: LockedImport) {
  const { undone, undone_message_out: out, opened, completed, ended, taken } = tallies.reverted
  await setImportStatus(ctx, jobId, 'reverted')
  await audit(ctx, 'importRevertEnded', {
    subjectId: jobId,
    detail: {
      undone: undone + out,
      left: opened + completed + ended + taken,
      archivedPatients: tallies.archivedPatients,
      ...(reopenedUntil !== null && { reopened: tallies.reopened.reopened, notReopened: tallies.reopened.not_reopened }),
    },
  })
}

async function sayStopped(ctx: Context, jobId: string) {
  const { status } = await lockImportJob(ctx, jobId)
  if (status === 'reverting')
    await setImportStatus(
      ctx,
      jobId,
      'reverting',
      'Undoing the import stopped unexpectedly. It is retried automatically for 2 days. Nothing is undone twice.',
    )
}

const notUndone = 'The form request that replaced this one was not undone.'
const notAllowed = 'The user who undid the import does not have permission to reopen form requests.'

/**
 * Reopens requests that rows replaced, without a message, if the new request was undone: otherwise the patient would have the form open
 * twice. Returns the reason for each request that stays closed.
 */
export async function reopenReplaced(ctx: Context, rows: readonly ReplacingRow[], { mayReopen }: { mayReopen: boolean }) {
  const ids = mayReopen ? rows.flatMap((row) => (isUndone(row) ? row.replacedIds : [])) : []
  const { refusals } = await actOnRequests(ctx, ids, () => [{ kind: 'reopen', sendMessage: false }], { takeOver: false, maySend: true })
  return rows.map((row): ReopenedRow => ({
    rowNumber: row.rowNumber,
    refusals: row.replacedIds.map((id) => {
      if (!isUndone(row)) return notUndone
      if (!mayReopen) return notAllowed
      const refusal = refusals.get(id)
      return refusal ? (refusal.detail ?? refusal.message) : ''
    }),
  }))
}

const isUndone = ({ reverted }: ReplacingRow) => reverted === 'undone' || reverted === 'undone_message_out'
