import { sql } from 'kysely'
import { PgBoss, type Queue } from 'pg-boss'
import type { Logger } from 'pino'
import type { z } from 'zod'

import { isDatabaseUnavailable } from './database-problem.ts'
import { inOrganisation, type Tx } from './database.ts'
import type { Context } from './context.ts'
import { describeError } from './errors.ts'
import { listenTo } from './listen-notify.ts'
import { openPool } from './pool.ts'
import type { Services } from './services.ts'

export type Boss = PgBoss

/** A kind of work that starts later. Its data says in which organisation; the rest is checked by `schema` when it starts. */
export type Job<D extends object> = { name: string; schema: z.ZodType<D>; queue: Partial<Queue> }

export const job = <D extends object>(name: string, schema: z.ZodType<D>, queue: Partial<Queue> = {}): Job<D> => ({ name, schema, queue })

/** Puts a job in the queue in the caller's transaction: rolled back with it, never lost after it. */
export async function enqueue<D extends object>(
  ctx: Pick<Context, 'tx' | 'services' | 'organisationId'>,
  { name }: Job<D>,
  data: D,
  options: { after?: Date; key?: string } = {},
) {
  await ctx.services.boss.send(
    name,
    { ...data, organisationId: ctx.organisationId },
    {
      db: through(ctx.tx),
      group: { id: ctx.organisationId },
      ...startingAfter(options.after),
      ...(options.key && { singletonKey: options.key }),
    },
  )
}

/** Many at once, in one statement. */
export async function enqueueAll<D extends object>(ctx: Context, { name }: Job<D>, data: D[], after?: Date) {
  if (!data.length) return
  const jobs = data.map((one) => ({
    data: { ...one, organisationId: ctx.organisationId },
    group: { id: ctx.organisationId },
    ...startingAfter(after),
  }))
  await ctx.services.boss.insert(name, jobs, { db: through(ctx.tx) })
}

// A job due already must not say when: compared with the moment its transaction began it would count as one for later, and wake nobody.
const startingAfter = (after: Date | undefined) => (after && after.getTime() > Date.now() ? { startAfter: after } : {})

/** pg-boss's statements, run inside our transaction. */
const through = (tx: Tx) => ({
  executeSql: async (text: string, values: unknown[] = []) => {
    const { rows } = await tx.executeQuery<Record<string, unknown>>({
      sql: text,
      parameters: values,
      query: sql`x`.compile(tx).query,
      queryId: { queryId: 'job' },
    })
    return { rows }
  },
})

/** What a job that takes long is given instead of one transaction: as many as it needs, and the signal to stop between them. */
export type Steps = {
  services: Services
  organisationId: string
  signal: AbortSignal
  step: <T>(work: (ctx: Context) => Promise<T>) => Promise<T>
}

export const workerContext = (services: Services, organisationId: string, tx: Tx): Context => ({
  tx,
  organisationId,
  services,
  actor: { kind: 'worker', id: null, organisationId, name: 'Formward', permissions: [] },
})

/**
 * How many jobs of one kind one process runs at the same time. It has `loops` that fetch independently, up to `batchSize` jobs each; a loop
 * fetches again when all jobs of its batch have ended. At most `perOrganisation` of the running jobs are of one organisation. That is less
 * than `loops`, so the jobs of one organisation never hold every loop. It is at least `batchSize`: what a loop has fetched beyond the limit goes
 * back into the queue, and a loop with a full batch fetches again at once, while one with less sleeps until the next poll.
 */
type Concurrency = { loops: number; batchSize: number; perOrganisation: number }

export const concurrency = {
  /** Jobs of milliseconds, such as the ones that run every minute. */
  short: { loops: 3, batchSize: 2, perOrganisation: 2 },
  /** Jobs that wait for a server of somebody else's, such as a mail server. */
  sending: { loops: 5, batchSize: 4, perOrganisation: 4 },
  /** Jobs of seconds to minutes: imports, exports, bulk changes, reports. */
  long: { loops: 4, batchSize: 2, perOrganisation: 2 },
} satisfies Record<string, Concurrency>

/** Works on a queue; each job is one transaction, run with the same Context as a request. */
export const workOn = <D extends object>(
  services: Services,
  kind: Job<D>,
  run: (ctx: Context, data: D) => Promise<unknown>,
  atOnce: Concurrency = concurrency.short,
) => workInSteps(services, kind, ({ step }, data) => step((ctx) => run(ctx, data)), atOnce)

/** Works on a queue of long jobs: each step commits by itself, so that a killed process loses at most one. */
export async function workInSteps<D extends object>(
  services: Services,
  kind: Job<D>,
  run: (steps: Steps, data: D) => Promise<unknown>,
  atOnce: Concurrency = concurrency.short,
) {
  await services.boss.work<Fetched<D>['data']>(kind.name, fetching(atOnce), (jobs) =>
    Promise.all(jobs.map((one) => runJob(services, kind, run, one))),
  )
}

/**
 * The limit of an organisation is kept in this process, not in the database: the library counts running jobs in the statement that fetches,
 * so several loops woken by the same notification would all find that none is running yet.
 */
const fetching = ({ loops, batchSize, perOrganisation }: Concurrency) => ({
  batchSize,
  localConcurrency: loops,
  localGroupConcurrency: perOrganisation,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 5,
  perJobResults: true as const,
})

type Fetched<D> = { id: string; data: D & { organisationId: string }; signal: AbortSignal }

async function runJob<D extends object>(
  services: Services,
  kind: Job<D>,
  run: (steps: Steps, data: D) => Promise<unknown>,
  { id, data: { organisationId, ...data }, signal }: Fetched<D>,
) {
  const step = <T>(work: (ctx: Context) => Promise<T>) =>
    inOrganisation(services.db, organisationId, (tx) => work(workerContext(services, organisationId, tx)))
  try {
    await run({ services, organisationId, signal: AbortSignal.any([signal, services.ending]), step }, kind.schema.parse(data))
    return { id, status: 'completed' as const }
  } catch (error) {
    // The process is ending; the next worker continues from the last committed step.
    if (services.ending.aborted) return { id, status: 'failed' as const, output: { name: 'stopped to restart' } }
    services.log.error({ job: kind.name, jobId: id, ...describeError(error, services.config) }, 'job failed')
    return { id, status: 'failed' as const, output: { name: error instanceof Error ? error.name : 'unknown' } }
  }
}

const defaults = {
  // For two days, a quarter of an hour apart at most: what was promised to go on by itself does, also after a bad night of kills.
  retryLimit: 200,
  retryBackoff: true,
  retryDelay: 2,
  retryDelayMax: 900,
  heartbeatSeconds: 10,
  expireInSeconds: 3600,
  notify: true,
}

/** Makes the queues; run once with the migrations, by the owner. */
export async function createQueues(boss: Boss, kinds: { name: string; queue: Partial<Queue> }[]) {
  for (const { name, queue } of kinds) {
    const options = { ...defaults, ...queue }
    await boss.createQueue(name, options)
    const { policy: _fixed, ...changeable } = options // a queue keeps the policy it was made with
    await boss.updateQueue(name, changeable)
  }
}

/**
 * A client of the queue that acts as the application's role; it makes and changes nothing of the queue's own schema. It works through connections
 * of ours, because the library's own listener may end the process: an error of a connection that it has given up has no listener any more.
 */
export function openBoss(url: string, log: Logger, ending: AbortSignal): { boss: Boss; close: () => Promise<void> } {
  const pool = openPool({
    connectionString: url,
    options: '-c role=formward_app',
    application_name: 'pgboss',
    connectionTimeoutMillis: 10_000,
    max: 4,
  })
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => pool.query(text, values),
      async listen(channel, onPayload, onListening) {
        const listener = listenTo({ url, channel, log, onPayload, onListening })
        await listener.ready
        return listener
      },
    },
    migrate: false,
    createSchema: false,
    superviseIntervalSeconds: 2,
    useListenNotify: true,
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', (error: Error) => {
    // A process that is being stopped may lose its database at the same moment: no job is lost, so nobody needs to be alarmed.
    const level = ending.aborted && isDatabaseUnavailable(error) ? 'debug' : 'error'
    log[level]({ error: error.name, code: (error as { code?: string }).code }, 'queue')
  })
  return {
    boss,
    async close() {
      await boss.stop({ graceful: true, timeout: 8_000 })
      await pool.end()
    },
  }
}
