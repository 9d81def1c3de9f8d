import type { Page } from '@playwright/test'

import { openFilter } from './list-actions.ts'
import { expect, test, violationsOn } from './staff.ts'
import { sidewaysOn } from './visiting.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const links = (page: Page) => page.locator('main tbody .data-table__link')
const headers = (page: Page) => page.getByRole('table', { name: 'Form requests' }).getByRole('columnheader')
const dialog = (page: Page) => page.getByRole('dialog')
const topOf = async (page: Page, nth: number) => (await page.locator('main tbody tr').nth(nth).boundingBox())!

test.describe('The room of the worklist', () => {
  test('at 1440 × 900 the first row begins within 260 pixels and 20 rows are visible (UI-2, REQ-8)', async ({ openAs }) => {
    const page = await openAs('user')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/requests?limit=20')
    await expect(links(page)).toHaveCount(20)
    expect((await topOf(page, 0)).y).toBeLessThanOrEqual(260)
    const last = await topOf(page, 19)
    expect(last.y + last.height).toBeLessThanOrEqual(900)
    const first = await topOf(page, 0)
    await page.getByLabel('Select all on this page').check()
    await expect(page.getByRole('group', { name: 'With selected' })).toContainText('20 selected')
    expect(await topOf(page, 0), 'the bar of the selection moves no row').toEqual(first)
    expect(await violationsOn(page)).toEqual([])
  })

  test('compact rows have one line: a long name is cut off, and of a form its scores and its title before its red flag (REQ-8)', async ({
    openAs,
  }) => {
    const page = await openAs('user')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.route(/\/api\/forms\/request\?/, async (route) => {
      const answer = await route.fetch()
      const found = (await answer.json()) as {
        docs: { patient: { firstName: string; lastName: string }; notification: { status: string; method: string } | null }[]
      }
      Object.assign(found.docs[0]!.patient, { firstName: 'Maximiliana Wilhelmina', lastName: 'Featherstonehaugh-Cholmondeley' })
      // A message that failed makes the column of the method wider.
      found.docs[1]!.notification = { ...found.docs[1]!.notification!, status: 'failed', method: 'email' }
      await route.fulfill({ json: found })
    })
    await page.goto('/requests?limit=20&filters[redFlag]=true')
    const long = links(page).first()
    await expect(long).toHaveText('Maximiliana Wilhelmina Featherstonehaugh-Cholmondeley')
    await expect(long.getByTitle('Maximiliana Wilhelmina Featherstonehaugh-Cholmondeley')).toBeVisible()
    await expect(page.locator('main tbody .delivery--danger')).toHaveCount(1)
    const heights = await page.evaluate<number[]>(`[...document.querySelectorAll('main tbody tr')].map((one) => one.offsetHeight)`)
    expect(Math.max(...heights)).toBeLessThanOrEqual(Math.min(...heights) + 1)
    await expect(page.locator('.result-line--urgent', { hasText: 'Thoughts of death or self-harm' }).first()).toBeVisible()
    const cut = await page.evaluate(
      `[...document.querySelectorAll('main .result-line--urgent')].filter((one) => one.scrollWidth > one.clientWidth).length`,
    )
    expect(cut, 'no red flag is cut').toBe(0)
    await page.unrouteAll()
  })

  test('at 1280 × 720 form, specialty and assignee have room, and nothing scrolls sideways (REQ-8)', async ({ openAs }) => {
    const page = await openAs('user')
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.goto('/requests?limit=20')
    await expect(links(page)).toHaveCount(20)
    for (const [name, least] of [
      ['Form', 220],
      ['Specialty', 130],
      ['Assignee', 90],
    ] as const)
      expect((await headers(page).filter({ hasText: name }).boundingBox())!.width, name).toBeGreaterThanOrEqual(least)
    expect(
      await page.evaluate(`document.querySelector('.scroll-region').scrollWidth - document.querySelector('.scroll-region').clientWidth`),
    ).toBe(0)
  })

  test('on a phone the first patient is on the first screen (UI-2)', async ({ openAs }) => {
    const page = await openAs('user')
    await page.setViewportSize({ width: 375, height: 812 })
    await page.goto('/requests?limit=20')
    await expect(links(page)).toHaveCount(20)
    const name = (await links(page).first().boundingBox())!
    expect(name.y + name.height).toBeLessThanOrEqual(812)
    await openFilter(page, 'Specialty')
    await expect(page.getByRole('checkbox', { name: /320 Cardiology/ })).toBeVisible()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375)
    expect(await violationsOn(page, { isSomethingOpen: true, isCovered: true })).toEqual([])
  })
})

test.describe('The columns and views of the worklist', () => {
  test('columns are chosen, moved and resized by keyboard, the row height is set, and a reload keeps all of it (REQ-8, UI-4)', async ({
    openAs,
  }) => {
    const page = await openAs('user', '/requests?limit=10')
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await dialog(page).getByRole('checkbox', { name: 'Pathway' }).press('Space')
    await expect(headers(page).last()).toHaveText('Pathway')
    await dialog(page).getByRole('checkbox', { name: 'Status' }).press('Alt+ArrowUp')
    await expect(dialog(page).getByRole('checkbox', { name: 'Status' })).toBeFocused()
    await dialog(page).getByRole('button', { name: 'Move Status down' }).press('Enter')
    await expect(dialog(page).getByRole('button', { name: 'Move Status down' })).toBeFocused()
    await dialog(page).getByRole('button', { name: 'Move Status up' }).press('Enter')
    await dialog(page).getByRole('radio', { name: 'Comfortable' }).check()
    const widthOfForm = async () => (await headers(page).filter({ hasText: 'Form' }).first().boundingBox())!.width
    const wide = await widthOfForm()
    await dialog(page).getByLabel('Width of Form').selectOption('Narrow')
    await expect.poll(widthOfForm).toBeLessThan(wide)
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await page.reload()
    await links(page).first().waitFor()
    await expect(headers(page).nth(2)).toHaveText('Status')
    await expect(headers(page).last()).toHaveText('Pathway')
    const narrow = await widthOfForm()
    expect(narrow).toBeLessThan(wide)
    await expect(page.getByRole('table', { name: 'Form requests' })).toHaveAttribute('data-row-height', 'comfortable')
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await dialog(page).getByRole('radio', { name: 'Compact' }).check()
    await dialog(page).getByRole('button', { name: 'Reset columns' }).click()
    await expect(headers(page).last()).toHaveText('Created')
    await expect.poll(widthOfForm).toBeGreaterThan(narrow)
    await expect(dialog(page).getByLabel('Width of Form')).toHaveValue('wide')
    await page.keyboard.press('Escape')
  })

  test('with every column the table scrolls inside the page, and its name and red flags stay readable (REQ-8, UI-2)', async ({
    openAs,
  }) => {
    const page = await openAs('user', '/requests?limit=10&filters[redFlag]=true')
    await page.setViewportSize({ width: 1440, height: 900 })
    await links(page).first().waitFor()
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Done' }).waitFor()
    for (const box of await dialog(page).getByRole('checkbox').all())
      if ((await box.isEnabled()) && !(await box.isChecked())) await box.check()
    await dialog(page).getByRole('button', { name: 'Done' }).click()
    await expect(headers(page)).toHaveCount(18)
    expect(await sidewaysOn(page)).toEqual([])
    const region = page.getByRole('region', { name: 'Form requests' })
    await region.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
    await expect(links(page).first()).toBeInViewport()
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await dialog(page).getByRole('button', { name: 'Reset columns' }).click()
    await page.keyboard.press('Escape')
    await expect(region, 'a table that has room is no region to stop at').toBeHidden()
  })

  test('the view of urgent form requests has as many as the navigation counts, and a number that counts more says so (REQ-8, REP-2)', async ({
    openAs,
  }) => {
    const page = await openAs('user', '/requests?limit=10')
    const counts = page.locator('.app-nav__counts')
    await expect(page.getByRole('button', { name: /^Urgent in any status ?\d/ })).toBeVisible()
    const counted = await counts.getAttribute('data-urgent')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('link', { name: 'Urgent to review' }).click()
    await expect(page.getByRole('button', { name: new RegExp(`^Urgent ?${counted}$`) })).toBeVisible()
    await expect(page.locator('.pagination')).toContainText(`of ${counted}`)
    expect(await violationsOn(page)).toEqual([])
  })

  test('every user has the preset views, and the button names the view that is shown (REQ-8)', async ({ openAs }) => {
    const page = await openAs('user', '/requests?limit=10')
    const views = page.getByRole('button', { name: /^View/ })
    for (const [name, chip] of [
      ['My work', 'Assigned to me'],
      ['Urgent to review', 'Urgent'],
      ['Not reached', 'Not reached'],
      ['Unassigned completed', 'Unassigned'],
    ] as const) {
      await views.click()
      await page.getByRole('link', { name, exact: true }).click()
      await expect(views).toHaveText(`View: ${name}`)
      await expect(page.getByRole('button', { name: `Remove filter ${chip}`, exact: true })).toBeVisible()
    }
    await views.click()
    await page.getByRole('link', { name: 'All form requests' }).click()
    await expect(views).toHaveText('Views')
  })
})

test.describe('The keys', () => {
  test('the first row is reached from the heading by Tab and Enter (REQ-9, UI-2)', async ({ openAs }) => {
    const page = await openAs('user', '/requests?limit=10')
    await links(page).first().waitFor()
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Skip to the list' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(links(page).first()).toBeFocused()
  })

  test('j, k and x work while no field has the focus, and not when they are turned off (REQ-9, UI-2)', async ({ openAs }) => {
    const page = await openAs('user', '/requests?limit=10')
    await links(page).first().waitFor()
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('j')
    await expect(links(page).first()).toBeFocused()
    await page.keyboard.press('j')
    await expect(links(page).nth(1)).toBeFocused()
    await page.keyboard.press('x')
    await expect(page.getByRole('group', { name: 'With selected' })).toContainText('1 selected')
    await page.keyboard.press('f')
    await expect(page.locator('.filter-panel'), 'the filters are covered by the bar').toHaveCount(0)
    await page.keyboard.press('x')
    await expect(page.getByRole('group', { name: 'With selected' })).toHaveCount(0)
    await page.keyboard.press('s')
    await expect(page.getByRole('searchbox', { name: 'Search form requests' })).toBeFocused()
    await page.keyboard.type('jx?/')
    await expect(page.getByRole('searchbox', { name: 'Search form requests' })).toHaveValue('jx?/')
    await page.keyboard.press('Escape')

    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('?')
    await dialog(page).getByRole('checkbox', { name: 'Use shortcuts of one key' }).uncheck()
    await dialog(page).locator('form, .dialog__actions').getByRole('button', { name: 'Close' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await links(page).first().focus()
    await page.keyboard.press('j')
    await page.keyboard.press('?')
    await expect(links(page).first(), 'no key of one character does anything').toBeFocused()
    await expect(dialog(page)).toHaveCount(0)
    await page.keyboard.press('ArrowDown')
    await expect(links(page).nth(1)).toBeFocused()
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await dialog(page).getByRole('checkbox', { name: 'Use shortcuts of one key' }).check()
    await page.keyboard.press('Escape')
  })

  test('a form request is shown as assigned to the user at once, and as unassigned again when that is refused (REQ-3, REQ-9)', async ({
    openAs,
  }) => {
    const page = await openAs('user', '/requests?limit=10&filters[status]=completed&filters[assignee]=none')
    const row = page.locator('main tbody tr').first()
    await links(page).first().waitFor()
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/forms/request', async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback()
      await asked
      const { requests } = route.request().postDataJSON() as { requests: string[] }
      const results = requests.map((id) => ({ id, done: false, code: 'conflict', reason: 'The patient has just died.' }))
      return route.fulfill({ json: { results } })
    })
    await links(page).first().press('m')
    await expect(row).toContainText('Ade Bello')
    expect(await page.getByText('1 form request assigned to you.').count(), 'the server has not confirmed it').toBe(0)
    answer()
    await expect(page.getByText('The patient has just died.')).toBeVisible()
    await expect(row).not.toContainText('Ade Bello')
    await page.unrouteAll()
  })

  test('j and k go through the list over its pages, and closing goes on to the next form request (REQ-7, REQ-9)', async ({ openAs }) => {
    // Closing an urgent one asks for an outcome. Which row is urgent depends on the day.
    const page = await openAs('user', '/requests?limit=10&filters[status]=completed&filters[urgent]=false')
    await links(page).nth(8).waitFor()
    const list = page.url()
    await links(page).nth(8).click()
    const place = page.getByRole('navigation', { name: 'Worklist' })
    await expect(place).toContainText(/9 of/)
    await page.keyboard.press('j')
    await expect(place).toContainText(/10 of/)
    await page.keyboard.press('j')
    await expect(place, 'on the next page of the list').toContainText(/11 of/)
    await page.keyboard.press('k')
    await expect(place).toContainText(/10 of/)
    await page.getByRole('button', { name: 'Close and next' }).click()
    await expect(dialog(page).locator('form [type=submit]')).toHaveText('Close and next')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Previous' }).click()
    await expect(place).toContainText(/9 of/)
    await page.goBack()
    await expect(page, 'Back leads to the list, not to the form request before').toHaveURL(list)
    await expect(links(page).nth(8)).toBeFocused()
  })

  test('on the last row of a page j goes to the next page, and the breadcrumb leads back to the list as it was (REQ-8, REQ-9)', async ({
    openAs,
  }) => {
    const page = await openAs('user', '/requests?limit=10&filters[status]=completed&sort=lastName')
    await links(page).nth(9).focus()
    await page.keyboard.press('j')
    await expect(page).toHaveURL(/page=2/)
    await expect(links(page).first()).toBeFocused()
    const name = (await links(page).nth(1).textContent())!
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Form Requests' }).click()
    await expect(links(page).nth(1)).toHaveText(name)
    for (const part of [/page=2/, /sort=lastName/, /completed/]) await expect(page).toHaveURL(part)
    await page.keyboard.press('k')
    await page.keyboard.press('k')
    await expect(page, 'k on the first row leads to the page before').not.toHaveURL(/page=2/)
    await expect(links(page).nth(9)).toBeFocused()
  })
})

test.describe('The search over everything', () => {
  test('Ctrl+K and / find a patient from any screen, and the name never gets into the address (REQ-9, SAFE-2)', async ({ openAs }) => {
    const page = await openAs('user', '/patients?limit=10')
    const [name = ''] = ((await links(page).first().textContent()) ?? '').split(',')
    await page.goto('/profile')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const addresses: string[] = []
    page.on('framenavigated', () => addresses.push(page.url()))
    await page.keyboard.press('Control+k')
    await page.keyboard.type(name)
    const field = dialog(page).getByRole('combobox')
    await expect(field, 'what was typed before the dialog had loaded is not lost').toHaveValue(name)
    const patient = dialog(page).getByRole('group', { name: 'Patients' }).getByRole('option').first()
    await expect(patient).toContainText(name)
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await expect(patient).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name })).toBeFocused()
    for (const address of addresses) expect(decodeURIComponent(address)).not.toContain(name)

    await page.keyboard.press('/')
    await field.fill('create')
    await dialog(page).focus() // as the library does while the dialog opens
    await page.keyboard.type(' form req')
    await expect(field, 'the space is not lost').toHaveValue('create form req')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/requests\/create$/)
  })

  test('results of an earlier text are never chosen, and a page that may not be opened is not found (REQ-9, ROLE-4)', async ({
    openAs,
  }) => {
    const page = await openAs('user', '/profile')
    await page.keyboard.press('Control+k')
    const options = dialog(page).getByRole('option')
    await dialog(page).getByRole('combobox').fill('ha')
    await expect(dialog(page).getByRole('group', { name: 'Patients' }).getByRole('option')).not.toHaveCount(0)
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
    await page.route(/search(\]|%5D)=hannah/, async (route) => {
      await asked
      await route.continue()
    })
    await dialog(page).getByRole('combobox').fill('hannah')
    await expect(options).toHaveCount(0)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(dialog(page), 'there is nothing to open yet').toBeVisible()
    answer()
    await dialog(page).getByRole('combobox').fill('audit log')
    await expect(options.filter({ hasText: 'Audit log' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.unrouteAll({ behavior: 'wait' })
  })
})

test.describe('The reading pane', () => {
  test('a form request is read beside the list, the keys go on, and closing opens the next one in the same place (REQ-8, REQ-7, REQ-9)', async ({
    openAs,
  }) => {
    // Closing an urgent one asks for an outcome. Which row is urgent depends on the day.
    const page = await openAs('user', '/requests?limit=20&filters[status]=completed&filters[assignee]=none&filters[urgent]=false')
    await page.setViewportSize({ width: 1440, height: 900 })
    await links(page).first().waitFor()
    await page.keyboard.press('v')
    const pane = page.getByRole('region', { name: 'Reading pane' })
    const open = page.locator('main tbody tr[aria-current]')
    await expect(pane).toContainText('Choose a form request.')
    expect(await violationsOn(page)).toEqual([])

    await links(page).nth(1).click()
    const nameOf = async (nth: number) => (await links(page).nth(nth).textContent())!
    const name = pane.getByRole('heading', { level: 2 }).first()
    await expect(name).toHaveText(await nameOf(1))
    await expect(pane.getByRole('heading', { name: 'Answers', exact: true })).toBeVisible()
    await expect(open.locator('.data-table__link')).toHaveText(await nameOf(1))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Form Requests')
    expect(await violationsOn(page)).toEqual([])
    expect(await sidewaysOn(page)).toEqual([])

    // Of rows that are only passed nothing is read: an opened form request is recorded as read.
    const read: string[] = []
    page.on('request', (request) => {
      const [, id] = /\/api\/forms\/request\/([\da-f-]{36})$/.exec(request.url()) ?? []
      if (id && request.method() === 'GET') read.push(id)
    })
    await page.evaluate(`for (const _ of [1, 2, 3])
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, cancelable: true }))`)
    // Two of the rows can be of one patient. The identifier tells which row is read.
    const rested = (await links(page).nth(4).getAttribute('href'))!.match(/[\da-f-]{36}/)![0]
    await expect.poll(() => read).toContain(rested)
    await expect(name).toHaveText(await nameOf(4))
    await expect(pane.getByRole('heading', { name: 'Answers', exact: true })).toBeVisible()
    await expect(links(page).nth(4)).toBeFocused()
    expect([...new Set(read)]).toEqual([rested])

    await page.keyboard.press('Enter')
    await expect(name).toBeFocused()
    await page.keyboard.press('j')
    await expect(name).toHaveText(await nameOf(5))
    await page.keyboard.press('m')
    await expect(name, 'a key of the list does nothing in the pane').toBeFocused()
    await expect(page.getByText('assigned to you')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(links(page).nth(5), 'the row of the form request that is open').toBeFocused()

    await pane.getByRole('button', { name: 'Close and next' }).click()
    const after = await nameOf(6)
    // By its form request: a patient may have two on one page.
    const closed = page.locator(`main tbody a[href="${await links(page).nth(5).getAttribute('href')}"]`)
    await expect(closed).toHaveCount(1)
    await dialog(page)
      .or(page.getByRole('alertdialog'))
      .getByRole('button', { name: /^Close.*next/ })
      .click()
    await expect(name).toHaveText(after)
    await expect(closed).toHaveCount(0)
    expect(new URL(page.url()).pathname).toBe('/requests')

    await page.reload()
    await expect(name).toHaveText(after)
    await pane.getByRole('textbox', { name: 'Note' }).fill('Rang the patient')
    await page.setViewportSize({ width: 1000, height: 800 })
    await expect(pane.getByRole('textbox', { name: 'Note' }), 'a narrow window keeps what is typed').toHaveValue('Rang the patient')
    expect(await sidewaysOn(page)).toEqual([])
    await pane.getByRole('textbox', { name: 'Note' }).fill('')
    await page.reload()
    await expect(links(page).first()).toBeVisible()
    await expect(pane).toHaveCount(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await pane.getByRole('link', { name: 'Open as a page' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(after)
    await page.goBack()
    await expect(name).toHaveText(after)
    await pane.getByRole('button', { name: 'Close pane' }).click()
    await expect(pane).toHaveCount(0)
    await expect(page).not.toHaveURL(/open=/)
    await expect(page.locator('main tbody .data-table__link:focus')).toHaveCount(1)
  })

  test('j on the last row opens the first form request of the next page beside it, and k goes back (REQ-8, REQ-9)', async ({ openAs }) => {
    const page = await openAs('user', '/requests?limit=10')
    await page.setViewportSize({ width: 1440, height: 900 })
    await links(page).nth(9).waitFor()
    await page.keyboard.press('v')
    await links(page).nth(9).click()
    const pane = page.getByRole('region', { name: 'Reading pane' })
    const place = pane.getByRole('navigation', { name: 'Worklist' })
    await expect(place).toContainText(/10 of/)
    const last = (await links(page).nth(9).textContent())!

    await page.keyboard.press('j')
    await expect(page).toHaveURL(/page=2/)
    await expect(place, 'the first of the second page').toContainText(/11 of/)
    await expect(links(page).first()).toBeFocused()
    await expect(links(page).first()).toBeInViewport()
    await expect(pane.getByRole('heading', { level: 2 }).first()).toHaveText((await links(page).first().textContent())!)

    await page.keyboard.press('k')
    await expect(place).toContainText(/10 of/)
    await expect(links(page).nth(9)).toBeFocused()
    await expect(links(page).nth(9)).toHaveText(last)
    await page.keyboard.press('Home')
    await page.keyboard.press('k')
    await expect(links(page).first(), 'there is no page before the first').toBeFocused()
  })

  test('urgent form requests can stand first, and a saved order is in the address (REQ-8)', async ({ openAs }) => {
    const page = await openAs('user', '/requests?limit=10')
    const badges = page.locator('main tbody').getByText('Urgent', { exact: true })
    await page.getByRole('button', { name: 'Urgent first' }).click()
    await expect(badges).toHaveCount(10)
    await expect(page).toHaveURL(/sort=-urgent/)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Urgent first' })).toHaveAttribute('aria-pressed', 'true')
    await expect(badges).toHaveCount(10)
    await page.getByRole('button', { name: 'Urgent first' }).click()
    await expect(page).not.toHaveURL(/sort=/)
  })
})
