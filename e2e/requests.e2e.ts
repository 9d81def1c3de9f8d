import type { Page } from '@playwright/test'

import { openFilter } from './list-actions.ts'
import { expect, startEmpty, test, violationsOn } from './staff.ts'
import { sidewaysOn } from './visiting.ts'

// A message that is still fading in has the contrast of something half there.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const rowsOf = (page: Page) => page.getByRole('table', { name: 'Form requests' }).getByRole('row')
const dialog = (page: Page) => page.getByRole('dialog')

/** Types into a field that looks its options up, and takes the first. */
async function pick(page: Page, label: string, text: string, option: string | RegExp) {
  await page.getByRole('combobox', { name: label }).fill(text)
  await page.getByRole('option', { name: option }).first().click()
}

/** Other tests use the same demonstration at the same time: these requests are nobody else's. */
async function sendTwo(page: Page, pathway: string) {
  await page.goto('/requests/create')
  await startEmpty(page)
  await pick(page, 'Patients', 'fitz', /Fitzgerald/)
  await pick(page, 'Patients', 'okaf', /Okafor/)
  await pick(page, 'Form', 'falls', 'Falls risk check')
  await expect(page.getByRole('radio', { name: 'NHS App' })).toBeDisabled()
  await page.getByLabel('Pathway ID').fill(pathway)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Send to 2 patients' }).click()
  await expect(page.getByText('2 form requests created.')).toBeVisible()
}

async function showPathway(page: Page, pathway: string) {
  await page.getByRole('searchbox', { name: 'Search form requests' }).fill(pathway)
  await expect(rowsOf(page)).toHaveCount(3)
}

test.describe('Creating a form request', () => {
  test('missing entries are listed with links to their fields, and what was typed is kept (REQ-5, VAL-2)', async ({ openAs }) => {
    const page = await openAs('user', '/requests/create')
    await page.getByLabel('Location').fill('Ward 4B')
    await page.getByRole('button', { name: 'Continue' }).click()

    await expect(page.getByRole('alert')).toContainText('Patient is required.')
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('alert').getByRole('link', { name: 'Form is required.' }).click()
    await expect(page.getByRole('combobox', { name: 'Form' })).toBeFocused()
    await expect(page.getByLabel('Location')).toHaveValue('Ward 4B')
  })
})

test.describe('Two people who use the worklist', () => {
  test.use({ expectedErrors: ['status of 404'] })

  test('form requests are sent, assigned, refused to another member, taken over and closed (REQ-3, REQ-5)', async ({ openAs }) => {
    const pathway = `E2E-${Date.now() % 1_000_000}`
    const page = await openAs('user', '/dashboard')
    await sendTwo(page, pathway)
    await showPathway(page, pathway)

    await expect(page.getByRole('group', { name: 'With selected' }), 'there is nothing to act on').toHaveCount(0)
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Assign', exact: true }).click()
    await pick(page, 'Assign to', 'helen', /Helen Marsh/)
    await dialog(page).getByRole('button', { name: 'Assign', exact: true }).click()
    await expect(rowsOf(page).filter({ hasText: 'Helen Marsh' })).toHaveCount(2)

    await rowsOf(page).nth(1).getByRole('link').click()
    await page.getByRole('heading', { name: 'Timeline' }).waitFor() // the worklist, left just now, has buttons of the same names
    await page.getByRole('button', { name: 'More', exact: true }).waitFor()
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('button', { name: 'Close form request' }).click()
    await expect(page.getByText(/someone else has taken control: Helen Marsh/)).toBeVisible()
    await page.getByRole('button', { name: 'Take over and continue' }).click()
    await expect(page.getByRole('main').getByText('Taken over from Helen Marsh')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 }), 'the button that was pressed is gone').toBeFocused()

    await page.goBack()
    await expect(rowsOf(page).filter({ hasText: 'Closed' })).toHaveCount(1)
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await dialog(page).locator('form').getByRole('button', { name: 'Close', exact: true }).click()
    await expect(dialog(page)).toContainText('0 form requests closed. 1 could not be closed.')
    expect(await violationsOn(page)).toEqual([])
    await dialog(page).getByRole('button', { name: 'Take over and close 1 form request' }).click()
    await expect(page.getByText('1 form request closed. 1 was already closed.')).toBeVisible()
    await expect(rowsOf(page).filter({ hasText: 'Closed' })).toHaveCount(2)
  })
})

/** Opens one of two form requests that have just been sent, and returns its address. */
async function openSent(page: Page) {
  const pathway = `E2E-C-${Date.now() % 1_000_000}`
  await sendTwo(page, pathway)
  await showPathway(page, pathway)
  const address = (await rowsOf(page).nth(1).getByRole('link').getAttribute('href'))!
  await page.goto(address)
  await page.getByRole('heading', { name: 'Timeline' }).waitFor()
  return address
}

async function more(page: Page, action: string) {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

async function assignToHelen(page: Page) {
  await more(page, 'Assign to…')
  await pick(page, 'Assign to', 'helen', /Helen Marsh/)
  await dialog(page).getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.getByText('Assigned to Helen Marsh.')).toBeVisible()
}

const isTaken = /someone else has taken control: Helen Marsh/
const takeOver = 'Take over and continue'

test.describe('A form request of a colleague', () => {
  test.use({ expectedErrors: ['status of 404'] })

  test('the contact details are corrected and the message is sent after taking over (REQ-3, NOT-9)', async ({ openAs }) => {
    const page = await openAs('user', '/dashboard')
    await openSent(page)
    await assignToHelen(page)
    await more(page, 'Correct the contact details')
    await dialog(page)
      .getByRole('textbox', { name: /^Email/ })
      .fill(`new.${Date.now()}@example.com`)
    await dialog(page).getByRole('radio', { name: 'Email', exact: true }).check()
    await dialog(page)
      .getByRole('radio', { name: /^No one contacted us/ })
      .check()
    await dialog(page).getByRole('button', { name: 'Save and send again' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText(isTaken)
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    // What is corrected again before taking over is saved too: the message must not go to the earlier address.
    const corrected = `corrected.${Date.now()}@example.com`
    await dialog(page)
      .getByRole('textbox', { name: /^Email/ })
      .fill(corrected)
    await dialog(page).getByRole('button', { name: 'Save and send again' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText(isTaken)
    await dialog(page).getByRole('button', { name: takeOver }).click()
    await expect(page.getByText('The contact details are saved and the message is queued.')).toBeVisible()
    await expect(page.getByRole('main').getByText('Message queued by email')).toBeVisible()
    await expect(page.getByRole('main').getByText(corrected).first()).toBeVisible()
  })

  test('the note is kept when a colleague takes over while the dialog is open, and is added after taking over (REQ-3, REQ-7)', async ({
    openAs,
  }) => {
    const page = await openAs('user', '/dashboard')
    const address = await openSent(page)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    const note = dialog(page).getByLabel(/^Note/)
    await note.fill('Phoned the daughter')
    await assignToHelen(await openAs('user', address))
    await dialog(page).getByRole('button', { name: 'Close form request' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText(isTaken)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(note).toHaveValue('Phoned the daughter')
    await expect(dialog(page)).toContainText('someone else has taken control')
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await dialog(page).getByRole('button', { name: 'Close form request' }).click()
    await question.getByRole('button', { name: takeOver }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Phoned the daughter')
    await expect(page.getByRole('main').getByText('Taken over from Helen Marsh')).toBeVisible()
  })

  test('after taking over from a colleague whom the screen did not show, there is no undo, which would leave nobody (REQ-3)', async ({
    openAs,
  }) => {
    const page = await openAs('user', '/dashboard')
    const address = await openSent(page)
    await page.route(/\/request\/live/, () => {}) // The screen does not hear of the change.
    await page.reload()
    const assign = page.getByRole('button', { name: 'Assign to me' })
    await assign.waitFor()
    await assignToHelen(await openAs('user', address))
    await assign.click()
    await expect(page.getByText(isTaken)).toBeVisible()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take over' }).click()
    await expect(page.getByText('Assigned to you.')).toBeVisible()
    // At once: the message goes by itself.
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

test.describe('The worklist', () => {
  test.use({ expectedErrors: ['status of 400'] })

  test('the buttons of an unreached form request stand side by side at 1280 pixels, and fit at 320 (NOT-6, UI-2)', async ({ openAs }) => {
    const page = await openAs('user', '/requests?limit=10&filters[notReached]=true&filters[status]=unopened')
    const row = rowsOf(page)
      .filter({ has: page.getByRole('button', { name: /^Queue a letter: / }) })
      .filter({ has: page.getByRole('button', { name: /^Correct and send: / }) })
      .first()
    await page.setViewportSize({ width: 1280, height: 900 })
    const [correct, letter] = [row.getByRole('button', { name: /^Correct/ }), row.getByRole('button', { name: /^Queue/ })]
    expect((await correct.boundingBox())!.y).toBeCloseTo((await letter.boundingBox())!.y, 0)
    expect(await sidewaysOn(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 900 })
    expect(await sidewaysOn(page)).toEqual([])
  })

  test('taking over is confirmed in a dialog, and the focus moves to the heading (REQ-3, NAV-8)', async ({ openAs }) => {
    const pathway = `E2E-T-${Date.now() % 1_000_000}`
    const page = await openAs('user', '/dashboard')
    await sendTwo(page, pathway)
    await showPathway(page, pathway)
    await page.goto((await rowsOf(page).nth(1).getByRole('link').getAttribute('href'))!)
    const heading = page.getByRole('heading', { level: 1 })

    await page.getByRole('button', { name: 'Assign to me' }).press('Enter')
    await expect(page.getByText('Assigned to you.')).toBeVisible()
    await expect(heading).toBeFocused()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Assign to…' }).click()
    await dialog(page).getByRole('button', { name: 'Assign', exact: true }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('User is required.')
    await pick(page, 'Assign to', 'helen', /Helen Marsh/)
    await page.route('**/assign/*', (route) => route.fulfill({ status: 400, json: { message: 'Broken.' } }))
    await dialog(page).getByRole('button', { name: 'Assign', exact: true }).click()
    await expect(dialog(page).getByRole('alert')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Assign to…' }).click()
    await expect(dialog(page).getByRole('combobox', { name: 'Assign to' })).toBeVisible()
    await expect(dialog(page).getByRole('alert'), 'the refusal of the earlier try').toHaveCount(0)
    await pick(page, 'Assign to', 'helen', /Helen Marsh/)
    await dialog(page).getByRole('button', { name: 'Assign', exact: true }).click()
    await expect(page.getByText('Assigned to Helen Marsh.')).toBeVisible()
    // The closed dialog moves the focus last.
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'More', exact: true }).or(heading).and(page.locator(':focus'))).toBeVisible()

    await page.getByRole('button', { name: 'Take over' }).press('Enter')
    await expect(page.getByRole('alertdialog', { name: 'Take over from Helen Marsh?' })).toBeVisible()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take over' }).press('Enter')
    await expect(page.getByRole('main').getByText('Taken over from Helen Marsh')).toBeVisible()
    await expect(heading).toBeFocused()
  })

  test('a colleague’s changes appear in place in an open list, keyboard shortcuts work, and a member is told when a request is taken over (REQ-6, REQ-3)', async ({
    openAs,
  }) => {
    const pathway = `E2E-L-${Date.now() % 1_000_000}`
    const page = await openAs('user', '/dashboard')
    await sendTwo(page, pathway)
    await showPathway(page, pathway)
    await page
      .getByRole('navigation', { name: 'Status' })
      .getByRole('link', { name: /^Unopened/ })
      .click()
    await expect(rowsOf(page)).toHaveCount(3)
    await expect(page.getByText('Live', { exact: true })).toBeVisible()
    const row = rowsOf(page).nth(1)
    const patient = (await row.getByRole('link').textContent())!
    const colleague = await openAs('bookings', page.url().replace(/^https?:\/\/[^/]+/, ''))
    await expect(colleague.getByText('Live', { exact: true })).toBeVisible()
    const theirs = rowsOf(colleague).filter({ hasText: patient })

    await row.getByRole('link').focus()
    await page.keyboard.press('?')
    await expect(dialog(page)).toContainText('Assign to me')
    expect(await violationsOn(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(row.getByRole('link')).toBeFocused()
    await page.keyboard.press('m')
    await expect(page.getByText('1 form request assigned to you.')).toBeVisible()
    await expect(row).toContainText('Ade Bello')

    await expect(theirs, 'without a reload').toContainText('Ade Bello')
    await theirs.getByRole('link').focus()
    await colleague.keyboard.press('Space')
    await colleague.keyboard.press('a')
    await pick(colleague, 'Assign to', 'shan', /Shanice Brown/)
    await dialog(colleague)
      .getByRole('checkbox', { name: /^Take over 1 form request/ })
      .check()
    await dialog(colleague).getByRole('button', { name: 'Assign', exact: true }).click()
    await expect(row).toContainText('Shanice Brown')
    await expect(page.getByText(`Shanice Brown has taken over the form request of ${patient}.`)).toBeVisible()

    await expect(dialog(colleague), 'what was pressed is done').toHaveCount(0)
    await theirs.getByRole('link').focus()
    await colleague.keyboard.press('c')
    await dialog(colleague).locator('form').getByRole('button', { name: 'Close', exact: true }).click()
    await expect(theirs).toHaveCount(0)
    await expect(rowsOf(colleague).nth(1).getByRole('link'), 'the keyboard goes on in the next row').toBeFocused()
    await expect(row, 'it stays where it is, though it is none of the unopened ones').toContainText('Closed')
    await expect(row.getByRole('link')).toBeFocused()
    await expect(page.getByText('1 form request no longer in this list')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expect(rowsOf(page)).toHaveCount(2)
  })

  test('the worklist is filtered, and the URL keeps the filters (REQ-1, NAV-7)', async ({ openAs }) => {
    const page = await openAs('user', '/requests')
    await page
      .getByRole('navigation', { name: 'Status' })
      .getByRole('link', { name: /^Completed/ })
      .click()
    await openFilter(page, 'Specialty')
    await page.getByRole('checkbox', { name: /320 Cardiology/ }).check()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Remove filter 320 Cardiology' })).toBeVisible()
    await page.getByRole('button', { name: 'Patient', exact: true }).click()
    await expect(page.getByRole('columnheader', { name: 'Patient' })).toHaveAttribute('aria-sort', 'ascending')

    await page.reload()
    await expect(rowsOf(page).nth(1)).toContainText('Completed')
    await expect(rowsOf(page).nth(1)).toContainText('Cardiology')
    await expect(page.getByRole('columnheader', { name: 'Patient' })).toHaveAttribute('aria-sort', 'ascending')

    await page.getByRole('button', { name: 'Clear all' }).click()
    await expect(page.getByRole('button', { name: 'Remove filter 320 Cardiology' })).toBeHidden()
  })

  test('a number on the dashboard opens the list that it counts (REP-2)', async ({ openAs }) => {
    const page = await openAs('user', '/dashboard')
    const tile = page.getByRole('region', { name: 'The organisation' }).getByRole('link', { name: /^Urgent/ })
    const figure = (await tile.locator('.stat-tile__figure').textContent()) ?? ''
    expect(await violationsOn(page)).toEqual([])

    await tile.click()

    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible()
    await expect(page.getByText(`of ${figure}`, { exact: false }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove filter Urgent' })).toBeVisible()
  })
})
