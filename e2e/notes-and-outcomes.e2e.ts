import type { Page } from '@playwright/test'

import { expect, signIn, test, violationsOn } from './staff.ts'

const requestTable = (page: Page) => page.getByRole('table', { name: 'Form requests' })
const dialog = (page: Page) => page.getByRole('dialog')
const notes = (page: Page) => page.getByRole('region', { name: 'Notes' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function openFirst(page: Page, query: string) {
  await page.goto(`/requests?limit=10&${query}`)
  await requestTable(page).getByRole('rowheader').getByRole('link').first().click()
  await page.getByRole('heading', { name: 'Timeline' }).waitFor()
}

test.describe('Notes on a form request', () => {
  test.use({ expectedErrors: ['status of 400'] })

  test('a note is added with Ctrl+Enter, corrected by another, and not lost by leaving the page (REQ-7)', async ({ openAs }) => {
    const page = await openAs('clinician', '/dashboard')
    await openFirst(page, 'filters[status]=opened')
    const field = page.getByLabel('New note')

    await field.fill('Left knee')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Patients' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay on this page' }).click()
    await field.press('Control+Enter')
    await expect(notes(page).getByRole('listitem')).toHaveCount(1)
    await expect(field).toHaveValue('')
    await expect(field).toBeFocused()

    await notes(page)
      .getByRole('button', { name: /^Correct the note of / })
      .click()
    expect(await violationsOn(page)).toEqual([])
    let sent = 0
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/request/*/notes', async (route) => {
      if (route.request().method() === 'POST') sent++
      await released
      await route.continue()
    })
    const correction = page.getByLabel('Correction', { exact: true })
    await correction.fill('Right knee')
    await correction.press('Control+Enter')
    await expect(dialog(page).getByRole('button', { name: 'Add correction' })).toHaveAttribute('aria-disabled', 'true')
    await correction.press('Control+Enter')
    release()

    await expect(notes(page).getByRole('listitem')).toHaveCount(2)
    await expect(notes(page).getByRole('listitem').first()).toContainText('Right knee')
    await expect(notes(page).getByRole('deletion')).toContainText('Left knee')
    await expect(notes(page).getByText(/^Corrected by /)).toBeVisible()
    await expect(page.getByText('Note corrected')).toBeVisible()
    expect(sent, 'a second press while the correction is sent adds nothing').toBe(1)
    await page.unrouteAll()
    await field.press('Control+Enter')
    await expect(notes(page)).toContainText('Note is required.')
    expect(await violationsOn(page)).toEqual([])
  })
})

test.describe('A form request without answers that is open', () => {
  test.use({ expectedErrors: ['status of 409'] })

  test('shows what changes, and answers only when the user asks for them, because that counts as reading (REQ-6, FORM-7, SAFE-1)', async ({
    openAs,
  }) => {
    const page = await openAs('clinician', '/dashboard')
    await openFirst(page, 'filters[status]=unopened&filters[assignee]=none')
    const { pathname } = new URL(page.url())
    const call = `/api/forms/request/${pathname.split('/').at(-1)}`
    const colleague = await openAs('user', pathname)
    let loads = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === call) loads++
    })

    await colleague.getByLabel('New note').fill('Phoned, no answer')
    await colleague.getByLabel('New note').press('Control+Enter')
    await expect(notes(page)).toContainText('Phoned, no answer')
    await expect(page.locator('.live-news')).toContainText('Note')
    expect(loads).toBe(0)

    // As it is once the patient has answered.
    await page.route(`**${call}/unanswered`, (route) =>
      route.fulfill({ status: 409, json: { status: 409, code: 'conflict', detail: 'The patient has answered.' } }),
    )
    await colleague.getByLabel('New note').fill('Phoned again')
    await colleague.getByLabel('New note').press('Control+Enter')
    await expect(page.getByText('The answers are shown, and recorded as read, when you ask for them.')).toBeVisible()
    // Coming back to the window asks for nothing either.
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await expect(notes(page)).not.toContainText('Phoned again')
    expect(loads).toBe(0)
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('button', { name: 'Show answers' }).click()
    await expect(notes(page)).toContainText('Phoned again')
    expect(loads).toBe(1)

    const closing = page.waitForRequest((request) => request.url().endsWith('/close'))
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(dialog(page)).toContainText('has not answered')
    await dialog(page)
      .locator('form')
      .getByRole('button', { name: /^Close/ })
      .first()
      .click()
    expect((await closing).postDataJSON()).toMatchObject({ isUnanswered: true })
  })
})

test.describe('Closing form requests one after another', () => {
  test('“Close and next” goes through the list over its pages, closes nothing twice, and says when the list ends (REQ-7)', async ({
    page,
  }) => {
    // Before the app starts: in an open page the clock of the test stands in 1970 for a moment, and a clinician would have been inactive since then.
    await page.clock.install()
    await signIn(page, 'clinician', '/dashboard')
    // The list has two pages: the last form request of the first page is followed by the first of the second.
    await page.goto('/requests?limit=10&filters[status]=completed&filters[assignee]=none&filters[urgent]=false&sort=lastName')
    const rows = requestTable(page).getByRole('rowheader').getByRole('link')
    await rows.first().waitFor()
    const ninth = rows.nth(8)
    const [tenthName] = [await rows.nth(9).textContent()]
    await ninth.click()
    await expect(page.getByText(/^9 of \d+$/)).toBeVisible()
    const before = page.url()

    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(
      dialog(page)
        .getByRole('group', { name: 'Outcome' })
        .or(dialog(page).getByRole('radiogroup', { name: 'Outcome' })),
    ).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await dialog(page).getByLabel('Advice given').check()
    await dialog(page).getByLabel(/^Note/).fill('=HYPERLINK("http://example.com")')
    await dialog(page).getByRole('button', { name: 'Close and next' }).dblclick()

    await expect(heading(page)).toHaveText(tenthName!)
    await expect(page.getByText(/^10 of \d+$/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Close', exact: true }), 'the second press closed nothing').toBeVisible()
    expect(page.url()).not.toBe(before)

    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await dialog(page).getByLabel('No action needed').check()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText(/^11 of \d+$/), 'the first of the second page').toBeVisible()
    // However late the user comes back, their own changes are no news.
    await page.clock.fastForward(6_000)
    await page.getByRole('link', { name: 'Previous' }).click()
    await expect(page.getByText('Closed: No action needed', { exact: true })).toBeVisible()
    await expect(page.locator('.live-news')).toHaveCount(0)
    await page.getByRole('link', { name: 'Previous' }).click()
    await expect(page.getByText('Closed: Advice given', { exact: true })).toBeVisible()
    await expect(page.locator('.live-news')).toHaveCount(0)
    await expect(notes(page)).toContainText('=HYPERLINK')
  })

  test('what a user has just done is undone from its message, by keyboard and on the next form request (REQ-3, REQ-7)', async ({
    openAs,
  }) => {
    const page = await openAs('clinician', '/dashboard')
    const list = '/requests?limit=10&filters[status]=completed&filters[assignee]=none&filters[urgent]=false&sort=-lastName'
    const undo = page.getByRole('button', { name: 'Undo' })
    // The message of the undo before may still be there: each press adds one.
    const undone = page.getByText('Undone.').first()
    await page.goto(list)
    const first = requestTable(page).getByRole('row').nth(1)
    const name = await first.getByRole('rowheader').getByRole('link').textContent()
    await first.getByRole('rowheader').getByRole('link').press('m')
    await expect(page.getByText('1 form request assigned to you.')).toBeVisible()
    await undo.click()
    await expect(undone).toBeVisible()
    await page.goto(list)
    await expect(first.getByRole('rowheader'), 'it is among the unassigned ones again').toHaveText(name!)
    await first.getByRole('rowheader').getByRole('link').click()

    await page.getByRole('button', { name: 'Assign to me' }).click()
    await expect(page.getByText('Assigned to you.')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await page.keyboard.press('F6')
    await page.keyboard.press('Tab')
    await expect(undo).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(undone).toBeVisible()
    await expect(page.getByRole('button', { name: 'Assign to me' })).toBeVisible()

    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await dialog(page).getByLabel('No action needed').check()
    await dialog(page).getByRole('button', { name: 'Close and next' }).click()
    await expect(page.getByText(/^2 of \d+$/)).toBeVisible()
    await undo.click()
    await expect(undone).toBeVisible()
    await page.getByRole('link', { name: 'Previous' }).click()
    await expect(heading(page)).toHaveText(name!)
    await expect(page.getByRole('button', { name: 'Close', exact: true }), 'it is completed again').toBeVisible()
  })

  test('the last form request of a list offers no next one and says so (REQ-7)', async ({ openAs }) => {
    const page = await openAs('clinician', '/dashboard')
    await openFirst(page, 'filters[status]=completed&sort=createdAt')
    const name = await heading(page).textContent()
    await openFirst(page, `filters[status]=completed&filters[search]=${encodeURIComponent(name!)}`)
    const place = page.getByText(/^\d+ of \d+/)
    for (;;) {
      const [, nth, total] = /^(\d+) of (\d+)/.exec((await place.textContent())!)!
      if (nth === total) break
      await page.getByRole('link', { name: 'Next', exact: true }).click()
      await expect(place).toHaveText(new RegExp(`^${Number(nth) + 1} of `))
    }
    await page.getByRole('heading', { name: 'Timeline' }).waitFor()

    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(dialog(page).getByRole('button', { name: /^Close (urgent )?form request$/ })).toBeVisible()
    await expect(dialog(page).getByRole('button', { name: 'Close and next' })).toHaveCount(0)
    await expect(dialog(page)).toContainText('This is the last form request in the list.')
  })
})

test.describe('The outcomes of an organisation', () => {
  test('without an outcome for the form, the dialog says who adds outcomes and offers nothing to save (REQ-7)', async ({ openAs }) => {
    const page = await openAs('clinician', '/dashboard')
    await openFirst(page, 'filters[status]=closed&sort=-submittedAt')
    await page.route('**/tenant/*/outcomes', (route) => route.fulfill({ json: { docs: [] } }))
    const record = page.getByRole('button', { name: 'Record outcome' })
    if (await record.isVisible()) await record.click()
    else {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Correct the outcome' }).click()
    }
    await expect(dialog(page)).toContainText('This form has no outcomes to choose from.')
    await expect(dialog(page).getByRole('button', { name: 'Save outcome' })).toHaveCount(0)
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await page.unrouteAll()
  })

  test.use({ expectedErrors: ['status of 400'] })

  test('an outcome taken out of use while the dialog is open is refused beside its field, and the note is kept (REQ-7)', async ({
    openAs,
  }) => {
    const admin = await openAs('admin', '/organisation?tab=outcomes')
    const name = `Outcome ${Date.now() % 1_000_000}`
    await admin.getByRole('button', { name: 'Add outcome' }).click()
    await admin.getByLabel('Name').fill(name)
    await dialog(admin).getByRole('button', { name: 'Add outcome' }).click()
    await admin.getByRole('button', { name: `Move ${name} up` }).click()
    await expect(admin.getByText(new RegExp(`^${name} is now \\d+ of \\d+\\.$`))).toBeVisible()
    expect(await violationsOn(admin)).toEqual([])

    const page = await openAs('clinician', '/dashboard')
    await openFirst(page, 'filters[status]=completed&filters[assignee]=none&filters[urgent]=false&sort=-submittedAt')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await dialog(page).getByLabel(name).check()
    await dialog(page).getByLabel(/^Note/).fill('Phoned the patient')

    await admin.getByRole('button', { name: `Actions for ${name}` }).click()
    await admin.getByRole('menuitem', { name: 'Take out of use' }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Take out of use' }).click()
    await expect(admin.getByRole('row').filter({ hasText: name })).toContainText('Not in use')

    await dialog(page).getByRole('button', { name: 'Close form request' }).click()
    await expect(dialog(page).getByText('This outcome is no longer in use. Choose another outcome.').first()).toBeVisible()
    await expect(dialog(page).getByLabel(/^Note/)).toHaveValue('Phoned the patient')
    await dialog(page).getByLabel('Referred on').check()
    await dialog(page).getByRole('button', { name: 'Close form request' }).click()
    await expect(page.getByText('Closed: Referred on')).toBeVisible()

    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Correct the outcome' }).click()
    await dialog(page).getByLabel('Advice given').check()
    await dialog(page).getByRole('button', { name: 'Save outcome' }).click()
    await expect(page.getByText('Outcome recorded: Advice given')).toBeVisible()
  })
})
