import { sql } from 'kysely'

import type { ExportJob } from '#contract/exports.ts'
import type { RequestFilters } from '#contract/request-filters.ts'
import type { ExportFormat } from '#domain/exports.ts'
import type { CsvProgress } from '#server/documents/csv.ts'
import type { Context } from '#server/platform/context.ts'
import { deleteChunks, insertChunks } from '#server/platform/files.sql.ts'
import { Problem } from '#server/platform/problem.ts'
import type { FileChunk, WorkbookProgress } from '#server/documents/spreadsheet/write-pieces.ts'

import type { FilePlace, NamedVersion } from './export-sources.ts'

export type ExportScope = 'organisation' | 'all'
export type StoredExport = Omit<ExportJob, 'downloadUrl'> & { format: ExportFormat }

/** The progress of an export. With it and the stored pieces, any worker can continue. */
export type Written = WorkbookProgress & CsvProgress & { place: FilePlace; doneRows: number; versions: NamedVersion[] }

const columns = [
  'id',
  'status',
  'failure',
  'total_rows',
  'done_rows',
  'has_personal_data',
  'file_name',
  'format',
  'created_at',
  'completed_at',
  'stopped_at',
  'expires_at',
] as const

const selectMine = ({ tx, actor }: Context, scope: ExportScope) =>
  tx.selectFrom('export_jobs').select(columns).where('created_by', '=', actor.id).where('scope', '=', scope)
type Row = Awaited<ReturnType<ReturnType<typeof selectMine>['executeTakeFirstOrThrow']>>

const toExport = (row: Row): StoredExport => ({
  id: row.id,
  status: row.status as ExportJob['status'], // a check constraint holds the same four
  failure: row.failure,
  totalRows: row.total_rows,
  doneRows: row.done_rows,
  hasPersonalData: row.has_personal_data,
  fileName: row.file_name,
  format: row.format as ExportFormat, // a check constraint holds the same two
  createdAt: row.created_at,
  completedAt: row.completed_at,
  stoppedAt: row.stopped_at,
  expiresAt: row.expires_at,
})

/** An export belongs to the member who started it. Throws not_found for others. */
export async function getMyExport(ctx: Context, id: string, scope: ExportScope) {
  const row = await selectMine(ctx, scope).where('id', '=', id).executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return toExport(row)
}

type Page = { page: number; limit: number; sort?: 'createdAt' | '-createdAt' | undefined }

export async function listMyExports(ctx: Context, { page, limit, sort = '-createdAt' }: Page, scope: ExportScope) {
  const counted = ctx.tx
    .selectFrom('export_jobs')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('created_by', '=', ctx.actor.id)
    .where('scope', '=', scope)
    .executeTakeFirstOrThrow()
  const rows = selectMine(ctx, scope)
    .orderBy('created_at', sort === 'createdAt' ? 'asc' : 'desc')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const [{ count }, docs] = await Promise.all([counted, rows])
  return { docs: docs.map(toExport), page, totalDocs: count }
}

type Wanted = {
  scope: ExportScope
  filters: RequestFilters
  format: ExportFormat
  hasPersonalData: boolean
  reason: string
  fileName: string
}

export async function insertExport({ tx, actor }: Context, { scope, filters, format, hasPersonalData, reason, fileName }: Wanted) {
  const { id } = await tx
    .insertInto('export_jobs')
    .values({
      scope,
      filters: JSON.stringify(filters),
      has_personal_data: hasPersonalData,
      reason,
      file_name: fileName,
      format,
      created_by: actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The number of unfinished exports of this member. */
export async function countMyWaitingExports({ tx, actor }: Context) {
  const { count } = await tx
    .selectFrom('export_jobs')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('created_by', '=', actor.id)
    .where('status', 'in', ['created', 'generating'])
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirstOrThrow()
  return count
}

/** Locks the export until the transaction ends, so that two runs never write at once. Undefined if there is no such export. */
export async function lockExport({ tx }: Context, id: string) {
  const row = await tx
    .selectFrom('export_jobs')
    .select(['scope', 'status', 'filters', 'format', 'has_personal_data', 'run', 'stopped_at', 'created_by', 'created_at', 'expires_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return (
    row && {
      scope: row.scope as ExportScope, // a check constraint holds the same two
      isOver: row.status === 'completed' || row.status === 'failed',
      isTooLate: new Date(row.expires_at) <= new Date(),
      filters: row.filters as RequestFilters, // parsed by the contract before it was stored
      format: row.format as ExportFormat, // a check constraint holds the same two
      hasPersonalData: row.has_personal_data,
      run: row.run,
      createdBy: row.created_by,
      createdAt: row.created_at,
    }
  )
}

/** Makes this run the only writer, and continues from the progress of an earlier run if there is one. */
export async function beginRun({ tx }: Context, id: string, run: number) {
  const { written } = await tx
    .updateTable('export_jobs')
    .set({ run, status: 'generating', failure: '' })
    .where('id', '=', id)
    .returning('written')
    .executeTakeFirstOrThrow()
  return (written ?? undefined) as Written | undefined // only keepPieces writes it
}

export async function setTotalRows({ tx }: Context, id: string, totalRows: number) {
  await tx.updateTable('export_jobs').set({ total_rows: totalRows }).where('id', '=', id).execute()
}

export async function saveChunks({ tx }: Context, id: string, pieces: FileChunk[], written: Written) {
  await insertChunks(tx, id, pieces)
  const change = { written: JSON.stringify(written), done_rows: written.doneRows }
  await tx.updateTable('export_jobs').set(change).where('id', '=', id).execute()
}

/** What an export keeps only while its file is written. The filters may have the name or NHS number that was searched for. */
const noProgress = { filters: '{}', written: null }

export async function saveLastChunks({ tx }: Context, id: string, pieces: FileChunk[], doneRows: number) {
  await insertChunks(tx, id, pieces)
  const change = { status: 'completed', total_rows: doneRows, done_rows: doneRows, ...noProgress, completed_at: new Date().toISOString() }
  await tx.updateTable('export_jobs').set(change).where('id', '=', id).execute()
}

/** Stores the reason of a failed try. The pieces stay for the next try. */
export async function setDelayed({ tx }: Context, id: string, failure: string) {
  await tx.updateTable('export_jobs').set({ failure }).where('id', '=', id).execute()
}

/** Ends the export as failed and deletes its pieces. */
export async function endExport({ tx }: Context, id: string, end: { failure: string; isStopped?: true }) {
  await deleteChunks(tx, [id])
  const now = new Date().toISOString()
  const change = { status: 'failed', failure: end.failure, ...noProgress, ...(end.isStopped ? { stopped_at: now } : { failed_at: now }) }
  await tx
    .updateTable('export_jobs')
    .set((e) => ({ ...change, run: e('run', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Deletes the files of expired exports, finished or not, and their filters. The records stay. */
export async function deleteExpiredFiles({ tx, organisationId }: Context) {
  const expired = await tx
    .selectFrom('export_jobs as j')
    .select('j.id')
    .where('j.expires_at', '<', new Date().toISOString())
    .where((e) =>
      e.or([
        sql<boolean>`j.filters <> '{}'`,
        e.exists(
          e
            .selectFrom('file_chunks as c')
            .select('c.piece')
            .whereRef('c.organisation_id', '=', 'j.organisation_id')
            .whereRef('c.file_id', '=', 'j.id')
            .limit(1),
        ),
      ]),
    )
    .limit(20)
    .execute()
  const ids = expired.map(({ id }) => id)
  // The jobs before their pieces, as an export that ends locks them.
  await tx
    .updateTable('export_jobs')
    .set(noProgress)
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  await deleteChunks(tx, ids)
  return expired.length > 0
}
