import { expect, test, violationsOn } from './staff.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test.describe('Notices', () => {
  test('the bell leads to a form request that a colleague assigned, which is new until the page was seen (REQ-6, REQ-8)', async ({
    openAs,
  }) => {
    const admin = await openAs('admin', '/requests?filters[status][0]=completed&filters[assignee][0]=none')
    const link = admin.getByRole('table').locator('tbody tr:not(.data-table__skeleton) a').first()
    const patient = (await link.textContent()) ?? ''
    await link.click()
    await admin.getByRole('heading', { name: 'Timeline' }).waitFor()
    await admin.getByRole('button', { name: 'More' }).click()
    await admin.getByRole('menuitem', { name: 'Assign to…' }).click()
    await admin.getByRole('combobox', { name: 'Assign to' }).fill('bello')
    await admin.getByRole('option', { name: /Ade Bello/ }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Assign', exact: true }).click()
    await expect(admin.getByRole('dialog')).toHaveCount(0)

    const page = await openAs('user', '/dashboard')
    await page.getByRole('link', { name: /^Notices, \d+ new$/ }).click()
    const notices = page.getByRole('table', { name: 'Notices' })
    const first = notices.getByRole('row').filter({ hasText: 'Joanna Whitfield assigned 1 form request to you' }).first()
    await expect(first).toContainText('New')
    await expect(first).toContainText(patient)
    expect(await violationsOn(page)).toEqual([])
    await page.reload()
    await expect(first).toBeVisible()
    await expect(first).not.toContainText('New')
    await first.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(patient)
  })

  test('the links of the header stay in their place when the numbers beside them arrive (REQ-8, UI-2)', async ({ openAs }) => {
    const page = await openAs('user', '/dashboard')
    for (const width of [1920, 1440, 1100]) {
      await page.setViewportSize({ width, height: 800 })
      const counted = page.waitForResponse(/\/notices\/counts/)
      await page.reload()
      await page.getByRole('link', { name: 'Notices' }).waitFor()
      const places = () =>
        page.evaluate(`[...document.querySelectorAll('header :is(a, button)')].map((one) => one.getBoundingClientRect().x).join(' ')`)
      await expect(page.locator('.app-nav__counts'), 'the numbers come after the screen').toHaveCount(0)
      const before = await places()
      await counted
      await expect(page.locator('.app-nav__counts[data-urgent]')).toBeVisible()
      expect(await places(), `${width} pixels`).toBe(before)
    }
  })
})
