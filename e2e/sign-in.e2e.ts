import type { Page } from '@playwright/test'

import { expect, signIn, test, violationsOn } from './staff.ts'

const stored = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('formward.user:'))
    return key ? (JSON.parse(localStorage.getItem(key)!) as Record<string, unknown>) : undefined
  })

/** Makes the stored token what a night away makes of it. */
const alter = (page: Page, change: Record<string, unknown>) =>
  page.evaluate((changed) => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('formward.user:'))!
    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)!), ...changed }))
  }, change)

const longAgo = { expires_at: 1_000_000_000 }
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('SIGN-1 SIGN-2 SIGN-5 a user who opened a page signs in, lands on that page, and the login is recorded once', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await signIn(page, 'user', '/profile?from=mail')

  await expect(heading(page, 'Profile')).toBeVisible()
  await expect(page).toHaveURL(/\/profile\?from=mail$/)
  await expect(page).toHaveTitle('Profile – Formward')
  expect(calls.filter((call) => call === 'PATCH /api/tenants/tenant/member/login')).toHaveLength(1)
  expect(calls.filter((call) => call === 'POST /identity/oauth/token')).toHaveLength(1)
})

test('SIGN-5 NAV-2 a system administrator lands on the organisations, and no login call is made', async ({ page }) => {
  const logins: string[] = []
  page.on('request', (request) => request.url().endsWith('/member/login') && logins.push(request.url()))
  await signIn(page, 'sysadmin')

  await expect(page).toHaveURL(/\/admin$/)
  expect(logins).toEqual([])
})

test('SIGN-3 two tabs that wake up with an old token renew it once and both go on', async ({ page, context }) => {
  await signIn(page, 'user', '/profile')
  const other = await context.newPage()
  await alter(page, longAgo)
  const renewals: string[] = []
  context.on('request', (request) => request.url().endsWith('/oauth/token') && renewals.push(request.url()))
  await Promise.all([page.reload(), other.goto('/profile')])

  await expect(heading(page, 'Profile')).toBeVisible()
  await expect(heading(other, 'Profile')).toBeVisible()
  expect(renewals).toHaveLength(1)
})

test.describe(() => {
  test.use({ expectedStatuses: [400] })
  test('SIGN-3 ROLE-4 who was away for too long signs in again and is back where they were', async ({ page }) => {
    await signIn(page, 'user', '/profile')
    await alter(page, { ...longAgo, refresh_token: 'used up' })
    await page.goto('/profile?back=1')
    await page.getByLabel('Email address').waitFor()
    await signIn(page, 'user', page.url())

    await expect(page).toHaveURL(/\/profile\?back=1$/)
  })
})

test.describe(() => {
  test.use({ expectedStatuses: [0] })
  test('SIGN-3 ERR-3 a lost connection while renewing signs nobody out', async ({ page }) => {
    await signIn(page, 'user', '/profile')
    await alter(page, longAgo)
    await page.route('**/oauth/token', (route) => route.abort())
    await page.reload()
    await expect(page.getByText('cannot be reached')).toBeVisible()
    expect((await stored(page))?.['refresh_token']).toBeTruthy()

    await page.unroute('**/oauth/token')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page, 'Profile')).toBeVisible()
  })
})

test('SIGN-2 an error of the provider is shown in words, with a way to try again', async ({ page }) => {
  await page.goto('/?error=access_denied&state=whatever')
  await expect(heading(page, 'Signing in did not work')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])

  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByLabel('Email address')).toBeVisible()
})

test('SIGN-6 signing out forgets everything, in every tab, and ends the token', async ({ page, context }) => {
  await signIn(page, 'user', '/profile')
  const other = await context.newPage()
  await other.goto('/profile')
  await heading(other, 'Profile').waitFor()
  await page.evaluate(() => localStorage.setItem('lastSeen', '1'))

  await page.getByRole('button', { name: 'Ade Bello' }).click()
  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(page.getByLabel('Email address')).toBeVisible()
  await expect(other.getByLabel('Email address')).toBeVisible()
  const left = await page.evaluate(() => Object.keys(localStorage).filter((key) => !/^formward\.[0-9a-f]{32}$/.test(key)))
  // Only what the two sign-in pages now open need to end what they began.
  expect(left).toEqual([])
  const keys = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('oidc')
        opening.onsuccess = () => {
          const names = [...opening.result.objectStoreNames]
          if (names.length === 0) return resolve(0)
          const count = opening.result.transaction(names).objectStore(names[0]!).count()
          count.onsuccess = () => resolve(count.result)
        }
      }),
  )
  // The key for the next sign-in is a new one; the one before is gone.
  expect(keys).toBeLessThanOrEqual(1)

  await page.goBack()
  await expect(page.getByLabel('Email address')).toBeVisible()
})

test.describe(() => {
  test.use({ expectedStatuses: [403] })
  test('SIGN-7 someone the provider knows but no organisation does is told so', async ({ page }) => {
    await page.route('**/api/tenants/**', (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        body: JSON.stringify({ type: 'about:blank', status: 403, code: 'no_member', title: 'no member' }),
      }),
    )
    await page.goto('/profile')
    await page.getByLabel('Email address').fill('user@demo.formward.example')
    await page.getByLabel('Password', { exact: true }).fill('Formward-demo-1!')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(heading(page, 'You are not a member yet')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
  })
})
