import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { isDatabaseUnavailable } from './database-problem.ts'

type Waiting = { say: (line: string) => void; patience?: number }

/**
 * Retries the start of the process until the database is available. The database may still be starting, or may stop in the middle, so
 * `work` can run several times. Any other error is thrown at once. After too long, throws an error for the operator.
 */
export async function waitForDatabase<T>(url: string, work: () => Promise<T>, { say, patience = 60_000 }: Waiting): Promise<T> {
  const end = Date.now() + patience
  for (let hasSaid = false; ; hasSaid = true) {
    try {
      await tryConnection(url)
      return await work()
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      if (Date.now() > end) throw new Error('DATABASE_URL: the database is not responding', { cause: error })
      if (!hasSaid) say('Waiting for the database')
      await sleep(250)
    }
  }
}

async function tryConnection(url: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
  } finally {
    await client.end().catch(() => {})
  }
}
