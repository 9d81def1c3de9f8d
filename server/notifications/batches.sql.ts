import { sql } from 'kysely'

import type { NotificationMethod } from '#domain/notification.ts'
import type { Context } from '#server/platform/context.ts'

/** How long a worker may take for one try: longer than the provider may take to answer. */
const claim = sql<string>`now() + interval '3 minutes'`

/** Takes the oldest batch that an earlier worker did not finish. Undefined if there is none that no worker has. */
export async function claimUnfinished({ tx, organisationId }: Context, method: NotificationMethod) {
  const { rows } = await sql<{ id: string; channel: string; attempts: number }>`
    update message_batches set attempts = attempts + 1, claimed_until = ${claim}
    where organisation_id = ${organisationId}::uuid and id = (
      select b.id from message_batches b
      where b.organisation_id = ${organisationId}::uuid and b.method = ${method} and b.finished_at is null and b.claimed_until < now()
      order by b.created_at limit 1 for update skip locked)
    returning id, channel, attempts`.execute(tx)
  return rows[0]
}

/** Begins a batch of these messages and returns its id. */
export async function insertBatch({ tx }: Context, channel: string, method: NotificationMethod, notificationIds: readonly string[]) {
  const { id } = await tx
    .insertInto('message_batches')
    .values({ channel, method, attempts: 1, claimed_until: claim })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('notifications')
    .set({ batch_id: id })
    .where(sql<boolean>`id = any(${notificationIds}::uuid[])`)
    .execute()
  return id
}

/** Locks messages that are due and in no batch, those that waited longest first. */
export async function lockDue({ tx }: Context, method: NotificationMethod, limit: number) {
  const rows = await tx
    .selectFrom('notifications')
    .select('id')
    .where('status', '=', 'queued')
    .where('method', '=', method)
    .where('batch_id', 'is', null)
    // Not our own clock: it has no microseconds, so a message of this millisecond would count as later.
    .where('send_after', '<=', sql<string>`clock_timestamp()`)
    .orderBy('send_after')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(({ id }) => id)
}

/** The messages of a batch that have not ended. */
export async function findQueuedOf({ tx }: Context, batchId: string) {
  const rows = await tx.selectFrom('notifications').select('id').where('batch_id', '=', batchId).where('status', '=', 'queued').execute()
  return rows.map(({ id }) => id)
}

/** Counts a try of every message of a batch. */
export const countAttempts = async ({ tx }: Context, batchId: string) =>
  tx
    .updateTable('notifications')
    .set({ attempts: sql`attempts + 1` })
    .where('batch_id', '=', batchId)
    .where('status', '=', 'queued')
    .execute()

/** The reason why the last try of a batch failed, until the next one, which may begin at once. */
export async function releaseBatch({ tx }: Context, batchId: string, reason: string) {
  await tx
    .updateTable('message_batches')
    .set({ claimed_until: sql`now()` })
    .where('id', '=', batchId)
    .execute()
  await tx.updateTable('notifications').set({ reason }).where('batch_id', '=', batchId).where('status', '=', 'queued').execute()
}

/** Ends a batch. Messages that are still queued can go in another one. */
export async function finishBatch({ tx }: Context, batchId: string) {
  await tx
    .updateTable('message_batches')
    .set({ finished_at: sql`now()` })
    .where('id', '=', batchId)
    .execute()
  await tx.updateTable('notifications').set({ batch_id: null }).where('batch_id', '=', batchId).where('status', '=', 'queued').execute()
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
