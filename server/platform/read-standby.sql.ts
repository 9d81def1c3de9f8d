import { sql } from 'kysely'

import { type Database, sendAlone, type Tx } from './database.ts'

/** A place in the write-ahead log of one history of one database. */
export type LogPosition = { position: string; timeline: number; cluster: string; database: string }

/**
 * Everything that the primary has confirmed is before this position. Undefined if the server is not the primary any more. Where commits do not
 * wait for the disk, they are confirmed before they are in the flushed part of the log.
 */
export async function findPosition(primary: Database): Promise<LogPosition | undefined> {
  const [found] = await sendAlone<LogPosition>(primary, {
    name: 'position of the log',
    text: `
      select at::text as position, ('x' || left(pg_walfile_name(at), 8))::bit(32)::int as timeline, current_database() as database,
        (select system_identifier::text from pg_control_system()) as cluster
      from (select case
        when pg_is_in_recovery() then null
        when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
        else pg_current_wal_flush_lsn() end as at) log
      where at is not null`,
    values: [],
  })
  return found
}

/**
 * How far a standby is behind a position, in bytes of the log. `isSame`: whether it follows the history of the database in which the position is.
 * After a failover, a standby that missed it may have a longer log and other rows. It tells its timeline as of its last restart point.
 */
export async function readReplay(tx: Tx, { position, timeline, cluster, database }: LogPosition) {
  const { rows } = await sql<{ isStandby: boolean; isSame: boolean; bytesBehind: number }>`
    select pg_is_in_recovery() as "isStandby",
      current_database() = ${database} and (select timeline_id from pg_control_checkpoint()) = ${timeline}
        and (select system_identifier::text from pg_control_system()) = ${cluster} as "isSame",
      greatest(pg_wal_lsn_diff(${position}::pg_lsn, coalesce(pg_last_wal_replay_lsn(), '0/0')), 0)::float8 as "bytesBehind"`.execute(tx)
  return rows[0]! // a select without a table answers one row
}
