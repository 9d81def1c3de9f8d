import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import {
  expect,
  test as base,
  type BrowserContext,
  type ConsoleMessage,
  type Locator,
  type Page,
  type TestInfo,
  type WebError,
} from '@playwright/test'
import type { AxeResults } from 'axe-core'

import { demoPassword } from '#domain/demo-accounts.ts'

import { startOwnServer, type OwnServer } from './server.ts'

/** Leaves a test three minutes before its sign-in counts as a proof no longer. */
const freshFor = 120_000

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Without a path the page is still empty. */
export type OpenAs = (name: DemoName, path?: string) => Promise<Page>

/** With `isFresh` their sign-in counts as a fresh proof for as long as a test takes. */
type LookAs = (name: DemoName, options?: { isFresh?: boolean }) => Promise<Page>

/**
 * Pages on which an unexpected console.error or an uncaught error fails the test. What a test provokes is expected by a piece of what the
 * browser says, such as `status of 401` or `net::ERR_FAILED`.
 */
export const test = base.extend<
  { expectedErrors: string[]; openAs: OpenAs; lookAs: LookAs },
  { server: OwnServer; signedIn: Map<DemoName, BrowserContext>; signedInAt: Map<DemoName, number>; kept: Map<DemoName, Page> }
>({
  expectedErrors: [[], { option: true }],
  server: [
    async ({ browser: _ }, use) => {
      const server = await startOwnServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ server }, use) => {
    await use(server.address)
  },
  context: async ({ context, expectedErrors }, use) => {
    const judge = watchErrors(context, expectedErrors)
    await use(context)
    judge()
  },
  signedIn: [
    // Its pages are closed before the server stops.
    async ({ browser: _, server: __ }, use) => {
      const kept = new Map<DemoName, BrowserContext>()
      await use(kept)
      for (const context of kept.values()) await context.close()
    },
    { scope: 'worker' },
  ],
  signedInAt: [
    async ({ browser: _ }, use) => {
      await use(new Map())
    },
    { scope: 'worker' },
  ],
  kept: [
    async ({ browser: _ }, use) => {
      await use(new Map())
    },
    { scope: 'worker' },
  ],
  /**
   * A page that stays open between tests and navigates inside the app: for tests that leave nothing on it. A test that closes it gets a new
   * one the next time.
   */
  lookAs: async ({ browser, signedIn, signedInAt, kept, expectedErrors }, use, testInfo) => {
    const judges: (() => void)[] = []
    let looking: DemoName | undefined
    await use(async (name, { isFresh = false } = {}) => {
      looking = name
      if (isFresh && Date.now() - (signedInAt.get(name) ?? 0) > freshFor) {
        await kept.get(name)?.close()
        signedIn.delete(name)
      }
      if (!signedIn.has(name)) signedInAt.set(name, Date.now())
      const context = signedIn.get(name) ?? (await browser.newContext())
      judges.push(watchErrors(context, expectedErrors))
      const page = kept.get(name)?.isClosed() === false ? kept.get(name)! : await context.newPage()
      if (!signedIn.has(name)) await signIn(page, name, '/profile')
      signedIn.set(name, context)
      kept.set(name, page)
      return page
    })
    if (looking && testInfo.status !== testInfo.expectedStatus) {
      await attachWords(testInfo, kept.get(looking))
      await kept.get(looking)?.close()
    }
    for (const judge of judges) judge()
  },
  /**
   * A page of somebody who signed in for several tests of a worker, and leaves the session as it is. A sign-in counts as a fresh proof for
   * five minutes, so an older one is followed by another.
   */
  openAs: async ({ browser, signedIn, signedInAt, expectedErrors }, use, testInfo) => {
    const opened: { page: Page; judge: () => void }[] = []
    await use(async (name, path) => {
      if (Date.now() - (signedInAt.get(name) ?? 0) > freshFor && opened.length === 0) signedIn.delete(name)
      if (!signedIn.has(name)) signedInAt.set(name, Date.now())
      const context = signedIn.get(name) ?? (await browser.newContext())
      const page = await context.newPage()
      opened.push({ page, judge: watchErrors(context, expectedErrors) })
      if (!signedIn.has(name)) await signIn(page, name, path ?? '/profile')
      else if (path !== undefined) await page.goto(path)
      signedIn.set(name, context)
      if (path !== undefined) await mainLayout(page).waitFor()
      if (path?.endsWith('/create')) await startEmpty(page)
      return page
    })
    for (const { page } of opened) {
      if (testInfo.status !== testInfo.expectedStatus) await attachWords(testInfo, page)
      await renewed(page)
      await page.close()
    }
    for (const { judge } of opened) judge()
  },
})

/** What the page said when the test failed: its heading, dialogs and messages. The report prints the first 300 characters of each attachment. */
async function attachWords(testInfo: TestInfo, page: Page | undefined) {
  if (!page || page.isClosed()) return
  const said = await page.locator('h1, [role=dialog], [role=alertdialog], [role=alert], .toast').allInnerTexts()
  const words = said.map((one) => one.replace(/\s+/g, ' ').trim()).join(' | ')
  await testInfo.attach(new URL(page.url()).pathname, { body: words, contentType: 'text/plain' })
}

/** A page that is closed while it renews its token loses the new one, and the next page would be signed out. */
const renewed = (page: Page) =>
  page
    .evaluate(`Promise.race([navigator.locks.request('formward.renew', () => {}), new Promise((late) => setTimeout(late, 5_000))])`)
    .catch(() => {}) // it is closed already, or not the app

/** Returns a function that ends the watch, and fails the test if there was an error. */
function watchErrors(context: BrowserContext, expectedErrors: string[]) {
  const errors: string[] = []
  const onError = (error: WebError) => void errors.push(String(error.error()))
  const onConsole = (message: ConsoleMessage) => {
    const isExpected = expectedErrors.some((words) => message.text().includes(words))
    if (message.type() === 'error' && !isExpected) errors.push(`${message.text()} (${message.location().url}, on ${message.page()?.url()})`)
  }
  context.on('weberror', onError).on('console', onConsole)
  return () => {
    context.off('weberror', onError).off('console', onConsole)
    expect(errors, 'errors in the browser console').toEqual([])
  }
}

export { expect }

export type DemoName = 'sysadmin' | 'orgadmin' | 'admin' | 'user' | 'bookings' | 'clinician' | 'second'
/** An account of the demonstration, or the email address of another one with the same password. */
export type Account = DemoName | `${string}@${string}`
export const emailOf = (name: Account) =>
  name.includes('@') ? name : name === 'second' ? 'user@second.formward.example' : `${name}@demo.formward.example`

/** Fills in the provider's page, which must be open, and presses its button. */
export async function enterPassword(page: Page, name: Account, password = demoPassword) {
  await page.getByLabel('Email address').fill(emailOf(name))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs in through the real provider, as the staff app does. */
export async function signIn(page: Page, name: Account, path = '/') {
  await page.goto(path)
  await enterPassword(page, name)
  await mainLayout(page).waitFor()
}

/** An open form without the unsaved entries of another test with the same account. */
export async function startEmpty(page: Page) {
  await page.locator('main form [type=submit]').waitFor()
  const discard = page.getByRole('button', { name: 'Discard draft' })
  if (await discard.isVisible()) await discard.click()
  await expect(discard).toHaveCount(0)
}

/** From now on the stored access token is as good as over. */
export const endToken = (page: Page, inSeconds = 1) =>
  page.evaluate(`{
    const key = Object.keys(localStorage).find((key) => key.startsWith('formward.user:'))
    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), expires_at: Math.floor(Date.now() / 1000) + ${inSeconds} }))
  }`)

/** A navigation inside the app, as a link does it: every arrival sets the document title. */
export const go = (page: Page, address: string) => page.evaluate(`(document.title = '', history.pushState({}, '', '${address}'))`)

/** What only the main layout has at its end; the navigation is empty for some roles. */
export const mainLayout = (page: Page) => page.getByRole('contentinfo').getByText('Version')

/** False while a list of react-aria is open: it hides the rest of the page, and shows it again before anything there can have the focus. */
const rulesOfWholePages = ['aria-hidden-focus', 'page-has-heading-one', 'region']

/** Axe skips fixed elements such as overlays, and takes a target that is half covered for one that can be pressed. */
const rulesOfUncovered = ['target-size']

/**
 * Runs axe in the page. It works in several tasks and remembers the background of an element longer than its text colour, so a page that
 * changes meanwhile has colours that nobody saw: what is found while something changed is measured again.
 */
const axeOnSettledPage = `async (options) => {
  for (let run = 1; ; run++) {
    let hasChanged = false
    const note = () => { hasChanged = true }
    const events = ['focusin', 'focusout', 'scroll', 'resize', 'transitionrun', 'animationstart']
    const observer = new MutationObserver(note)
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    for (const event of events) addEventListener(event, note, { capture: true })
    const { violations } = await axe.run(options)
    observer.disconnect()
    for (const event of events) removeEventListener(event, note, { capture: true })
    if (violations.length === 0 || !hasChanged || run === 5) return violations
  }
}`

/** What axe finds against WCAG 2.2 AA and good practice, in words. */
export async function violationsOn(page: Page, { isSomethingOpen = false, isCovered = false } = {}) {
  // A screen that is still loading has no heading yet.
  if (!isSomethingOpen) await page.getByRole('heading', { level: 1 }).first().waitFor()
  // Colours are checked after animations: a sheet that is still fading in has less contrast.
  await page.evaluate(
    `Promise.allSettled(document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity).map((one) => one.finished))`,
  )
  // Through the debugger: the page's own policy lets no script in.
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.evaluate(axeSource)
  const options = {
    // What is in order is neither described nor sent: two thirds of the time went there.
    resultTypes: ['violations'],
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: {
      ...Object.fromEntries(rulesOfWholePages.map((rule) => [rule, { enabled: !isSomethingOpen }])),
      ...Object.fromEntries(rulesOfUncovered.map((rule) => [rule, { enabled: !isCovered }])),
    },
  }
  const violations = await page.evaluate<AxeResults['violations']>(`(${axeOnSettledPage})(${JSON.stringify(options)})`)
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, any }) => [target.join(' '), ...any.map(({ message }) => message)].join(' – ')).join(' | ')}`,
  )
}

/** Checks an open dialog: it has the focus, passes axe, closes with Escape, and returns the focus to its button. */
export async function closesByEscape(page: Page, opener: Locator) {
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await expect(dialog.locator(':focus').or(dialog.and(page.locator(':focus')))).toHaveCount(1)
  await expect(dialog.locator('.skeleton, [aria-busy=true]')).toHaveCount(0)
  expect.soft(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
}
