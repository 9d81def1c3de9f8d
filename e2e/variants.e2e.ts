import type { Page } from '@playwright/test'

import { measureIn, type Measured } from './contrast.ts'
import { closesByEscape, expect, test, violationsOn } from './staff.ts'

/** Specification section 9. */
const badgeKinds = ['info', 'danger', 'success', 'warning', 'notice', 'dark']
const badgeSizes = ['2xs', 'xs', 'sm', 'md', 'lg']
const alertKinds = ['info', 'danger', 'success', 'warning', 'dark']
const buttonKinds = ['primary', 'secondary', 'urgent', 'urgent-secondary', 'urgent-flat', 'link']
const sectionSizes = ['base', 'sm', 'md', 'lg', 'xl']

test.use({ contextOptions: { reducedMotion: 'reduce' } })

async function openStyleguide(page: Page) {
  await page.goto('/styleguide')
  await page.getByRole('heading', { level: 1, name: 'Style guide' }).waitFor()
}

/** Text 4.5:1, or 3:1 where it is large (WCAG 2.2 1.4.3); what shows where a control begins, 3:1 (1.4.11). */
const tooFaint = ({ text, isLarge, edge, hasEdge }: Measured) => text < (isLarge ? 3 : 4.5) || (hasEdge && edge < 3)
const inWords = (state: string) => (one: Measured) =>
  `${one.name}, ${state}: text ${one.text.toFixed(2)}, edge ${one.edge.toFixed(2)}, ring ${one.ring.toFixed(2)}`

test.describe('The style guide', () => {
  test('every variant in every size is on the style guide, and the page passes axe (UI-1)', async ({ page }) => {
    test.slow() // axe looks at several thousand parts
    await openStyleguide(page)
    for (const kind of badgeKinds)
      for (const size of badgeSizes) await expect(page.locator(`.badge--${kind}.badge--${size}`).first()).toBeVisible()
    for (const kind of alertKinds) await expect(page.locator(`.alert--${kind}`).first()).toBeVisible()
    for (const kind of buttonKinds)
      for (const state of ['', ':disabled', '[data-pending]']) await expect(page.locator(`.button--${kind}${state}`).first()).toBeVisible()
    for (const size of sectionSizes) await expect(page.locator(`.section--${size}`).first()).toBeVisible()

    const tip = page.getByRole('tooltip')
    const before = page.getByRole('button', { name: 'A sheet' })
    await before.focus()
    await page.evaluate('scrollTo(0, 0)')
    await expect(before).toBeFocused()
    await expect(before, 'what comes next has to be scrolled into view').not.toBeInViewport()
    await page.keyboard.press('Tab')
    await expect(tip).toHaveClass(/tooltip--light/)
    expect((await measureIn(page, '.tooltip'))[0]!.text).toBeGreaterThan(4.5)
    await page.keyboard.press('Tab')
    await expect(tip).toHaveText('The dark theme.')
    expect((await measureIn(page, '.tooltip'))[0]!.text).toBeGreaterThan(4.5)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'No tooltip' })).toBeFocused()
    await expect(tip, 'what is empty is not shown').toHaveCount(0)
    expect(await violationsOn(page)).toEqual([])
  })

  test('the dialogs of the style guide close with Escape and return the focus (UI-1, UI-2)', async ({ page }) => {
    await openStyleguide(page)
    for (const name of ['Open a dialog', 'Ask for confirmation']) {
      const opener = page.getByRole('button', { name })
      await opener.press('Enter')
      await closesByEscape(page, opener)
    }
  })

  const variants = '.button:not(:disabled), .badge, .alert, .alert a, .section__label, .section__description'

  const looks = [
    { colorScheme: 'light', forcedColors: 'none' },
    { colorScheme: 'dark', forcedColors: 'none' },
    { colorScheme: 'light', forcedColors: 'active' },
  ] as const
  for (const look of looks)
    test(`every variant is readable in every state, with a visible focus, in ${look.colorScheme} colours, with forced colours ${look.forcedColors} (UI-1, UI-2, UI-5)`, async ({
      page,
    }) => {
      test.slow()
      await page.emulateMedia({ ...look, reducedMotion: 'reduce' })
      await openStyleguide(page)
      const normal = await measureIn(page, variants)
      expect(normal.length).toBeGreaterThan(80)
      expect.soft(normal.filter(tooFaint).map(inWords('normal'))).toEqual([])
      for (const state of ['hover', 'active'] as const) {
        const measured = await measureIn(page, variants, state)
        expect.soft(measured.filter(tooFaint).map(inWords(state))).toEqual([])
      }
      const worded = await measureIn(page, '.button:not(:disabled), .alert a, .chip button', 'focus-visible')
      const wordless = await measureIn(page, '.icon-button, .input, .checkbox, .radio', 'focus-visible')
      expect.soft(worded.filter((one) => one.text < 4.5).map(inWords('focused'))).toEqual([])
      expect.soft([...worded, ...wordless].filter((one) => one.ring < 3).map(inWords('focused'))).toEqual([])
    })
})
