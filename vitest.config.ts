import { defineConfig } from 'vitest/config'

import { compileCache } from './test/compile-cache.ts'

export default defineConfig({
  test: {
    globalSetup: 'test/database.ts',
    setupFiles: 'test/each-file.ts',
    // Loading the server anew for each file took a third of the whole run.
    isolate: false,
    include: ['**/*.test.ts'],
    exclude: ['node_modules', 'dist', 'e2e'],
    testTimeout: 40_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Also for the threads and processes that tests start.
    env: { NODE_COMPILE_CACHE: compileCache },
  },
})
