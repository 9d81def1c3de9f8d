import type { Page } from '@playwright/test'

import { closesByEscape, enterPassword, expect, mainLayout, signIn, test, violationsOn } from './staff.ts'

// What the browser says of calls in the name of a session that has ended.
test.use({ expectedErrors: ['status of 401', 'status of 400', 'net::ERR_FAILED'], contextOptions: { reducedMotion: 'reduce' } })

const create = '/patients/create'
const surname = 'Unsaved-Lovelace'
const lastName = (page: Page) => page.getByLabel('Last name')
const note = (page: Page) => page.getByText(/^(Draft restored|You have unsaved changes)$/)
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' })
const stay = (page: Page) => question(page).getByRole('button', { name: 'Stay on this page' })
const leave = (page: Page) => question(page).getByRole('button', { name: 'Leave without saving' })

/** Types, and waits until it is kept. */
async function type(page: Page, text = surname) {
  const kept = page.waitForResponse((response) => response.url().endsWith('/member/drafts') && response.request().method() === 'PUT')
  await lastName(page).fill(text)
  expect((await kept).status()).toBe(200)
}

/** Nobody touched anything for an hour. */
const timeOut = (page: Page) =>
  page.evaluate(`{ localStorage.setItem('lastSeen', String(Date.now() - 3_600_000)); dispatchEvent(new Event('focus')) }`)

async function logInAgain(page: Page, name: 'clinician' | 'bookings') {
  await page.getByRole('button', { name: 'Sign in' }).click()
  await enterPassword(page, name)
  await mainLayout(page).waitFor()
}

test.describe('Unsaved changes', () => {
  test('a link, Back and signing out ask for confirmation, and staying keeps the entry (ERR-3)', async ({ page }) => {
    await signIn(page, 'bookings', '/patients')
    await page.getByRole('link', { name: 'Create patient' }).click()
    await type(page)

    const forms = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Forms', exact: true })
    await forms.click()
    await expect(question(page)).toBeVisible()
    await closesByEscape(page, forms)
    await page.goBack()
    await stay(page).click()
    await expect(page).toHaveURL(create)
    await page.getByRole('button', { name: 'Shanice Brown' }).click()
    await page.getByRole('link', { name: 'Sign out' }).click()
    await stay(page).click()
    await expect(lastName(page)).toHaveValue(surname)

    const asked = page.waitForEvent('dialog')
    await page.evaluate(`void setTimeout(() => location.reload())`)
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    await expect(lastName(page)).toHaveValue(surname)

    await page.getByRole('link', { name: 'Cancel' }).click()
    // A page that is loaded again before this would delete the draft later, and only in this browser.
    const gone = page.waitForResponse((response) => response.request().method() === 'DELETE' && response.url().includes('/member/drafts'))
    await leave(page).click()
    await expect(page).toHaveURL('/patients')
    await page.getByRole('link', { name: 'Create patient' }).click()
    await expect(lastName(page)).toHaveValue('')
    await gone
    await page.reload()
    await expect(lastName(page)).toHaveValue('')
    await expect(note(page)).toBeHidden()
  })

  test('without changes, or after saving, nothing is asked (ERR-3)', async ({ page }) => {
    await signIn(page, 'bookings', create)
    await lastName(page).fill('x')
    await lastName(page).fill('')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/patients')

    await page.getByRole('main').getByRole('row').nth(2).getByRole('link').first().click()
    await page.getByRole('link', { name: 'Manage', exact: true }).click()
    const kept = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.getByLabel('Town').fill(`Northbury ${Date.now()}`)
    await kept
    // Letting go of what was kept takes its time; nobody is told meanwhile that something was not saved.
    await page.route('**/member/drafts?*', (route) => setTimeout(() => void route.continue(), 1_500))
    const gone = page.waitForResponse((response) => response.request().method() === 'DELETE')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page).toHaveURL(/\/patients\/[0-9a-f-]{36}\?tab=details$/)
    await page.getByRole('link', { name: 'Manage', exact: true }).waitFor()
    await expect(note(page)).toBeHidden()
    await expect(question(page)).toBeHidden()
    await gone
    await page.goBack()
    await expect(page.getByLabel('Town')).toHaveValue(/Northbury/)
    await page.reload()
    await expect(page.getByLabel('Town')).toBeVisible()
    await expect(note(page)).toBeHidden()
  })

  test('an entry before a time-out is not stored in the browser, and only its author gets it back (IDLE-4, UI-4)', async ({ page }) => {
    await signIn(page, 'clinician', create)
    const entry = 'Timed-Out-Lovelace' // the other user may have a draft of their own
    await type(page, entry)
    await timeOut(page)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    const storage = await page.evaluate<string>(`JSON.stringify([{ ...localStorage }, { ...sessionStorage }])`)
    expect(storage).not.toContain(entry)

    const ofOther = page.waitForResponse((response) => response.request().method() === 'GET' && response.url().endsWith('/member/drafts'))
    await logInAgain(page, 'bookings')
    expect(await (await ofOther).text()).not.toContain(entry)
    await page.goto(create)
    await expect(lastName(page)).not.toHaveValue(entry)
    await page.goto('/logout')
    await enterPassword(page, 'clinician')
    await mainLayout(page).waitFor()
    await expect(note(page)).toBeVisible()
    await expect(page.getByRole('status').filter({ has: note(page) })).toContainText('Create Patient, ')
    expect(await violationsOn(page)).toEqual([])
    await page.emulateMedia({ media: 'print' })
    await expect(note(page), 'on paper').toBeHidden()
    await page.emulateMedia({ media: null })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Forms', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Form List' }).waitFor()
    await expect(note(page), 'on another screen').toBeHidden()
    await page.goBack()
    await page.getByRole('link', { name: 'Continue editing' }).click()
    await expect(lastName(page)).toHaveValue(entry)
    await expect(note(page)).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    await page.getByRole('button', { name: 'Discard draft' }).click()
    await expect(lastName(page)).toHaveValue('')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/patients')
    await page.reload()
    await mainLayout(page).waitFor()
    await expect(note(page)).toBeHidden()
  })

  test('a draft that is discarded while the connection is lost does not come back, and is deleted later (IDLE-4, ERR-3)', async ({
    page,
  }) => {
    await signIn(page, 'clinician', create)
    await type(page)
    const isDiscard = (method: string, url: string) => method === 'DELETE' && url.includes('/member/drafts')
    await page.route('**/member/drafts?*', (route) => route.abort())
    const lost = page.waitForEvent('requestfailed', (request) => isDiscard(request.method(), request.url()))
    await page.getByRole('link', { name: 'Cancel' }).click()
    await leave(page).click()
    await lost
    await page.unroute('**/member/drafts?*')

    const repeated = page.waitForResponse((response) => isDiscard(response.request().method(), response.url()))
    await page.goto(create)
    expect((await repeated).status()).toBe(200)
    await expect(lastName(page)).toHaveValue('')
    await expect(note(page)).toBeHidden()
    await page.reload()
    await expect(lastName(page)).toHaveValue('')
    await expect(note(page)).toBeHidden()
  })

  test('an entry that was kept and is taken back by hand is deleted and does not come back, and typing again keeps it again (IDLE-4, ERR-3)', async ({
    page,
  }) => {
    await signIn(page, 'clinician', create)
    await type(page)
    const gone = page.waitForResponse((response) => response.request().method() === 'DELETE' && response.url().includes('/member/drafts'))
    await lastName(page).fill('')
    expect((await gone).status()).toBe(200)
    await page.reload()
    await expect(lastName(page)).toHaveValue('')
    await expect(note(page)).toBeHidden()

    await type(page)
    const next = await page.context().newPage()
    await page.close()
    await next.goto(create)
    await expect(lastName(next)).toHaveValue(surname)
    const goneAgain = next.waitForResponse((response) => response.request().method() === 'DELETE')
    await lastName(next).fill('')
    await goneAgain
    await expect(note(next)).toBeHidden()
  })

  test('a discarded draft is deleted, and no entry is in a URL (IDLE-4, SAFE-2)', async ({ page, context }) => {
    await signIn(page, 'clinician', create)
    await type(page)
    const next = await context.newPage()
    await page.close()
    await next.goto('/dashboard')

    const discarded = next.waitForResponse((response) => response.request().method() === 'DELETE')
    await next.getByRole('button', { name: 'Discard', exact: true }).click()
    const answer = await discarded

    expect([answer.status(), [...new URL(answer.url()).searchParams.keys()]]).toEqual([200, ['screen', 'form']])
    await next.reload()
    await mainLayout(next).waitFor()
    await expect(note(next)).toBeHidden()
  })

  test('after a session has ended at the provider, signing in returns to the screen with the entry (IDLE-4, ERR-3)', async ({ page }) => {
    await signIn(page, 'admin', '/users/create')
    await page.getByLabel('First name').fill('Grace')
    await type(page)
    await page.evaluate(`{
    const key = Object.keys(localStorage).find((key) => key.startsWith('formward.user:'))
    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), expires_at: 1, refresh_token: 'of-no-session' }))
  }`)
    await page.getByLabel('Job title').fill('Physicist')
    await page.getByLabel('Email address').waitFor()
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
    await enterPassword(page, 'admin')
    await expect(page).toHaveURL('/users/create')
    await expect(lastName(page)).toHaveValue(surname)
    await expect(page.getByLabel('First name')).toHaveValue('Grace')
    await expect(note(page)).toBeVisible()
  })

  test('a form that is open in one tab starts empty in another (IDLE-4)', async ({ page, context }) => {
    await signIn(page, 'clinician', create)
    await type(page)
    const other = await context.newPage()
    await other.goto(create)
    await lastName(other).waitFor()
    await expect(note(other)).toBeHidden()
    await expect(lastName(other)).toHaveValue('')
  })

  test('a restored draft shows the chosen form and specialty, and a discarded one shows none (ERR-3, REQ-5)', async ({ page, context }) => {
    await signIn(page, 'clinician', '/requests/create')
    const choices = [
      { field: 'Form', typed: 'falls', chosen: /^Falls risk check/ },
      { field: 'Specialty', typed: 'gastroenterology', chosen: '301 Gastroenterology' },
    ]
    const kept = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && /specialty\W+301/.test(response.request().postData() ?? ''),
    )
    for (const { field, typed, chosen } of choices) {
      await page.getByRole('combobox', { name: field }).fill(typed)
      await page.getByRole('option', { name: chosen }).first().click()
    }
    expect((await kept).status()).toBe(200)
    const next = await context.newPage()
    await page.close()

    await next.goto('/requests/create')
    await expect(note(next)).toBeVisible()
    for (const { field, chosen } of choices) await expect(next.getByRole('combobox', { name: field })).toHaveValue(chosen)
    await next.getByRole('button', { name: 'Discard draft' }).click()
    for (const { field } of choices) await expect(next.getByRole('combobox', { name: field })).toHaveValue('')
  })
})
