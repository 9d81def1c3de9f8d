import { sql } from 'kysely'

import type { NotificationMethod } from '#domain/notification.ts'
import type { Context } from '#server/platform/context.ts'

import { lockRequests } from './next-method.sql.ts'
import { noTry } from './sending.sql.ts'

/** How long a worker may take for one try: longer than the provider may take to answer. */
const claim = sql<string>`now() + interval '3 minutes'`

/** Takes the oldest batch that an earlier worker did not finish. Undefined if there is none that no worker has. */
export async function claimUnfinished({ tx, organisationId }: Context, method: NotificationMethod) {
  const { rows } = await sql<{ id: string; provider_account: string | null }>`
    update message_batches set attempts = attempts + 1, claimed_until = ${claim}
    where organisation_id = ${organisationId}::uuid and id = (
      select b.id from message_batches b
      where b.organisation_id = ${organisationId}::uuid and b.method = ${method} and b.finished_at is null and b.claimed_until < now()
      order by b.created_at limit 1 for update skip locked)
    returning id, provider_account`.execute(tx)
  return rows[0] && { id: rows[0].id, providerAccount: rows[0].provider_account }
}

/** When the first batch that a worker has may be taken from it. Undefined if no worker has one. */
export async function findClaimedUntil({ tx, organisationId }: Context, method: NotificationMethod) {
  const row = await tx
    .selectFrom('message_batches')
    .select('claimed_until')
    .where('organisation_id', '=', organisationId)
    .where('method', '=', method)
    .where('finished_at', 'is', null)
    .orderBy('claimed_until')
    .limit(1)
    .executeTakeFirst()
  return row && new Date(Date.parse(row.claimed_until) + 1_000)
}

/** How many batches workers have now. A batch that waits for the sending hours is with none of them. */
export async function countClaimed({ tx, organisationId }: Context, method: NotificationMethod) {
  const { count } = await tx
    .selectFrom('message_batches')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('organisation_id', '=', organisationId)
    .where('method', '=', method)
    .where('finished_at', 'is', null)
    .where('claimed_until', '>', sql<string>`now()`)
    .where('claimed_until', '<=', claim)
    .executeTakeFirstOrThrow()
  return count
}

/** Begins a batch without messages and returns its id. */
export async function insertBatch(
  { tx }: Context,
  { name, providerAccount }: { name: string; providerAccount: string },
  method: NotificationMethod,
) {
  const { id } = await tx
    .insertInto('message_batches')
    .values({ channel: name, provider_account: providerAccount, method, attempts: 1, claimed_until: claim })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The messages that are due and in no batch, those that waited longest first. */
const dueMessages = ({ tx, organisationId }: Context, method: NotificationMethod) =>
  tx
    .selectFrom('notifications')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('status', '=', 'queued')
    .where('method', '=', method)
    .where('batch_id', 'is', null)
    // Not our own clock: it has no microseconds, so a message of this millisecond would count as later.
    .where('send_after', '<=', sql<string>`clock_timestamp()`)
    .orderBy('send_after')

/** Locks messages that are due and in no batch, and leaves out those that another transaction has locked. */
export async function lockDue(ctx: Context, method: NotificationMethod, limit: number) {
  const rows = await dueMessages(ctx, method).limit(limit).forUpdate().skipLocked().execute()
  return rows.map(({ id }) => id)
}

/** Whether a message is due and in no batch, also if another transaction has locked it. */
export const isAnyDue = async (ctx: Context, method: NotificationMethod) =>
  (await dueMessages(ctx, method).limit(1).executeTakeFirst()) !== undefined

/** Every message that is due and in no batch. */
export async function findDue(ctx: Context, method: NotificationMethod) {
  const rows = await dueMessages(ctx, method).execute()
  return rows.map(({ id }) => id)
}

/** Locks the messages of a batch that have not ended. */
export async function lockQueuedOf({ tx, organisationId }: Context, batchId: string) {
  const rows = await tx
    .selectFrom('notifications')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('batch_id', '=', batchId)
    .where('status', '=', 'queued')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Locks a batch, its messages and then their form requests, each in the order of their ids. Two batches about the same form requests would
 * otherwise lock them in the order of their messages, and could wait for each other.
 */
export async function lockBatch(ctx: Context, batchId: string) {
  await ctx.tx
    .selectFrom('message_batches')
    .select('id')
    .where('organisation_id', '=', ctx.organisationId)
    .where('id', '=', batchId)
    .forUpdate()
    .execute()
  const rows = await ctx.tx
    .selectFrom('notifications')
    .select(['id', 'request_id'])
    .where('organisation_id', '=', ctx.organisationId)
    .where('batch_id', '=', batchId)
    .orderBy('id')
    .forUpdate()
    .execute()
  await lockRequests(
    ctx,
    rows.map(({ request_id }) => request_id),
  )
}

/** Counts a try that failed because of a message of the batch, and not because the provider is away. */
export const countFailures = async ({ tx, organisationId }: Context, batchId: string) =>
  tx
    .updateTable('notifications')
    .set({ failures: sql`failures + 1` })
    .where('organisation_id', '=', organisationId)
    .where('batch_id', '=', batchId)
    .where('status', '=', 'queued')
    .execute()

/**
 * The reason why the last try of a batch failed, until the next one, which may begin at once. `isUncertain`: the provider may have the messages
 * all the same.
 */
export async function releaseBatch({ tx, organisationId }: Context, batchId: string, reason: string, isUncertain: boolean) {
  await tx
    .updateTable('message_batches')
    .set({ claimed_until: sql`now()` })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', batchId)
    .execute()
  await tx
    .updateTable('notifications')
    .set({ reason, ...(!isUncertain && noTry) })
    .where('organisation_id', '=', organisationId)
    .where('batch_id', '=', batchId)
    .where('status', '=', 'queued')
    .execute()
}

/**
 * Keeps a batch whose result is not known until its messages are due again, so that they go under the same reference, which the provider
 * recognises. False if no message of the batch waits.
 */
export async function holdBatch({ tx, organisationId }: Context, batchId: string) {
  const { numAffectedRows = 0n } = await sql`
    update message_batches b set claimed_until = n.due
    from (
      select min(send_after) as due from notifications
      where organisation_id = ${organisationId}::uuid and batch_id = ${batchId}::uuid and status = 'queued' and try_began_at is not null) n
    where b.organisation_id = ${organisationId}::uuid and b.id = ${batchId}::uuid and n.due > now()`.execute(tx)
  return numAffectedRows > 0n
}

/** Ends a batch. Messages that are still queued can go in another one. */
export async function finishBatch({ tx, organisationId }: Context, batchId: string) {
  await tx
    .updateTable('message_batches')
    .set({ finished_at: sql`now()` })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', batchId)
    .execute()
  await tx
    .updateTable('notifications')
    .set({ batch_id: null })
    .where('organisation_id', '=', organisationId)
    .where('batch_id', '=', batchId)
    .where('status', '=', 'queued')
    .execute()
}

/** The methods of messages that should have been sent ten minutes ago, in a batch or in none. */
export async function findOverdueMethods({ tx, organisationId }: Context, methods: readonly NotificationMethod[]) {
  const { rows } = await sql<{ method: NotificationMethod }>`
    select m as method from unnest(${methods}::text[]) as m
    where exists (
        select from notifications n
        where n.organisation_id = ${organisationId}::uuid and n.method = m and n.status = 'queued' and n.batch_id is null
          and n.send_after < now() - interval '10 minutes')
      or exists (
        select from message_batches b
        where b.organisation_id = ${organisationId}::uuid and b.method = m and b.finished_at is null
          and b.claimed_until < now() - interval '10 minutes')`.execute(tx)
  return rows.map(({ method }) => method)
}
