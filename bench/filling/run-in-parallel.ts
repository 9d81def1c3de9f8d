import { availableParallelism } from 'node:os'

import pg from 'pg'

/** The memory that one statement may use to sort: sorting on disk takes several times as long. */
const roomy = '-c session_replication_role=replica -c maintenance_work_mem=512MB -c max_parallel_maintenance_workers=0 -c work_mem=256MB'

/** Runs statements that do not wait for each other, as many at a time as there are cores. */
export async function runInParallel(url: string, statements: readonly string[]) {
  const waiting = [...statements]
  await Promise.all(
    Array.from({ length: availableParallelism() }, async () => {
      const client = new pg.Client({ connectionString: url, options: roomy })
      await client.connect()
      try {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await client.query(next)
      } finally {
        await client.end()
      }
    }),
  )
}
