import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'

/**
 * The parts of a verification that is under way. All functions are for the system organisation, to which they belong. `startedAt`: the start of the
 * verification in microseconds since 1970, by which it is known.
 */
type Parts = Pick<Context, 'tx' | 'organisationId'>

const microseconds = sql<string>`(extract(epoch from started_at) * 1000000)::bigint::text`
const startOf = (startedAt: string) => sql<string>`to_timestamp(0) + ${startedAt}::bigint * interval '1 microsecond'`

export async function insertParts({ tx, organisationId }: Parts, startedAt: string, isWhole: boolean, parts: readonly string[][]) {
  await tx
    .insertInto('audit_check_parts')
    .values(
      parts.map((remaining, number) => ({
        organisation_id: organisationId,
        started_at: startOf(startedAt),
        number,
        is_whole: isWhole,
        remaining,
      })),
    )
    .execute()
}

/** The verification that has not ended, with the parts of it that are not done; undefined if there is none. */
export async function findUnfinished({ tx, organisationId }: Parts) {
  const { rows } = await sql<{ startedAt: string; isWhole: boolean; numbers: number[] }>`
    select ${microseconds} as "startedAt", is_whole as "isWhole",
      coalesce(array_agg(number order by number) filter (where remaining <> '{}'), '{}') as numbers
    from audit_check_parts where organisation_id = ${organisationId}::uuid group by started_at, is_whole order by started_at desc limit 1`.execute(
    tx,
  )
  return rows[0]
}

export async function findPart({ tx, organisationId }: Parts, startedAt: string, number: number) {
  return tx
    .selectFrom('audit_check_parts')
    .select(['is_whole as isWhole', 'remaining'])
    .where('organisation_id', '=', organisationId)
    .where('started_at', '=', startOf(startedAt))
    .where('number', '=', number)
    .executeTakeFirst()
}

type Found = { events: number; brokenLanes: number }

/** Notes what was found in one organisation of a part, once. */
export async function addToPart(
  { tx, organisationId }: Parts,
  { startedAt, number }: { startedAt: string; number: number },
  verifiedId: string,
  { events, brokenLanes }: Found,
) {
  await sql`
    update audit_check_parts
    set remaining = array_remove(remaining, ${verifiedId}::uuid), events = events + ${events}, broken_lanes = broken_lanes + ${brokenLanes}
    where organisation_id = ${organisationId}::uuid and started_at = ${startOf(startedAt)} and number = ${number}
      and ${verifiedId}::uuid = any(remaining)`.execute(tx)
}

/** What was found in all parts; undefined if the verification has ended. */
export async function sumParts({ tx, organisationId }: Parts, startedAt: string) {
  const { rows } = await sql<Found & { isWhole: boolean; isDone: boolean }>`
    select is_whole as "isWhole", bool_and(remaining = '{}') as "isDone", sum(events)::bigint as events, sum(broken_lanes)::bigint as "brokenLanes"
    from audit_check_parts where organisation_id = ${organisationId}::uuid and started_at = ${startOf(startedAt)} group by is_whole`.execute(
    tx,
  )
  return rows[0]
}

export const deleteParts = ({ tx, organisationId }: Parts, startedAt: string) =>
  tx.deleteFrom('audit_check_parts').where('organisation_id', '=', organisationId).where('started_at', '=', startOf(startedAt)).execute()
