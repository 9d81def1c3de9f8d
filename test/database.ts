import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

import { startEmbeddedPostgres } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { makeQueues } from '#server/workers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** Vitest globalSetup: one real PostgreSQL for the run, migrated once; every test file clones it. */
export default async function setup(project: TestProject) {
  const dir = mkdtempSync(join(tmpdir(), 'formward-test-'))
  // As root the database runs under another account, which has to pass through.
  chmodSync(dir, 0o711)
  const postgres = await startEmbeddedPostgres({ dataDir: join(dir, 'postgres'), durable: false })
  await migrate(postgres.url(), makeQueues)
  project.provide('postgresUrl', postgres.url())
  return async () => {
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
