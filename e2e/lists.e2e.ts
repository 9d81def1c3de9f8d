import { expect, test, violationsOn, type DemoName } from './staff.ts'

const lists: [DemoName, string][] = [
  ['admin', '/requests'],
  ['admin', '/patients'],
  ['admin', '/forms'],
  ['admin', '/users'],
  ['admin', '/notifications'],
  ['admin', '/outbox'],
  ['admin', '/audit'],
  ['sysadmin', '/admin'],
]

test.describe('A page after the end of a list', () => {
  for (const [as, path] of lists)
    test(`${path} says that there is no such page, and links to the last one (NAV-7, UI-3)`, async ({ openAs }) => {
      const page = await openAs(as, `${path}?page=9999`)
      const main = page.getByRole('main')
      await expect(main.getByText('There is no page 9,999')).toBeVisible()
      await expect(main.getByText(/ yet$| match/)).toHaveCount(0)
      expect(await violationsOn(page)).toEqual([])
      const toLast = main.getByRole('button', { name: /^Go to page [\d,]+$/ })
      const last = /[\d,]+$/.exec(await toLast.innerText())![0]
      await toLast.click()
      await expect(main.getByRole('button', { name: `Page ${last}`, exact: true })).toHaveAttribute('aria-current', 'page')
      await expect(main.getByText('There is no page')).toHaveCount(0)
      await expect(main.locator('tbody tr:not(.data-table__message, .data-table__skeleton), .outbox > li').first()).toBeVisible()
    })

  test('an empty list says what it is for (UI-3)', async ({ openAs }) => {
    const page = await openAs('admin', '/patients?page=9&filters[search]=nobody-is-called-so')
    await expect(page.getByRole('main').getByText('No patient matches')).toBeVisible()
  })
})

test.describe('Tabs in forced colours', () => {
  test('the selected tab has a different border (UI-2)', async ({ openAs }) => {
    const page = await openAs('admin', '/requests')
    await page.emulateMedia({ forcedColors: 'active' })
    const tabs = page.getByRole('main').locator('.tab-nav a')
    await tabs.first().waitFor()
    const lineOf = (selector: string) =>
      page.evaluate<string[]>(`[...document.querySelectorAll('${selector}')].map((tab) => getComputedStyle(tab).borderBottomColor)`)
    const [chosen] = await lineOf('.tab-nav a[aria-current]')
    const others = new Set(await lineOf('.tab-nav a:not([aria-current])'))
    expect(others.size).toBe(1)
    expect(others).not.toContain(chosen)
  })
})

test.describe('A list that cannot be loaded again', () => {
  test('keeps its rows and the dialog opened from a row, with what was typed, and says so (UI-3, ERR-3)', async ({
    openAs,
    expectedErrors,
  }) => {
    expectedErrors.push('status of 409', 'status of 500')
    const page = await openAs('user', '/profile')
    // Without the stream of changes the list is loaded again only by the user.
    await page.route(/\/request\/live/, () => {})
    await page.goto('/requests?limit=10&filters[notReached]=true&filters[status]=unopened')
    await page
      .getByRole('button', { name: /^Correct and send: / })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: /^Email/ }).fill('new.address@example.com')
    await dialog.getByRole('radio', { name: 'Email', exact: true }).check()
    await dialog.getByRole('radio', { name: /^No one contacted us/ }).check()
    const failing = /\/api\/.*\/request\?/
    await page.route(failing, (route) => route.fulfill({ status: 500, json: {} }))
    await page.route(/\/api\//, (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 409, json: {} }),
    )
    await dialog.getByRole('button', { name: 'Save and send again' }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expect(page.getByText('The list could not be refreshed')).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: /^Email/ })).toHaveValue('new.address@example.com')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('button', { name: /^Correct and send: / }).first()).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await page.unroute(failing)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('The list could not be refreshed')).toHaveCount(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})
