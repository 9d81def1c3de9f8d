import { join } from 'node:path'

import { startEmbeddedPostgres } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { readConfig } from '#server/config.ts'
import { openFloor } from '#server/open-floor.ts'
import type { Floor } from '#server/platform/floor.ts'
import { makeQueues } from '#server/workers.ts'

const root = join(import.meta.dirname, '../..')

/** What an operator's command stands on: the same environment and database as the server's, which may run meanwhile or have never run. */
export async function withFloor<T>(work: (floor: Floor) => Promise<T>, { migrates = false } = {}): Promise<T> {
  const config = readConfig({ ...process.env, LOG_LEVEL: 'silent' })
  const database = config.DATABASE_URL
    ? undefined
    : await startEmbeddedPostgres({ dataDir: join(config.DATA_DIR ?? join(root, '.formward'), 'postgres') })
  try {
    const url = config.DATABASE_URL ?? database!.url()
    if (migrates) await migrate(url, makeQueues)
    const floor = await openFloor(config, url)
    try {
      return await work(floor)
    } finally {
      await floor.close()
    }
  } finally {
    await database?.stop()
  }
}
