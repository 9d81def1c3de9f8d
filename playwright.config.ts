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

/** They change how everybody of a kind signs in, so nobody else may be signing in meanwhile. */
const afterAll = '**/second-factor.e2e.ts'

/** They start servers of their own and take long: part of `npm run test:long`. */
const long = '**/*.long.e2e.ts'

/** e2e/server.ts starts the real server on a free port with a fresh database and puts its address in FORMWARD_E2E_URL. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/server.ts',
  outputDir: 'test-results',
  // One more than there are cores: a test often waits for the server or for a time that has to pass.
  workers: availableParallelism() + 1,
  fullyParallel: true,
  // A busy machine is not a failure.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: 'list',
  use: {
    ...(process.env['FORMWARD_E2E_URL'] ? { baseURL: process.env['FORMWARD_E2E_URL'] } : {}),
    // A press that waits for ever tells less than one that gives up.
    actionTimeout: 30_000,
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // Recording slows every test down, and a failure leaves the page in words anyway: asked for by `npx playwright test --trace on`.
    trace: 'off',
    launchOptions: { args, ...(executablePath ? { executablePath } : {}) },
  },
  projects: [
    { name: 'chromium', testIgnore: isFullStrength ? afterAll : [afterAll, long], use: { browserName: 'chromium' } },
    { name: 'after all', testMatch: afterAll, dependencies: ['chromium'], use: { browserName: 'chromium' } },
  ],
})
