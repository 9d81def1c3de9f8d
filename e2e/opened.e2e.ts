import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Locator, Page } from '@playwright/test'

import type { ScreenName } from '#domain/screen-paths.ts'

import { dialogs, dialogsOfJourneys } from './dialog-visits.ts'
import { visits } from './screen-visits.ts'
import { closesByEscape, expect, test, violationsOn } from './staff.ts'
import { addressOf, sidewaysOn, visit } from './visiting.ts'

/** The preview's window runs no scripts: not even those that Playwright records a trace with. */
test.use({ expectedErrors: ["Blocked script execution in 'about:blank'", 'status of 400'] })

const sizes = [
  { width: 1280, height: 720 },
  { width: 320, height: 640 },
]

/** What opens something: a sheet or a menu over the page, a list of choices, or a part of the page itself. */
const openers = ':is(button[aria-expanded], button[aria-haspopup]):not([tabindex="-1"]), summary, [role=combobox]'
type Opener = { at: number; name: string; isPartOfPage: boolean; isCombo: boolean; isSummary: boolean }

/** The header is the same on every screen of an account. */
const withHeader: ScreenName[] = ['dashboard', 'organisationList']

/** Those that can be seen; of a list of rows that are all alike, those of the first. */
const openersOn = (page: Page, name: ScreenName) =>
  page.evaluate<Opener[]>(`[...document.querySelectorAll(${JSON.stringify(openers)})].flatMap((one, at) => {
    const row = one.closest('tbody tr, ol > li, ul > li')
    const isFirst = !row || row === [...row.parentElement.children].find((other) => other.querySelector(${JSON.stringify(openers)}))
    if (one.closest('header') && ${!withHeader.includes(name)}) return []
    if (!isFirst || one.disabled || !one.checkVisibility({ visibilityProperty: true })) return []
    const isCombo = one.matches('[role=combobox]')
    const name = (one.ariaLabel ?? one.labels?.[0]?.textContent ?? one.textContent).trim()
    return [{ at, name, isCombo, isSummary: one.matches('summary'), isPartOfPage: !isCombo && !one.ariaHasPopup && !one.parentElement.matches('.disclosure') }]
  })`)

const isExpanded = async (opener: Locator, isSummary: boolean) =>
  isSummary ? (await opener.locator('..').getAttribute('open')) !== null : (await opener.getAttribute('aria-expanded')) === 'true'

async function openByKeyboard(opener: Locator, { isCombo, isSummary }: Opener) {
  if (!isCombo) await opener.press('Enter')
  else if ((await opener.inputValue()) === '') await opener.pressSequentially('an')
  else {
    // A field that is emptied has no choice any more, and that would be kept as a draft.
    await opener.press('End')
    await opener.press('Backspace')
  }
  await expect.poll(() => isExpanded(opener, isSummary)).toBe(true)
}

/** What a sheet half covers and can be pressed all the same: such a target is too small (WCAG 2.2, 2.5.8). */
const pressableUnderSheet = (page: Page) =>
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

async function check(page: Page, opener: Locator, one: Opener, where: string) {
  const place = `${where}: ${one.name}`
  const wasExpanded = await isExpanded(opener, one.isSummary)
  if (!wasExpanded) await openByKeyboard(opener, one)
  const isPopover = (await page.locator('[role=menu], [role=listbox]').count()) > 0
  if (isPopover) await expect(page.locator('[role=option], [role=menuitem], .menu__empty').first()).toBeVisible()
  const isCovered = (await page.locator('.disclosure__cover').count()) > 0
  expect.soft(await violationsOn(page, { isSomethingOpen: isPopover, isCovered }), place).toEqual([])
  if (isCovered) expect.soft(await pressableUnderSheet(page), place).toEqual([])
  expect.soft(await sidewaysOn(page), place).toEqual([])
  if (wasExpanded) return
  if (one.isPartOfPage) await opener.press('Enter')
  else await page.keyboard.press('Escape')
  await expect.poll(() => isExpanded(opener, one.isSummary), `${place} is closed`).toBe(false)
  await expect(opener, place).toBeFocused()
}

test.describe('what a button opens on', () => {
  for (const [key, { as, query, also = [], prepare }] of Object.entries(visits)) {
    const name = key as ScreenName // the table's keys are the names

    test(`${name} has no barrier, closes by Escape and gives the focus back (UI-2)`, async ({ lookAs }) => {
      const page = await lookAs(as)
      await prepare?.(page)
      const address = await addressOf(page, name)
      for (const state of new Set([query ?? '', ...also])) {
        await visit(page, name, state ? `${address}?${state}` : address)
        for (const size of sizes) {
          await page.setViewportSize(size)
          for (const one of await openersOn(page, name))
            await check(page, page.locator(openers).nth(one.at), one, `${name}?${state} at ${size.width} pixels`)
        }
        await page.setViewportSize(sizes[0]!)
      }
      // What was typed or prepared would be asked about, or still be there.
      await page.close()
    })
  }
})

test.describe('the dialog', () => {
  for (const { of, on, as = visits[on].as, addressFrom, query, before, within, press } of dialogs) {
    test(`${of}, opened by ${press.join(', ')}, has no barrier, closes by Escape and gives the focus back (UI-2)`, async ({ lookAs }) => {
      const page = await lookAs(as, { isFresh: true })
      await visits[on].prepare?.(page)
      const address = (await addressFrom?.(page)) ?? (await addressOf(page, on))
      await visit(page, on, query ? `${address}?${query}` : address)
      await before?.(page)
      const [button = '', ...next] = press
      const place = page.getByRole('main')
      const opener = (within ? place.getByRole('group', { name: within }) : place)
        .getByRole('button', { name: button, exact: true })
        .first()
      for (const size of sizes) {
        await page.setViewportSize(size)
        if (!(await opener.isVisible())) continue // what a small screen does without
        await opener.press('Enter')
        for (const name of next)
          await page
            .getByRole('menuitem', { name, exact: true })
            .or(page.getByRole('button', { name, exact: true }))
            .press('Enter')
        await closesByEscape(page, opener)
      }
      await page.close()
    })
  }

  test('closes by an Escape that comes before the focus does, and gives it back (UI-2)', async ({ openAs }) => {
    const page = await openAs('user', '/requests')
    const link = page.locator('main tbody .data-table__link').first()
    await link.focus()
    await page.evaluate(`new MutationObserver(() => {
      if (window.pressedAt || !document.querySelector('[role=dialog]')) return
      window.pressedAt = document.activeElement.className
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    }).observe(document.body, { childList: true, subtree: true })`)

    await page.keyboard.press('?')

    await expect.poll(() => page.evaluate('window.pressedAt'), 'the focus is still in the row').toBe('data-table__link')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(link).toBeFocused()
  })

  test('is one of these, or a journey opens it and sees that it closes by Escape (UI-2)', () => {
    const staff = join(import.meta.dirname, '../web/staff')
    const drawn = globSync('**/*.tsx', { cwd: staff }).filter((file) => /<(Confirm)?Dialog\b/.test(readFileSync(join(staff, file), 'utf8')))
    const known = new Set([...dialogs.map(({ of }) => of), ...Object.keys(dialogsOfJourneys)])
    expect([...known].toSorted()).toEqual(drawn.toSorted())
    for (const journey of Object.values(dialogsOfJourneys))
      expect(readFileSync(join(import.meta.dirname, journey), 'utf8'), journey).toContain('closesByEscape(')
  })
})
