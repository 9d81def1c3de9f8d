import pg from 'pg'

import { cpuOf, openDatabaseCpu } from './cpu.ts'
import type { watchStatements } from './statements.ts'

type Counted = { url: string; pids: readonly number[]; statements: ReturnType<typeof watchStatements> }
/** What was used between two looks: milliseconds of processor time of the processes and of PostgreSQL, statements of the processes, and bytes of WAL. */
export type Costs = { processMs: number; databaseMs: number; statements: number; walBytes: number }

/** Bytes of WAL that PostgreSQL has written since it was made. */
export async function walOf(client: pg.Client) {
  const { rows } = await client.query<{ bytes: string }>("select pg_current_wal_insert_lsn() - '0/0' as bytes")
  return Number(rows[0]!.bytes)
}

/** Measures what a piece of work costs beside its seconds: these hardly depend on neighbours. The processes were started with `statements.environment`. */
export async function openCosts({ url, pids, statements }: Counted) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const databaseCpu = await openDatabaseCpu(client)
  const look = async (count: number): Promise<Costs> => ({
    processMs: cpuOf(pids),
    databaseMs: databaseCpu(),
    statements: count,
    walBytes: await walOf(client),
  })
  return {
    begin: async () => {
      const before = await look(await statements.settled())
      return {
        end: async (): Promise<Costs> => {
          const after = await look(statements.count())
          const count = await statements.settled() // the numbers are up to a second old
          return {
            processMs: after.processMs - before.processMs,
            databaseMs: after.databaseMs - before.databaseMs,
            statements: count - before.statements,
            walBytes: after.walBytes - before.walBytes,
          }
        },
      }
    },
    close: () => client.end(),
  }
}

/** The costs of one row, as columns of a table. */
export const costsOfRow = ({ processMs, databaseMs, statements, walBytes }: Costs, rows: number) => ({
  'worker ms a row': processMs / rows,
  'PostgreSQL ms a row': databaseMs / rows,
  'statements a row': statements / rows,
  'WAL kB a row': walBytes / rows / 1_000,
})
