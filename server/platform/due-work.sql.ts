import { type Database, sendAlone } from './database.ts'

/** `organisations`: those whose events or deliveries a worker must look at now. `found`: whether a job is due. */
type DueWork = { organisations: string[]; found: boolean }

/**
 * Notifies every process that works on a queue with a job that is due, and finds the organisations with events that are due. One statement for all of
 * them. pg-boss notifies only for jobs that are due when they are queued; each loop of each queue would have to ask for later ones by itself: 200
 * loops of sixty queues.
 */
export async function lookForDueWork(db: Database): Promise<DueWork> {
  const [due] = await sendAlone<DueWork>(db, {
    name: 'look for due work',
    // The channel as pg-boss names it (plans.js, notifyChannelSql).
    text: `select organisations, found from look_for_due_work('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24))`,
    values: [],
  })
  return due!
}
