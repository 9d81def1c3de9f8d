import type { BrowserContext, Page } from '@playwright/test'

import { endToken, enterPassword, expect, signIn, test, violationsOn } from './staff.ts'

test.use({ expectedErrors: ['status of 401', 'status of 400 (Bad Request)', 'net::ERR_FAILED'] })

const signInHeading = (page: Page) => page.getByRole('heading', { name: 'Sign in', exact: true })
const storedUser = (page: Page) =>
  page.evaluate<string | undefined>(`Object.keys(localStorage).find((key) => key.startsWith('formward.user:'))`)

/** The requests that pages of this browser make from now on to an address that ends so. */
function requestsTo(context: BrowserContext, end: string) {
  const found: { method: string; body: URLSearchParams }[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith(end))
      found.push({ method: request.method(), body: new URLSearchParams(request.postData() ?? '') })
  })
  return found
}

test.describe('Signing in and out', () => {
  test('a wrong password is explained, and the right one opens the requested page (SIGN-1, SIGN-2)', async ({ page, context }) => {
    const exchanges = requestsTo(context, '/oauth/token')
    const asked = page.waitForRequest((request) => request.url().includes('/identity/authorize?'))
    await page.goto('/forms?search=asthma')
    const question = new URL((await asked).url()).searchParams

    expect(question.get('response_type')).toBe('code')
    expect(question.get('code_challenge_method')).toBe('S256')
    await enterPassword(page, 'user', 'Not-the-password-1!')
    await expect(page.getByRole('alert')).toContainText('Email or password is incorrect')
    await expect(page.getByLabel('Email address')).toHaveValue('user@demo.formward.example')
    await enterPassword(page, 'user')
    await expect(page).toHaveURL('/forms?search=asthma')
    await expect(page.getByRole('heading', { name: 'Form List' })).toBeVisible()

    expect(exchanges.map(({ method, body }) => [method, body.get('grant_type')])).toEqual([['POST', 'authorization_code']])
    expect(exchanges[0]?.body.get('code_verifier')).toMatch(/^[\w~.-]{43,}$/)
  })

  test('a sign-in is recorded once, a reload is not, and neither is that of a system administrator (SIGN-5)', async ({ page, context }) => {
    const logins = requestsTo(context, '/tenant/member/login')
    await signIn(page, 'user', '/profile')
    await expect.poll(() => logins.map(({ method }) => method)).toEqual(['PATCH'])
    await page.reload()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    expect(logins).toHaveLength(1)

    await page.goto('/logout')
    await signInHeading(page).waitFor()
    await signIn(page, 'sysadmin', '/profile')
    expect(logins).toHaveLength(1)
  })

  test('an error from the provider is shown with a button to try again (SIGN-2)', async ({ page }) => {
    const asked = page.waitForRequest((request) => request.url().includes('/identity/authorize?'))
    await page.goto('/forms')
    const state = new URL((await asked).url()).searchParams.get('state')!
    await signInHeading(page).waitFor()

    await page.goto(`/?error=access_denied&state=${state}`)
    await expect(page.getByRole('heading', { name: 'You could not sign in' })).toBeVisible()
    await expect(page.getByText('Sign-in was refused, or you cancelled it.')).toBeVisible()
    await page.goto(`/?code=made-up&state=never-asked`)
    await expect(page.getByText('The sign-in was started too long ago or in another browser.')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(signInHeading(page)).toBeVisible()
  })

  test('two tabs whose token expires at the same time renew it once, and both stay signed in (SIGN-3)', async ({ page, context }) => {
    await signIn(page, 'user', '/forms')
    const other = await context.newPage()
    await other.goto('/profile')
    await other.getByRole('heading', { level: 1 }).waitFor()

    const exchanges = requestsTo(context, '/oauth/token')
    await endToken(page)
    await Promise.all([page.reload(), other.reload()])
    await expect(page.getByRole('heading', { name: 'Form List' })).toBeVisible()
    await expect(other.getByRole('navigation', { name: 'Main' })).toBeVisible()

    expect(exchanges.map(({ body }) => body.get('grant_type'))).toEqual(['refresh_token'])
  })

  test('a connection that is lost while the token is renewed does not sign out (SIGN-3)', async ({ page, context }) => {
    await signIn(page, 'user', '/forms')
    await context.route('**/oauth/token', (route) => route.abort())
    await endToken(page)
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Formward could not be opened' })).toBeVisible()
    await expect(page.getByText('cannot be reached')).toBeVisible()
    expect(await storedUser(page)).toBeDefined()

    await context.unroute('**/oauth/token')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Form List' })).toBeVisible()
  })

  test('a session that has ended at the provider leads to signing in again, and back to the screen (SIGN-3)', async ({ page }) => {
    await signIn(page, 'user', '/forms')
    // Of the app's origin, and nothing runs there: an open screen would go to sign in by itself.
    await page.goto('/config.json')
    await page.evaluate(`{
    const key = Object.keys(localStorage).find((key) => key.startsWith('formward.user:'))
    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), expires_at: 1, refresh_token: 'of-no-session' }))
  }`)
    await page.goto('/profile')
    await signInHeading(page).waitFor()
    await enterPassword(page, 'user')
    await expect(page).toHaveURL('/profile')
  })

  test('signing out ends the session here and at the provider, in every tab (SIGN-6)', async ({ page, context }) => {
    await signIn(page, 'user', '/profile')
    const other = await context.newPage()
    await other.goto('/forms')
    await other.getByRole('heading', { name: 'Form List' }).waitFor()
    await page.evaluate(`localStorage.setItem('formward.kept', 'yes')`)
    const addresses: string[] = []
    page.on('framenavigated', (frame) => addresses.push(new URL(frame.url()).pathname))

    await page.getByRole('button', { name: 'Ade Bello' }).click()
    await page.getByRole('link', { name: 'Sign out' }).click()
    await signInHeading(page).waitFor()
    expect(addresses, 'back at the origin before signing in is offered').toContain('/')
    await expect(signInHeading(other)).toBeVisible()
    await page.goto('/config.json') // of the app's origin, and nothing runs there
    expect(await storedUser(page)).toBeUndefined()
    expect(await page.evaluate(`localStorage.getItem('formward.kept')`)).toBeNull()

    await page.goto('/forms')
    await expect(signInHeading(page)).toBeVisible()
  })
})

test.describe('A computer whose clock is wrong', () => {
  test('by 4 minutes: signing in and working continue (SIGN-9)', async ({ page }) => {
    await page.clock.install({ time: Date.now() + 240_000 })
    await signIn(page, 'user', '/forms')
    await expect(page.getByRole('heading', { name: 'Form List' })).toBeVisible()
  })

  for (const [minutes, words] of [
    [20, '20 minutes fast'],
    [-20, '20 minutes slow'],
  ] as const)
    test(`${words}: the sign-in page names the clock as the reason, and signing in continues when it is set (SIGN-9, ERR-1)`, async ({
      page,
    }) => {
      await page.clock.install({ time: Date.now() + minutes * 60_000 })
      await page.goto('/forms')
      await enterPassword(page, 'user')
      await expect(page.getByRole('heading', { name: 'This computer’s clock is wrong' })).toBeVisible()
      await expect(page.getByText(`This computer’s clock is ${words}. Set the right date and time, then try again.`)).toBeVisible()
      expect(await violationsOn(page)).toEqual([])

      await page.clock.setSystemTime(Date.now())
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { name: 'Form List' })).toBeVisible()
    })

  test('during work: the screen names the clock as the reason, not a missing permission (ERR-1)', async ({ page }) => {
    await page.clock.install()
    await signIn(page, 'user', '/forms')
    await page.getByRole('heading', { name: 'Form List' }).waitFor()
    await page.clock.setSystemTime(Date.now() - 3 * 3_600_000)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Patients' }).click()
    await expect(page.getByText('This computer’s clock is 3 hours slow.')).toBeVisible()
  })
})
