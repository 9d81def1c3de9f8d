import { sql, type RawBuilder } from 'kysely'

import type { Context } from '#server/platform/context.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'

import type { ChainedEvent } from './event-hash.ts'

/** The lanes with events, in the database or in the archive, or with checkpoints. */
export async function findLanes({ tx }: Context) {
  // One index look-up for each lane, however many events it has.
  const nextLane = (table: string) =>
    sql`(select min(t.lane) from ${sql.table(table)} t where ${ofThisOrganisation('t')} and t.lane > l.lane)`
  const { rows } = await sql<{ lane: number }>`
    with recursive l(lane) as (
      select -1 union all
      select least(${nextLane('audit_events')}, ${nextLane('audit_checkpoints')}, ${nextLane('archived_audit_ranges')})
      from l where l.lane is not null)
    select lane from l where lane >= 0 order by lane`.execute(tx)
  return rows.map(({ lane }) => lane)
}

/** Some events of a lane, in order. Not with the query builder, which would round the time. */
export async function readChain({ tx, organisationId }: Context, lane: number, after: number, limit: number): Promise<ChainedEvent[]> {
  const { rows } = await sql<Omit<ChainedEvent, 'organisationId' | 'lane'>>`
    select seq, id::text as id, (extract(epoch from at) * 1000000)::bigint::text as at, actor_kind as "actorKind",
      coalesce(actor_id::text, '') as "actorId", coalesce(subject_id::text, '') as "subjectId", coalesce(patient_id::text, '') as "patientId",
      coalesce(array_to_string(patient_ids, ','), '') as "patientIds", event_type as "eventType", detail::text as detail, hash
    from audit_events where organisation_id = ${organisationId}::uuid and lane = ${lane} and seq > ${after} order by seq limit ${limit}`.execute(
    tx,
  )
  return rows.map((row) => ({ ...row, organisationId, lane }))
}

export type Checkpoint = { lane: number; seq: number; hash: Buffer; at: string; signature: string }

const checkpointColumns = sql`lane, seq, hash, (extract(epoch from at) * 1000000)::bigint::text as at, signature`

export async function readCheckpoints({ tx, organisationId }: Context, lane: number, after: number, upTo: number | null, limit: number) {
  const { rows } = await sql<Checkpoint>`
    select ${checkpointColumns} from audit_checkpoints
    where organisation_id = ${organisationId}::uuid and lane = ${lane} and seq > ${after} and (${upTo}::bigint is null or seq <= ${upTo}) order by seq limit ${limit}`.execute(
    tx,
  )
  return rows
}

/** A checkpoint, and the signature of the one before it in its lane; '' if it is the first. */
export type FollowingCheckpoint = Checkpoint & { previous: string }

/** The last checkpoint of a lane that was signed before a day began. */
export const findCheckpointBefore = (ctx: Context, lane: number, day: string) =>
  findCheckpoint(ctx, lane, sql`at < ${day}::date::timestamp at time zone 'Europe/London'`)

/** The checkpoint at this event of a lane. */
export const findCheckpointAt = (ctx: Context, lane: number, seq: number) => findCheckpoint(ctx, lane, sql`seq = ${seq}`)

async function findCheckpoint({ tx, organisationId }: Context, lane: number, where: RawBuilder<unknown>) {
  const { rows } = await sql<FollowingCheckpoint>`
    select ${checkpointColumns}, coalesce((
        select b.signature from audit_checkpoints b
        where b.organisation_id = c.organisation_id and b.lane = c.lane and b.seq < c.seq order by b.seq desc limit 1), '') as previous
    from audit_checkpoints c
    where c.organisation_id = ${organisationId}::uuid and c.lane = ${lane} and ${where} order by seq desc limit 1`.execute(tx)
  return rows[0]
}

/** The last event of each lane since its last signature, with that signature. */
export async function findGrownLanes(ctx: Context) {
  const lanes = await findLanes(ctx)
  const { rows } = await sql<FollowingCheckpoint>`
    select e.lane, e.seq, e.hash, coalesce(c.signature, '') as previous, (extract(epoch from clock_timestamp()) * 1000000)::bigint::text as at
    from unnest(${lanes}::smallint[]) as l(lane)
    cross join lateral (select lane, seq, hash from audit_events where ${ofThisOrganisation('audit_events')} and lane = l.lane order by seq desc limit 1) e
    left join lateral (select seq, signature from audit_checkpoints where ${ofThisOrganisation('audit_checkpoints')} and lane = l.lane order by seq desc limit 1) c on true
    where c.seq is null or c.seq < e.seq`.execute(ctx.tx)
  return rows
}

/** The last checkpoint of each lane that was signed before a moment, in microseconds since 1970. */
export async function findLastCheckpoints(ctx: Context, before: string) {
  const lanes = await findLanes(ctx)
  const { rows } = await sql<Pick<Checkpoint, 'lane' | 'seq'>>`
    select c.lane, c.seq from unnest(${lanes}::smallint[]) as l(lane)
    cross join lateral (
      select lane, seq from audit_checkpoints
      where organisation_id = ${ctx.organisationId}::uuid and lane = l.lane and at <= to_timestamp(0) + ${before}::bigint * interval '1 microsecond'
      order by seq desc limit 1) c`.execute(ctx.tx)
  return rows
}

export async function insertCheckpoint({ tx, organisationId }: Context, { lane, seq, hash, at, signature }: Checkpoint) {
  await sql`
    insert into audit_checkpoints (organisation_id, lane, seq, hash, at, signature)
    values (${organisationId}, ${lane}, ${seq}, ${hash}, to_timestamp(0) + ${at}::bigint * interval '1 microsecond', ${signature})`.execute(
    tx,
  )
}

/**
 * Prevents signing until this transaction ends, and returns the current time in microseconds since 1970: everything signed until then is
 * committed, so a digest of it can be computed again later.
 */
export async function lockSigning({ tx }: Context) {
  await sql`select pg_advisory_xact_lock(hashtext('formward audit checkpoints'))`.execute(tx)
  const { rows } = await sql<{ at: string }>`select (extract(epoch from clock_timestamp()) * 1000000)::bigint::text as at`.execute(tx)
  return rows[0]!.at // a select without a table answers one row
}
