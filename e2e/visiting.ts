import { expect, type Page } from '@playwright/test'

import { screenPaths, type ScreenName } from '#domain/screen-paths.ts'
import { pathTo } from '#web/staff/paths.ts'
import { screenWords } from '#web/staff/words.ts'

import { visits } from './screen-visits.ts'
import { go, mainLayout, violationsOn } from './staff.ts'

/** The window sizes in which every screen is checked, in pixels; 320 is required by WCAG 2.2 (1.4.10). */
export const sizes = [
  { width: 1280, height: 720 },
  { width: 320, height: 640 },
] as const

/** Screens outside the main layout, without a breadcrumb. */
const plain: ScreenName[] = ['unauthorised', 'logout']

/** The address of a screen in the demonstration, without a query. */
export async function addressOf(page: Page, name: ScreenName) {
  const { idFrom, named, addressFrom } = visits[name]
  const id = idFrom && (await idOn(page, idFrom, named))
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

/** The id in the link of a list to the record of that name, or in the first link to something of its own. */
async function idOn(page: Page, list: ScreenName, named?: string) {
  const address = pathTo(list as 'formsList')
  await arrive(page, list, named ? `${address}?filters[search]=${encodeURIComponent(named)}` : address)
  const link = named
    ? page.getByRole('table').getByRole('link', { name: named, exact: true })
    : page.locator('main table a[href^="/"]').first()
  return /\/([^/?]+)(?:\/manage)?(?:\?|$)/.exec((await link.getAttribute('href')) ?? '')![1]!
}

/** The screen as it is, at both widths: nothing that axe finds, nothing that scrolls sideways. Leaves the wider one. */
export async function expectFits(page: Page, name: string) {
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await violationsOn(page), `${name} at ${width}`).toEqual([])
    expect(await sidewaysOn(page), `${name} at ${width}`).toEqual([])
  }
  await page.setViewportSize({ width: 1280, height: 900 })
}

/** What reaches past the right edge of the page, if the page can be scrolled there. */
export const sidewaysOn = (page: Page) =>
  page.evaluate<string[]>(`(async () => {
    const root = document.documentElement
    // After a change of size, a wide table gets its own scroll bar some frames later.
    for (let frame = 0; frame < 30 && root.scrollWidth > root.clientWidth; frame++) await new Promise(requestAnimationFrame)
    if (root.scrollWidth <= root.clientWidth) return []
    return [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1).slice(0, 5).map((one) => one.className || one.tagName)
  })()`)

/** What a sheet half covers and can be pressed all the same: such a target is too small (WCAG 2.2, 2.5.8). */
export const pressableUnderSheet = (page: Page) =>
  page.evaluate<string[]>(`(() => {
    const sheet = document.querySelector('.disclosure__sheet')
    const over = sheet.getBoundingClientRect()
    const isPressed = (one, x, y) => one.contains(document.elementFromPoint(x, y))
    return [...document.querySelectorAll('a, button, input, select, summary')].filter((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect()
      if (sheet.contains(one) || right <= over.left || left >= over.right || bottom <= over.top || top >= over.bottom) return false
      const [xs, ys] = [[left + 1, (left + right) / 2, right - 1], [top + 1, (top + bottom) / 2, bottom - 1]]
      return xs.some((x) => ys.some((y) => isPressed(one, x, y)))
    }).map((one) => one.textContent.trim() || one.outerHTML)
  })()`)
