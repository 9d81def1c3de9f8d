import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: 'test/database.ts',
    include: ['**/*.test.ts'],
    exclude: ['node_modules', 'dist', 'e2e'],
    testTimeout: 40_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})
