import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import { expect, test as base, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

import { demoPassword } from '#domain/demo-accounts.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** A page on which an unexpected console.error or an uncaught error fails the test. Refusals that a test provokes are expected by their status. */
export const test = base.extend<{ expectedStatuses: number[] }>({
  expectedStatuses: [[], { option: true }],
  page: async ({ page, expectedStatuses }, use) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(String(error)))
    page.on('console', (message) => {
      const isExpected = expectedStatuses.some((status) => message.text().includes(`status of ${status}`))
      if (message.type() === 'error' && !isExpected) errors.push(message.text())
    })
    await use(page)
    expect(errors, 'errors in the browser console').toEqual([])
  },
})

export { expect }

export type DemoName = 'sysadmin' | 'orgadmin' | 'admin' | 'user' | 'clinician' | 'second'
const emailOf = (name: DemoName) => (name === 'second' ? 'user@second.formward.example' : `${name}@demo.formward.example`)

/** Signs in through the real provider, from the app's own door. */
export async function signIn(page: Page, name: DemoName, path = '/') {
  await page.goto(path)
  await page.getByLabel('Email address').fill(emailOf(name))
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
}

/** What axe finds against WCAG 2.2 AA and good practice, in words. */
export async function violationsOn(page: Page) {
  await page.evaluate(axeSource) // through the debugger: the page's own policy lets no script in
  const results = (await page.evaluate(
    `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })`,
  )) as AxeResults
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
}
