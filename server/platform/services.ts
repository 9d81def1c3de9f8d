import type { Logger } from 'pino'

import type { Config } from '#server/config.ts'

import type { Database } from './database.ts'
import type { Directory } from './directory.ts'
import type { Boss } from './jobs.ts'
import type { Keys } from './keys.ts'
import type { ReadStandby } from './read-standby.ts'
import type { ReadRecorder } from './record-reads.ts'

/** What a process creates once and every feature uses: configuration, connections, the job queue, keys and the log. */
export type Services = {
  config: Config
  db: Database
  /** Where reads go that may be a moment old, if the operator has named one. */
  standby?: ReadStandby | undefined
  reads: ReadRecorder
  boss: Boss
  keys: Keys
  directory: Directory
  log: Logger
  /** Aborted when this process is about to stop: it still answers, and asks for no further traffic. */
  draining: AbortSignal
  /** Aborted when this process must stop. Long work stops at its next step and another process continues. */
  ending: AbortSignal
}
