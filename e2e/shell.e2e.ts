import { enterPassword, expect, go, signIn, test, violationsOn } from './staff.ts'

test.describe('An address that does not exist', () => {
  test.use({ expectedErrors: ['status of 404'] })

  test('shows the error page without signing in (NAV-1, NAV-5)', async ({ page }) => {
    await page.goto('/nowhere/at/all')
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
    await expect(page).toHaveTitle('Page not found – Formward')
    expect(await violationsOn(page)).toEqual([])
  })

  test('the first load is at most 150 kB of script, compressed (PERF-4)', async ({ page }) => {
    const sizes: Promise<number>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        sizes.push(
          response
            .request()
            .sizes()
            .then(({ responseBodySize }) => responseBodySize),
        )
    })
    await page.goto('/nowhere')
    await page.getByRole('heading', { level: 1 }).waitFor()
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    expect(total).toBeLessThan(150 * 1024)
  })
})

test.describe('Headings and focus', () => {
  test('navigation moves the focus to the heading and sets the page title (NAV-6, NAV-8)', async ({ page }) => {
    await signIn(page, 'user', '/profile')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Forms', exact: true }).click()
    await expect(page).toHaveTitle('Form List – Formward')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.goBack()
    await expect(page).toHaveTitle('Profile – Formward')
  })

  test('navigating before the first screen has loaded moves the focus to the heading (NAV-8)', async ({ page }) => {
    await page.route(/\/ProfilePage-/, () => {}) // never comes
    await signIn(page, 'user', '/profile')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Forms', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Form List' })).toBeFocused()
  })
})

test.describe('A first screen whose code does not load', () => {
  test.beforeEach(async ({ page }) => {
    await page.route(/\/ProfilePage-/, () => {})
  })

  test('a slow session shows the header and the navigation, which open other screens (NAV-5, NAV-8)', async ({ page }) => {
    await page.route('**/api/tenants/**', (route) => setTimeout(() => void route.continue(), 1_500))
    await signIn(page, 'user', '/profile')
    await page.unroute('**/api/tenants/**')
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading…')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Forms', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Form List' })).toBeFocused()
  })

  test('after 30 seconds the page says so and offers to reload, with the header and the navigation (NAV-5, ERR-3)', async ({ page }) => {
    await page.clock.install()
    await signIn(page, 'user', '/profile')
    await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading…')
    await page.clock.fastForward(31_000)
    await expect(page.getByRole('main').getByRole('alert')).toContainText('The screen took too long to load.')
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Forms', exact: true })).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    await page.unroute(/\/ProfilePage-/)
    await page.getByRole('button', { name: 'Reload the page' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
    await expect(page.getByRole('main').getByText('Email address')).toBeVisible()
  })
})

test.describe('The header and the first page', () => {
  test('a menu that is opened while a screen loads stays open when it has loaded (NAV-8)', async ({ page }) => {
    const { promise: mayLoad, resolve: load } = Promise.withResolvers<void>()
    await page.route('**/assets/HelpPage-*.js', async (route) => {
      await mayLoad
      await route.continue()
    })
    await signIn(page, 'admin', '/profile')
    const asked = page.waitForRequest('**/assets/HelpPage-*.js')
    await go(page, '/help')
    await asked
    const account = page.getByRole('banner').getByRole('button').last()
    await account.click()
    load()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help')
    await page.waitForTimeout(500) // nothing is seen to happen, which is the point
    await expect(account).toHaveAttribute('aria-expanded', 'true')
  })

  test('a heading that changes once its page has loaded keeps the focus (NAV-8)', async ({ page }) => {
    await signIn(page, 'user', '/requests')
    const patient = page.getByRole('table', { name: 'Form requests' }).getByRole('link').first()
    const name = await patient.innerText()
    await patient.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeFocused()
  })

  test('the links of an admin, who has most, stand in one line on every window wider than a phone (NAV-8, UI-2)', async ({ page }) => {
    await signIn(page, 'admin', '/dashboard')
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
    await expect(links).toHaveCount(11)
    for (const width of [1600, 1440, 1280, 1265, 1263, 1024]) {
      await page.setViewportSize({ width, height: 720 })
      const places = await Promise.all((await links.all()).map((link) => link.boundingBox()))
      expect(new Set(places.map((place) => place?.y)).size, `at ${width} px`).toBe(1)
    }
  })

  test('the first Tab stop is the link that skips the navigation (NAV-8)', async ({ page }) => {
    await signIn(page, 'user', '/profile')
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('#main')).toBeFocused()
  })

  test('the profile passes axe (UI-2)', async ({ page }) => {
    await signIn(page, 'user', '/profile')
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    expect(await violationsOn(page)).toEqual([])
  })

  test('a system administrator starts at the organisations, everyone else at the dashboard (NAV-2)', async ({ page }) => {
    await signIn(page, 'sysadmin')
    await expect(page).toHaveURL('/admin')
    await page.goto('/logout')
    await page.getByLabel('Email address').waitFor()
    await signIn(page, 'user')
    await expect(page).toHaveURL('/dashboard')
  })
})

test.describe('A person without a member account', () => {
  test.use({ expectedErrors: ['status of 403'] })

  test('is told that no organisation has them as a member (SIGN-7)', async ({ page }) => {
    const body = { type: 'about:blank', status: 403, code: 'no_member', title: 'no member' }
    await page.route('**/api/tenants/**', (route) => route.fulfill({ status: 403, contentType: 'application/problem+json', json: body }))
    await page.goto('/profile')
    await enterPassword(page, 'user')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You do not have access yet')
    expect(await violationsOn(page)).toEqual([])
  })
})
