import type { Page } from '@playwright/test'

import { expect, test } from './staff.ts'
import { expectFits } from './visiting.ts'

// A message that is still fading in has the contrast of something half there.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const [firstName, form] = ['Wilma', 'Mood check (PHQ-9)']
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function createRequest(page: Page, lastName: string, title = form) {
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill(lastName)
  for (const [part, value] of Object.entries({ Day: '9', Month: '3', Year: '1961' })) await page.getByLabel(part).fill(value)
  await page.getByLabel('Phone number').fill('07700 900 456')
  await page.getByRole('button', { name: 'Create patient' }).click()
  await expect(heading(page)).toHaveText(`${firstName} ${lastName}`)
  await page.getByRole('link', { name: 'Send a form' }).click()
  await page.getByRole('combobox', { name: 'Form' }).fill(title)
  await page.getByRole('option', { name: title }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: `Send to ${firstName} ${lastName}` }).click()
  await expect(page.getByText('1 form request created.')).toBeVisible()
}

/** Creates a form request, passes the identity check and returns the address of the questions. */
async function startAnswering(page: Page, title: string) {
  await createRequest(page, `Asher${Date.now() % 1_000_000}`, title)
  await page.waitForURL(/\/requests\/[\da-f-]{36}/)
  const address = `${new URL(page.url()).pathname}/answer`
  await page.goto(address)
  for (const detail of ['Full name', 'Date of birth', 'Phone number']) await page.getByRole('checkbox', { name: detail }).check()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(questionIn(page, 'limits')).toBeVisible()
  return address
}
const questionIn = (page: Page, id: string) => page.locator(`[data-question="${id}"]`)

/** Answers every required question of the asthma review but the last. */
async function answerMost(page: Page) {
  for (const id of ['woken', 'reliever']) await questionIn(page, id).getByRole('combobox').selectOption({ label: 'Not at all' })
  await questionIn(page, 'limits').getByRole('radio', { name: '1. Not at all' }).check()
  await expect(page.getByText('Saved by')).toHaveCount(3)
}

/** Presses Tab until the focus is on a control with this name. */
async function tabTo(page: Page, name: string) {
  for (let nth = 0; nth < 80; nth++) {
    await page.keyboard.press('Tab')
    const named = await page.evaluate<string>(`(() => {
      const one = document.activeElement
      return (one?.labels?.[0]?.textContent ?? one?.textContent ?? '').trim()
    })()`)
    if (named.startsWith(name)) return
  }
  throw new Error(`Tab never reached ${name}`)
}

test.describe('Answering for a patient', () => {
  test('a phone call with the keyboard only: identity check, answers by number keys, leaving and coming back, checking, sending, red flag (PTN-6, UI-2)', async ({
    openAs,
  }) => {
    const lastName = `Hartley${Date.now() % 1_000_000}`
    const page = await openAs('user', '/patients/create')
    await createRequest(page, lastName)
    await page.waitForURL(/\/requests\/[\da-f-]{36}/)
    const address = new URL(page.url()).pathname
    await tabTo(page, 'More')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Answer for the patient' })).toBeVisible()
    for (let nth = 0; nth < 15; nth++) {
      if ((await page.evaluate<string>('document.activeElement?.textContent ?? ""')) === 'Answer for the patient') break
      await page.keyboard.press('ArrowDown')
    }
    await page.keyboard.press('Enter')

    await expect(heading(page)).toHaveText(`Answer for ${firstName} ${lastName}`)
    await expectFits(page, 'start')
    await tabTo(page, 'Start')
    await page.keyboard.press('Enter')
    await expect(page.locator('.error-summary')).toContainText('Tick at least 3 details')
    for (const detail of ['Full name', 'Date of birth', 'Phone number']) {
      await tabTo(page, detail)
      await page.keyboard.press('Space')
    }
    await tabTo(page, 'Start')
    await page.keyboard.press('Enter')

    const focused = page.locator('[data-question]:focus-within')
    await expect(focused).toContainText('1. ')
    for (let nth = 1; nth <= 3; nth++) {
      await expect(focused).toContainText(`${nth}. `)
      await page.keyboard.press('3')
      await page.keyboard.press('Enter')
    }
    await expect(page.getByText('Saved by', { exact: false })).toHaveCount(3)
    await expectFits(page, 'questions')

    await page.goto(`${address}/answer`)
    await expect(focused).toContainText('4. ')
    await page.keyboard.press('Control+Enter')
    await expect(page.locator('.error-summary')).toContainText('There is a problem')
    await expectFits(page, 'incomplete')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    for (let nth = 4; nth <= 10; nth++) {
      await expect(focused).toContainText(`${nth}. `)
      await page.keyboard.press(nth === 9 ? '2' : '3')
      await page.keyboard.press('Enter')
    }
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('heading', { name: 'Check the answers before sending' })).toBeFocused()
    await expectFits(page, 'check')
    await tabTo(page, 'Send answers')
    await page.keyboard.press('Enter')

    await expect(page.getByText('The answers have been sent')).toBeVisible()
    await expect(page.locator('.alert--danger')).toContainText('Thoughts of death or self-harm')
    await expectFits(page, 'sent')
    await tabTo(page, 'Back to the form request')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^By phone, typed by /)).toBeVisible()
    await expect(page.getByText('Full name, Date of birth, Phone number')).toBeVisible()
    await expectFits(page, 'request')
  })

  test('a colleague’s answer is shown and not replaced unseen, and nothing typed is lost when the form request is closed (PTN-6, ERR-3)', async ({
    openAs,
    expectedErrors,
  }) => {
    expectedErrors.push('status of 409')
    const lastName = `Marlow${Date.now() % 1_000_000}`
    const page = await openAs('user', '/patients/create')
    await createRequest(page, lastName)
    await page.waitForURL(/\/requests\/[\da-f-]{36}/)
    const address = new URL(page.url()).pathname
    const colleague = await openAs('admin', `${address}/answer`)
    await page.goto(`${address}/answer`)
    for (const one of [page, colleague]) {
      for (const detail of ['Full name', 'Date of birth', 'Phone number']) await one.getByRole('checkbox', { name: detail }).check()
      await one.getByRole('button', { name: 'Start', exact: true }).click()
    }
    const [first, second] = [page.locator('[data-question]').first(), page.locator('[data-question]').nth(1)]
    await expect(first).toBeVisible()

    // The page does not look for the answers of others until it saves its own.
    await page.route('**/answering?since=**', (route) => route.fulfill({ json: { ended: null, draft: null } }))
    await colleague.locator('[data-question]').first().getByRole('radio', { name: '1. Not at all' }).check()
    await expect(colleague.getByText('Saved by')).toHaveCount(1)
    await page.unrouteAll()
    await first.getByRole('radio', { name: '4. Nearly every day' }).check()

    await expect(first).toContainText('The saved answer is “Not at all”. Your answer is not saved.')
    await expect(first.getByRole('radio', { name: '4. Nearly every day' })).toBeChecked()
    await expectFits(page, 'changed')
    await first.getByRole('button', { name: 'Save my answer instead' }).click()
    await expect(first).toContainText('Saved by')
    await expect(colleague.locator('[data-question]').first()).toContainText('has just changed this answer')
    await expect(colleague.getByRole('radio', { name: '4. Nearly every day' }).first()).toBeChecked()

    await colleague.goto(address)
    await colleague.getByRole('button', { name: 'Close', exact: true }).click()
    await colleague.getByRole('dialog').getByRole('button', { name: 'Close form request' }).click()
    await expect(colleague.getByText('Closed', { exact: true }).first()).toBeVisible()
    await second.getByRole('radio', { name: '2. Several days' }).check()

    await expect(page.getByText('No answers can be sent', { exact: true })).toBeVisible()
    await expect(page.getByText('The form request is closed, so no answers can be sent.', { exact: false }).first()).toBeVisible()
    await expect(second.getByRole('radio', { name: '2. Several days' })).toBeChecked()
    await expect(page.getByRole('button', { name: 'Check answers' })).toBeDisabled()
    await expectFits(page, 'closed')
  })

  test('what was ticked for one caller is not ticked for the next (PTN-6, IDLE-4)', async ({ openAs }) => {
    const page = await openAs('user', '/patients/create')
    await createRequest(page, `Nolan${Date.now() % 1_000_000}`, 'Asthma review')
    await page.waitForURL(/\/requests\/[\da-f-]{36}/)
    await page.goto(`${new URL(page.url()).pathname}/answer`)
    const name = page.getByRole('checkbox', { name: 'Full name' })
    await name.check()
    await page.waitForTimeout(2_000) // changes are kept a second after the last one

    await page.reload()

    await expect(name).toBeVisible()
    await expect(name).not.toBeChecked()
  })

  test('an answer that another person saves while the user types is not replaced unseen, also by “Check answers” (PTN-6)', async ({
    openAs,
    expectedErrors,
  }) => {
    expectedErrors.push('status of 409')
    const page = await openAs('user', '/patients/create')
    const address = await startAnswering(page, 'Asthma review')
    const colleague = await openAs('admin', address)
    for (const detail of ['Full name', 'Date of birth', 'Phone number']) await colleague.getByRole('checkbox', { name: detail }).check()
    await colleague.getByRole('button', { name: 'Start', exact: true }).click()
    const [mine, theirs] = [questionIn(page, 'notes'), questionIn(colleague, 'notes')]

    await mine.getByRole('textbox').fill('Sleeps badly')
    const isLooked = page.waitForResponse(
      async (response) => response.url().includes('/answering?since=') && (await response.text()).includes('New inhaler'),
    )
    await theirs.getByRole('textbox').fill('New inhaler')
    await theirs.getByRole('textbox').blur()
    await expect(theirs).toContainText('Saved by')
    await isLooked
    await mine.getByRole('textbox').blur()
    const isKept = 'The saved answer is “New inhaler”. Your answer is not saved.'
    await expect(mine).toContainText(isKept)
    await page.getByRole('button', { name: 'Check answers' }).click()
    await expect(mine).toContainText(isKept)
    await expect(theirs.getByRole('textbox')).toHaveValue('New inhaler')

    await mine.getByRole('button', { name: 'Save my answer instead' }).click()
    await expect(mine).toContainText('Saved by')
    await expect(theirs.getByRole('textbox')).toHaveValue('Sleeps badly')
  })

  test('leaving saves what was typed, and asks when an answer could not be saved (PTN-6, ERR-3)', async ({ openAs, expectedErrors }) => {
    expectedErrors.push('ERR_INTERNET_DISCONNECTED')
    const page = await openAs('user', '/patients/create')
    const address = await startAnswering(page, 'Asthma review')
    const notes = questionIn(page, 'notes').getByRole('textbox')
    await notes.fill('Sleeps badly')
    const leave = () => page.getByRole('link', { name: 'Back to the form request' }).click()
    await leave()
    await expect(heading(page)).toHaveText(/^Wilma Asher/)
    await page.goto(address)
    await expect(notes).toHaveValue('Sleeps badly')

    await page.context().setOffline(true)
    await notes.fill('Sleeps badly since May')
    await leave()
    const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await dialog.getByRole('button', { name: 'Stay on this page' }).click()
    await expect(notes).toHaveValue('Sleeps badly since May')
    await page.context().setOffline(false)
    await leave()
    await expect(heading(page)).toHaveText(/^Wilma Asher/)
    await expect(dialog).toHaveCount(0)
  })

  test('a part of the layout that cannot be loaded without a network takes away nothing that was typed (PTN-6, ERR-3)', async ({
    openAs,
    expectedErrors,
  }) => {
    expectedErrors.push('ERR_INTERNET_DISCONNECTED')
    const page = await openAs('user', '/patients/create')
    await startAnswering(page, 'Asthma review')
    const notes = questionIn(page, 'notes').getByRole('textbox')
    await page.context().setOffline(true)
    await notes.fill('Sleeps badly')
    await page.keyboard.press('Control+k')
    await expect(page.getByText('You are offline.', { exact: false })).toBeVisible()
    await expect(notes).toHaveValue('Sleeps badly')
    await page.context().setOffline(false)
    await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(notes).toHaveValue('Sleeps badly')
  })

  test('an answer that is corrected after the check keeps the focus, and its error does not come back when the answer is saved (PTN-6, VAL-2)', async ({
    openAs,
  }) => {
    const page = await openAs('user', '/patients/create')
    await startAnswering(page, 'Asthma review')
    await answerMost(page)
    await page.getByRole('button', { name: 'Check answers' }).click()
    await expect(page.locator('.error-summary li')).toHaveCount(1)

    const last = questionIn(page, 'technique')
    await last.getByRole('radio', { name: '2. No' }).check()
    await expect(last).toContainText('Saved by')
    await expect(last.getByRole('radio', { name: '2. No' })).toBeFocused()
    await expect(page.locator('.error-summary, .field__error')).toHaveCount(0)
  })

  test('answers that change while they are read back are not sent before they are read back too (PTN-6)', async ({ openAs }) => {
    const page = await openAs('user', '/patients/create')
    const address = await startAnswering(page, 'Asthma review')
    await answerMost(page)
    await questionIn(page, 'technique').getByRole('radio', { name: '1. Yes' }).check()
    await page.getByRole('button', { name: 'Check answers' }).click()
    await expect(page.getByRole('heading', { name: 'Check the answers before sending' })).toBeFocused()

    const other = await openAs('user', address)
    await questionIn(other, 'limits').getByRole('radio', { name: '3. Some of the time' }).check()
    await expect(page.getByText('The answers have changed', { exact: true })).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText('Some of the time')
    await expect(page.getByRole('button', { name: 'Send answers' })).toHaveCount(0)
    await expectFits(page, 'changed while read back')
    await page.getByRole('button', { name: 'Show the changed answers' }).click()
    await expect(page.getByRole('main')).toContainText('Some of the time')
    await expect(page.getByRole('heading', { name: 'Check the answers before sending' })).toBeFocused()
    await page.getByRole('button', { name: 'Send answers' }).click()
    await expect(page.getByText('The answers have been sent')).toBeVisible()
  })

  test('a date is saved once, when the focus leaves the question, and not between its boxes (PTN-6)', async ({ openAs }) => {
    const page = await openAs('user', '/patients/create')
    await startAnswering(page, 'Asthma review')
    const saved: unknown[] = []
    page.on(
      'request',
      (request) => request.method() !== 'GET' && request.url().includes('/answering') && saved.push(request.postDataJSON()),
    )
    const date = questionIn(page, 'attack')
    await date.getByLabel('Day').focus()
    for (const [part, value] of Object.entries({ Day: '9', Month: '3', Year: '2024' })) {
      await expect(date.getByLabel(part)).toBeFocused()
      await page.keyboard.type(value)
      await page.keyboard.press('Tab')
    }
    await expect(date).toContainText('Saved by')
    expect(saved).toMatchObject([{ question: 'attack', answer: '2024-03-09' }])
  })

  test('the progress of a bulk change does not lie over the identity check (PTN-6, REQ-6)', async ({ openAs }) => {
    const id = '11111111-1111-4111-8111-111111111111'
    const page = await openAs('user', '/patients/create')
    // A form request of the demonstration may be closed by another test.
    await createRequest(page, `Panell${Date.now() % 1_000_000}`)
    await page.waitForURL(/\/requests\/[\da-f-]{36}/)
    const address = new URL(page.url()).pathname
    await page.route('**/request/bulk/*', (route) =>
      route.fulfill({ json: { id, act: 'assign', status: 'running', totalRequests: 100, doneRequests: 40, refusedRequests: 0 } }),
    )
    await page.evaluate(`localStorage.setItem('formward.bulk-changes', '${id}')`)
    await page.reload()
    const panel = page.getByRole('complementary', { name: 'Bulk changes' })
    await expect(panel).toBeInViewport()
    await page.goto(`${address}/answer`)
    await page.setViewportSize({ width: 1280, height: 600 })
    await expect(page.getByText('Check the patient’s identity')).toBeInViewport()
    await expect(panel).not.toBeInViewport()
    await panel.scrollIntoViewIfNeeded()
    await expect(panel).toBeInViewport()
    await page.evaluate("localStorage.removeItem('formward.bulk-changes')")
  })
})
