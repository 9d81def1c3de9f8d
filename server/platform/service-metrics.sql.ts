import { sql } from 'kysely'

import { inTransaction, type Database } from './database.ts'

type Queue = { queue: string; ready: number; active: number; failed: number; oldestSeconds: number }

/**
 * Every kind of job: how many are due, running and given up, as pg-boss counted them in the last minute, and for how many seconds the next one
 * that is due has waited. Finds that job as a worker does, so the cost does not grow with the number of jobs.
 */
export const measureQueues = (db: Database) =>
  inTransaction(db, {}, async (tx) => {
    const { rows } = await sql<Queue>`
      select q.name as queue, q.ready_count as ready, q.active_count as active, q.failed_count as failed,
        coalesce(extract(epoch from now() - greatest(next.created_on, next.start_after)), 0)::float8 as "oldestSeconds"
      from pgboss.queue q
      left join lateral (
        select j.created_on, j.start_after from pgboss.job j
        where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now()
        order by j.priority desc, j.created_on limit 1) next on true
      where q.name not like '\\_\\_pgboss%'`.execute(tx)
    return rows
  })

/** How many standbys the primary sends its changes to. */
export const countStandbys = (db: Database) =>
  inTransaction(db, {}, async (tx) => {
    const { rows } = await sql<{ standbys: number }>`select count(*)::int as standbys from pg_stat_replication`.execute(tx)
    return rows[0]!.standbys
  })
