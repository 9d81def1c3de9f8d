import { availableParallelism } from 'node:os'

import { defineConfig } from 'vitest/config'

import { compileCache } from './test/compile-cache.ts'
import { LongestFirst } from './test/longest-first.ts'

/** Tests that need neither a database nor a server. */
const pure = ['domain/**/*.test.ts', 'contract/**/*.test.ts', 'web/**/*.test.{ts,tsx}', 'server/documents/**/*.test.ts']
const exclude = ['node_modules', 'dist', 'e2e']

export default defineConfig({
  test: {
    // Loading the server anew for each file took a third of the whole run.
    isolate: false,
    // A busy machine is not a failure.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // After ten seconds, which is the default, a run would end without stopping its database and looking through its log.
    teardownTimeout: 120_000,
    // One more than the cores: several files mostly wait, for delays after failed sign-ins and for servers that start.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    // Also for the threads and processes that tests start.
    env: { NODE_COMPILE_CACHE: compileCache },
    projects: [
      { extends: true, test: { name: 'pure', include: pure, exclude } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['**/*.test.ts'],
          exclude: [...exclude, ...pure],
          globalSetup: 'test/database.ts',
          setupFiles: 'test/each-file.ts',
        },
      },
    ],
  },
})
