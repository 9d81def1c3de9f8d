import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import pg from 'pg'

import { migrate } from '#database/migrate.ts'
import { makeQueues } from '#server/workers.ts'
import { production } from '#test/production.ts'

import { pollContinuously } from '../exporting/poll-continuously.ts'
import type { Bench } from '../harness/bench.ts'
import { openCaller } from '../harness/caller.ts'
import { costsOfRow, openCosts, type Costs } from '../harness/costs.ts'
import { watchMemory } from '../harness/memory.ts'
import { times, type Measurement } from '../harness/results.ts'
import { startServer } from '../harness/server.ts'
import { watchStatements } from '../harness/statements.ts'
import { copyBare, parseBare } from './baseline.ts'
import { openImporter } from './importer.ts'
import { spreadsheet } from './spreadsheet.ts'

/** Milliseconds from one of the other calls to the next. */
const pace = 250

const seconds = (since: number) => (performance.now() - since) / 1_000

/**
 * The whole way of an import into an organisation that has its rows already: sent, judged, completed by the worker. Beside it the least that could be done:
 * the spreadsheet unpacked and scanned, and the very rows that the worker wrote brought by COPY into the same tables of another copy of the database.
 */
export const benchImport: Bench = async ({ cluster, size, isQuick, say }) => {
  await cluster.fill(size)
  const [ours, bare] = [await cluster.copy(size), await cluster.copy(size)]
  await migrate(bare.url, makeQueues)
  const server = await startServer(ours.url)
  const statements = watchStatements()
  const worker = await startWorker(ours.url, statements.environment)
  const costs = await openCosts({ url: ours.url, pids: [worker.pid!], statements }) // it is running
  try {
    const caller = await openCaller(server)
    const importer = openImporter(server, caller)
    const idle = pollContinuously(server, caller, pace)
    await new Promise((resolve) => setTimeout(resolve, isQuick ? 3_000 : 15_000))
    const before = await idle.end()
    const watch = watching([server.pids[0]!, worker.pid!], costs, () => pollContinuously(server, caller, pace)) // both are running
    const [rows, calls]: [Measurement[], Measurement[]] = [[], [callLine('nothing else', before, before.at(99))]]
    let first = 400_000
    for (const count of isQuick ? [10_000] : [10_000, 100_000]) {
      const file = await spreadsheet(count, first, ours.organisation.forms[0]!.id)
      first += count
      const what = `${count.toLocaleString('en-GB')} rows`
      const began = performance.now()
      parseBare(file)
      const parsed = seconds(began)
      const check = await watch(() => importer.check(file))
      const complete = await watch(() => importer.complete(check.made))
      await settled(ours.url)
      const copied = await copyBare(ours.url, bare.url, check.made.id)
      say(`${what}: checked in ${check.seconds.toFixed(1)} s, completed in ${complete.seconds.toFixed(1)} s`)
      rows.push(line(`${what}: check`, check, parsed + copied.check, count), line(`${what}: completion`, complete, copied.complete, count))
      calls.push(callLine(`check of ${what}`, check.latencies, before.at(99)))
      calls.push(callLine(`completion of ${what}`, complete.latencies, before.at(99)))
    }
    return [
      {
        title: 'Import',
        about:
          'Seconds from the upload to the last checked row, and from completing to the last form request, beside unzip and scan plus COPY of the same rows into the same tables with their indexes (without triggers, so without the audit chain). Beside them, for each row, milliseconds of processor time of the worker and of PostgreSQL, statements of the worker, and WAL; PostgreSQL and WAL include the other calls meanwhile. Limits: 3 ×, 400 MB at most for each process, whatever the number of rows (PERF-2).',
        rows,
      },
      {
        title: 'Other calls while an import runs',
        about: 'Milliseconds of page 1 of the worklist, requested four times a second, from the moment each request was due.',
        rows: calls,
      },
    ]
  } finally {
    worker.kill('SIGTERM')
    await once(worker, 'exit')
    await server.stop()
    await costs.close()
    statements.close()
    await ours.drop()
    await bare.drop()
  }
}

type Asked = Awaited<ReturnType<ReturnType<typeof pollContinuously>['end']>>
type Watched = { seconds: number; api: number; worker: number; latencies: Asked; used: Costs }

const watching =
  (pids: number[], costs: Awaited<ReturnType<typeof openCosts>>, ask: () => ReturnType<typeof pollContinuously>) =>
  async <T>(work: () => Promise<T>): Promise<Watched & { made: T }> => {
    const counted = await costs.begin()
    const [memory, meanwhile, began] = [watchMemory(pids), ask(), performance.now()]
    const made = await work()
    const took = seconds(began)
    const used = await counted.end()
    const [api = 0, worker = 0] = memory.end().each
    return { made, used, seconds: took, api, worker, latencies: await meanwhile.end() }
  }

const line = (what: string, { seconds: took, api, worker, used }: Watched, floor: number, rows: number): Measurement => ({
  what,
  values: {
    seconds: took,
    'bare seconds': floor,
    ratio: times(took / floor),
    limit: '3 ×, 400 MB each',
    'rows a second': rows / took,
    ...costsOfRow(used, rows),
    'worker MB': worker,
    'API MB': api,
  },
  isPastLimit: took > 3 * floor || worker > 400 || api > 400,
})

const callLine = (meanwhile: string, latencies: Asked, idle: number): Measurement => ({
  what: `meanwhile: ${meanwhile}`,
  values: { calls: latencies.count(), p50: latencies.at(50), p99: latencies.at(99), ratio: times(latencies.at(99) / idle) },
})

async function startWorker(url: string, counting: { NODE_OPTIONS: string }) {
  const environment = {
    ...process.env,
    ...counting, // with the bound of the heap
    ...production,
    DATABASE_URL: url,
    DEMO: 'false',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'worker.ts')], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

/** Runs deferred database work first, so that it does not count against the next measurement. */
async function settled(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('checkpoint')
  await client.end()
}
