import type { Page } from '@playwright/test'

import { pathTo, paths, type ScreenName } from '#web/staff/paths.ts'
import { screenWords } from '#web/staff/words.ts'

import { visits } from './screen-visits.ts'
import { expect, go, mainLayout, test, violationsOn } from './staff.ts'

/** Screens outside the main layout, without a breadcrumb. */
const plain: ScreenName[] = ['unauthorised', 'logout']

/** The preview's window runs no scripts: not even those that Playwright records a trace with. */
test.use({ expectedErrors: ["Blocked script execution in 'about:blank'", 'status of 400'] })

for (const [key, { as, idFrom, addressFrom, query, also = [], open = [], prepare }] of Object.entries(visits)) {
  const name = key as ScreenName // the table's keys are the names

  test(`UI-2 NAV-6 ${name}: no barrier that axe finds, nothing sideways at 320 pixels, its title and its breadcrumb`, async ({
    lookAs,
  }) => {
    const page = await lookAs(as)
    await prepare?.(page)
    const id = idFrom && (await firstIdOn(page, idFrom))
    const address = (await addressFrom?.(page)) ?? paths[name].replace('$id', id ?? '')
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
    for (const opens of open) {
      await opens(page)
      expect.soft(await violationsOn(page, { isSomethingOpen: true }), `${name}, opened`).toEqual([])
      await page.keyboard.press('Escape')
    }
    // What was typed or prepared would be asked about, or still be there.
    if (prepare || open.length > 0) await page.close()
  })
}

async function visit(page: Page, name: ScreenName, address: string) {
  await arrive(page, name, address)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  if (plain.includes(name)) return
  await expect(page.getByLabel('Breadcrumb').getByRole('listitem').last()).toHaveText(screenWords[name].breadcrumb)
}

/** Inside the app, where it is open: loading it anew takes as long as looking at it. */
async function arrive(page: Page, name: ScreenName, address: string) {
  if (await mainLayout(page).isVisible()) await go(page, address)
  else await page.goto(address)
  await expect(page).toHaveTitle(`${screenWords[name].title} – Formward`)
  await settled(page)
}

/** Until nothing is on its way any more. */
async function settled(page: Page) {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await expect(page.locator('.skeleton, [aria-busy=true]')).toHaveCount(0)
}

/** The id in the first link of a list to something of its own. */
async function firstIdOn(page: Page, list: ScreenName) {
  await arrive(page, list, pathTo(list as 'formsList'))
  const link = page.locator(`main table a[href^="/"]`).first()
  return /\/([^/?]+)(?:\/manage)?(?:\?|$)/.exec((await link.getAttribute('href')) ?? '')![1]!
}

/** What reaches past the right edge of the page, if the page can be scrolled there. */
const sidewaysOn = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const root = document.documentElement
    if (root.scrollWidth <= root.clientWidth) return []
    return [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1).slice(0, 5).map((one) => one.className || one.tagName)
  })()`)

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
