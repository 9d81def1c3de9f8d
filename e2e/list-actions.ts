import { expect, type Page } from '@playwright/test'

/** The open dialog. Notices have the role of a dialog too, so the class is used. */
export const dialogOn = (page: Page) => page.locator('.dialog__sheet')

/** A row of a table, by a text in it. */
export const rowOf = (page: Page, table: string, text: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text })

export const menuOf = (page: Page, name: string) => page.getByRole('button', { name: `Actions for ${name}` })

/** Chooses an action from the menu of a row by keyboard. */
export async function chooseAction(page: Page, name: string, action: string) {
  await menuOf(page, name).press('Enter')
  await page.getByRole('menuitem', { name: action }).press('Enter')
}

/** Opens a dialog on a screen 320 px wide, and then the same list while its calls fail. */
export async function fitsAndSaysWhenItFails(page: Page, { create, calls }: { create: string; calls: string }) {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('button', { name: create }).click()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320)
  await page.keyboard.press('Escape')
  await page.route(calls, (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
}

/** Opens one of the filters of the worklist. The button of one that is set says how many values are chosen. */
export async function openFilter(page: Page, name: string) {
  const filters = page.getByRole('search', { name: 'Filter form requests' })
  await filters.getByRole('button', { name: /^Filters/ }).click()
  await filters
    .locator('.filter-panel')
    .getByRole('button', { name: new RegExp(`^${name}\\s*\\d*$`) })
    .click()
}
