import { expect } from '@playwright/test'

import { screenPaths } from '#domain/screen-paths.ts'

import { openFilter } from './list-actions.ts'
import { test, violationsOn } from './staff.ts'
import { sidewaysOn } from './visiting.ts'

test.describe('Waiting list', () => {
  test('staff open a queue, read an answer, come back to the same place, and decide once (PTN-5)', async ({ openAs }) => {
    const page = await openAs('user', `${screenPaths.waitingList}?filters[queue]=not_sure&limit=10`)
    const main = page.getByRole('main')
    const rows = main.getByRole('table', { name: 'Form requests in this queue' }).locator('tbody tr:not(.data-table__skeleton)')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Waiting List')
    await expect(rows.first()).toBeVisible()
    const tab = main.getByRole('navigation', { name: 'Queues' }).getByRole('link', { name: /^Not sure/ })
    await expect(tab).toHaveAttribute('aria-current', 'page')
    const before = Number((await tab.locator('.tab-nav__count').textContent())!.replace(',', ''))
    expect(before).toBeGreaterThan(2)

    const link = rows.nth(1).getByRole('link').first()
    await link.click()
    await expect(main.getByText('Timeline')).toBeVisible()
    await expect(main.getByRole('heading', { name: 'Waiting list' })).toBeVisible()
    await page.goBack()
    await expect(rows.nth(1).getByRole('link').first()).toBeFocused()
    await rows.nth(1).getByRole('link').first().click()
    await main.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Waiting List' }).click()
    await expect(tab, 'the breadcrumb leads back to the queue').toHaveAttribute('aria-current', 'page')

    await main.getByRole('button', { name: 'Keep on the waiting list' }).click()
    await expect(page.getByText('Select form requests first.')).toBeVisible()
    await rows.nth(1).getByRole('checkbox').check()
    await main.getByRole('button', { name: 'Keep on the waiting list' }).click()
    const dialog = page.getByRole('dialog', { name: 'Keep 1 form request on the waiting list' })
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await dialog.getByLabel('Note (optional)').fill('Phoned, appointment in May')
    await dialog.getByRole('button', { name: 'Keep on the waiting list' }).click()
    await expect(page.getByText('1 form request kept on the waiting list.')).toBeVisible()
    await expect(tab.locator('.tab-nav__count')).toHaveText(String(before - 1))
  })

  test('approving removals shows first who is told and how, and the form requests are listed as approved (PTN-5)', async ({ openAs }) => {
    const page = await openAs('user', `${screenPaths.waitingList}?filters[queue]=not_on_list&limit=10`)
    const main = page.getByRole('main')
    const rows = main.locator('tbody tr:not(.data-table__skeleton)')
    await rows.first().getByRole('checkbox').check()
    await main.getByRole('button', { name: 'Approve removal' }).click()
    const dialog = page.getByRole('dialog', { name: 'Approve the removal of 1 patient from the waiting list' })
    await expect(dialog.getByText(/^No removal is final before the end of \d\d-\w{3}-\d{4}\.$/)).toBeVisible()
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await dialog.getByLabel('Reason (optional)').fill('Seen in another hospital')
    await expect(dialog.getByText(/final before the end of/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Approve removal' }).click()
    await expect(page.getByText('Removal approved for 1 form request.')).toBeVisible()
    await main
      .getByRole('navigation', { name: 'Queues' })
      .getByRole('link', { name: /^Removal approved/ })
      .click()
    await expect(rows.first()).toBeVisible()
    await expect(main.getByRole('button', { name: 'Withdraw removal' })).toBeVisible()
    // The rows of the other queue stay until those of this one have come.
    await expect(main.locator('[aria-busy=true]')).toHaveCount(0)
    await rows.first().getByRole('link').first().click()
    await expect(main.getByText('Timeline')).toBeVisible()
    await expect(main.getByRole('button', { name: 'Withdraw removal' })).toBeVisible()
    await expect(main.getByRole('button', { name: 'Letter came back' }), 'no letter was printed').toHaveCount(0)
  })

  test('a patient whose removal is final is exported with the others, and marked as taken off the list by name (PTN-5)', async ({
    openAs,
  }) => {
    const page = await openAs('user', `${screenPaths.waitingList}?filters[queue]=take_off_list&limit=50`)
    const main = page.getByRole('main')
    const rows = main.locator('tbody tr:not(.data-table__skeleton)')
    await expect(rows.first()).toBeVisible()
    await expect(main.locator('[aria-busy=true]')).toHaveCount(0)
    const tab = main.getByRole('navigation', { name: 'Queues' }).getByRole('link', { name: /^Take off the list/ })
    const before = Number(await tab.locator('.tab-nav__count').textContent())
    expect(before).toBeGreaterThan(0)
    await expect(main.getByRole('columnheader', { name: 'Approved by' })).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    for (const [type, ending] of [
      ['Excel workbook', 'xlsx'],
      ['CSV', 'csv'],
    ] as const) {
      await main.getByRole('button', { name: 'Export these patients' }).click()
      const choice = page.getByRole('dialog', { name: 'Export the patients to take off the list' })
      await choice.getByRole('radio', { name: type }).check()
      const [file] = await Promise.all([page.waitForEvent('download'), choice.getByRole('button', { name: 'Download' }).click()])
      expect(file.suggestedFilename()).toMatch(new RegExp(`^take-off-the-list-[\\d-]+\\.${ending}$`))
    }

    // A patient with worse symptoms is not taken off before somebody has read what they said.
    const row = rows.filter({ hasNotText: 'Says symptoms are worse' }).first()
    // By its form request: a patient may wait on two lists.
    const ownLink = main.locator(`a[href="${await row.getByRole('link').first().getAttribute('href')}"]`)
    await row.getByRole('checkbox').check()
    await main.getByRole('button', { name: 'Mark as taken off' }).click()
    const dialog = page.getByRole('dialog', { name: 'Record that 1 patient was taken off the list' })
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await dialog.getByLabel('Note (optional)').fill('Done in the PAS')
    await dialog.getByRole('button', { name: 'Mark as taken off' }).click()
    await expect(page.getByText('1 patient recorded as taken off the list.')).toBeVisible()
    await expect(ownLink).toHaveCount(0)
    await expect(tab.locator('.tab-nav__count')).toHaveText(String(before - 1))
  })

  test('a removal whose link is locked is withdrawn from its queue, and the queue of withdrawn removals says whom to tell (PTN-5)', async ({
    openAs,
  }) => {
    const page = await openAs('user', `${screenPaths.waitingList}?filters[queue]=link_locked&limit=10`)
    const main = page.getByRole('main')
    const rows = main.locator('tbody tr:not(.data-table__skeleton)')
    await expect(main.getByText(/the link is locked after wrong dates of birth/)).toBeVisible()
    await expect(rows).toHaveCount(1)
    expect(await violationsOn(page)).toEqual([])
    const patient = (await rows.first().getByRole('link').first().textContent()) ?? ''
    await rows.first().getByRole('checkbox').check()
    await main.getByRole('button', { name: 'Withdraw removal' }).click()
    const dialog = page.getByRole('dialog', { name: 'Withdraw the removal for 1 form request' })
    await expect(dialog.getByText(/is listed under “Removal withdrawn”/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Withdraw removal' }).click()
    await expect(page.getByText('Removal withdrawn for 1 form request.')).toBeVisible()
    await expect(main.getByText('No approved removal has a locked link.')).toBeVisible()

    await main
      .getByRole('navigation', { name: 'Queues' })
      .getByRole('link', { name: /^Removal withdrawn/ })
      .click()
    await expect(main.getByText(/Formward sends no message about this/)).toBeVisible()
    // Besides others: that of the demonstration, and one that another test may have withdrawn. The message of this one is in the outbox.
    const withdrawn = rows.filter({ hasText: patient })
    await expect(withdrawn).toHaveCount(1)
    await page.setViewportSize({ width: 320, height: 800 })
    expect(await sidewaysOn(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await withdrawn.getByRole('checkbox').check()
    await main.getByRole('button', { name: 'Patient told' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Patient told' }).click()
    await expect(page.getByText('1 form request recorded as told.')).toBeVisible()
    await expect(withdrawn).toHaveCount(0)
  })

  test('a cohort is chosen with the keyboard, in the queue with true counts and in the worklist, and fits a phone (PTN-5, REQ-1)', async ({
    openAs,
  }) => {
    const page = await openAs('user', `${screenPaths.waitingList}?filters[queue]=no_reply`)
    const main = page.getByRole('main')
    const menu = main.getByRole('button', { name: 'Waited' })
    await menu.press('Enter')
    const label = main.locator('label', { hasText: 'At least 26 weeks' })
    await expect(label, 'its count has come').toHaveText(/weeks\s*[\d,]+$/)
    const count = Number(/([\d,]+)$/.exec((await label.textContent())!)![1]!.replace(',', ''))
    expect(count).toBeGreaterThan(0)
    await main.getByRole('radio', { name: /At least 26 weeks/ }).press('Space')
    await expect(main.getByText('Waited at least 26 weeks')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await page.keyboard.press('Escape')
    const weeks = main.getByRole('table', { name: 'Form requests in this queue' }).getByText(/^\d+ weeks since/)
    await expect(weeks.first()).toBeVisible()
    // The rows of the whole queue stay until those of the cohort have come.
    await expect.poll(async () => (await weeks.allTextContents()).filter((text) => Number.parseInt(text, 10) < 26)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await sidewaysOn(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 900 })

    await page.goto(`${screenPaths.requestsList}?filters[waited]=52`)
    await expect(main.getByText('Waited at least 52 weeks')).toBeVisible()
    await openFilter(page, 'Waited')
    await expect(main.getByRole('radio', { name: 'At least 52 weeks' })).toBeChecked()
    await main.getByRole('radio', { name: 'Any' }).check()
    await expect(main.getByText('Waited at least 52 weeks')).toHaveCount(0)
  })

  test('the filter on answers lists the patients that analytics count, and a saved address shows it (REQ-1)', async ({ openAs }) => {
    const page = await openAs('user', `${screenPaths.formsList}?filters[search]=Waiting list check`)
    const main = page.getByRole('main')
    await main.getByRole('table', { name: 'Forms' }).getByRole('link', { name: 'Waiting list check', exact: true }).click()
    await main.getByRole('link', { name: 'Analytics' }).click()
    const row = main.getByRole('row', { name: /^No, I am not on a waiting list/ })
    const count = Number(/(\d+) \(/.exec((await row.textContent())!)![1])
    await row.getByRole('link').click()
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Form Requests')
    const chip = main.getByRole('button', { name: /waiting for an appointment with us\? No, I am not on a waiting list$/ })
    await expect(chip).toBeVisible()
    await expect(main.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: /^All/ })).toContainText(String(count))
    await page.reload()
    await expect(chip).toBeVisible()
    await openFilter(page, 'Answers')
    await expect(main.getByRole('checkbox', { name: 'I am not sure if I am on a waiting list' })).toBeVisible()
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
  })

  test('a decision on the form request leads to the next patient of the queue with Ctrl+Enter, and a colleague who decides later is told (PTN-5, UI-2)', async ({
    openAs,
  }) => {
    const page = await openAs('user', `${screenPaths.waitingList}?filters[queue]=no_reply&limit=10`)
    const main = page.getByRole('main')
    const heading = main.getByRole('heading', { level: 1 })
    const links = main.locator('tbody tr:not(.data-table__skeleton)').getByRole('link')
    await links.first().waitFor()
    const names = await links.allTextContents()
    await links.nth(1).click()
    await expect(heading).toHaveText(names[1]!)
    await expect(main.getByRole('navigation', { name: 'Waiting list queue' })).toContainText(/2 of \d+/)
    const colleague = await openAs('admin', new URL(page.url()).pathname)
    await colleague.getByRole('button', { name: 'Keep on the waiting list' }).click()

    await main.getByRole('button', { name: 'Keep on the waiting list' }).click()
    const dialog = page.getByRole('dialog', { name: 'Keep 1 form request on the waiting list' })
    await expect(dialog.getByRole('button', { name: 'Keep on the waiting list, then next' })).toBeVisible()
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await page.keyboard.press('Control+Enter')
    await expect(heading).toHaveText(names[2]!)
    await expect(main.getByText(/^3 of \d+/)).toBeVisible()

    await colleague.getByRole('dialog').getByRole('button', { name: 'Keep on the waiting list', exact: true }).click()
    await expect(colleague.getByText(/^Already decided by Ade Bello at .*: Kept on the waiting list\.$/)).toBeVisible()
    await expect(colleague.getByText(/^Kept on the waiting list by Ade Bello/)).toBeVisible()
  })

  test('a press before the review of removals has come does nothing and says that it waits (PTN-5)', async ({ openAs }) => {
    const page = await openAs('user', `${screenPaths.waitingList}?filters[queue]=no_longer_needed&limit=10`)
    const main = page.getByRole('main')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/waiting-list/removal-preview', async (route) => {
      await released
      await route.continue()
    })
    await main.locator('tbody tr:not(.data-table__skeleton)').first().getByRole('checkbox').check()
    await main.getByRole('button', { name: 'Approve removal' }).click()
    const approve = page.getByRole('dialog').getByRole('button', { name: 'Approve removal' })
    await expect(approve).toHaveAttribute('aria-disabled', 'true')
    release()
    await expect(approve).not.toHaveAttribute('aria-disabled')
    await expect(page.getByRole('dialog').getByText(/final before the end of/)).toBeVisible()
  })

  test.describe('when the review of removals cannot be loaded', () => {
    test.use({ expectedErrors: ['status of 400'] })

    test('nothing can be approved until the review has been loaded again (PTN-5, ERR-1)', async ({ openAs }) => {
      const page = await openAs('user', `${screenPaths.waitingList}?filters[queue]=no_longer_needed&limit=10`)
      const main = page.getByRole('main')
      await main.locator('tbody tr:not(.data-table__skeleton)').first().getByRole('checkbox').check()
      await page.route('**/waiting-list/removal-preview', (route) => route.fulfill({ status: 400, json: { message: 'Broken.' } }))
      await main.getByRole('button', { name: 'Approve removal' }).click()
      const dialog = page.getByRole('dialog')
      const approve = dialog.getByRole('button', { name: 'Approve removal' })
      await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible()
      await expect(approve).toBeDisabled()
      await page.unrouteAll()
      await dialog.getByRole('button', { name: 'Try again' }).click()
      await expect(dialog.getByText(/final before the end of/)).toBeVisible()
      await expect(approve).toBeEnabled()
      await page.keyboard.press('Escape')
    })
  })

  test('the screen fits 320 px, where one button shows the queue and opens the others (UI-2)', async ({ openAs }) => {
    const page = await openAs('user', screenPaths.waitingList)
    await page.setViewportSize({ width: 320, height: 720 })
    await expect(page.getByRole('main').locator('tbody tr:not(.data-table__skeleton)').first()).toBeVisible()
    expect(await sidewaysOn(page)).toEqual([])
    const queues = page.getByRole('navigation', { name: 'Queues' })
    await expect(queues.getByRole('link')).toHaveCount(0)
    const button = queues.getByRole('button', { name: /^Symptoms worse/ })
    await button.press('Enter')
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await expect(queues.getByRole('link')).toHaveCount(12)
    expect(await violationsOn(page)).toEqual([])
    await queues.getByRole('link', { name: /^No reply/ }).click()
    await expect(queues.getByRole('button', { name: /^No reply/ })).toHaveAttribute('aria-expanded', 'false')
    await expect(queues.getByRole('link')).toHaveCount(0)
    expect(await sidewaysOn(page)).toEqual([])
  })
})

test.describe('Work for a clinician', () => {
  test('a clinician sees first what needs a clinician, each figure opens its list, and one press opens the oldest (PTN-5, REP-2)', async ({
    openAs,
  }) => {
    const page = await openAs('clinician', '/')
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 2 }).first()).toHaveText('Work for a clinician')
    const table = main.getByRole('table', { name: 'Work for a clinician' })
    await expect(table.getByRole('rowheader')).toHaveText([
      'Symptoms worse',
      'Changed their mind',
      'Urgent answers to review',
      'Answers assigned to me',
    ])
    expect(await violationsOn(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 720 })
    expect(await sidewaysOn(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })

    const worse = table.getByRole('row', { name: /^Symptoms worse/ })
    await worse.getByRole('link').click()
    const rows = main.locator('tbody tr:not(.data-table__skeleton)')
    await expect(main.getByRole('navigation', { name: 'Queues' }).locator('[aria-current=page]')).toContainText('Symptoms worse')
    const oldest = (await rows.first().getByRole('link').textContent())!.replace(/ Urgent$/, '')
    const total = await rows.count()
    await page.goBack()
    await expect(worse.getByRole('link')).toHaveText(String(total))

    await worse.getByRole('button', { name: 'Open the oldest of: Symptoms worse' }).click()
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(oldest)
    await expect(main.getByText(new RegExp(`^1 of ${total}`))).toBeVisible()
    await page.goto('/dashboard')
    await table.getByRole('button', { name: 'Open the oldest of: Urgent answers to review' }).click()
    await expect(main.getByRole('navigation', { name: 'Worklist' })).toContainText(/^1 of/)
  })

  test('when nothing waits the dashboard says so, and users who are no clinicians see their own work first (PTN-5, REP-2)', async ({
    openAs,
  }) => {
    const page = await openAs('clinician')
    await page.route('**/api/forms/dashboard', async (route) => {
      const response = await route.fetch()
      const { waitingList, worklists, ...others } = await response.json()
      const none = (figures: object) => Object.fromEntries(Object.keys(figures).map((name) => [name, 0]))
      await route.fulfill({ response, json: { ...others, waitingList: none(waitingList), worklists: none(worklists) } })
    })
    await page.goto('/dashboard')
    await expect(page.getByText('No answers need a clinician now.')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    const other = await openAs('user', '/dashboard')
    await expect(other.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText('My work')
  })
})
