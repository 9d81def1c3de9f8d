import { sql } from 'kysely'

import type { Context } from './context.ts'
import type { Tx } from './database.ts'

/**
 * Lets transactions that are about the same things come one after the other, where there is no row yet that they could wait for.
 * Held until the transaction ends; always taken in one order, so that two never wait for each other.
 */
export const lockKeys = ({ tx, organisationId }: Context, things: readonly string[]) =>
  lockGlobalKeys(
    tx,
    things.map((thing) => `${organisationId} ${thing}`),
  )

/** The same about what belongs to no organisation. */
export const lockGlobalKeys = (tx: Tx, things: readonly string[]) =>
  sql`select pg_advisory_xact_lock(key) from (select distinct hashtextextended(n, 0) as key from unnest(${things}::text[]) as n order by 1) as k`.execute(
    tx,
  )
