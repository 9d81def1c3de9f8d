import { setTimeout as sleep } from 'node:timers/promises'

import type pg from 'pg'

/** A move that began and has not ended. */
export type BegunMove = { newOrigin: string }

/** The move of an organisation that is under way or was interrupted, and null for one that has ended. */
export async function findMove(source: pg.Client, organisationId: string): Promise<BegunMove | null | undefined> {
  const { rows } = await source.query<{ newOrigin: string; hasEnded: boolean }>(
    `select new_origin as "newOrigin", moved_at is not null as "hasEnded" from moved_organisations where id = $1`,
    [organisationId],
  )
  const [found] = rows
  return found && (found.hasEnded ? null : { newOrigin: found.newOrigin })
}

/** In milliseconds: how long transactions may hold up the move, during which new ones wait, and how long their end and that of jobs is awaited in all. */
const waits = { lock: 5_000, retry: 1_000, inAll: 180_000 }

/** SQLSTATE lock_not_available (PostgreSQL appendix A). */
const lockNotAvailable = '55P03'

/**
 * Refuses every further transaction of an organisation, and takes its jobs out of the queue. Waits until no transaction and no job of it runs, so that
 * nothing is cut off between a message and the note that it was sent.
 */
export async function shutOrganisation(
  source: pg.Client,
  { organisationId, newOrigin, waitMs = waits.inAll }: { organisationId: string; newOrigin: string; waitMs?: number },
) {
  for (const end = Date.now() + waitMs; ; await sleep(waits.retry)) {
    const running = await tryToShut(source, organisationId, newOrigin)
    if (running.length === 0) return
    if (Date.now() > end) throw new Error(`The organisation has work under way: ${running.join(', ')}. Nothing was moved. Try again later`)
  }
}

/** Returns what still runs, or nothing if the organisation is shut. */
async function tryToShut(source: pg.Client, organisationId: string, newOrigin: string): Promise<string[]> {
  await source.query('begin')
  try {
    await source.query(`set local lock_timeout = ${waits.lock}`)
    await source.query(`select pg_advisory_xact_lock(hashtext('enter organisation'), hashtext($1))`, [organisationId])
    await source.query('insert into moved_organisations (id, new_origin) values ($1, $2)', [organisationId, newOrigin])
    await source.query(
      `with taken as (
         delete from pgboss.job j where (group_id = $1::text or data->>'organisationId' = $1::text) and state < 'active' returning to_jsonb(j) as job)
       insert into moving_jobs (organisation, job) select $1::uuid, job from taken`,
      [organisationId],
    )
    // Jobs name their organisation in their data, and most as their group. One that began before the deletion reached it is seen here.
    const { rows } = await source.query<{ name: string }>(
      `select distinct name from pgboss.job where (group_id = $1::text or data->>'organisationId' = $1::text) and state = 'active' order by name`,
      [organisationId],
    )
    await source.query(rows.length === 0 ? 'commit' : 'rollback')
    return rows.map(({ name }) => name)
  } catch (error) {
    await source.query('rollback')
    if ((error as { code?: string }).code === lockNotAvailable) return ['a transaction']
    throw error
  }
}

/** Lets the organisation work again, with the jobs that were taken out of the queue. */
export async function reopenOrganisation(source: pg.Client, organisationId: string) {
  await source.query('begin')
  try {
    await putJobs(
      source,
      (await takenJobs(source, organisationId)).map(({ job }) => job),
    )
    await source.query('delete from moved_organisations where id = $1', [organisationId])
    await source.query('commit')
  } catch (error) {
    await source.query('rollback')
    throw error
  }
}

/** The jobs that were taken out of the queue, as JSON text. */
export const takenJobs = async (source: pg.Client, organisationId: string) =>
  (await source.query<{ job: string }>('select job::text from moving_jobs where organisation = $1', [organisationId])).rows

/** Puts jobs into the queue of a database, as they were. */
export async function putJobs(target: pg.Client, jobs: readonly string[]) {
  const size = 1_000
  for (let start = 0; start < jobs.length; start += size)
    await target.query(
      `insert into pgboss.job select made.* from unnest($1::jsonb[]) as taken(job), jsonb_populate_record(null::pgboss.job, job) as made
       on conflict do nothing`,
      [jobs.slice(start, start + size)],
    )
}

/** Deletes what is left of the organisation's jobs: those that were tried while it was shut. */
export const deleteJobs = (source: pg.Client, organisationId: string) =>
  source.query(`delete from pgboss.job where group_id = $1::text or data->>'organisationId' = $1::text`, [organisationId])

/** Forgets that an organisation once moved away from an installation to which it returns. */
export const forgetMove = (target: pg.Client, organisationId: string) =>
  target.query('delete from moved_organisations where id = $1', [organisationId])

/** Runs `work` unless another move from this database is under way. PostgreSQL frees the lock when the process ends. */
export async function whileOnlyMoving<T>(source: pg.Client, work: () => Promise<T>): Promise<T> {
  const { rows } = await source.query<{ isOurs: boolean }>(
    `select pg_try_advisory_lock(hashtext('formward organisation move')) as "isOurs"`,
  )
  if (!rows[0]?.isOurs) throw new Error('Another npm run organisation:move is running on this database')
  return work()
}
