import { SpanKind } from '@opentelemetry/api'
import { sql } from 'kysely'
import { PgBoss, type Queue } from 'pg-boss'
import type { Logger } from 'pino'
import type { z } from 'zod'

import { isDatabaseUnavailable } from './database-problem.ts'
import { inOrganisation, type Tx } from './database.ts'
import type { Actor, Context } from './context.ts'
import { keepLookingForWork } from './due-work.ts'
import { describeError } from './errors.ts'
import { listenTo } from './listen-notify.ts'
import { openApplicationPool } from './pool.ts'
import type { Services } from './services.ts'
import { traced } from './tracing.ts'

export type Boss = PgBoss

/** A kind of background job. Its data names the organisation; `schema` checks the rest when the job starts. */
export type Job<D extends object> = { name: string; schema: z.ZodType<D>; queue: Partial<Queue> }

export const job = <D extends object>(name: string, schema: z.ZodType<D>, queue: Partial<Queue> = {}): Job<D> => ({ name, schema, queue })

/** Queues a job in the caller's transaction, so that the job exists only if the transaction commits. Returns its id, or null if its key is queued. */
export async function enqueue<D extends object>(
  ctx: Pick<Context, 'tx' | 'services' | 'organisationId'>,
  { name }: Job<D>,
  data: D,
  options: { after?: Date; key?: string } = {},
) {
  return ctx.services.boss.send(
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

/** Removes a job in the caller's transaction, if it is still there. */
export const removeJob = async <D extends object>(ctx: Pick<Context, 'tx' | 'services'>, { name }: Job<D>, id: string) =>
  ctx.services.boss.deleteJob(name, id, { db: through(ctx.tx) })

/** Queues many jobs in one statement. `keyOf`: as the key of enqueue(), for each of them. */
export async function enqueueAll<D extends object>(
  ctx: Pick<Context, 'tx' | 'services' | 'organisationId'>,
  { name }: Job<D>,
  data: D[],
  { after, keyOf }: { after?: Date | undefined; keyOf?: (one: D) => string } = {},
) {
  if (!data.length) return
  const jobs = data.map((one) => ({
    data: { ...one, organisationId: ctx.organisationId },
    group: { id: ctx.organisationId },
    ...startingAfter(after),
    ...(keyOf && { singletonKey: keyOf(one) }),
  }))
  await ctx.services.boss.insert(name, jobs, { db: through(ctx.tx) })
}

/** Queues a job in each of these organisations, in one statement. None is queued where one waits or runs already, if the queue allows one for each key. */
export async function enqueueInEach(ctx: Pick<Context, 'tx' | 'services'>, { name }: Job<object>, organisationIds: readonly string[]) {
  if (organisationIds.length === 0) return
  const jobs = organisationIds.map((organisationId) => ({
    data: { organisationId },
    group: { id: organisationId },
    singletonKey: organisationId,
  }))
  await ctx.services.boss.insert(name, jobs, { db: through(ctx.tx) })
}

// No start time for a job that is due now: compared with the start of its transaction it would count as later, and no worker would be
// notified.
const startingAfter = (after: Date | undefined) => (after && after.getTime() > Date.now() ? { startAfter: after } : {})

/** Runs pg-boss's statements in our transaction. */
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

/** A long job runs one transaction for each step, and stops between two steps when `signal` is aborted. */
export type Steps = {
  services: Services
  organisationId: string
  signal: AbortSignal
  step: <T>(work: (ctx: Context) => Promise<T>) => Promise<T>
}

export const workerActor = (organisationId: string): Actor => ({
  kind: 'worker',
  id: null,
  organisationId,
  name: 'Formward',
  permissions: [],
})

/** Runs one transaction in an organisation, as a step of a long job. */
export const stepIn =
  (services: Services, organisationId: string): Steps['step'] =>
  (work) =>
    inOrganisation(services.db, organisationId, (tx) => work(workerContext(services, organisationId, tx)))

export const workerContext = (services: Services, organisationId: string, tx: Tx): Context => ({
  tx,
  organisationId,
  services,
  actor: workerActor(organisationId),
})

/**
 * How many jobs of one kind a process runs at the same time. Each of the `loops` fetches up to `batchSize` jobs, and fetches again when
 * its batch has ended. At most `perOrganisation` of the running jobs belong to one organisation. `perOrganisation` is less than `loops`,
 * so that one organisation never occupies every loop. It is at least `batchSize`: jobs fetched beyond the limit go back into the queue,
 * and only a loop with a full batch fetches again without waiting for the next poll.
 */
type Concurrency = { loops: number; batchSize: number; perOrganisation: number }

export const concurrency = {
  /** Jobs of milliseconds, such as the ones that run every minute. */
  short: { loops: 3, batchSize: 2, perOrganisation: 2 },
  /** Jobs that wait for another server, such as a mail server. */
  sending: { loops: 5, batchSize: 4, perOrganisation: 4 },
  /** Jobs of seconds to minutes: imports, exports, bulk changes, reports. */
  long: { loops: 4, batchSize: 2, perOrganisation: 2 },
} satisfies Record<string, Concurrency>

/**
 * For jobs that only a schedule queues, for the system organisation, and for those that take a whole processor. Two are fetched and one of them goes
 * back, because a loop fetches again at once only after a full batch of more than one.
 */
export const oneAtATime: Concurrency = { loops: 1, batchSize: 2, perOrganisation: 1 }

/** Works on a queue. Each job is one transaction, with the same Context as a request. */
export const workOn = <D extends object>(
  services: Services,
  kind: Job<D>,
  run: (ctx: Context, data: D) => Promise<unknown>,
  atOnce: Concurrency = concurrency.short,
) => workInSteps(services, kind, ({ step }, data) => step((ctx) => run(ctx, data)), atOnce)

/** Works on a queue of long jobs. Each step commits, so that a killed process loses at most one step. */
export async function workInSteps<D extends object>(
  services: Services,
  kind: Job<D>,
  run: (steps: Steps, data: D) => Promise<unknown>,
  atOnce: Concurrency = concurrency.short,
) {
  keepLookingForWork(services)
  await services.boss.work<Fetched<D>['data']>(kind.name, fetching(atOnce), (jobs) =>
    Promise.all(jobs.map((one) => runJob(services, kind, run, one))),
  )
}

/**
 * The limit for each organisation is counted in this process. pg-boss counts running jobs in the statement that fetches, so several loops
 * woken by one notification would each find none.
 */
const fetching = ({ loops, batchSize, perOrganisation }: Concurrency) => ({
  batchSize,
  localConcurrency: loops,
  localGroupConcurrency: perOrganisation,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 1_800, // notifications and keepLookingForWork() come first
  perJobResults: true as const,
})

type Fetched<D> = { id: string; data: D & { organisationId: string }; signal: AbortSignal }

async function runJob<D extends object>(
  services: Services,
  kind: Job<D>,
  run: (steps: Steps, data: D) => Promise<unknown>,
  { id, data: { organisationId, ...data }, signal }: Fetched<D>,
) {
  const step = stepIn(services, organisationId)
  try {
    const work = async () =>
      run({ services, organisationId, signal: AbortSignal.any([signal, services.ending]), step }, kind.schema.parse(data))
    await traced(`job ${kind.name}`, SpanKind.CONSUMER, {}, work)
    return { id, status: 'completed' as const }
  } catch (error) {
    // The process is ending; the next worker continues from the last committed step.
    if (services.ending.aborted) return { id, status: 'failed' as const, output: { name: 'stopped to restart' } }
    services.log.error({ job: kind.name, jobId: id, ...describeError(error, services.config) }, 'job failed')
    return { id, status: 'failed' as const, output: { name: error instanceof Error ? error.name : 'unknown' } }
  }
}

const defaults = {
  // Retries for two days, at most 15 minutes apart. The screens promise that failed work continues automatically.
  retryLimit: 200,
  retryBackoff: true,
  retryDelay: 2,
  retryDelayMax: 900,
  heartbeatSeconds: 10,
  expireInSeconds: 3600,
  notify: true,
}

/** Creates the queues. The owner of the database runs this with the migrations. */
export async function createQueues(boss: Boss, kinds: { name: string; queue: Partial<Queue> }[]) {
  for (const { name, queue } of kinds) {
    const options = { ...defaults, ...queue }
    await boss.createQueue(name, options)
    const { policy: _fixed, ...changeable } = options // an existing queue keeps its policy
    await boss.updateQueue(name, changeable)
  }
}

/**
 * A client of the queue with the role of the application. It does not change the queue's schema. It uses our own listener, because the
 * library's listener can end the process: a connection that it has closed has no error listener.
 */
export function openBoss(
  { url, directUrl }: Pick<Services['db'], 'url' | 'directUrl'>,
  log: Logger,
  ending: AbortSignal,
): { boss: Boss; close: () => Promise<void> } {
  const pool = openApplicationPool({
    connectionString: url,
    application_name: 'pgboss',
    connectionTimeoutMillis: 10_000,
    max: 4,
  })
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => pool.query(text, values),
      async listen(channel, onPayload, onListening) {
        const listener = listenTo({ url: directUrl, channel, log, onPayload, onListening })
        await listener.ready
        return listener
      },
    },
    migrate: false,
    createSchema: false,
    // Each queue is looked at once a minute for jobs of a process that was killed (monitorIntervalSeconds); this is how late such a look may be.
    superviseIntervalSeconds: 30,
    flowIntervalSeconds: 3600, // no job waits for another one
    useListenNotify: true,
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', (error: Error) => {
    // When a process stops, its database may stop too. No job is lost, so no error is logged.
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
