import { availableParallelism } from 'node:os'

import { defineConfig } from '@playwright/test'

import { findChromium } from './scripts/chromium.ts'
import { isFullStrength } from './test/strength.ts'

const executablePath = findChromium()
const args = [
  // No traffic of the browser's own while a test runs.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
  '--disable-gpu',
  // Chromium refuses its sandbox to root; the tests only ever open our own pages.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]

/** They start servers of their own and take long: part of `npm run test:long`. */
const long = '**/*.long.e2e.ts'

/** e2e/server.ts makes a fresh demonstration. Each worker starts the real server on a copy of it (e2e/staff.ts). */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/server.ts',
  outputDir: 'test-results',
  // One more than there are cores: a test often waits for the server or for a time that has to pass. Each has a browser and a server.
  workers: Math.min(availableParallelism() + 1, 8),
  fullyParallel: true,
  // A busy machine is not a failure.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  use: {
    // A press that waits for ever tells less than one that gives up.
    actionTimeout: 30_000,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // Recording slows every test down, and a failure leaves the page in words anyway: asked for by `npx playwright test --trace on`.
    trace: 'off',
    launchOptions: { args, ...(executablePath ? { executablePath } : {}) },
  },
  testIgnore: isFullStrength ? [] : [long],
  projects: [{ name: 'chromium', use: { browserName: 'chromium' } }],
})
