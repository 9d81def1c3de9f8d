import type { BrowserContext, Page } from '@playwright/test'

import { enterPassword } from '../../e2e/staff.ts'
import type { Measurement, Table } from '../harness/results.ts'

/** Milliseconds, and for `requests` how many. */
const most = { signIn: 2_500, details: 150, requests: 12 }
const about =
  'Milliseconds in a real browser with a quarter of this machine’s processor and 80 ms for each answer, on the demonstration: the median, and the slowest. From pressing “Sign in” until the first row of the worklist stands, in a browser that has never opened the app; the same worklist opened again; from pressing a row until the name, the status and who the patient is stand, until the answers stand, and back. Requests: those of the page until its first row. Limits: 2,500 ms and 12 requests for the worklist, 150 ms to the details.'

const worklist = '/requests?limit=20&filters[status]=completed'
const firstRow = (page: Page) => page.locator('.data-table__link').first()

async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 80, downloadThroughput: -1, uploadThroughput: -1 })
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** An expression of the page: whether a heading with these words stands. */
const heading = (words: string) => `[...document.querySelectorAll('h1, h2')].some((one) => one.textContent === ${JSON.stringify(words)})`

/**
 * Watches in the page for the next event of that type. What it returns waits until each of the expressions has held, and tells the milliseconds
 * from the event until the frame with it was drawn. A driver that looks from outside would add its own time, four times as long on this page.
 */
async function watch<Name extends string>(page: Page, event: string, shown: Record<Name, string>) {
  const checks = Object.entries(shown).map(([name, expression]) => `${JSON.stringify(name)}: () => ${String(expression)}`)
  await page.evaluate(`
    void (window.watched = new Promise((done) => addEventListener(${JSON.stringify(event)}, ({ timeStamp }) => {
      const left = { ${checks.join(', ')} }
      const found = {}
      const look = () => {
        for (const [name, isShown] of Object.entries(left)) {
          if (!isShown()) continue
          delete left[name]
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => {
            found[name] = performance.now() - timeStamp
            if (Object.keys(found).length === ${checks.length}) done(found)
          }
          port2.postMessage(null)
        }
        if (Object.keys(left).length > 0) requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    }, { capture: true, once: true })))`)
  return () => page.evaluate<Record<Name, number>>('window.watched')
}

async function timed(act: () => Promise<unknown>) {
  const from = performance.now()
  await act()
  return performance.now() - from
}

/** Runs in the page: notes when the first row is there. */
const noteFirstRow = `
  const look = () => {
    if (document.querySelector('.data-table__link')) window.firstRowAt = performance.now()
    else requestAnimationFrame(look)
  }
  look()`

/** How many requests the page began before its first row was there, itself and those that its cache answered included. */
const requestsUntilFirstRow = (page: Page) =>
  page.evaluate<number>(`1 + performance.getEntriesByType('resource').filter(({ startTime }) => startTime < window.firstRowAt).length`)

type Found = Record<'signIn' | 'again' | 'requests' | 'details' | 'answers' | 'back' | 'next', number>

async function visitOnce(context: BrowserContext): Promise<Found> {
  const page = await context.newPage()
  await slowDown(page)
  await page.goto(worklist)
  await page.getByLabel('Email address').waitFor()
  const signIn = await timed(async () => {
    await enterPassword(page, 'user')
    await firstRow(page).waitFor()
  })
  await page.addInitScript(noteFirstRow)
  const again = await timed(async () => {
    await page.reload({ waitUntil: 'commit' })
    await firstRow(page).waitFor()
  })
  const requests = await requestsUntilFirstRow(page)
  await page.waitForTimeout(1_000)
  const name = (await firstRow(page).textContent()) ?? ''
  const openFirst = async () => {
    const until = await watch(page, 'click', { details: heading(name), answers: heading('Answers') })
    await firstRow(page).click()
    return until()
  }
  const opened = await openFirst()
  await page.waitForTimeout(1_000)
  const untilBack = await watch(page, 'popstate', { back: `document.querySelector('.data-table__link')` })
  await page.goBack()
  const { back } = await untilBack()
  await page.waitForTimeout(1_000)
  await openFirst()
  await page.waitForTimeout(1_000)
  const untilNext = await watch(page, 'keydown', { next: `!(${heading(name)}) && ${heading('Answers')}` })
  await page.keyboard.press('j')
  const { next } = await untilNext()
  await page.close()
  return { signIn, again, requests, ...opened, next, back }
}

/** What somebody on a slow computer waits for, in so many fresh browsers. */
export async function measureSlowDevice(page: Page, visits: number): Promise<Table> {
  const browser = page.context().browser()
  if (!browser) throw new Error('the page has no browser')
  const baseURL = new URL(page.url()).origin
  const found: Found[] = []
  for (let visit = 0; visit < visits; visit++) {
    const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })
    found.push(await visitOnce(context))
    await context.close()
  }
  const row = (what: string, key: keyof Found, limit: number): Measurement => {
    const all = found.map((one) => one[key]).toSorted((one, other) => one - other)
    const median = all[Math.floor(all.length / 2)] ?? Number.NaN
    return { what, values: { median, slowest: all.at(-1) ?? Number.NaN }, isPastLimit: median > limit }
  }
  return {
    title: 'A slow computer far away',
    about,
    rows: [
      row('sign-in to the first row, ms', 'signIn', most.signIn),
      row('the worklist opened again, ms', 'again', most.signIn),
      row('requests until its first row', 'requests', most.requests),
      row('from the list to the details, ms', 'details', most.details),
      row('from the list to the answers, ms', 'answers', most.details),
      row('back to the list, ms', 'back', most.details),
      row('to the next answers with j, ms', 'next', most.details),
    ],
  }
}
