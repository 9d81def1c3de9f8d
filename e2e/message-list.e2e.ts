import { expect, test, violationsOn } from './staff.ts'

test.describe('The messages', () => {
  test('filters narrow the list and its totals, stay in the address, and a message leads to its form request (NOT-8)', async ({
    openAs,
  }) => {
    const page = await openAs('user', '/messages?limit=10')
    const main = page.getByRole('main')
    const totals = main.getByRole('region', { name: 'Totals' })
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Messages')
    await expect(totals.getByRole('link', { name: 'SMS' })).toBeVisible()
    await expect(totals).toContainText(/[\d,]+ messages, /)

    await main.getByRole('button', { name: 'Status' }).click()
    await main.getByRole('checkbox', { name: 'Not delivered' }).check()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/filters(\[|%5B)status/)
    const rows = main.getByRole('table', { name: 'Messages' }).locator('tbody tr')
    await expect(rows.first()).toContainText('Not delivered')
    await expect(rows.filter({ hasText: 'Kept, not sent' })).toHaveCount(0)

    const grouping = main.getByRole('combobox', { name: 'Group the totals' })
    await grouping.selectOption('By month')
    await expect(totals.getByRole('columnheader', { name: 'Month' })).toBeVisible()
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/message/totals?*by=day*', async (route) => {
      await released
      await route.continue()
    })
    await grouping.selectOption('By day')
    const headings = totals.getByRole('table').getByRole('columnheader')
    await expect(totals.locator('[aria-busy=true]').first()).toBeVisible()
    await expect(headings.first(), 'the months are still shown').toHaveText('Month')
    release()
    await expect(headings.first()).toHaveText('Day')
    await expect(totals.locator('tbody a').first()).toHaveText(/^\d\d-/)
    await page.unrouteAll()
    await grouping.selectOption('By month')
    await expect(headings.first()).toHaveText('Month')
    await totals.locator('tbody a').first().click()
    await expect(page).toHaveURL(/filters(\[|%5B)from(\]|%5D)=\d{4}-\d\d-01/)
    await expect(rows.first()).toContainText('Not delivered')
    expect(await violationsOn(page)).toEqual([])

    await page.reload()
    await expect(rows.first()).toContainText('Not delivered')
    await rows.first().getByRole('link').first().click()
    await expect(page).toHaveURL(/\/requests\/[\da-f-]{36}/)
    await expect(main.getByRole('region', { name: 'Messages' })).toContainText('Not delivered')
  })

  test('without a match it says so, and clearing the filters shows all again (NOT-8)', async ({ openAs }) => {
    const page = await openAs('user', '/messages?filters[reason]=deceased')
    await expect(page.getByText('No message matches')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.getByRole('table', { name: 'Messages' }).locator('tbody tr').first()).toBeVisible()
  })

  test('on a narrow screen each message is a card and nothing runs off the side (UI-2)', async ({ openAs }) => {
    const page = await openAs('user', '/messages?limit=10')
    await page.setViewportSize({ width: 320, height: 800 })
    await expect(page.getByRole('table', { name: 'Messages' }).locator('tbody tr').first()).toBeVisible()
    expect(await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)).toBeLessThanOrEqual(320)
    await page.setViewportSize({ width: 1280, height: 720 })
  })

  test('a figure of the dashboard opens the messages that it counts (REP-2)', async ({ openAs }) => {
    const page = await openAs('user', '/dashboard')
    const figure = page.getByRole('table', { name: 'Messages by method' }).locator('td a').first()
    const count = await figure.textContent()
    await figure.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Messages')
    await expect(page.getByRole('region', { name: 'Totals' })).toContainText(`${count} message`)
  })
})
