import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { expect, test as base, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

import { demoPassword } from '#domain/demo-accounts.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Pages on which an unexpected console.error or an uncaught error fails the test. What a test provokes is expected by a piece of what the
 * browser says, such as `status of 401` or `net::ERR_FAILED`.
 */
export const test = base.extend<{ expectedErrors: string[] }>({
  expectedErrors: [[], { option: true }],
  context: async ({ context, expectedErrors }, use) => {
    const errors: string[] = []
    context.on('weberror', (error) => errors.push(String(error.error())))
    context.on('console', (message) => {
      const isExpected = expectedErrors.some((words) => message.text().includes(words))
      if (message.type() === 'error' && !isExpected)
        errors.push(`${message.text()} (${message.location().url}, on ${message.page()?.url()})`)
    })
    await use(context)
    expect(errors, 'errors in the browser console').toEqual([])
  },
})

export { expect }

export type DemoName = 'sysadmin' | 'orgadmin' | 'admin' | 'user' | 'bookings' | 'clinician' | 'second'
export const emailOf = (name: DemoName) => (name === 'second' ? 'user@second.formward.example' : `${name}@demo.formward.example`)

/** Fills in the provider's page, which must be open, and presses its button. */
export async function enterPassword(page: Page, name: DemoName, password = demoPassword) {
  await page.getByLabel('Email address').fill(emailOf(name))
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs in through the real provider, from the app's own door. */
export async function signIn(page: Page, name: DemoName, path = '/') {
  await page.goto(path)
  await enterPassword(page, name)
  await mainLayout(page).waitFor()
}

/** What only the main layout has at its end; the navigation is empty for some roles. */
export const mainLayout = (page: Page) => page.getByRole('contentinfo').getByText('Version')

/** False while a list of react-aria is open: it hides the rest of the page, and shows it again before anything there can have the focus. */
const rulesOfWholePages = ['aria-hidden-focus', 'page-has-heading-one', 'region']

/** What axe finds against WCAG 2.2 AA and good practice, in words. */
export async function violationsOn(page: Page, { isSomethingOpen = false } = {}) {
  // Colours are judged when they have come to rest: a sheet that is still fading in has less contrast than it will have.
  await page.evaluate(
    `Promise.allSettled(document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity).map((one) => one.finished))`,
  )
  await page.evaluate(axeSource) // through the debugger: the page's own policy lets no script in
  const options = {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: Object.fromEntries(rulesOfWholePages.map((rule) => [rule, { enabled: !isSomethingOpen }])),
  }
  const results = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`)
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
}
