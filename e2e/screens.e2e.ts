import type { Locator, Page } from '@playwright/test'

import type { ScreenName } from '#domain/screen-paths.ts'
import { isFullStrength } from '#test/strength.ts'

import { emailPatient } from './email-patient.ts'
import { visits } from './screen-visits.ts'
import { expect, test, violationsOn } from './staff.ts'
import { addressOf, pressableUnderSheet, sidewaysOn, sizes, visit } from './visiting.ts'

/** The preview's window runs no scripts: not even those that Playwright records a trace with. */
test.use({ expectedErrors: ["Blocked script execution in 'about:blank'", 'status of 400'] })

/** What opens something: a sheet or a menu over the page, a list of choices, or a part of the page itself. */
const openers = ':is(button[aria-expanded], button[aria-haspopup]):not([tabindex="-1"]), summary, [role=combobox]'
type Opener = { at: number; name: string; isPartOfPage: boolean; isCombo: boolean; isSummary: boolean }

/** The header is the same on every screen of an account. */
const withHeader: ScreenName[] = ['dashboard', 'organisationList']

/** Those that can be seen; of a list of rows that are all alike, those of the first. */
const openersOn = (page: Page, name: ScreenName) =>
  page.evaluate<Opener[]>(`[...document.querySelectorAll(${JSON.stringify(openers)})].flatMap((one, at) => {
    const row = one.closest('tbody tr, ol > li, ul > li, [role=listitem]')
    const rows = row?.matches('[role=listitem]') ? row.closest('[role=list]').querySelectorAll('[role=listitem]') : row?.parentElement.children
    const isFirst = !row || row === [...rows].find((other) => other.querySelector(${JSON.stringify(openers)}))
    if (one.closest('header') && ${!withHeader.includes(name)}) return []
    if (!isFirst || one.disabled || !one.checkVisibility({ visibilityProperty: true })) return []
    const isCombo = one.matches('[role=combobox]')
    const name = (one.ariaLabel ?? one.labels?.[0]?.textContent ?? one.textContent).trim()
    return [{ at, name, isCombo, isSummary: one.matches('summary'), isPartOfPage: !isCombo && !one.ariaHasPopup && !one.parentElement.matches('.disclosure') }]
  })`)

/** A screen and what opens on it are drawn by the same code on a phone: axe looks at them there in `npm run test:long`. */
const isSeenByAxe = ({ width }: { width: number }) => width > 320 || isFullStrength

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

async function check(page: Page, opener: Locator, one: Opener, where: string, { width }: { width: number }) {
  const place = `${where}: ${one.name}`
  const wasExpanded = await isExpanded(opener, one.isSummary)
  if (!wasExpanded) await openByKeyboard(opener, one)
  const isPopover = (await page.locator('[role=menu], [role=listbox]').count()) > 0
  if (isPopover) await expect(page.locator('[role=option], [role=menuitem], .menu__empty').first()).toBeVisible()
  const isCovered = (await page.locator('.disclosure__cover').count()) > 0
  if (isSeenByAxe({ width })) expect.soft(await violationsOn(page, { isSomethingOpen: isPopover, isCovered }), place).toEqual([])
  if (isCovered) expect.soft(await pressableUnderSheet(page), place).toEqual([])
  await expect
    .configure({ soft: true })
    .poll(() => sidewaysOn(page), place)
    .toEqual([])
  if (wasExpanded) return
  if (one.isPartOfPage) await opener.press('Enter')
  else await page.keyboard.press('Escape')
  await expect.poll(() => isExpanded(opener, one.isSummary), `${place} is closed`).toBe(false)
  await expect(opener, place).toBeFocused()
}

test.describe('Every screen', () => {
  for (const [key, { as, query, also = [], prepare }] of Object.entries(visits)) {
    const name = key as ScreenName // the table's keys are the names

    test(`${name}: passes axe, does not scroll sideways, and whatever a button opens closes with Escape and returns the focus (UI-2, NAV-6)`, async ({
      lookAs,
    }) => {
      const page = await lookAs(as)
      await prepare?.(page)
      const address = await addressOf(page, name)
      for (const state of new Set([query ?? '', ...also])) {
        await visit(page, name, state ? `${address}?${state}` : address)
        for (const size of sizes) {
          const where = `${name}?${state} at ${size.width} pixels`
          await page.setViewportSize(size)
          if (isSeenByAxe(size)) expect.soft(await violationsOn(page), where).toEqual([])
          expect.soft(await sidewaysOn(page), where).toEqual([])
          for (const one of await openersOn(page, name)) await check(page, page.locator(openers).nth(one.at), one, where, size)
        }
        await page.setViewportSize(sizes[0])
      }
      // What was typed or prepared would be asked about, or still be there.
      await page.close()
    })
  }

  test('the sign-in pages pass axe, with and without an error (UI-2)', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/profile')
    await page.getByLabel('Email address').waitFor()
    expect(await violationsOn(page)).toEqual([])
    expect(await sidewaysOn(page)).toEqual([])
    await page.goto('/identity/sign-in/of-nobody')
    expect(await violationsOn(page)).toEqual([])
    expect(await sidewaysOn(page)).toEqual([])
  })

  test('the first page of a patient’s link passes axe, from the message to the date of birth (UI-2, PTN-1)', async ({ openAs, browser }, {
    repeatEachIndex,
  }) => {
    const { formLink: link } = await emailPatient(await openAs('bookings', '/patients/create'), `Firstpage${repeatEachIndex}`)
    const phone = await (await browser.newContext({ viewport: { width: 320, height: 640 } })).newPage()
    for (const address of [link, '/r/of-nobody', '/stop-emails/of-nobody']) {
      await phone.goto(address)
      expect(await violationsOn(phone)).toEqual([])
      expect(await sidewaysOn(phone)).toEqual([])
    }
    await phone.context().close()
  })
})
