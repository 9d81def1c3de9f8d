import pg from 'pg'

import type { ExportJob } from '#contract/exports.ts'

import type { Bench } from '../harness/bench.ts'
import { openCaller } from '../harness/caller.ts'
import type { Filled } from '../harness/cluster.ts'
import { costsOfRow, openCosts, type Costs } from '../harness/costs.ts'
import { watchMemory } from '../harness/memory.ts'
import { times, type Measurement } from '../harness/results.ts'
import { startServer } from '../harness/server.ts'
import { watchStatements } from '../harness/statements.ts'
import { pollContinuously } from './poll-continuously.ts'
import { copyOut } from './baseline.ts'
import { openExporter } from './exporter.ts'

/**
 * The whole way of an export: asked for, written by the worker, fetched to its last byte; with personal data, which is the most that goes into one. Beside
 * it COPY of the same rows, and one and the same call asked again and again, before and meanwhile.
 */
export const benchExport: Bench = async ({ cluster, size, isQuick, say }) => {
  await cluster.fill(size)
  const filled = await cluster.copy(size)
  const statements = watchStatements()
  const server = await startServer(filled.url)
  const worker = await startServer(filled.url, { apis: 0, workers: 1, environment: statements.environment })
  const costs = await openCosts({ url: filled.url, pids: worker.pids, statements })
  try {
    const caller = await openCaller(server)
    const exporter = openExporter(server, caller)
    const idle = pollContinuously(server, caller)
    await new Promise((resolve) => setTimeout(resolve, isQuick ? 3_000 : 30_000))
    const before = await idle.end()
    const rows: Measurement[] = []
    const calls: Measurement[] = [callLine('nothing else', before, before.at(99))]
    for (const since of isQuick ? [undefined] : [await dayOfNewest(filled, size / 10), undefined]) {
      const memory = watchMemory([...server.pids, ...worker.pids])
      const counted = await costs.begin()
      const meanwhile = pollContinuously(server, caller)
      const made = await exporter.make(since)
      const asked = await meanwhile.end()
      const used = await counted.end()
      const [api = 0, workerMb = 0] = memory.end().each
      const bare = await copyOut(filled, since)
      const what = `${made.job.totalRows.toLocaleString('en-GB')} requests`
      say(`${what}: made in ${made.seconds.toFixed(1)} s, COPY in ${bare.toFixed(1)} s`)
      rows.push(line(what, { ...made, bare, api, worker: workerMb, used }))
      calls.push(callLine(`an export of ${what}`, asked, before.at(99)))
    }
    return [
      {
        title: 'Export',
        about:
          'Seconds from the request until the file is made, then until its last byte has arrived, beside COPY of the same rows of requests, patients and answers to a discarded output. Limit: 300 MB at most for each process, whatever the number of rows (PERF-3). A spreadsheet is built, packed, stored in the database and noted in the audit log, which COPY does not do: the ratio has no limit. Beside them, for each request, milliseconds of processor time of the worker and of PostgreSQL, statements of the worker, and WAL; PostgreSQL and WAL include the other calls meanwhile.',
        rows,
      },
      {
        title: 'Other calls while an export is made',
        about:
          'Milliseconds of page 1 of the worklist, requested twenty times a second, from the moment each request was due. Limit: p99 not more than doubled (PERF-3), no error.',
        rows: calls,
      },
    ]
  } finally {
    await worker.stop()
    await server.stop()
    await costs.close()
    statements.close()
    await filled.drop()
  }
}

type Made = { job: ExportJob; seconds: number; fetched: number; bytes: number; bare: number; api: number; worker: number; used: Costs }

const line = (what: string, { job, seconds, fetched, bytes, bare, api, worker, used }: Made): Measurement => ({
  what,
  values: {
    'made s': seconds,
    'fetched s': fetched,
    'COPY s': bare,
    ratio: times(seconds / bare),
    'rows a second': job.totalRows / seconds,
    ...costsOfRow(used, job.totalRows),
    MB: bytes / 1e6,
    'worker MB': worker,
    'API MB': api,
    limit: '300 MB each',
  },
  isPastLimit: worker > 300 || api > 300,
})

type Asked = Awaited<ReturnType<ReturnType<typeof pollContinuously>['end']>>

const callLine = (meanwhile: string, { count, at, failures }: Asked, idle: number): Measurement => ({
  what: `meanwhile: ${meanwhile}`,
  values: {
    calls: count(),
    p50: at(50),
    p99: at(99),
    ratio: times(at(99) / idle),
    errors: failures,
    limit: '2 ×',
  },
  isPastLimit: at(99) > 2 * idle || failures > 0,
})

/** The day since when there are so many requests, or a few more. */
async function dayOfNewest({ url, organisation }: Filled, count: number) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ day: string }>(
    `select (created_at at time zone 'Europe/London')::date::text as day from form_requests where organisation_id = $1
     order by created_at desc offset $2 limit 1`,
    [organisation.id, count],
  )
  await client.end()
  return rows[0]!.day
}
