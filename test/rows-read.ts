import { sql } from 'kysely'

import type { Tx } from '#server/platform/database.ts'

/**
 * How many rows and index entries of a table the database reads for `work`, which runs in this transaction. A plan that reads a whole table for a
 * few rows shows here however fast the machine is.
 */
export async function rowsRead(tx: Tx, table: string, work: () => Promise<unknown>) {
  // With those of transactions before it on this connection that are not reported yet.
  const soFar = async () => {
    const { rows } = await sql<{ read: number }>`
      select sum(pg_stat_get_xact_tuples_returned(oid))::bigint as read from (
        with t (oid) as (select ${table}::regclass union select relid from pg_partition_tree(${table}::regclass))
        select indexrelid as oid from pg_index join t on indrelid = t.oid union select oid from t) o`.execute(tx)
    return rows[0]!.read // an aggregate without groups has one row
  }
  const before = await soFar()
  await work()
  return (await soFar()) - before
}
