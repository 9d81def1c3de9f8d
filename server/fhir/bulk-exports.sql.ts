import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'
import { deleteChunks } from '#server/platform/files.sql.ts'
import { Problem } from '#server/platform/problem.ts'

import type { Place } from './resources.sql.ts'

const ofExport = ({ tx, organisationId }: Context, id: string) =>
  tx
    .selectFrom('fhir_exports')
    .select([
      'id',
      'form_id',
      'sent_after',
      'sent_until',
      'last_id',
      'total',
      'written',
      'pieces',
      'completed_at',
      'failure',
      'created_by',
      'expires_at',
    ])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
type Row = Awaited<ReturnType<ReturnType<typeof ofExport>['executeTakeFirstOrThrow']>>

const toExport = (row: Row) => ({
  id: row.id,
  formId: row.form_id,
  sentAfter: row.sent_after,
  sentUntil: row.sent_until,
  total: row.total,
  written: row.written,
  pieces: row.pieces,
  isCompleted: row.completed_at !== null,
  failure: row.failure,
  createdBy: row.created_by,
  expiresAt: row.expires_at,
})
export type BulkExport = ReturnType<typeof toExport>

/** An export belongs to the client that asked for it. Throws not_found for others, and after its end. */
export async function getOwnExport(ctx: Context, id: string): Promise<BulkExport> {
  const row = await ofExport(ctx, id)
    .where('created_by', '=', ctx.actor.id)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return toExport(row)
}

/** Locks the export until the transaction ends, so that two workers never write at once. Undefined if it was cancelled. */
export async function lockExport(ctx: Context, id: string) {
  const row = await ofExport(ctx, id)
    .select(sql<string | null>`last_sent_at::text`.as('place_at'))
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const after: Place | undefined = row.place_at !== null && row.last_id !== null ? { at: row.place_at, id: row.last_id } : undefined
  return { ...toExport(row), isExpired: new Date(row.expires_at) <= new Date(), after }
}

/**
 * Stores an export of the responses to a form that were sent until a minute ago. An answer that is being saved now may have a slightly earlier
 * time, and belongs to the next export. Returns its id.
 */
export async function insertExport(
  { tx, organisationId, actor }: Context,
  { formId, since }: { formId: string; since: string | undefined },
) {
  // Whole milliseconds, as in the answer: the next export asks from there.
  const until = sql`date_trunc('milliseconds', now()) - interval '1 minute'`
  const { rows } = await sql<{ id: string }>`
    insert into fhir_exports (organisation_id, form_id, sent_after, sent_until, total, created_by)
    select ${organisationId}::uuid, ${formId}::uuid, ${since ?? null}::timestamptz, ${until}, count(*), ${actor.id}::uuid
    from submissions
    where organisation_id = ${organisationId}::uuid and form_id = ${formId}::uuid and submitted_at <= ${until}
      and (${since ?? null}::timestamptz is null or submitted_at > ${since ?? null}::timestamptz)
    returning id`.execute(tx)
  return rows[0]!.id // an insert of one row returns it
}

export const isForm = async ({ tx, organisationId }: Context, formId: string) =>
  (await tx.selectFrom('forms').select('id').where('organisation_id', '=', organisationId).where('id', '=', formId).executeTakeFirst()) !==
  undefined

/** How many exports of this client are not ready, and how many there are with those whose file is kept. */
export const countExports = ({ tx, organisationId, actor }: Context) =>
  tx
    .selectFrom('fhir_exports')
    .select((e) => [e.fn.countAll<number>().as('all'), e.fn.countAll<number>().filterWhere('completed_at', 'is', null).as('unfinished')])
    .where('organisation_id', '=', organisationId)
    .where('created_by', '=', actor.id)
    .where('failure', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirstOrThrow()

const setExport = ({ tx, organisationId }: Context, id: string) =>
  tx.updateTable('fhir_exports').where('organisation_id', '=', organisationId).where('id', '=', id)

/** Records a page that was written as the next piece. */
export const setWritten = (ctx: Context, id: string, { count, last }: { count: number; last: Place }) =>
  setExport(ctx, id)
    .set((e) => ({
      written: e('written', '+', count),
      pieces: e('pieces', '+', 1),
      last_sent_at: sql<string>`${last.at}::timestamptz`,
      last_id: last.id,
    }))
    .execute()

export const setCompleted = (ctx: Context, id: string) =>
  setExport(ctx, id)
    .set({ completed_at: sql<string>`now()` })
    .execute()

/** Ends an export that cannot be finished, and deletes what was written. */
export async function setFailed(ctx: Context, id: string, failure: string) {
  await deleteChunks(ctx.tx, [id])
  await setExport(ctx, id).set({ failure }).execute()
}

export async function deleteExport(ctx: Context, id: string) {
  await deleteChunks(ctx.tx, [id])
  await ctx.tx.deleteFrom('fhir_exports').where('organisation_id', '=', ctx.organisationId).where('id', '=', id).execute()
}

/** Deletes some exports whose time is over, with their files. False if there were none. */
export async function deleteExpiredExports(ctx: Context) {
  const expired = await ctx.tx
    .selectFrom('fhir_exports')
    .select('id')
    .where('organisation_id', '=', ctx.organisationId)
    .where('expires_at', '<', sql<string>`now()`)
    .limit(20)
    .execute()
  for (const { id } of expired) await deleteExport(ctx, id)
  return expired.length > 0
}
