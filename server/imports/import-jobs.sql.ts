import { sql } from 'kysely'

import type { imports, ImportJob } from '#contract/imports.ts'
import type { Input } from '#contract/route.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

const selectJobs = ({ tx }: Context) =>
  tx
    .selectFrom('import_jobs as j')
    .leftJoin('members as m', (on) => on.onRef('m.organisation_id', '=', 'j.organisation_id').onRef('m.id', '=', 'j.created_by'))
    .select([
      'j.id',
      'j.file_name',
      'j.status',
      'j.refusal',
      'j.total_rows',
      'j.new_rows',
      'j.warning_rows',
      'j.error_rows',
      'j.imported_rows',
    ])
    .select(['j.skips_warnings', 'j.created_at', 'j.completed_at', 'j.rows_removed_at', 'm.id as member_id', 'm.first_name', 'm.last_name'])

type Row = Awaited<ReturnType<ReturnType<typeof selectJobs>['executeTakeFirstOrThrow']>>

const toJob = (row: Row): ImportJob => ({
  id: row.id,
  fileName: row.file_name,
  status: row.status as ImportJob['status'], // a check constraint holds the same six
  refusal: row.refusal,
  totalRows: row.total_rows,
  newRows: row.new_rows,
  warningRows: row.warning_rows,
  errorRows: row.error_rows,
  importedRows: row.imported_rows,
  skipWarnings: row.skips_warnings,
  createdBy: row.member_id === null ? null : { id: row.member_id, name: `${row.first_name} ${row.last_name}` },
  createdAt: row.created_at,
  completedAt: row.completed_at,
  rowsRemovedAt: row.rows_removed_at,
})

/** Throws not_found. */
export async function getImportJob(ctx: Context, id: string): Promise<ImportJob> {
  const row = await selectJobs(ctx).where('j.id', '=', id).executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return toJob(row)
}

/** Newest first unless asked otherwise. */
export async function listImportJobs(ctx: Context, { page, limit, sort = '-createdAt', filters }: Input<typeof imports.list>['query']) {
  const asked = filters.status
  const counted = ctx.tx
    .selectFrom('import_jobs as j')
    .select((e) => e.fn.countAll<number>().as('count'))
    .$if(asked !== undefined, (query) => query.where(sql<boolean>`j.status = any(${asked ?? []}::text[])`))
    .executeTakeFirstOrThrow()
  const rows = selectJobs(ctx)
    .$if(asked !== undefined, (query) => query.where(sql<boolean>`j.status = any(${asked ?? []}::text[])`))
    .orderBy('j.created_at', sort === 'createdAt' ? 'asc' : 'desc')
    .orderBy('j.id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const [{ count }, docs] = await Promise.all([counted, rows])
  return { docs: docs.map(toJob), page, totalDocs: count }
}

/** How many of this member's spreadsheets of the last day are still being checked. */
export async function countMyUnchecked({ tx, actor }: Context) {
  const { count } = await tx
    .selectFrom('import_jobs')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('created_by', '=', actor.id)
    .where('status', '=', 'checking')
    .where('created_at', '>', new Date(Date.now() - 86_400_000).toISOString())
    .executeTakeFirstOrThrow()
  return count
}

export async function insertImportJob({ tx, actor }: Context, fileName: string, bytes: Uint8Array) {
  const { id } = await tx
    .insertInto('import_jobs')
    .values({ file_name: fileName, created_by: actor.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('import_files')
    .values({ job_id: id, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) })
    .execute()
  return id
}

/** Held until the transaction ends: whatever changes a job waits for whoever is changing it. Throws not_found. */
export async function lockImportJob({ tx }: Context, id: string) {
  const row = await tx
    .selectFrom('import_jobs as j')
    .select(['status', 'run', 'checked_at', 'skips_warnings', 'created_by', 'completed_by', 'new_rows', 'warning_rows'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return {
    status: row.status as ImportJob['status'], // as above
    run: row.run,
    isChecked: row.checked_at !== null,
    skipsWarnings: row.skips_warnings,
    createdBy: row.created_by,
    completedBy: row.completed_by,
    newRows: row.new_rows,
    warningRows: row.warning_rows,
  }
}

/** Begins a check from nothing: whatever an earlier, broken-off one wrote is gone. Answers the file. */
export async function beginCheck({ tx }: Context, id: string, run: number) {
  await tx.deleteFrom('import_rows').where('job_id', '=', id).execute()
  await tx
    .updateTable('import_jobs')
    .set({ run, status: 'checking', refusal: '', total_rows: 0, new_rows: 0, warning_rows: 0, error_rows: 0 })
    .where('id', '=', id)
    .execute()
  const { bytes } = await tx.selectFrom('import_files').select('bytes').where('job_id', '=', id).executeTakeFirstOrThrow()
  return bytes
}

/** The check has ended, well or not; the file has served its time. */
export async function endCheck({ tx }: Context, id: string, { refusal = '' } = {}) {
  await tx
    .updateTable('import_jobs')
    .set({ status: refusal ? 'refused' : 'checked', refusal, ...(!refusal && { checked_at: new Date().toISOString() }) })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('import_files').where('job_id', '=', id).execute()
  if (refusal) await tx.deleteFrom('import_rows').where('job_id', '=', id).execute()
}

export async function setImporting({ tx, actor }: Context, id: string, skipsWarnings: boolean) {
  await tx
    .updateTable('import_jobs')
    .set({ status: 'importing', refusal: '', skips_warnings: skipsWarnings, completed_by: actor.id })
    .where('id', '=', id)
    .execute()
}

export async function setImportStatus({ tx }: Context, id: string, status: 'importing' | 'completed' | 'failed', refusal = '') {
  await tx
    .updateTable('import_jobs')
    .set({ status, refusal, ...(status === 'completed' && { completed_at: new Date().toISOString() }) })
    .where('id', '=', id)
    .execute()
}
