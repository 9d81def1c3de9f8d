import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { isDatabaseUnavailable } from './database-problem.ts'

type Waiting = { say: (line: string) => void; patience?: number }

/**
 * Does the work of a start as soon as the database lets us in: it may be starting itself, or go away in the middle. Whatever else is
 * wrong is thrown at once; a database that stays away too long, with words for the operator. The work may be begun several times.
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
