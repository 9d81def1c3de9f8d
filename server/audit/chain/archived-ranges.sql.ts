import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'

/** Events of a lane that were moved to a file of the archive, the first and last included. */
export type ArchivedRange = {
  lane: number
  first: number
  last: number
  /** The day chosen by the operator (ISO 8601): all events are older. */
  before: string
  /** The hash of the event before the first one. */
  hashBefore: Buffer
  /** The hash of the last event. */
  hashAfter: Buffer
  /** SHA-256 of the compressed file. */
  fileDigest: Buffer
  signature: string
}

/** Ranges are read so many at a time. */
const limit = 1_000

const rangeColumns = sql`lane, first_seq as first, last_seq as last, before, hash_before as "hashBefore", hash_after as "hashAfter",
  file_digest as "fileDigest", signature`

/** The ranges of a lane that end after an event, in order, up to 1,000 of them. */
export async function findArchivedRanges({ tx, organisationId }: Context, lane: number, after: number) {
  const { rows } = await sql<ArchivedRange>`
    select ${rangeColumns} from archived_audit_ranges
    where organisation_id = ${organisationId}::uuid and lane = ${lane} and last_seq > ${after} order by first_seq limit ${sql.lit(limit)}`.execute(
    tx,
  )
  return rows
}

export async function findLastArchivedRange({ tx, organisationId }: Context, lane: number) {
  const { rows } = await sql<ArchivedRange>`
    select ${rangeColumns} from archived_audit_ranges
    where organisation_id = ${organisationId}::uuid and lane = ${lane} order by first_seq desc limit 1`.execute(tx)
  return rows[0]
}

/** The first event in the database that has the place of an archived one; undefined if there is none, as it has to be. */
export async function findEventWithin(
  { tx, organisationId }: Context,
  { lane, first, last }: Pick<ArchivedRange, 'lane' | 'first' | 'last'>,
) {
  const found = await tx
    .selectFrom('audit_events')
    .select('seq')
    .where('organisation_id', '=', organisationId)
    .where('lane', '=', lane)
    .where('seq', '>=', first)
    .where('seq', '<=', last)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return found?.seq
}

/** The day before which events of the organisation are in the archive (ISO 8601); null if none are. */
export async function findArchivedBefore({ tx, organisationId }: Context) {
  const { before } = await tx
    .selectFrom('archived_audit_ranges')
    .select(({ fn }) => fn.max('before').as('before'))
    .where('organisation_id', '=', organisationId)
    .executeTakeFirstOrThrow()
  return before as string | null // an aggregate without rows is null
}
