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

const allColumns =
  'patient nhsNumber dateOfBirth status form version specialty pathway sentBy location event assignee outcome created submitted updated expires'

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

  test('the printed worklist has every column on the page, and no text is cut (UI-5, REQ-8)', async ({ openAs }) => {
    const page = await openAs('user', '/requests?limit=20&filters[redFlag]=true')
    await page.locator('main tbody .data-table__link').first().waitFor()
    await page.emulateMedia({ media: 'print' })
    for (const columns of ['usual', 'all']) {
      if (columns === 'all') {
        await page.evaluate(`localStorage.setItem('formward.worklist-columns', ${JSON.stringify(allColumns)})`)
        await page.reload()
        await page.locator('main tbody .data-table__link').first().waitFor()
      }
      // A4 with margins of 10 mm, in pixels of CSS.
      await page.setViewportSize({ width: 718, height: 1_000 })
      const cut = await page.evaluate<string[]>(`(() => {
        const texts = [...document.querySelectorAll('main table :is(th, td, .clip, .result-line)')].filter((one) => one.checkVisibility())
        const isCut = (one) => one.getBoundingClientRect().right > innerWidth + 1 || one.scrollWidth > one.clientWidth + 1
        return texts.filter((one) => getComputedStyle(one).display !== 'inline' && isCut(one)).map((one) => one.tagName + ' ' + one.textContent)
      })()`)
      expect(cut, columns).toEqual([])
      const redFlag = page.locator('main tbody .result-line--urgent').first()
      // Which it is depends on the day. On the screen a long one is cut, and its title is the whole name.
      await expect(redFlag).toHaveText(`Red flag: ${await redFlag.getAttribute('title')}`)
    }
    await page.evaluate(`localStorage.removeItem('formward.worklist-columns')`)
  })
})
