import type { BrowserContext, Page, Route } from '@playwright/test'

import { closesByEscape, endToken, enterPassword, expect, mainLayout, signIn, test, violationsOn } from './staff.ts'

// What the browser says of calls whose proof was made by a clock that a test has moved.
test.use({ expectedErrors: ['status of 401', 'status of 400'], contextOptions: { reducedMotion: 'reduce' } })

const minute = 60_000
/** The demonstration's organisation signs its clinicians out after so many minutes. */
const limit = 30

const panel = (page: Page) => page.getByRole('heading', { name: 'You were signed out because you were inactive.' })
const warning = (page: Page) => page.getByRole('alertdialog', { name: 'Are you still there?' })
const signInButton = (page: Page) => page.getByRole('button')

const lastSeen = async (page: Page) => Number(await page.evaluate<string>(`localStorage.getItem('lastSeen')`))
/** The computer slept: its timers stood still, and now somebody opens the lid. */
const sleep = (page: Page, minutes: number) =>
  page.evaluate(`{
    localStorage.setItem('lastSeen', String(Date.now() - ${minutes * minute}))
    dispatchEvent(new Event('focus'))
  }`)

/**
 * Moves the clock of the page on, once no token is being renewed. The time limit of a renewal would end while its answer is on the way, and a refresh
 * token that the server has replaced already ends the session when it is used again.
 */
async function moveOn(page: Page, ms: number, how: 'fastForward' | 'runFor' = 'fastForward') {
  const renewing = `navigator.locks.query().then(({ held, pending }) => [...held, ...pending].filter(({ name }) => name === 'formward.renew').length)`
  await expect.poll(() => page.evaluate<number>(renewing)).toBe(0)
  await page.clock[how](ms)
}

/** On the screen of a patient, with a clock that only the test moves on; answers the patient's name. */
async function openPatient(page: Page) {
  await page.clock.install()
  await signIn(page, 'clinician', '/patients')
  await page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('link', { name: 'Manage', exact: true }).waitFor()
  await expect.poll(() => lastSeen(page)).toBeGreaterThan(0)
  return page.getByRole('heading', { level: 1 }).innerText()
}

const wholeDocument = (page: Page) => page.evaluate<string>(`document.title + document.documentElement.outerHTML`)

test.describe('Timing out', () => {
  test('a clinician who is inactive finds the time-out panel, and no patient data behind it (IDLE-1, IDLE-2)', async ({ page }) => {
    const name = await openPatient(page)
    const surname = name.split(' ').at(-1)!
    expect(await wholeDocument(page)).toContain(surname)

    await moveOn(page, (limit - 2) * minute)
    await page.mouse.move(200, 200)
    await moveOn(page, (limit - 2) * minute)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await moveOn(page, 3 * minute)
    await expect(panel(page)).toBeVisible()
    await expect(panel(page)).toBeFocused()
    await expect(page).toHaveTitle('Signed out – Formward')
    expect(await wholeDocument(page)).not.toContain(surname)
    await expect(signInButton(page)).toHaveText(['Sign in'])
    await expect(signInButton(page)).toHaveClass(/button--secondary/)
    expect(await violationsOn(page)).toEqual([])

    await page.goBack()
    await expect(panel(page)).toBeVisible()
    expect(await wholeDocument(page)).not.toContain(surname)
    await page.reload()
    await expect(panel(page)).toBeVisible()
  })

  test('the only button signs out and returns to the first page, where the clinician signs in again (IDLE-1, IDLE-2)', async ({ page }) => {
    await signIn(page, 'clinician', '/profile')
    await expect.poll(() => lastSeen(page)).toBeGreaterThan(0)
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(new URL(request.url()).pathname))
    await sleep(page, limit)
    await signInButton(page).click()
    await page.getByLabel('Email address').waitFor()
    expect(addresses).toContain('/identity/oidc/logout')
    expect(addresses).toContain('/')
    await page.goto('/config.json')
    expect(await page.evaluate(`localStorage.getItem('lastSeen')`)).toBeNull()
    await signIn(page, 'clinician')
    await expect(page).toHaveURL('/dashboard')
  })

  test('a computer that wakes from sleep shows the panel, and a clock that is set back does not sign out early (IDLE-1)', async ({
    page,
  }) => {
    await openPatient(page)
    await page.clock.setSystemTime(Date.now() - 5 * 60 * minute)
    await page.mouse.move(10, 10)
    await moveOn(page, 2_000, 'runFor')
    await expect(mainLayout(page)).toBeVisible()
    await page.evaluate(`localStorage.setItem('lastSeen', String(Date.now() - ${limit * minute}))`)
    await page.mouse.move(300, 300)
    await expect(panel(page)).toBeVisible()
  })

  test('other roles do not time out, and nothing is stored about their activity (IDLE-1)', async ({ page }) => {
    await page.clock.install()
    await signIn(page, 'user', '/profile')
    await page.mouse.move(200, 200)
    await moveOn(page, 3 * 60 * minute)
    await expect(mainLayout(page)).toBeVisible()
    expect(await page.evaluate(`localStorage.getItem('lastSeen')`)).toBeNull()
  })

  async function openTabs(context: BrowserContext, page: Page) {
    await page.clock.install()
    // Each tab asks for its counts soon after it has started, and the first of them would renew the token.
    const isCounted = (tab: Page) => tab.waitForResponse((answer) => answer.url().endsWith('/notices/counts') && answer.ok())
    const counts = isCounted(page)
    await signIn(page, 'clinician', '/profile')
    const other = await context.newPage()
    const otherCounts = isCounted(other)
    await other.goto('/patients')
    await mainLayout(other).waitFor()
    await Promise.all([counts, otherCounts])
    await expect.poll(() => lastSeen(page)).toBeGreaterThan(0)
    return other
  }

  test('activity in one tab counts for all, all tabs show the panel together, and signing in in one opens the others (IDLE-1)', async ({
    page,
    context,
  }) => {
    const other = await openTabs(context, page)
    await moveOn(page, (limit - 2) * minute)
    const before = await lastSeen(page)
    await other.bringToFront()
    let way = 100
    // A page that has just come to the front may miss the first moves.
    await expect(async () => {
      await other.mouse.move(way, (way += 10))
      expect(await lastSeen(page)).toBeGreaterThan(before)
    }).toPass()
    await moveOn(page, (limit - 2) * minute)
    await expect(mainLayout(page)).toBeVisible()

    await moveOn(page, 3 * minute)
    await expect(panel(page)).toBeVisible()
    await expect(panel(other)).toBeVisible()
    await page.clock.setSystemTime(Date.now())
    await signInButton(page).click()
    await page.getByLabel('Email address').waitFor()
    await expect(panel(other)).toBeVisible()
    await enterPassword(page, 'clinician')
    await mainLayout(page).waitFor()
    await expect(other.getByRole('heading', { name: 'Patient List' })).toBeVisible()
  })

  test('a token renewed by another tab does not reload the panel, so its button works at the first press (IDLE-1)', async ({
    page,
    context,
  }) => {
    // Each tab asks for its counts soon after it has started, and the first of them would renew the token.
    const isCounted = (tab: Page) => tab.waitForResponse((answer) => answer.url().endsWith('/notices/counts') && answer.ok())
    const counts = isCounted(page)
    await signIn(page, 'clinician', '/profile')
    const other = await context.newPage()
    const otherCounts = isCounted(other)
    await other.goto('/patients')
    await mainLayout(other).waitFor()
    await Promise.all([counts, otherCounts])
    const renewals: Route[] = []
    await context.route('**/oauth/token', (route) => void renewals.push(route), { times: 1 })
    await endToken(other)
    await other.bringToFront()
    await expect(async () => {
      await other.mouse.move(100 + 200 * Math.random(), 100)
      expect(renewals).toHaveLength(1)
    }).toPass()
    await page.bringToFront()
    await sleep(page, limit)
    await expect(panel(other)).toBeVisible()
    await page.evaluate(`globalThis.isFirstLoad = true`)
    const renewed = other.waitForResponse('**/oauth/token')
    await renewals[0]!.continue()
    await renewed
    const isSomebodyKnown = () => page.evaluate<boolean>(`Object.keys(localStorage).some((key) => key.startsWith('formward.user:'))`)
    await expect.poll(isSomebodyKnown, 'what was renewed is forgotten').toBe(false)
    await page.waitForTimeout(500) // nothing is seen to happen, which is the point
    expect(await page.evaluate(`globalThis.isFirstLoad`)).toBe(true)

    await signInButton(page).click()
    await page.getByLabel('Email address').waitFor()
    await expect(panel(other)).toBeVisible()
    await enterPassword(page, 'clinician')
    await mainLayout(page).waitFor()
    await expect(other.getByRole('heading', { name: 'Patient List' })).toBeVisible()
  })

  test('a dialog counts down for one minute; the button and any activity keep the session (IDLE-4)', async ({ page }) => {
    await openPatient(page)
    await moveOn(page, (limit - 1) * minute)
    await expect(warning(page)).toContainText(/\b(60|5\d) seconds/)
    await expect(warning(page).getByRole('status')).toHaveText('You will be signed out in less than 60 seconds.')
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await moveOn(page, 20_000, 'runFor')
    await expect(warning(page)).toContainText(/\b[1-4]\d seconds/)
    await expect(warning(page).getByRole('status')).toHaveText(/less than (45|30|15) seconds/)
    await page.keyboard.press('Tab')
    await moveOn(page, 1_000, 'runFor')
    await expect(warning(page)).toContainText('You are active again, so you stay signed in.')
    await warning(page).getByRole('button', { name: 'Stay signed in' }).click()
    await expect(warning(page)).toBeHidden()

    await moveOn(page, (limit - 1) * minute)
    await warning(page).waitFor()
    await page.mouse.move(5, 5)
    await moveOn(page, 10_000, 'runFor')
    await expect(warning(page)).toBeHidden()
    await moveOn(page, (limit - 1) * minute)
    await warning(page).waitFor()
    await moveOn(page, 60_000, 'runFor')
    await expect(panel(page)).toBeVisible()
    await expect(warning(page)).toBeHidden()
  })

  test('Escape closes the warning, and its second button signs out (IDLE-4)', async ({ page }) => {
    await openPatient(page)
    const manage = page.getByRole('link', { name: 'Manage', exact: true })
    await manage.focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await moveOn(page, (limit - 1) * minute)
    await closesByEscape(page, manage)
    await moveOn(page, (limit - 1) * minute)
    await warning(page).getByRole('button', { name: 'Sign out now' }).click()
    await page.getByLabel('Email address').waitFor()
  })
})
