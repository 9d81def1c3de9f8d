import { expect, type Page } from '@playwright/test'

import { screenPaths, type ScreenName } from '#domain/screen-paths.ts'
import { pathTo } from '#web/staff/paths.ts'
import { screenWords } from '#web/staff/words.ts'

import { visits } from './screen-visits.ts'
import { go, mainLayout } from './staff.ts'

/** The window sizes in which every screen is checked, in pixels; 320 is required by WCAG 2.2 (1.4.10). */
export const sizes = [
  { width: 1280, height: 720 },
  { width: 320, height: 640 },
] as const

/** Screens outside the main layout, without a breadcrumb. */
const plain: ScreenName[] = ['unauthorised', 'logout']

/** The address of a screen in the demonstration, without a query. */
export async function addressOf(page: Page, name: ScreenName) {
  const { idFrom, addressFrom } = visits[name]
  const id = idFrom && (await firstIdOn(page, idFrom))
  return (await addressFrom?.(page)) ?? screenPaths[name].replace('$id', id ?? '')
}

/** Goes to the screen, and waits until it is all there. */
export async function visit(page: Page, name: ScreenName, address: string) {
  await arrive(page, name, address)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  if (plain.includes(name)) return
  await expect(page.getByLabel('Breadcrumb').getByRole('listitem').last()).toHaveText(screenWords[name].breadcrumb)
}

/** Navigates inside the app if it is open, because loading it again takes as long as the check. */
async function arrive(page: Page, name: ScreenName, address: string) {
  if (await mainLayout(page).isVisible()) await go(page, address)
  else await page.goto(address)
  await expect(page).toHaveTitle(`${screenWords[name].title} – Formward`)
  await settled(page)
}

/** Waits until no request is in progress. */
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
export const sidewaysOn = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const root = document.documentElement
    if (root.scrollWidth <= root.clientWidth) return []
    return [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1).slice(0, 5).map((one) => one.className || one.tagName)
  })()`)
