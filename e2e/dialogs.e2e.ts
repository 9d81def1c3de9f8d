import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { dialogs, dialogsOfJourneys } from './dialog-visits.ts'
import { visits } from './screen-visits.ts'
import { closesByEscape, expect, test } from './staff.ts'
import { addressOf, sizes, visit } from './visiting.ts'

/** The preview's window runs no scripts: not even those that Playwright records a trace with. */
test.use({ expectedErrors: ["Blocked script execution in 'about:blank'", 'status of 400'] })

test.describe('Every dialog', () => {
  for (const { of, on, as = visits[on].as, addressFrom, query, before, within, isInHeader = false, press } of dialogs) {
    test(`${of}, opened with ${press.join(', ')}, passes axe, closes with Escape and returns the focus (UI-2)`, async ({ lookAs }) => {
      const page = await lookAs(as, { isFresh: true })
      await visits[on].prepare?.(page)
      const address = (await addressFrom?.(page)) ?? (await addressOf(page, on))
      await visit(page, on, query ? `${address}?${query}` : address)
      await before?.(page)
      const [button = '', ...next] = press
      const place = page.getByRole(isInHeader ? 'banner' : 'main')
      const opener = (within ? place.getByRole('group', { name: within }) : place)
        .getByRole('button', { name: button, exact: true })
        .first()
      for (const size of sizes) {
        await page.setViewportSize(size)
        // A small screen may do without.
        if (size === sizes[0]) await opener.waitFor()
        else if (!(await opener.isVisible())) continue
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

  test('closes if Escape is pressed before the focus has moved into it, and returns the focus (UI-2)', async ({ openAs }) => {
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

  test('stays open after a press beside it if it has fields, and closes if it has none (UI-2, ERR-3)', async ({ openAs }) => {
    const page = await openAs('user', '/requests?limit=10&filters[status]=completed')
    const dialog = page.getByRole('dialog')
    await page.locator('main tbody .data-table__link').first().focus()
    await page.keyboard.press('?')
    await expect(dialog).toBeVisible()
    await page.mouse.click(5, 5)
    await expect(dialog).toHaveCount(0)

    await page.locator('main tbody .data-table__link').first().click()
    await page.getByRole('heading', { name: 'Timeline' }).waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await dialog.getByLabel(/^Note/).fill('Phoned the daughter')
    await page.mouse.click(5, 5)
    await expect(dialog.getByLabel(/^Note/)).toHaveValue('Phoned the daughter')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
  })

  const questions = [
    { of: 'forms/FormActions.tsx', confirm: 'Archive form' },
    { of: 'imports/CompleteImport.tsx', confirm: /^Create \d+ form requests? and send/ },
  ]
  for (const { of, confirm } of questions)
    test(`${of} does not show the refusal of an earlier try when it is opened again (ERR-1)`, async ({ lookAs }) => {
      const { on, press } = dialogs.find((one) => one.of === of)! // of this list
      const page = await lookAs(visits[on].as)
      await visits[on].prepare?.(page)
      await visit(page, on, await addressOf(page, on))
      const open = async () => {
        for (const name of press)
          await page.getByRole('menuitem', { name }).or(page.getByRole('main').getByRole('button', { name })).click()
      }
      const dialog = page.getByRole('alertdialog')
      await open()
      await page.route('**/api/**', (route) =>
        route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 400, json: { message: 'Broken.' } }),
      )
      await dialog.getByRole('button', { name: confirm }).click()
      await expect(dialog.getByRole('alert')).toBeVisible()
      await page.keyboard.press('Escape')
      await page.unrouteAll()
      await open()
      await expect(dialog.getByRole('button', { name: confirm })).toBeVisible()
      await expect(dialog.getByRole('alert')).toHaveCount(0)
      await page.close()
    })

  test('imports/CompleteImport.tsx is confirmed only once the messages are counted (IMP-5)', async ({ lookAs }) => {
    const { on, press } = dialogs.find((one) => one.of === 'imports/CompleteImport.tsx')! // of this list
    const page = await lookAs(visits[on].as)
    await visits[on].prepare?.(page)
    await visit(page, on, await addressOf(page, on))
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/plan', async (route) => {
      await released
      await route.continue()
    })
    for (const name of press) await page.getByRole('main').getByRole('button', { name }).click()
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: /^Create \d+ form requests? and send/ })
    await expect(confirm).toHaveAttribute('aria-disabled', 'true')
    release()
    await expect(page.getByRole('alertdialog').getByText(/^SMS: \d+ messages?/)).toBeVisible()
    await expect(confirm).not.toHaveAttribute('aria-disabled', 'true')
    await page.close()
  })

  test('is in this list, or another test checks that it closes with Escape (UI-2)', () => {
    const staff = join(import.meta.dirname, '../web/staff')
    const drawn = globSync('**/*.tsx', { cwd: staff }).filter((file) => /<(Confirm)?Dialog\b/.test(readFileSync(join(staff, file), 'utf8')))
    const known = new Set([...dialogs.map(({ of }) => of), ...Object.keys(dialogsOfJourneys)])
    expect([...known].toSorted()).toEqual(drawn.toSorted())
    for (const journey of Object.values(dialogsOfJourneys))
      expect(readFileSync(join(import.meta.dirname, journey), 'utf8'), journey).toContain('closesByEscape(')
  })
})
