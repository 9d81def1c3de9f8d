import type { ImportChoices } from '#domain/imports/decisions.ts'
import type { ColumnMapping } from '#domain/imports/mapping.ts'
import type { ImportStatus } from '#domain/imports/outcomes.ts'
import type { Context } from '#server/platform/context.ts'
import { deleteChunks } from '#server/platform/files.sql.ts'
import { Problem } from '#server/platform/problem.ts'

import { choicesOf } from './import-jobs.sql.ts'
import { talliesOf, type Tallies } from './import-tallies.ts'

/** Locks the job until the transaction ends. Throws not_found. */
export async function lockImportJob({ tx }: Context, id: string) {
  const row = await tx
    .selectFrom('import_jobs')
    .select([
      'status',
      'refusal',
      'run',
      'checked_at',
      'choices',
      'tallies',
      'decision_changes',
      'created_by',
      'mapping',
      'completed_by',
      'reverted_by',
      'new_rows',
      'done_until',
      'reopened_until',
      'rows_removed_at',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return {
    status: row.status as ImportStatus, // a check constraint holds the same eight
    refusal: row.refusal,
    run: row.run,
    isChecked: row.checked_at !== null,
    checkedAt: row.checked_at ?? '',
    choices: choicesOf(row.choices),
    tallies: talliesOf(row.tallies),
    decisionChanges: row.decision_changes,
    createdBy: row.created_by,
    mapping: (row.mapping ?? undefined) as ColumnMapping | undefined, // written from one
    completedBy: row.completed_by,
    revertedBy: row.reverted_by,
    newRows: row.new_rows,
    doneUntil: row.done_until,
    reopenedUntil: row.reopened_until,
    areRowsRemoved: row.rows_removed_at !== null,
  }
}
export type LockedImport = Awaited<ReturnType<typeof lockImportJob>>

/** Starts a check from the beginning and deletes the rows of an earlier, interrupted check. */
export async function beginCheck({ tx }: Context, id: string, run: number) {
  await deleteRows(tx, id)
  await tx
    .updateTable('import_jobs')
    .set({ run, status: 'checking', refusal: '', total_rows: 0, new_rows: 0, warning_rows: 0, error_rows: 0, tallies: '{}' })
    .where('id', '=', id)
    .execute()
}

/** Ends a check, and deletes the file. */
export async function endCheck({ tx }: Context, id: string, { refusal = '' } = {}) {
  await tx
    .updateTable('import_jobs')
    .set({ status: refusal ? 'refused' : 'checked', refusal, ...(!refusal && { checked_at: new Date().toISOString() }) })
    .where('id', '=', id)
    .execute()
  await deleteChunks(tx, [id])
  if (refusal) await deleteRows(tx, id)
}

async function deleteRows(tx: Context['tx'], id: string) {
  await tx.deleteFrom('import_rows').where('job_id', '=', id).execute()
  await tx.deleteFrom('import_row_problems').where('job_id', '=', id).execute()
}

/** Stores the decisions and counts of a file. */
export async function setDecisions({ tx }: Context, id: string, choices: ImportChoices, tallies: Tallies) {
  await tx
    .updateTable('import_jobs')
    .set((e) => ({ choices: JSON.stringify(choices), tallies: JSON.stringify(tallies), decision_changes: e('decision_changes', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Starts at the first row, so that undoing also reopens replaced requests. */
export const askToReopen = (ctx: Context, id: string) => setReopenedUntil(ctx, id, 0)

export async function setReopenedUntil({ tx }: Context, id: string, rowNumber: number, tallies?: Tallies) {
  await tx
    .updateTable('import_jobs')
    .set({ reopened_until: rowNumber, ...(tallies && { tallies: JSON.stringify(tallies) }) })
    .where('id', '=', id)
    .execute()
}

/** A step starts at the first row. */
export async function beginStep({ tx, actor }: Context, id: string, status: 'importing' | 'reverting') {
  await tx
    .updateTable('import_jobs')
    .set({ status, refusal: '', done_until: 0, ...(status === 'importing' ? { completed_by: actor.id } : { reverted_by: actor.id }) })
    .where('id', '=', id)
    .execute()
}

export async function setImportStatus({ tx }: Context, id: string, status: ImportStatus, refusal = '') {
  const now = new Date().toISOString()
  await tx
    .updateTable('import_jobs')
    .set({ status, refusal, ...(status === 'completed' && { completed_at: now }), ...(status === 'reverted' && { reverted_at: now }) })
    .where('id', '=', id)
    .execute()
}

type Progress = { doneUntil: number; tallies: Tallies; imported?: number; skipped?: number; replaced?: number }

/** Stores the progress of a step in the transaction of that progress, so that a killed job continues after it. */
export async function setProgress({ tx }: Context, id: string, { doneUntil, tallies, imported = 0, skipped = 0, replaced = 0 }: Progress) {
  await tx
    .updateTable('import_jobs')
    .set((e) => ({
      done_until: doneUntil,
      tallies: JSON.stringify(tallies),
      imported_rows: e('imported_rows', '+', imported),
      skipped_rows: e('skipped_rows', '+', skipped),
      replaced_rows: e('replaced_rows', '+', replaced),
    }))
    .where('id', '=', id)
    .execute()
}
