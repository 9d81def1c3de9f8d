import { sql } from 'kysely'

import type { RowChoice } from '#domain/imports/decisions.ts'
import type { ImportRow } from '#domain/imports/row.ts'
import type { RowProblem } from '#server/imports/import-tallies.ts'
import { insertProblems } from '#server/imports/row-problems.sql.ts'
import type { Context } from '#server/platform/context.ts'

export type WaitingRow = { rowNumber: number; verdict: 'new' | 'warning'; row: ImportRow; problems: RowProblem[]; choice: RowChoice | null }

/** The next rows without an outcome. */
export async function findWaitingRows({ tx }: Context, jobId: string, after: number, limit: number): Promise<WaitingRow[]> {
  const rows = await tx
    .selectFrom('import_rows')
    .select(['row_number', 'verdict', 'row', 'problems', 'choice'])
    .where('job_id', '=', jobId)
    .where('row_number', '>', after)
    .where('verdict', '<>', 'error')
    .orderBy('row_number')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    rowNumber: row.row_number,
    verdict: row.verdict as 'new' | 'warning', // the query leaves out the third
    row: row.row as ImportRow, // null only for rows in error
    problems: row.problems as RowProblem[],
    choice: row.choice as RowChoice | null, // a check constraint holds the same three
  }))
}

export type ImportedRow = { rowNumber: number; requestId: string; patientId: string; replacedIds: readonly string[] }

/** Marks rows as imported, in the transaction that creates the requests. */
export async function markImported({ tx, organisationId }: Context, jobId: string, imported: readonly ImportedRow[]) {
  const { numAffectedRows } = await sql`
    update import_rows r set request_id = n.request_id, patient_id = n.patient_id, replaced_ids = nullif(n.replaced, '{}')::uuid[],
      outcome = case n.replaced when '{}' then 'sent' else 'replaced' end
    from unnest(${imported.map(({ rowNumber }) => rowNumber)}::int[], ${imported.map(({ requestId }) => requestId)}::uuid[],
      ${imported.map(({ patientId }) => patientId)}::uuid[],
      ${imported.map(({ replacedIds }) => `{${replacedIds.join(',')}}`)}::text[]) as n(row_number, request_id, patient_id, replaced)
    where r.organisation_id = ${organisationId}::uuid and r.job_id = ${jobId}::uuid and r.row_number = n.row_number
      and r.request_id is null`.execute(tx)
  // A row without a mark would be imported again.
  if (Number(numAffectedRows) !== imported.length) throw new Error('Not every imported row could be marked')
}

/** Marks rows as skipped, with the problems found only now. */
export async function markSkipped(ctx: Context, jobId: string, skipped: readonly Pick<WaitingRow, 'rowNumber' | 'problems'>[]) {
  const { tx, organisationId } = ctx
  if (skipped.length === 0) return
  await sql`
    update import_rows r set outcome = 'skipped', problems = n.problems
    from unnest(${skipped.map(({ rowNumber }) => rowNumber)}::int[], ${skipped.map(({ problems }) => JSON.stringify(problems))}::jsonb[]) as n(row_number, problems)
    where r.organisation_id = ${organisationId}::uuid and r.job_id = ${jobId}::uuid and r.row_number = n.row_number`.execute(tx)
  await insertProblems(ctx, jobId, skipped)
}

/** Marks rows as errors that were valid at the check. */
export async function markRefused(ctx: Context, jobId: string, refused: readonly WaitingRow[]) {
  const { tx, organisationId } = ctx
  if (refused.length === 0) return
  const count = (verdict: WaitingRow['verdict']) => refused.filter((row) => row.verdict === verdict).length
  const numbers = refused.map(({ rowNumber }) => rowNumber)
  await sql`
    update import_rows r set verdict = 'error', row = null, problems = n.problems
    from unnest(${numbers}::int[], ${refused.map(({ problems }) => JSON.stringify(problems))}::jsonb[]) as n(row_number, problems)
    where r.organisation_id = ${organisationId}::uuid and r.job_id = ${jobId}::uuid and r.row_number = n.row_number`.execute(tx)
  await tx
    .deleteFrom('import_row_problems')
    .where('job_id', '=', jobId)
    .where(sql<boolean>`row_number = any(${numbers}::int[])`)
    .execute()
  await insertProblems(ctx, jobId, refused)
  await tx
    .updateTable('import_jobs')
    .set((e) => ({
      new_rows: e('new_rows', '-', count('new')),
      warning_rows: e('warning_rows', '-', count('warning')),
      error_rows: e('error_rows', '+', refused.length),
    }))
    .where('id', '=', jobId)
    .execute()
}
