import type { ScreenName } from '#domain/screen-paths.ts'

import { visits } from './screen-visits.ts'
import { addressOf, sidewaysOn, visit } from './visiting.ts'
import { expect, test, violationsOn } from './staff.ts'

/** The preview's window runs no scripts: not even those that Playwright records a trace with. */
test.use({ expectedErrors: ["Blocked script execution in 'about:blank'", 'status of 400'] })

for (const [key, { as, query, also = [], prepare }] of Object.entries(visits)) {
  const name = key as ScreenName // the table's keys are the names

  test(`UI-2 NAV-6 ${name}: no barrier that axe finds, nothing sideways at 320 pixels, its title and its breadcrumb`, async ({
    lookAs,
  }) => {
    const page = await lookAs(as)
    await prepare?.(page)
    const address = await addressOf(page, name)
    for (const state of also) {
      await visit(page, name, `${address}?${state}`)
      expect.soft(await violationsOn(page), `${name} with ${state}`).toEqual([])
      expect.soft(await sidewaysOn(page), `${name} with ${state}`).toEqual([])
    }
    await visit(page, name, query ? `${address}?${query}` : address)
    expect.soft(await violationsOn(page), name).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    expect.soft(await sidewaysOn(page), `${name} at 320 pixels`).toEqual([])
    expect.soft(await violationsOn(page), `${name} at 320 pixels`).toEqual([])
    await page.setViewportSize({ width: 1280, height: 720 })
    // What was prepared would still be there.
    if (prepare) await page.close()
  })
}

test('UI-2 the pages for signing in have no barrier, as they come and when they refuse', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/profile')
  await page.getByLabel('Email address').waitFor()
  expect(await violationsOn(page)).toEqual([])
  expect(await sidewaysOn(page)).toEqual([])
  await page.goto('/identity/sign-in/of-nobody')
  expect(await violationsOn(page)).toEqual([])
  expect(await sidewaysOn(page)).toEqual([])
})

test('UI-2 PTN-1 the first page behind a patient’s link has no barrier, from the message to the date of birth', async ({
  openAs,
  browser,
}) => {
  const page = await openAs('user', '/outbox')
  const link = await page.getByRole('list', { name: 'Messages' }).getByRole('link').first().getAttribute('href')
  const phone = await (await browser.newContext({ viewport: { width: 320, height: 640 } })).newPage()
  for (const address of [link!, new URL('/r/of-nobody', link!).href]) {
    await phone.goto(address)
    expect(await violationsOn(phone)).toEqual([])
    expect(await sidewaysOn(phone)).toEqual([])
  }
  await phone.context().close()
})
