import { type Database, sendAlone } from './database.ts'

/**
 * Notifies every process that works on a queue with a job that is due. pg-boss notifies only for jobs that are due when they are queued. Without
 * this, each loop of each queue would have to ask for later ones by itself: 200 loops of sixty queues.
 */
export const wakeQueues = (db: Database) =>
  sendAlone(db, {
    name: 'wake queues',
    // The channel as pg-boss names it (plans.js, notifyChannelSql).
    text: `select pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), q.name) from pgboss.queue q
      where q.notify and exists (
        select from pgboss.job_common j where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now())`,
    values: [],
  })
