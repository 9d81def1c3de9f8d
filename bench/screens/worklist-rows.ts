import type { Page } from '@playwright/test'

import { timePresses, type Times } from './browser.ts'
import { times, type Measurement, type Table } from '../harness/results.ts'

const [mostForAPress, mostForAChange] = [50, 40]
const about =
  'Milliseconds from a press of a key until the change is on screen, with a press every 120 ms, in a real browser on the demonstration, with 200 form requests on the page. For a colleague’s change: the work of the page for it, the median of five. Limit: 50 ms for a press, 40 ms for a colleague’s change.'

/** What 200 rows of the worklist take on that page, with so many presses each. */
export async function measureWorklistRows(page: Page, presses: number): Promise<Table> {
  await page.goto('/requests?limit=200')
  const links = page.locator('.data-table__link')
  await links.nth(199).waitFor()
  const rows: Measurement[] = []
  const tell = (what: string, { median, worst, work }: Times, plain?: Times) =>
    rows.push({
      what,
      values: {
        median,
        '95th of a hundred': worst,
        'the page’s own work': work,
        'beside a plain field': plain ? times(median / plain.median) : '',
      },
      isPastLimit: median > mostForAPress,
    })

  await page.evaluate(`document.body.prepend(Object.assign(document.createElement('textarea'), { id: 'plain' }))`)
  await page.locator('#plain').focus()
  const plain = await timePresses(page, presses, () => page.keyboard.press('a'))
  await page.evaluate(`document.getElementById('plain').remove()`)
  tell('a plain textarea on the same page', plain)

  await links.first().focus()
  tell('from row to row', await timePresses(page, presses, () => page.keyboard.press('ArrowDown')), plain)
  tell('ticking a row', await timePresses(page, presses, () => page.keyboard.press('Space')), plain)
  tell('ticking on, row by row', await timePresses(page, presses, () => page.keyboard.press('Shift+ArrowDown')), plain)
  const works: number[] = []
  for (let change = 0; change < 5; change++) {
    // Nobody has one that is unopened: it is taken on without a question.
    const untouched = page
      .getByRole('row')
      .filter({ hasText: 'Unopened' })
      .nth(20 + 5 * change)
    works.push(await workOfAChange(page, (await untouched.getByRole('link').getAttribute('href'))!))
  }
  const work = works.toSorted((one, other) => one - other)[2] ?? Number.NaN
  rows.push({ what: 'a colleague’s change appears', values: { 'the page’s own work': work }, isPastLimit: work > mostForAChange })
  return { title: 'The worklist with 200 rows', about, rows }
}

/** Another tab changes a visible row: the cost for this one, including the request for the row. */
async function workOfAChange(page: Page, href: string) {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async () => (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  const other = await page.context().newPage()
  await other.goto(href)
  await other.getByRole('heading', { name: 'Timeline' }).waitFor()
  const before = await worked()
  await other.getByRole('button', { name: 'Assign to me' }).click()
  // Looked for in a way that costs the page next to nothing, because its work is what is measured.
  await page.locator(`tr[data-mark^=changed]:has(a[href="${href}"])`).waitFor()
  const after = await worked()
  await other.close()
  return (after - before) * 1_000
}
