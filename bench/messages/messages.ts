import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import pg from 'pg'

import { migrate } from '#database/migrate.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import { makeQueues } from '#server/workers.ts'

import { withBoundedHeap } from '../../scripts/bounded-heap.mjs'
import type { Bench, Run } from '../harness/bench.ts'
import type { Filled } from '../harness/cluster.ts'
import { walOf } from '../harness/costs.ts'
import { cpuOf, openDatabaseCpu } from '../harness/cpu.ts'
import { short, times, type Measurement } from '../harness/results.ts'
import { startServer } from '../harness/server.ts'
import { watchStatements } from '../harness/statements.ts'
import type { BaselineResult, BaselineTask } from './baseline.ts'
import { openGovukNotifyProvider, openNhsNotifyProvider, type Provider } from './providers.ts'
import { queueMessages } from './queue-messages.ts'

/** `perMinute`: the limit of the provider. */
type Case = { method: NotificationMethod; count: number; perMinute: number; workers: number; isPaced?: boolean }

/** More than one worker can send: the speed is that of the worker. */
const asFastAsPossible = 60_000
/** The limit of GOV.UK Notify for each key (https://docs.notifications.service.gov.uk/rest-api.html#rate-limits). */
const govukNotifyLimit = 3_000

const casesOf = ({ isQuick, messagesPerMinute = asFastAsPossible }: Run): Case[] => {
  const count = isQuick ? 2_000 : 100_000
  return [
    { method: 'sms', count, perMinute: messagesPerMinute, workers: 1 },
    { method: 'nhs_app', count, perMinute: messagesPerMinute, workers: 1 },
    // Two workers share the limit, which is felt after a minute, but messages leave evenly from the first on.
    { method: 'sms', count: isQuick ? 300 : 2 * govukNotifyLimit, perMinute: govukNotifyLimit, workers: 2, isPaced: true },
  ]
}

/** How long nothing may arrive at the provider before the measurement gives up, in milliseconds. */
const patienceMs = 180_000

/**
 * Queued messages of open form requests, handed to a stand-in for the provider that takes only so many in a minute. Beside it a bare program
 * that makes the same calls and records the answers.
 */
export const benchMessages: Bench = async (run) => {
  const { cluster, size, say } = run
  await cluster.fill(size)
  const filled = await cluster.copy(size)
  // A database that was filled by an earlier version (`--on`) is migrated before messages are queued.
  await migrate(filled.url, makeQueues)
  const rows: Measurement[] = []
  try {
    for (const one of casesOf(run)) {
      const what = `${one.count.toLocaleString('en-GB')} ${one.method === 'sms' ? 'SMS by GOV.UK Notify' : 'NHS App messages by NHS Notify'}, ${one.perMinute.toLocaleString('en-GB')} a minute`
      const provider = await (one.method === 'sms' ? openGovukNotifyProvider : openNhsNotifyProvider)(one.perMinute)
      try {
        say(`${what}: queueing`)
        const requestIds = await queueMessages(filled, one.method, one.count, provider.settings)
        say(`${what}: sending`)
        const ours = await send(filled, one, provider)
        const bare = one.isPaced ? undefined : await sendBare(filled, one, provider, requestIds)
        say(`${what}: ${short(ours.perSecond)} a second`)
        rows.push(line(what, one, ours, bare))
      } finally {
        await provider.close()
      }
    }
  } finally {
    await filled.drop()
  }
  return [
    {
      title: 'Messages',
      about:
        'Queued messages handed to a stand-in for the provider that takes so many in a minute and answers 429 beyond that. Milliseconds of processor time, statements and WAL are for each message; those of the worker after “ratio” are beside a program that reads each message, makes the same calls with the official client and records the answers. Limits: worker 3 ×, or 15 × for batches, which need almost nothing for each message in the program; 400 MB for each worker; no message twice and none lost. Several workers keep to the limit of the provider together and reach 80% of it.',
      rows,
    },
  ]
}

type Sent = {
  perSecond: number
  workerMs: number
  databaseMs: number
  statements: number
  walKb: number
  workerMb: number
  tooMany: number
  twice: number
  lost: number
}

/** Starts the workers and waits until every message has left and is recorded, and no job is left. What was sent while they started does not count. */
async function send({ url, organisation }: Filled, { method, count, workers }: Case, provider: Provider): Promise<Sent> {
  const statements = watchStatements()
  const server = await startServer(url, {
    apis: 0,
    workers,
    environment: {
      ...provider.settings,
      PUBLIC_URL: 'http://localhost:3000',
      LOG_LEVEL: 'error',
      ...statements.environment,
    },
  })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const databaseCpu = await openDatabaseCpu(client)
  try {
    const look = async () => ({
      at: performance.now(),
      sent: provider.arrived(),
      worker: cpuOf(server.pids),
      database: databaseCpu(),
      statements: statements.count(),
      wal: await walOf(client),
    })
    const [memory, first] = [server.watchMemory(), await look()]
    const isDone = async () => {
      if (provider.arrived() < count || new Set(provider.references()).size < count) return false
      // A job of a message that left in a batch still has to find that out.
      const { rows } = await client.query<{ waits: boolean }>(
        `select exists (select from notifications where organisation_id = $1 and method = $2 and status = 'queued')
           or exists (select from pgboss.job where name in ('send-notification', 'send-together', 'send-batch') and state in ('created', 'retry', 'active')) as waits`,
        [organisation.id, method],
      )
      return !rows[0]!.waits
    }
    for (let [known, since] = [0, Date.now()]; !(await isDone()) && Date.now() - since < patienceMs; await sleep(100))
      if (provider.arrived() > known) [known, since] = [provider.arrived(), Date.now()]
    const last = await look()
    const own = last.sent - first.sent
    const distinct = new Set(provider.references()).size
    return {
      perSecond: (own * 1_000) / (last.at - first.at),
      workerMs: (last.worker - first.worker) / own,
      databaseMs: (last.database - first.database) / own,
      statements: (last.statements - first.statements) / own,
      walKb: (last.wal - first.wal) / own / 1_024,
      workerMb: Math.max(...memory.end().each),
      tooMany: provider.tooMany(),
      twice: last.sent - distinct,
      lost: count - distinct,
    }
  } finally {
    await server.stop()
    await client.end()
    statements.close()
  }
}

const runFile = promisify(execFile)

/** The bare program, with the same messages as if they had not left. */
async function sendBare({ url, organisation }: Filled, { method }: Case, provider: Provider, requestIds: string[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      "update notifications set status = 'queued', sent_at = null, provider_id = null, batch_id = null where organisation_id = $1 and request_id = any($2)",
      [organisation.id, requestIds],
    )
    await client.query('update form_requests set notified_at = null where organisation_id = $1 and id = any($2)', [
      organisation.id,
      requestIds,
    ])
    await client.query('vacuum analyze form_requests, notifications')
    await client.query('checkpoint')
    const databaseCpu = await openDatabaseCpu(client)
    const before = databaseCpu()
    await provider.beginAgain()
    const task: BaselineTask = { ...provider.bare, databaseUrl: url, organisationId: organisation.id, method }
    const { stdout } = await runFile(process.execPath, [join(import.meta.dirname, 'baseline.ts'), JSON.stringify(task)], {
      env: { ...withBoundedHeap(process.env), NODE_ENV: 'production' },
    })
    const { messages, seconds, cpuMs } = JSON.parse(stdout) as BaselineResult
    return { perSecond: messages / seconds, programMs: cpuMs / messages, databaseMs: (databaseCpu() - before) / messages }
  } finally {
    await client.end()
  }
}

function line(
  what: string,
  { method, perMinute, isPaced }: Case,
  ours: Sent,
  bare: Awaited<ReturnType<typeof sendBare>> | undefined,
): Measurement {
  const most = method === 'sms' ? 3 : 15
  const isTooDear = bare !== undefined && ours.workerMs > most * bare.programMs
  // At the provider's limit its queue must drain at nearly that speed.
  const isTooSlow = isPaced === true && ours.perSecond < (0.8 * perMinute) / 60
  return {
    what,
    values: {
      'a second': ours.perSecond,
      'worker ms': ours.workerMs,
      'bare ms': bare?.programMs ?? '–',
      ratio: bare ? times(ours.workerMs / bare.programMs) : '–',
      'PostgreSQL ms': ours.databaseMs,
      'bare PostgreSQL ms': bare?.databaseMs ?? '–',
      statements: ours.statements,
      'WAL kB': ours.walKb,
      'worker MB': ours.workerMb,
      '429s': ours.tooMany,
      twice: ours.twice,
      lost: ours.lost,
      limit: isPaced ? '80% of the provider’s limit' : `${most} ×, 400 MB`,
    },
    isPastLimit: isTooDear || isTooSlow || ours.workerMb > 400 || ours.twice > 0 || ours.lost > 0,
  }
}
