import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { chromium, type Page } from '@playwright/test'

import { freePort } from '#test/free-port.ts'

import { startServerOn } from '../../e2e/server.ts'
import { signIn } from '../../e2e/staff.ts'
import { findChromium } from '../../scripts/chromium.ts'

/** A colleague of the demonstration in a real browser, on the real server with a fresh database. */
export async function withBrowser<T>(measure: (page: Page) => Promise<T>): Promise<T> {
  const dir = mkdtempSync(join(tmpdir(), 'formward-bench-'))
  chmodSync(dir, 0o711) // as root the database runs under another account, which has to pass through
  const { address, stop } = await startServerOn(dir, await freePort())
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    ...(executablePath && { executablePath }),
  })
  try {
    const context = await browser.newContext({ baseURL: address, viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await signIn(page, 'user', '/forms')
    return await measure(page)
  } finally {
    await browser.close()
    await stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

export type Times = { median: number; worst: number; work: number }

/** Milliseconds between two presses: as fast as the fastest people type, about 100 words a minute. */
const pace = 120

/**
 * Presses a key again and again, as a person does. `median` and `worst` (the 95th of a hundred): milliseconds from the press until what it changed is on the
 * screen. `work`: milliseconds of the page's own computing for one press, which a busy machine does not change.
 */
export async function timePresses(page: Page, times: number, press: (time: number) => Promise<void>): Promise<Times> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
  await page.evaluate(watchKeys)
  const before = await worked()
  for (let time = 0; time < times; time++) {
    await press(time)
    await page.waitForTimeout(pace)
  }
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
  const after = await worked()
  await session.detach()
  const found = (await page.evaluate<number[]>('window.painted.splice(0)')).toSorted((one, other) => one - other)
  const at = (share: number) => found[Math.min(found.length - 1, Math.floor(found.length * share))] ?? Number.NaN
  return { median: at(0.5), worst: at(0.95), work: ((after - before) * 1000) / times }
}

/** The same for a press that has to be prepared each time, such as deleting: so many presses, each after `prepare`. */
export async function timeEach(
  page: Page,
  times: number,
  prepare: (time: number) => Promise<void>,
  press: () => Promise<void>,
): Promise<Times> {
  const all: Times[] = []
  for (let time = 0; time < times; time++) {
    await prepare(time)
    all.push(await timePresses(page, 1, press))
  }
  const medians = all.map(({ median }) => median).toSorted((one, other) => one - other)
  const at = (share: number) => medians[Math.min(medians.length - 1, Math.floor(medians.length * share))] ?? Number.NaN
  return { median: at(0.5), worst: at(0.95), work: all.reduce((sum, { work }) => sum + work, 0) / times }
}

/** Runs in the page: from the moment the key went down until the frame after it has been drawn. */
const watchKeys = `
  if (!window.painted) {
    window.painted = []
    document.addEventListener('keydown', ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => window.painted.push(performance.now() - timeStamp)
        port2.postMessage(null)
      })
    }, true)
  }`
