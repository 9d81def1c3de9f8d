import type { Page } from '@playwright/test'

import { openFilter } from './list-actions.ts'
import { expect, mainLayout, test, violationsOn } from './staff.ts'

const firstRow = (page: Page) => page.getByRole('main').locator('tbody tr:not(.data-table__skeleton) a').first()

/** What the page asks the server for from now on, by path. */
function watchRequests(page: Page, isCounted = (_path: string) => true) {
  const paths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (isCounted(pathname)) paths.push(pathname)
  })
  return paths
}

const counts = '/api/forms/notices/counts'

/** The stream of changes is requested and gets no answer: what another test changes would load the list again. */
const withoutChanges = (page: Page) => page.route(/\/request\/live/, () => {})

test.describe('Opening a screen', () => {
  test('the worklist takes at most 12 requests (PERF-4)', async ({ openAs }) => {
    const page = await openAs('admin', '/profile')
    // The browser asks for the icon of the tab once, after the first page or the second. What waits for the member is asked for by every screen,
    // once a minute, for the first time three seconds after the start: whether that comes while the requests are counted, the computer decides.
    const paths = watchRequests(page, (path) => !path.startsWith('/assets/icon-') && path !== counts)
    const early = watchRequests(page, (path) => path === counts)
    await withoutChanges(page)
    const listening = page.waitForRequest(/\/request\/live/)
    await page.goto('/requests')
    await listening
    expect(early, 'The counts wait until the screen has asked for what it needs.').toEqual([])
    await firstRow(page).waitFor()
    await page.waitForTimeout(2_000) // What comes unasked comes within half a second.
    expect(paths).toContain('/api/forms/request/live')
    // Once the rows are painted, the code of the screen that they open is loaded, beginning with its own file.
    const ahead = paths.findIndex((path) => path.startsWith('/assets/request-'))
    const own = paths.filter((path, at) => at < ahead || !path.startsWith('/assets/'))
    expect(ahead, paths.join('\n')).toBeGreaterThan(paths.indexOf('/api/forms/request'))
    expect(own.length, paths.join('\n')).toBeLessThanOrEqual(12)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('the list is requested before the session and the code of the screen have loaded (PERF-4)', async ({ openAs }) => {
    const page = await openAs('admin', '/profile')
    const asked = page.waitForRequest(/\/api\/forms\/request\?/)
    for (const late of [/\/assets\/requests-/, /\/member\/me$/])
      await page.route(late, async (route) => {
        await asked
        await route.continue()
      })
    await page.goto('/requests')
    await expect(firstRow(page)).toBeVisible()
    await page.unrouteAll({ behavior: 'wait' })
  })

  test('invalid parts of the URL are replaced by defaults (NAV-7)', async ({ openAs }) => {
    const page = await openAs('admin', '/patients?page=abc&limit=7&sort=password&filters[sex]=none&filters[archived]=true')
    await expect(firstRow(page).or(page.getByText('No patient matches'))).toBeVisible()
    await expect(page.getByLabel('Show archived')).toBeChecked()
    await expect(page.getByLabel('Per page')).toHaveValue('10')
    expect(decodeURIComponent(new URL(page.url()).search)).toBe('?filters[archived]=true')
  })
})

test.describe('The numbers beside the filters of the worklist', () => {
  test.use({ expectedErrors: ['status of 500'] })

  test('nothing is claimed before they have come; when they cannot be loaded, a filter says so and tries again (REQ-1, ERR-1)', async ({
    openAs,
  }) => {
    const page = await openAs('user', '/profile')
    const numbers = /\/request\/groupings/
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
    await page.route(numbers, async (route) => {
      await asked
      await route.fulfill({ status: 500, json: {} })
    })
    await page.goto('/requests')
    await firstRow(page).waitFor()
    const main = page.getByRole('main')
    await openFilter(page, 'Assignee')
    await expect(main.getByRole('checkbox', { name: 'Me', exact: true })).toBeVisible() // without a number
    await main.locator('.filter-panel').getByRole('button', { name: 'Specialty', exact: true }).click()
    await expect(main.getByText('No options')).toHaveCount(0)
    answer()
    await expect(main.getByRole('button', { name: 'Try again' })).toBeVisible()
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await page.unroute(numbers)
    await main.getByRole('button', { name: 'Try again' }).click()
    await expect(main.getByRole('checkbox', { name: /^320 Cardiology/ })).toBeVisible()
  })
})

test.describe('Going from a list to a record', () => {
  for (const [list, record] of [
    ['/patients', /^\/api\/patients\/patient$/],
    ['/requests', /^\/api\/forms\/request\/[\da-f-]{36}$/],
  ] as const)
    test(`pointing at a row of ${list} requests nothing, and opening it requests the record once (AUD-1)`, async ({ openAs }) => {
      const page = await openAs('admin', '/profile')
      await withoutChanges(page)
      // Asked for three seconds after the app has started, and then each minute.
      const counts = page.waitForResponse('**/notices/counts')
      await page.goto(list)
      const row = firstRow(page)
      await row.waitFor()
      await counts
      await page.waitForTimeout(1_000)
      const calls = watchRequests(page, (path) => path.startsWith('/api/'))
      await row.hover()
      await row.focus()
      await page.waitForTimeout(1_000)
      expect(calls).toEqual([])
      await row.click()
      await mainLayout(page).waitFor()
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused()
      await page.waitForTimeout(1_000)
      expect(calls.filter((path) => record.test(path))).toHaveLength(1)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    })
})
