import { defineConfig } from 'vitest/config'

import { compileCache } from './test/compile-cache.ts'
import { LongestFirst } from './test/longest-first.ts'

export default defineConfig({
  test: {
    globalSetup: 'test/database.ts',
    setupFiles: 'test/each-file.ts',
    // Loading the server anew for each file took a third of the whole run.
    isolate: false,
    include: ['**/*.test.ts'],
    exclude: ['node_modules', 'dist', 'e2e'],
    // A busy machine is not a failure.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // After ten seconds, which is the default, a run would end without stopping its database and looking through its log.
    teardownTimeout: 120_000,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Also for the threads and processes that tests start.
    env: { NODE_COMPILE_CACHE: compileCache },
  },
})
