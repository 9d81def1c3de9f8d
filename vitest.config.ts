import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: 'test/database.ts',
    include: ['**/*.test.ts'],
    exclude: ['node_modules', 'dist', 'e2e'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
    maxWorkers: 2,
  },
})
