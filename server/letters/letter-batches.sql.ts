import { sql } from 'kysely'

import type { LetterBatch } from '#contract/letters.ts'
import { letterFileDays, type LetterBatchStatus } from '#domain/letters.ts'
import type { Context } from '#server/platform/context.ts'
import { deleteChunks, insertChunk } from '#server/platform/files.sql.ts'
import { Problem } from '#server/platform/problem.ts'

const selectBatches = ({ tx, organisationId }: Context) =>
  tx
    .selectFrom('letter_batches as b')
    .leftJoin('letter_batches as o', (on) => on.onRef('o.organisation_id', '=', 'b.organisation_id').onRef('o.id', '=', 'b.reprint_of'))
    .leftJoin('members as c', (on) => on.onRef('c.organisation_id', '=', 'b.organisation_id').onRef('c.id', '=', 'b.created_by'))
    .leftJoin('members as e', (on) => on.onRef('e.organisation_id', '=', 'b.organisation_id').onRef('e.id', '=', 'b.ended_by'))
    .select([
      'b.id',
      'b.number',
      'b.status',
      'b.is_two_sided',
      'b.reason',
      'b.letters',
      'b.made_letters',
      'b.sheets',
      'b.failure',
      'b.created_at',
      'b.downloaded_at',
      'b.ended_at',
      'b.file_until',
    ])
    .select(['o.number as reprint_number', 'c.first_name as creator_first', 'c.last_name as creator_last'])
    .select(['e.first_name as ender_first', 'e.last_name as ender_last'])
    .where('b.organisation_id', '=', organisationId)
type Row = Awaited<ReturnType<ReturnType<typeof selectBatches>['executeTakeFirstOrThrow']>>

const nameOf = (first: string | null, last: string | null) => (first === null ? 'A former member' : `${first} ${last}`)

const toBatch = (row: Row): LetterBatch => ({
  id: row.id,
  number: row.number,
  status: row.status as LetterBatchStatus, // a check constraint holds the same four
  isTwoSided: row.is_two_sided,
  reprintOf: row.reprint_number,
  reason: row.reason,
  letters: row.letters,
  madeLetters: row.made_letters,
  sheets: row.sheets,
  failure: row.failure,
  createdBy: nameOf(row.creator_first, row.creator_last),
  createdAt: row.created_at,
  downloadedAt: row.downloaded_at,
  endedBy: row.ended_at === null ? null : nameOf(row.ender_first, row.ender_last),
  endedAt: row.ended_at,
  fileUntil: row.file_until,
})

/** Throws not_found. */
export async function getBatch(ctx: Context, id: string): Promise<LetterBatch> {
  const row = await selectBatches(ctx).where('b.id', '=', id).executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return toBatch(row)
}

type Page = { page: number; limit: number; sort?: 'createdAt' | '-createdAt' | undefined }

/** The batches, the newest first. One takes a person a while, so there are never very many. */
export async function listBatches(ctx: Context, { page, limit, sort = '-createdAt' }: Page) {
  const [{ count }, rows] = await Promise.all([
    ctx.tx
      .selectFrom('letter_batches')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('organisation_id', '=', ctx.organisationId)
      .executeTakeFirstOrThrow(),
    selectBatches(ctx)
      .orderBy('b.number', sort === 'createdAt' ? 'asc' : 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
  ])
  return { docs: rows.map(toBatch), page, totalDocs: count }
}

type NewBatch = { letters: number; isTwoSided: boolean; reprintOf?: string; reason?: string }

/** Counts up the number of batches, which locks the organisation: a second batch waits, and gets the next number. */
export async function insertBatch({ tx, actor, organisationId }: Context, { letters, isTwoSided, reprintOf, reason = '' }: NewBatch) {
  const { last_letter_batch: number } = await tx
    .updateTable('organisations')
    .set((e) => ({ last_letter_batch: e('last_letter_batch', '+', 1) }))
    .where('id', '=', organisationId)
    .returning('last_letter_batch')
    .executeTakeFirstOrThrow()
  const { id } = await tx
    .insertInto('letter_batches')
    .values({
      number,
      letters,
      is_two_sided: isTwoSided,
      reprint_of: reprintOf ?? null,
      reason,
      created_by: actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks a batch until the transaction ends. Undefined if there is no such batch. */
export async function lockBatch({ tx, organisationId }: Context, id: string) {
  const row = await tx
    .selectFrom('letter_batches')
    .select(['number', 'status', 'is_two_sided', 'run', 'failure', 'reprint_of', 'downloaded_at', 'created_at'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return (
    row && {
      number: row.number,
      status: row.status as LetterBatchStatus, // a check constraint holds the same four
      isTwoSided: row.is_two_sided,
      run: row.run,
      failure: row.failure,
      isReprint: row.reprint_of !== null,
      isDownloaded: row.downloaded_at !== null,
      createdAt: row.created_at,
    }
  )
}

const change = ({ tx, organisationId }: Context, id: string) =>
  tx.updateTable('letter_batches').where('organisation_id', '=', organisationId).where('id', '=', id)

/** Makes this run the only writer of the file, and removes what an earlier run has written. */
export async function beginRun(ctx: Context, id: string, run: number) {
  await deleteChunks(ctx.tx, [id])
  // A letter that was cancelled since the last run is not in this file. Messages are locked in the order of their ids, as everywhere.
  await sql`
    with held as (
      select id from notifications where organisation_id = ${ctx.organisationId}::uuid and letter_batch_id = ${id}::uuid order by id for update)
    update notifications n set letter_sheets = null, letter_envelope_hash = null from held
    where n.organisation_id = ${ctx.organisationId}::uuid and n.id = held.id`.execute(ctx.tx)
  await change(ctx, id).set({ run, made_letters: 0 }).execute()
}

export async function savePieces(ctx: Context, id: string, pieces: { number: number; bytes: Buffer }[], madeLetters: number) {
  for (const { number, bytes } of pieces) await insertChunk(ctx.tx, id, number, bytes)
  await change(ctx, id).set({ made_letters: madeLetters }).execute()
}

/** The file is made. Letters that were cancelled or taken out before they were written no longer count. */
export const setReady = (ctx: Context, id: string, { letters, sheets }: { letters: number; sheets: number }) =>
  change(ctx, id)
    .set({
      status: 'ready',
      letters,
      sheets,
      failure: '',
      made_at: sql<string>`now()`,
      file_until: sql<string>`now() + make_interval(days => ${letterFileDays})`,
    })
    .execute()

export const setDelayed = (ctx: Context, id: string, failure: string) => change(ctx, id).set({ failure }).execute()

export const setDownloaded = (ctx: Context, id: string) =>
  change(ctx, id)
    .set({ downloaded_at: sql<string>`coalesce(downloaded_at, now())` })
    .execute()

/** Ends a batch. A run that still makes its file writes nothing more. */
export const endBatch = (ctx: Context, id: string, status: 'printed' | 'returned') =>
  change(ctx, id)
    .set((e) => ({ status, ended_by: ctx.actor.id, ended_at: sql<string>`now()`, failure: '', run: e('run', '+', 1) }))
    .execute()

/** Removes the file of a batch. The record stays. */
export async function removeFile(ctx: Context, ids: string[]) {
  await deleteChunks(ctx.tx, ids)
  await ctx.tx
    .updateTable('letter_batches')
    .set({ file_until: null })
    .where('organisation_id', '=', ctx.organisationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
}

/** Batches whose file is no longer kept, some at a time. */
export async function findExpiredFiles({ tx, organisationId }: Context) {
  const rows = await tx
    .selectFrom('letter_batches')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('file_until', '<', new Date().toISOString())
    .limit(20)
    .execute()
  return rows.map(({ id }) => id)
}
