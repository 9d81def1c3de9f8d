import { createHash } from 'node:crypto'

import pg from 'pg'

import { collectLatencies } from '../harness/latencies.ts'
import type { Statement } from './question.ts'
import { isTimeUp, type Timed } from './timed.ts'

/** Direct connections to the database as the owner, without row-level security. */
export async function openBare(url: string, most: number) {
  const clients = await Promise.all(
    Array.from({ length: most }, async () => {
      const client = new pg.Client({ connectionString: url, pipeline: true, application_name: 'formward bench' })
      await client.connect()
      return client
    }),
  )
  const watch = new pg.Client({ connectionString: url })
  await watch.connect()
  const cancelAll = () =>
    watch.query(`select pg_cancel_backend(pid) from pg_stat_activity where application_name = 'formward bench' and state = 'active'`)
  return {
    /** Asks the statements together, prepared once on each connection, over so many connections for so long; at least once. */
    time: async (statements: Statement[], connections: number, milliseconds: number): Promise<Timed> => {
      const named = statements.map((one) => ({ ...one, name: createHash('sha256').update(one.text).digest('base64url') }))
      const latencies = collectLatencies()
      const began = performance.now()
      const isOver = () => isTimeUp(latencies.count(), connections, performance.now() - began, milliseconds)
      const work = clients.slice(0, connections).map(async (client) => {
        while (!isOver()) {
          const asked = performance.now()
          if (!(await answered(client, named))) return
          latencies.add(performance.now() - asked)
        }
      })
      const ending = setInterval(() => isOver() && void cancelAll(), 50)
      await Promise.all(work)
      clearInterval(ending)
      const seconds = (performance.now() - began) / 1_000
      return {
        p50: latencies.at(50),
        p99: latencies.at(99),
        perSecond: latencies.count() / seconds,
        answers: latencies.count(),
        failures: 0,
      }
    },
    /** Waits until the server has released the query, too. */
    settle: async () => {
      for (let waited = 0; waited < 100; waited++) {
        const { rowCount } =
          await watch.query(`select from pg_stat_activity where datname = current_database() and state = 'active' and pid <> pg_backend_pid()
          and application_name <> 'formward bench' and query not like '%pgboss%'`)
        if (rowCount === 0) return
        await new Promise((done) => setTimeout(done, 30))
      }
    },
    query: async (text: string, values: unknown[]) => (await watch.query(text, values)).rows as Record<string, unknown>[],
    close: async () => {
      await Promise.all([...clients, watch].map((client) => client.end()))
    },
  }
}
export type BareConnections = Awaited<ReturnType<typeof openBare>>

async function answered(client: pg.Client, named: (Statement & { name: string })[]) {
  const results = await Promise.allSettled(named.map((one) => client.query(one)))
  const failed = results.find((one) => one.status === 'rejected')
  if (!failed) return true
  if ((failed.reason as pg.DatabaseError).code === '57014') return false // cancelled: time is up
  throw failed.reason
}
