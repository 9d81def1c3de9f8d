import { setTimeout as sleep } from 'node:timers/promises'

import { DatabaseClient, readOnlyCode, requireWritable } from './database-client.sql.ts'
import { isDatabaseUnavailable } from './database-problem.ts'

type Waiting = { say: (line: string) => void; patience?: number }

/**
 * Retries the start of the process until the database is available and can be written to. The database may still be starting, may be a standby
 * that is about to be promoted, or may stop in the middle, so `work` can run several times. Any other error is thrown at once. After too long,
 * throws an error for the operator. `patience`: in milliseconds.
 */
export async function waitForDatabase<T>(url: string, work: () => Promise<T>, { say, patience = 60_000 }: Waiting): Promise<T> {
  const end = Date.now() + patience
  let said: string | undefined
  for (;;) {
    try {
      await tryConnection(url)
      return await work()
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      const isStandby = (error as { code?: string }).code === readOnlyCode
      const [waiting, ended] = isStandby
        ? ['Waiting for the database: it can only be read, as a standby', 'the database can only be read. Give the address of the primary']
        : ['Waiting for the database', 'the database is not responding']
      if (Date.now() > end) throw new Error(`DATABASE_URL: ${ended}`, { cause: error })
      if (said !== waiting) say(waiting)
      said = waiting
      await sleep(250)
    }
  }
}

async function tryConnection(url: string) {
  const client = new DatabaseClient({ connectionString: url, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
    await requireWritable(client)
  } finally {
    await client.end().catch(() => {})
  }
}
