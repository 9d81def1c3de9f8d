import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

import { startEmbeddedPostgres } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { partitionTables } from '#database/partitions.ts'
import { makeQueues } from '#server/workers.ts'

import { refusePersonalData } from './logs/personal-data.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** What the servers of the whole run log. */
    logFile: string
  }
}

/** Vitest globalSetup: one real PostgreSQL for the run, migrated once; every test file clones it. */
export default async function setup(project: TestProject) {
  const dir = mkdtempSync(join(tmpdir(), 'formward-test-'))
  // As root the database runs under another account, which has to pass through.
  chmodSync(dir, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir: join(dir, 'postgres'), durable: false })
  await migrate(postgres.url(), makeQueues, { application: 'formward_app' })
  // TEST_PARTITIONS=3: all tests on a database that `npm run distribute` has divided.
  const partitions = Number(process.env['TEST_PARTITIONS'] ?? 0)
  if (partitions > 0) await partitionTables(postgres.url(), partitions, () => {})
  const logFile = join(dir, 'log')
  writeFileSync(logFile, '')
  project.provide('postgresUrl', postgres.url())
  project.provide('logFile', logFile)
  return async () => {
    await postgres.stop()
    try {
      refusePersonalData(logFile)
    } finally {
      rmSync(dir, { recursive: true, force: true })
    }
  }
}
