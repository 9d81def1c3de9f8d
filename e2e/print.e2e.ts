import type { ScreenName } from '#domain/screen-paths.ts'

import { visits } from './screen-visits.ts'
import { expect, test } from './staff.ts'
import { addressOf, visit } from './visiting.ts'

/** The preview's window runs no scripts: not even those that Playwright records a trace with. */
test.use({ expectedErrors: ["Blocked script execution in 'about:blank'"] })

const details: ScreenName[] = [
  'requestDetails',
  'patientDetails',
  'requestImportDetails',
  'formDetails',
  'userDetails',
  'organisationSettings',
  'auditLog',
]

/** What is pressed, and what leads elsewhere. The name of a column and of a member in a log is read, too. */
const notForPaper = 'header, footer, nav, button:not(.data-table__sort, .log-person), .toasts, input[type=checkbox]'

test.describe('On paper', () => {
  for (const name of details)
    test(`${name} has its heading and its record, in light colours and without anything to press (UI-5)`, async ({ lookAs }) => {
      const page = await lookAs(visits[name].as)
      await visits[name].prepare?.(page)
      const address = await addressOf(page, name)
      await visit(page, name, address)
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await page.evaluate(`getComputedStyle(document.documentElement).backgroundColor`)).toBe('rgb(255, 255, 255)')
      const shown = await page.evaluate<string[]>(
        `[...document.querySelectorAll(${JSON.stringify(notForPaper)})].filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 1).map((one) => one.tagName + ' ' + one.className + ' ' + one.textContent.slice(0, 20))`,
      )
      expect(shown).toEqual([])
      if (name === 'auditLog') await expect(page.locator('tbody .log-person').first(), 'who it was').toBeVisible()
      await page.close()
    })
})
