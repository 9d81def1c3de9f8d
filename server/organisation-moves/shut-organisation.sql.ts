import { setTimeout as sleep } from 'node:timers/promises'

import type pg from 'pg'

import { inOwnTransaction } from './run-statement.sql.ts'

/** A move of an organisation away from a database. `moveId`: the same in the other database. */
export type Departure = { state: 'moving' | 'moved'; moveId: string; newOrigin: string }

export async function findDeparture(source: pg.Client, organisationId: string): Promise<Departure | undefined> {
  const { rows } = await source.query<Departure>(
    `select case when moved_at is null then 'moving' else 'moved' end as state, move_id as "moveId", new_origin as "newOrigin"
     from moved_organisations where id = $1`,
    [organisationId],
  )
  return rows[0]
}

type Shutting = { organisationId: string; moveId: string; newOrigin: string; waitMs?: number | undefined }

/**
 * In milliseconds: how long transactions of the organisation are awaited at a time, while new ones queue behind; how long it lets them work then; and how
 * long the end of its work is awaited in all.
 */
const waits = { lock: 250, retry: 1_000, inAll: 180_000 }

/** SQLSTATE lock_not_available (PostgreSQL appendix A). */
const lockNotAvailable = '55P03'

/**
 * Refuses every further transaction of an organisation that may write, and takes its jobs out of the queue. Waits until none of its transactions and jobs
 * runs and no provider is asked, so that no message leaves without a note of it.
 */
export async function shutOrganisation(source: pg.Client, { waitMs = waits.inAll, ...shutting }: Shutting) {
  for (const end = Date.now() + waitMs; ; await sleep(waits.retry)) {
    const atWork = await tryToShut(source, shutting)
    if (atWork.length === 0) return
    if (Date.now() > end) throw new Error(`The organisation has work under way: ${atWork.join(', ')}. Nothing was moved. Try again later`)
  }
}

/** Returns what still runs, or nothing if the organisation is shut. */
async function tryToShut(source: pg.Client, shutting: Shutting): Promise<string[]> {
  try {
    await inOwnTransaction(source, () => shut(source, shutting))
    return []
  } catch (error) {
    if (error instanceof StillAtWork) return error.jobs
    if ((error as { code?: string }).code === lockNotAvailable) return ['a transaction']
    throw error
  }
}

class StillAtWork extends Error {
  readonly jobs: string[]
  constructor(jobs: string[]) {
    super('still at work')
    this.jobs = jobs
  }
}

async function shut(source: pg.Client, { organisationId, moveId, newOrigin }: Shutting) {
  await source.query(`set local lock_timeout = ${waits.lock}`)
  await source.query(`select pg_advisory_xact_lock(hashtext('enter organisation'), hashtext($1::uuid::text))`, [organisationId])
  await source.query('insert into moved_organisations (id, move_id, new_origin) values ($1, $2, $3)', [organisationId, moveId, newOrigin])
  await source.query(
    `with taken as (
       delete from pgboss.job j where (group_id = $1::text or data->>'organisationId' = $1::text) and state < 'active' returning to_jsonb(j) as job)
     insert into moving_jobs (organisation, job) select $1::uuid, job from taken`,
    [organisationId],
  )
  // Jobs name their organisation in their data, and most as their group. One that began, failed or was queued since the deletion is seen here.
  const jobs = await source.query<{ name: string }>(
    `select distinct name from pgboss.job where (group_id = $1::text or data->>'organisationId' = $1::text) and state <= 'active' order by name`,
    [organisationId],
  )
  // A worker that waits long for a provider has ended its job (server/notifications/send-notification.ts). Mail servers are given ten minutes.
  const asked = await source.query(
    `select from notifications where organisation_id = $1 and status = 'queued' and try_began_at > now() - interval '11 minutes' limit 1`,
    [organisationId],
  )
  const atWork = [...jobs.rows.map(({ name }) => name), ...asked.rows.map(() => 'a message that its provider has not answered')]
  if (atWork.length > 0) throw new StillAtWork(atWork)
}

/** Lets the organisation work again, with the jobs that were taken out of the queue. */
export const reopenOrganisation = (source: pg.Client, organisationId: string) =>
  inOwnTransaction(source, async () => {
    await insertJobs(source, await takenJobs(source, organisationId))
    await deleteDeparture(source, organisationId)
  })

/** Also that of an earlier move, when an organisation comes back. */
export const deleteDeparture = (client: pg.Client, organisationId: string) =>
  client.query('delete from moved_organisations where id = $1', [organisationId])

/** The jobs that were taken out of the queue, as JSON text. */
export async function takenJobs(source: pg.Client, organisationId: string) {
  const { rows } = await source.query<{ job: string }>('select job::text from moving_jobs where organisation = $1', [organisationId])
  return rows.map(({ job }) => job)
}

/** Puts jobs into the queue of a database, as they were. */
export async function insertJobs(client: pg.Client, jobs: readonly string[]) {
  const size = 1_000
  for (let start = 0; start < jobs.length; start += size)
    await client.query(
      `insert into pgboss.job select made.* from unnest($1::jsonb[]) as taken(job), jsonb_populate_record(null::pgboss.job, job) as made`,
      [jobs.slice(start, start + size)],
    )
}

/** Deletes what is left of the organisation's jobs: those that have ended, and those that were queued for every organisation meanwhile. */
export const deleteJobs = (source: pg.Client, organisationId: string) =>
  source.query(`delete from pgboss.job where group_id = $1::text or data->>'organisationId' = $1::text`, [organisationId])

/** Runs `work` unless another move from or to this database is under way. PostgreSQL frees the lock when the process ends. */
export async function whileOnlyMoving<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  const { rows } = await client.query<{ isOurs: boolean }>(
    `select pg_try_advisory_lock(hashtext('formward organisation move')) as "isOurs"`,
  )
  if (!rows[0]?.isOurs) throw new Error('Another npm run organisation:move is running on one of the two databases')
  return work()
}
