import { sql } from 'kysely'

import type { imports, ImportRowVerdict } from '#contract/imports.ts'
import type { ImportVerdict } from '#domain/import-job.ts'
import type { Input } from '#contract/route.ts'
import type { ImportRow } from '#domain/import-row.ts'
import type { Context } from '#server/platform/context.ts'

import { getImportJob } from './import-jobs.sql.ts'

export type RowProblem = ImportRowVerdict['problems'][number]
/** A row of the file, judged; `row` is what we understood of it, null when it is in error. */
export type JudgedRow = Omit<ImportRowVerdict, 'requestId'> & { row: ImportRow | null }

/** One page of the verdicts, in the order of the file. How many there are is known from the job. */
export async function listImportRows(ctx: Context, jobId: string, { page, limit, sort, filters }: Input<typeof imports.rows>['query']) {
  const job = await getImportJob(ctx, jobId)
  if (job.rowsRemovedAt) return { docs: [], page, totalDocs: 0 }
  const verdicts: ImportVerdict[] = filters.verdict?.length ? [...new Set(filters.verdict)] : ['new', 'warning', 'error']
  const rows = await ctx.tx
    .selectFrom('import_rows')
    .select(['row_number', 'verdict', 'cells', 'problems', 'request_id'])
    .where('job_id', '=', jobId)
    .$if(verdicts.length < 3, (query) => query.where(sql<boolean>`verdict = any(${verdicts}::text[])`))
    .orderBy('row_number', sort === '-rowNumber' ? 'desc' : 'asc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const counts = { new: job.newRows, warning: job.warningRows, error: job.errorRows }
  const docs = rows.map((row): ImportRowVerdict => ({
    rowNumber: row.row_number,
    verdict: row.verdict as ImportVerdict, // a check constraint holds the same three
    cells: row.cells as ImportRowVerdict['cells'], // written by insertImportRows
    problems: row.problems as RowProblem[], // likewise
    requestId: row.request_id,
  }))
  return { docs, page, totalDocs: verdicts.reduce((sum, verdict) => sum + counts[verdict], 0) }
}

/** Writes a batch of verdicts and adds it to the job's counts. */
export async function insertImportRows({ tx, organisationId }: Context, jobId: string, rows: JudgedRow[]) {
  const count = (verdict: ImportVerdict) => rows.filter((row) => row.verdict === verdict).length
  await sql`
    insert into import_rows (organisation_id, job_id, row_number, verdict, cells, row, problems)
    select ${organisationId}::uuid, ${jobId}::uuid, n.row_number, n.verdict, n.cells, n.row, n.problems
    from unnest(${rows.map(({ rowNumber }) => rowNumber)}::int[], ${rows.map(({ verdict }) => verdict)}::text[],
                ${rows.map(({ cells }) => JSON.stringify(cells))}::jsonb[], ${rows.map(({ row }) => row && JSON.stringify(row))}::jsonb[],
                ${rows.map(({ problems }) => JSON.stringify(problems))}::jsonb[]) as n(row_number, verdict, cells, row, problems)`.execute(
    tx,
  )
  await tx
    .updateTable('import_jobs')
    .set((e) => ({
      total_rows: e('total_rows', '+', rows.length),
      new_rows: e('new_rows', '+', count('new')),
      warning_rows: e('warning_rows', '+', count('warning')),
      error_rows: e('error_rows', '+', count('error')),
    }))
    .where('id', '=', jobId)
    .execute()
}

export type WaitingRow = { rowNumber: number; verdict: 'new' | 'warning'; row: ImportRow; problems: RowProblem[] }

/** The next rows that have not become form requests yet. */
export async function findWaitingRows({ tx }: Context, jobId: string, skipsWarnings: boolean, limit: number): Promise<WaitingRow[]> {
  const rows = await tx
    .selectFrom('import_rows')
    .select(['row_number', 'verdict', 'row', 'problems'])
    .where('job_id', '=', jobId)
    .where('request_id', 'is', null)
    .where('verdict', '<>', 'error')
    .$if(skipsWarnings, (query) => query.where('verdict', '=', 'new'))
    .orderBy('row_number')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    rowNumber: row.row_number,
    verdict: row.verdict as 'new' | 'warning', // the query leaves out the third
    row: row.row as ImportRow, // null only for rows in error
    problems: row.problems as RowProblem[],
  }))
}

/** The once-only mark, in the transaction that created the requests. */
export async function markImported({ tx, organisationId }: Context, jobId: string, imported: { rowNumber: number; requestId: string }[]) {
  const { numAffectedRows } = await sql`
    update import_rows r set request_id = n.request_id
    from unnest(${imported.map(({ rowNumber }) => rowNumber)}::int[], ${imported.map(({ requestId }) => requestId)}::uuid[]) as n(row_number, request_id)
    where r.organisation_id = ${organisationId}::uuid and r.job_id = ${jobId}::uuid and r.row_number = n.row_number`.execute(tx)
  // A row without its mark would be imported again.
  if (Number(numAffectedRows) !== imported.length) throw new Error('Not every imported row could be marked')
  await tx
    .updateTable('import_jobs')
    .set((e) => ({ imported_rows: e('imported_rows', '+', imported.length) }))
    .where('id', '=', jobId)
    .execute()
}

/** Rows that were good when they were checked and can no longer be imported. */
export async function markRefused({ tx, organisationId }: Context, jobId: string, refused: WaitingRow[]) {
  const count = (verdict: WaitingRow['verdict']) => refused.filter((row) => row.verdict === verdict).length
  await sql`
    update import_rows r set verdict = 'error', row = null, problems = n.problems
    from unnest(${refused.map(({ rowNumber }) => rowNumber)}::int[], ${refused.map(({ problems }) => JSON.stringify(problems))}::jsonb[]) as n(row_number, problems)
    where r.organisation_id = ${organisationId}::uuid and r.job_id = ${jobId}::uuid and r.row_number = n.row_number`.execute(tx)
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

/** Which of these patients are already asked for the same form on the same pathway, and have not answered. */
export async function findOpenRequests(
  { tx, organisationId }: Context,
  wanted: readonly { patientId: string; formId: string; pathwayId: string }[],
): Promise<Set<string>> {
  const { rows } = await sql<{ patient_id: string; form_id: string; pathway_id: string }>`
    select distinct r.patient_id, r.form_id, r.pathway_id
    from unnest(${wanted.map(({ patientId }) => patientId)}::uuid[], ${wanted.map(({ formId }) => formId)}::uuid[],
                ${wanted.map(({ pathwayId }) => pathwayId)}::text[]) as n(patient_id, form_id, pathway_id)
    join form_requests r on r.organisation_id = ${organisationId}::uuid and r.patient_id = n.patient_id and r.form_id = n.form_id
      and r.pathway_id = n.pathway_id and r.status in ('unopened', 'opened')`.execute(tx)
  return new Set(rows.map((row) => openKey({ patientId: row.patient_id, formId: row.form_id, pathwayId: row.pathway_id })))
}

export const openKey = ({ patientId, formId, pathwayId }: { patientId: string; formId: string; pathwayId: string }) =>
  `${patientId} ${formId} ${pathwayId}`
