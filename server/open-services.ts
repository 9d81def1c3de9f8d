import { pino, type DestinationStream } from 'pino'

import type { DatabaseAddresses } from '#database/roles.ts'

import type { Config } from './config.ts'
import { clientDirectory } from './integration-clients/integration-clients.ts'
import { memberDirectory } from './members/directory.ts'
import { openDatabase } from './platform/database.ts'
import { openReadStandby, reportReads } from './platform/read-standby.ts'
import { createReadRecorder } from './platform/record-reads.ts'
import type { Services } from './platform/services.ts'
import { openBoss } from './platform/jobs.ts'
import { openKeys, openSealedKeys } from './platform/keys.ts'
import { foldBySize } from './worklist/counts/fold-by-size.ts'

const base = { service: 'formward' }

/** Opens the connections, queue, keys and log of one process, with a function that closes them. */
export async function openServices(
  config: Config,
  { url, directUrl, ownerUrl, readUrl }: DatabaseAddresses,
  logTo?: DestinationStream,
): Promise<Services & { beginDraining: () => void; beginEnding: () => void; close: () => Promise<void> }> {
  const log = logTo ? pino({ level: config.LOG_LEVEL, base }, logTo) : pino({ level: config.LOG_LEVEL, base })
  const db = openDatabase(url, { max: config.DATABASE_POOL, directUrl })
  const { APP_SECRET: secret, APP_SECRET_PREVIOUS: previous } = config
  const keys = ownerUrl ? await openKeys(ownerUrl, secret, previous) : await openSealedKeys(url, secret, previous)
  const standby = readUrl === undefined ? undefined : openReadStandby(readUrl, db, { max: config.DATABASE_POOL, report: reportReads(log) })
  await standby?.refuseUnsafe()
  const draining = new AbortController()
  const ending = new AbortController()
  const queue = openBoss(db, log, ending.signal)
  await queue.boss.start()
  foldBySize({ db, boss: queue.boss, log })
  return {
    config,
    db,
    standby,
    reads: createReadRecorder(db),
    boss: queue.boss,
    keys,
    directory: { ...memberDirectory, ...clientDirectory },
    log,
    draining: draining.signal,
    ending: ending.signal,
    beginDraining: () => draining.abort(),
    beginEnding: () => ending.abort(),
    close: async () => {
      ending.abort()
      await queue.close()
      await db.changes.close()
      await standby?.close()
      await db.pool.end()
    },
  }
}
