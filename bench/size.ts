import type { Page, Request } from '@playwright/test'

import { openBrowser } from '#test/browser.ts'

import type { Bench } from './harness/bench.ts'
import type { Measurement } from './harness/results.ts'
import { withBrowser } from './screens/browser.ts'

/** A screen, and what is on it as soon as it can be used. `limit`: kB of JavaScript that the browser may have asked for by then. */
type Screen = { what: string; usable: string; limit: number; isSignedOut?: boolean; findPath: (page: Page) => string | Promise<string> }

const firstRow = 'main tbody tr:not(.data-table__skeleton) a'

const screens: Screen[] = [
  { what: 'sign-in', usable: '#email-address', limit: 150, isSignedOut: true, findPath: () => '/' },
  { what: 'dashboard', usable: '.stat-tile', limit: 120, findPath: () => '/dashboard' },
  { what: 'worklist', usable: firstRow, limit: 160, findPath: () => '/requests' },
  { what: 'details of a form request', usable: '.timeline', limit: 170, findPath: (page) => addressOfFirst(page, '/requests', firstRow) },
  { what: 'patients', usable: firstRow, limit: 130, findPath: () => '/patients' },
  { what: 'patient', usable: '.summary-list', limit: 150, findPath: (page) => addressOfFirst(page, '/patients', firstRow) },
  { what: 'creating a form', usable: 'main form [type=submit]', limit: 170, findPath: () => '/forms/create' },
  { what: 'form builder', usable: '.question-card', limit: 170, findPath: addressOfBuilder },
  {
    what: 'patient’s page',
    usable: 'main h1',
    limit: 30,
    isSignedOut: true,
    findPath: (page) => addressOfFirst(page, '/outbox', 'a[href*="/r/"]'),
  },
]

/**
 * What a browser with an empty cache asks for until each screen can be used, compressed with gzip. What it asks for afterwards (code that is
 * loaded before anybody needs it) stands apart.
 */
export const benchSize: Bench = () =>
  withBrowser(async (page) => {
    const rows: Measurement[] = []
    for (const screen of screens) rows.push(await weigh(page, screen))
    return [
      {
        title: 'First load',
        about:
          'kB (gzip) that a browser with an empty cache asks for until the screen can be used: its first row, figure, question or field is there. The limit is for the JavaScript (PERF-4). Requests: all, also those for data.',
        rows,
      },
    ]
  })

/** Until the network has been quiet for this long, so that code loaded in advance is seen too. */
const quietMs = 2_000

type Kind = 'script' | 'stylesheet' | 'font'
type Sent = { url: URL; kind: string; at: number }

async function weigh(page: Page, { what, usable, limit, isSignedOut, findPath }: Screen): Promise<Measurement> {
  const path = await findPath(page)
  // Its own page, so that nothing is in memory; signed out, a context of its own, without the session.
  const context = isSignedOut
    ? await page
        .context()
        .browser()!
        .newContext({ baseURL: new URL(page.url()).origin })
    : page.context()
  const opened = await context.newPage()
  const session = await context.newCDPSession(opened)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await opened.addInitScript(noteWhenUsable(usable))
  const requests: Request[] = []
  opened.on('request', (request) => void requests.push(request))
  await opened.goto(path)
  await opened.locator(usable).first().waitFor({ state: 'attached' })
  for (let seen = -1; seen < requests.length; await opened.waitForTimeout(quietMs)) seen = requests.length
  const usableAt = await opened.evaluate<number>('window.usableAt') // the network has been quiet, so the page has arrived
  const sent = requests.map((request): Sent => ({
    url: new URL(request.url()),
    kind: request.resourceType(),
    at: request.timing().startTime,
  }))
  await opened.close()
  if (isSignedOut) await context.close()

  const before = await sizeOf(sent.filter(({ at }) => at <= usableAt))
  const afterwards = await sizeOf(sent.filter(({ at }) => at > usableAt))
  const kb = (bytes: number) => (bytes / 1_000).toFixed(1)
  return {
    what,
    values: {
      'JavaScript kB': kb(before.bytes.script),
      'limit kB': limit,
      'JavaScript files': before.files.script,
      'CSS kB': kb(before.bytes.stylesheet),
      'fonts kB': kb(before.bytes.font),
      requests: sent.filter(({ at }) => at <= usableAt).length,
      'JavaScript loaded in advance kB': kb(afterwards.bytes.script),
    },
    isPastLimit: before.bytes.script > limit * 1_000,
  }
}

/**
 * Runs in the page: the moment when the first element of this kind is there and what the page itself names has arrived, in milliseconds since 1970 as
 * those of requests are.
 */
const noteWhenUsable = (selector: string) => `
  const note = () => {
    if (window.usableAt || document.readyState !== 'complete' || !document.querySelector(${JSON.stringify(selector)})) return
    window.usableAt = performance.timeOrigin + performance.now()
  }
  new MutationObserver(note).observe(document, { childList: true, subtree: true })
  addEventListener('load', note)`

const weighed = new Map<string, Promise<number>>()

/** Bytes by kind, each address once. */
async function sizeOf(sent: Sent[]) {
  const bytes: Record<Kind, number> = { script: 0, stylesheet: 0, font: 0 }
  const files = { ...bytes }
  for (const [address, { url, kind }] of new Map(sent.map((one) => [one.url.href, one]))) {
    if (!(kind in bytes)) continue
    if (!weighed.has(address)) weighed.set(address, bytesOf(url))
    bytes[kind as Kind] += await weighed.get(address)!
    files[kind as Kind]++
  }
  return { bytes, files }
}

async function bytesOf({ origin, pathname, search }: URL) {
  const answer = await openBrowser(origin).fetch(pathname + search, { headers: { 'accept-encoding': 'gzip' } })
  return (await answer.arrayBuffer()).byteLength
}

/** The address of the first link of this kind on a screen. */
async function addressOfFirst(page: Page, path: string, link: string) {
  await page.goto(path)
  const href = await page.locator(link).first().getAttribute('href')
  return new URL(href!, page.url()).pathname
}

/** The builder of the first form in the list. */
async function addressOfBuilder(page: Page) {
  const details = await addressOfFirst(page, '/forms', firstRow)
  return `${details.replace('/details/', '/')}/manage`
}
