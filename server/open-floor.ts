import { pino, type DestinationStream } from 'pino'

import type { Config } from './config.ts'
import { openDatabase } from './platform/database.ts'
import type { Floor } from './platform/floor.ts'
import { openBoss } from './platform/jobs.ts'
import { openKeys } from './platform/keys.ts'

const base = { service: 'formward' }

/** Connections, queue, keys and log of one process, and how to let go of them. */
export async function openFloor(config: Config, url: string, logTo?: DestinationStream): Promise<Floor & { close: () => Promise<void> }> {
  const log = logTo ? pino({ level: config.LOG_LEVEL, base }, logTo) : pino({ level: config.LOG_LEVEL, base })
  const db = openDatabase(url, { max: config.DATABASE_POOL })
  const keys = await openKeys(url, config.APP_SECRET)
  const boss = openBoss(url, log)
  await boss.start()
  const ending = new AbortController()
  return {
    config,
    db,
    boss,
    keys,
    log,
    ending: ending.signal,
    close: async () => {
      ending.abort()
      await boss.stop({ graceful: true, timeout: 8_000 })
      await db.teller.close()
      await db.pool.end()
    },
  }
}
