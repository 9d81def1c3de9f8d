import { sql } from 'kysely'

import type { ArchivedRange } from '#server/audit/chain/archived-ranges.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { DatabaseClient } from '#server/platform/database-client.sql.ts'

/**
 * The checkpoint at which a range ends that begins after an event: the last one within `most` events, else the next one. It was signed before a day, and
 * is not the last event of its lane, which stays in the database because the next event has to follow it. Undefined if there is none.
 */
export async function findEndOfRange(
  { tx, organisationId }: Context,
  { lane, after, before, most }: { lane: number; after: number; before: string; most: number },
): Promise<number | undefined> {
  const eligible = sql`organisation_id = ${organisationId}::uuid and lane = ${lane} and seq > ${after}
    and at < ${before}::date::timestamp at time zone 'Europe/London'
    and seq < (select max(seq) from audit_events where organisation_id = ${organisationId}::uuid and lane = ${lane})`
  const { rows } = await sql<{ seq: number | null }>`
    select coalesce(
      (select max(seq) from audit_checkpoints where ${eligible} and seq <= ${after + most}),
      (select min(seq) from audit_checkpoints where ${eligible})) as seq`.execute(tx)
  return rows[0]?.seq ?? undefined
}

/** Notes a range that was archived. With the role of the owner, like the deletion. */
export async function insertArchivedRange({ tx, organisationId }: Context, range: ArchivedRange) {
  await tx
    .insertInto('archived_audit_ranges')
    .values({
      organisation_id: organisationId,
      lane: range.lane,
      first_seq: range.first,
      last_seq: range.last,
      before: range.before,
      hash_before: range.hashBefore,
      hash_after: range.hashAfter,
      file_digest: range.fileDigest,
      signature: range.signature,
    })
    .execute()
}

/** Deletes the events of a range, and returns how many there were and whether the lane still has the next one. */
export async function deleteEventsOf({ tx, organisationId }: Context, { lane, first, last }: ArchivedRange) {
  const deleted = await tx
    .deleteFrom('audit_events')
    .where('organisation_id', '=', organisationId)
    .where('lane', '=', lane)
    .where('seq', '>=', first)
    .where('seq', '<=', last)
    .executeTakeFirst()
  const next = await tx
    .selectFrom('audit_events')
    .select('seq')
    .where('organisation_id', '=', organisationId)
    .where('lane', '=', lane)
    .where('seq', '=', last + 1)
    .executeTakeFirst()
  return { events: Number(deleted.numDeletedRows), hasNext: next !== undefined }
}

/** Runs `work` unless another archiving of this database is under way. PostgreSQL frees the lock when the process ends. */
export async function whileOnlyArchiving<T>(ownerUrl: string, work: () => Promise<T>): Promise<T> {
  const client = new DatabaseClient({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ isOurs: boolean }>(`select pg_try_advisory_lock(hashtext('formward audit archive')) as "isOurs"`)
    if (!rows[0]?.isOurs) throw new Error('Another npm run audit:archive is running on this database')
    return await work()
  } finally {
    await client.end()
  }
}
