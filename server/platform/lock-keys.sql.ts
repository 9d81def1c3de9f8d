import { sql } from 'kysely'

import type { Context } from './context.ts'
import type { Tx } from './database.ts'

/**
 * Locks names until the transaction ends, so that transactions about the same thing run one after the other where no row exists to lock.
 * Always locks in the same order, so that there is no deadlock.
 */
export const lockKeys = ({ tx, organisationId }: Context, things: readonly string[]) =>
  lockGlobalKeys(
    tx,
    things.map((thing) => `${organisationId} ${thing}`),
  )

/** Locks names that belong to no organisation. */
export const lockGlobalKeys = (tx: Tx, things: readonly string[]) =>
  sql`select pg_advisory_xact_lock(key) from (select distinct hashtextextended(n, 0) as key from unnest(${things}::text[]) as n order by 1) as k`.execute(
    tx,
  )
