import { sql, type SqlBool } from 'kysely'

import type { ImportJob, ImportRowVerdict, imports } from '#contract/imports.ts'
import type { Input } from '#contract/route.ts'
import type { CorrectedPart, RowChoice } from '#domain/imports/decisions.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import { getImportJob } from '#server/imports/import-jobs.sql.ts'
import type { RowProblem } from '#server/imports/import-tallies.ts'
import type { Context } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/database.ts'
import { readPage } from '#server/platform/paging/read-page.sql.ts'

type Query = Input<typeof imports.rows>['query']
type Filters = Query['filters']

/** One page of the rows, in the order of the file. The total comes from the job, except for a search or several filters. */
export async function listImportRows(ctx: Context, jobId: string, { sort = 'rowNumber', filters, ...asked }: Query) {
  const job = await getImportJob(ctx, jobId)
  if (job.rowsRemovedAt) return { docs: [], page: asked.page, totalDocs: 0 }
  const where = matching(ctx, jobId, filters)
  const totalDocs = totalOf(job, filters) ?? (await count(ctx, where))
  const { ids, cursor } = await readPage<number>(ctx, asked, {
    name: ['import rows', jobId, sort, filters],
    from: sql`import_rows as r`,
    where,
    order: { direction: sort === 'rowNumber' ? 'asc' : 'desc', columns: [{ column: sql`r.row_number`, type: 'integer' }] },
    total: async () => totalDocs,
  })
  const rows = await findRows(ctx, jobId, ids)
  return { docs: sort === 'rowNumber' ? rows : rows.toReversed(), page: asked.page, totalDocs, ...(cursor && { cursor }) }
}

async function findRows({ tx }: Context, jobId: string, rowNumbers: readonly number[]): Promise<ImportRowVerdict[]> {
  const rows = await tx
    .selectFrom('import_rows')
    .select(['row_number', 'verdict', 'cells', 'problems', 'choice', 'patient_id', 'outcome', 'request_id'])
    .select(['replaced_ids', 'reopen_refusals', 'reverted', 'is_patient_archived'])
    .where('job_id', '=', jobId)
    .where(sql<boolean>`row_number = any(${rowNumbers}::int[])`)
    .orderBy('row_number')
    .execute()
  // Check constraints hold the same words as the casts; the rest is written by insertImportRows.
  return rows.map((row) => ({
    rowNumber: row.row_number,
    verdict: row.verdict as ImportRowVerdict['verdict'],
    cells: row.cells as ImportRowVerdict['cells'],
    problems: row.problems as ImportRowVerdict['problems'],
    choice: row.choice as ImportRowVerdict['choice'],
    patientId: row.patient_id,
    outcome: row.outcome as ImportRowVerdict['outcome'],
    requestId: row.request_id,
    replacedIds: row.replaced_ids ?? [],
    reopenings: reopeningsOf(row),
    reverted: row.reverted as ImportRowVerdict['reverted'],
    isPatientArchived: row.is_patient_archived,
  }))
}

/** `reopen_refusals` has one entry for each of `replaced_ids`, in the same order. */
export const reopeningsOf = (row: { replaced_ids: string[] | null; reopen_refusals: string[] | null }) =>
  (row.replaced_ids ?? []).flatMap((id, index) => {
    const refusal = row.reopen_refusals?.[index]
    return refusal === undefined ? [] : [{ id, refusal }]
  })

function matching({ organisationId }: Context, jobId: string, { verdict, problem, outcome, reverted, reopened, text }: Filters) {
  const words = text && `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return sql.join<SqlBool>(
    [
      sql`r.organisation_id = ${organisationId}::uuid and r.job_id = ${jobId}::uuid`,
      verdict && sql`r.verdict = ${verdict}`,
      outcome && sql`r.outcome = ${outcome}`,
      reverted && sql`r.reverted = ${reverted}`,
      reopened === 'reopened' && sql`'' = any(r.reopen_refusals)`,
      reopened === 'not_reopened' && sql`'' <> any(r.reopen_refusals)`,
      words && sql`r.words like ${words}`,
      problem &&
        sql`r.row_number in (select p.row_number from import_row_problems p
          where p.organisation_id = ${organisationId}::uuid and p.job_id = ${jobId}::uuid and p.kind = ${problem})`,
    ].filter((condition) => condition !== undefined && condition !== false && condition !== ''),
    sql` and `,
  )
}

/** The total, if it is known without counting: for one filter and no search. */
function totalOf(job: ImportJob, { verdict, problem, outcome, reverted, reopened, text }: Filters): number | undefined {
  const asked = [verdict, problem, outcome, reverted, reopened, text].filter((one) => one !== undefined).length
  if (asked === 0) return job.totalRows
  if (asked > 1 || text || reopened) return undefined // reopened requests are counted by request, not by row
  if (verdict) return { new: job.newRows, warning: job.warningRows, error: job.errorRows }[verdict]
  if (outcome) return { sent: job.importedRows - job.replacedRows, replaced: job.replacedRows, skipped: job.skippedRows }[outcome]
  if (reverted) return job.reverted[reverted]
  return job.problems.find(({ column, code }) => `${column} ${code}` === problem)?.rows ?? 0
}

/** Counts the rows of one file, which has at most 100,000. */
async function count({ tx }: Context, where: ReturnType<typeof matching>) {
  const { rows } = await sql<{ count: number }>`select count(*) as count from import_rows r where ${where}`.execute(tx)
  return rows[0]!.count // an aggregate answers one row
}

/** The rows with these numbers that have a warning. Other rows need no decision. */
export async function findDecidable({ tx }: Context, jobId: string, rowNumbers: readonly number[]) {
  const rows = await tx
    .selectFrom('import_rows')
    .select(['row_number', 'problems', 'choice', sql<NotificationMethod>`row ->> 'method'`.as('method')])
    .where('job_id', '=', jobId)
    .where(sql<boolean>`row_number = any(${rowNumbers}::int[])`)
    .where('verdict', '=', 'warning')
    .execute()
  return rows.map((row) => ({
    rowNumber: row.row_number,
    problems: row.problems as RowProblem[], // written by insertImportRows
    choice: row.choice as RowChoice | null, // a check constraint holds the same three
    method: row.method,
  }))
}

export const setRowChoices = ({ tx }: Context, jobId: string, rowNumbers: readonly number[], choice: RowChoice | null) =>
  tx
    .updateTable('import_rows')
    .set({ choice })
    .where('job_id', '=', jobId)
    .where(sql<boolean>`row_number = any(${rowNumbers}::int[])`)
    .execute()

type Wanted = { jobId: string; part: CorrectedPart; after: number; limit: number }
export type CorrectedRow = Pick<ImportRowVerdict, 'rowNumber' | 'verdict' | 'cells' | 'problems' | 'outcome' | 'reverted' | 'reopenings'>

/** Some rows of a file in its order: all, rows with errors, rows that were not imported, or rows that could not be undone. */
export async function findRowsToCorrect(tx: Tx, { jobId, part, after, limit }: Wanted): Promise<CorrectedRow[]> {
  const rows = await tx
    .selectFrom('import_rows')
    .select(['row_number', 'verdict', 'cells', 'problems', 'outcome', 'reverted', 'replaced_ids', 'reopen_refusals'])
    .where('job_id', '=', jobId)
    .where('row_number', '>', after)
    .$if(part === 'error', (query) => query.where('verdict', '=', 'error'))
    .$if(part === 'not_sent', (query) => query.where('request_id', 'is', null))
    .$if(part === 'not_undone', (query) => query.where('reverted', 'in', ['opened', 'completed', 'ended', 'taken']))
    .orderBy('row_number')
    .limit(limit)
    .execute()
  // Check constraints hold the same words as the casts; the rest is written by insertImportRows.
  return rows.map((row) => ({
    rowNumber: row.row_number,
    verdict: row.verdict as CorrectedRow['verdict'],
    cells: row.cells as CorrectedRow['cells'],
    problems: row.problems as CorrectedRow['problems'],
    outcome: row.outcome as CorrectedRow['outcome'],
    reverted: row.reverted as CorrectedRow['reverted'],
    reopenings: reopeningsOf(row),
  }))
}
