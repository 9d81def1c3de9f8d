import type { Page, Request, Route } from '@playwright/test'

import { expect, mainLayout, signIn, test, violationsOn } from './staff.ts'

test.use({ expectedErrors: ['net::ERR_', 'status of 401'], contextOptions: { reducedMotion: 'reduce' } })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const toast = (page: Page, label: string) => page.locator('.toast').filter({ hasText: label })
const say = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true })

test.describe('Messages', () => {
  test('a message disappears after 5 seconds, but not while it is read, is announced, stacks, and can be closed with the keyboard (ERR-2)', async ({
    page,
  }) => {
    await page.clock.install()
    await page.goto('/styleguide')
    await heading(page, 'Style guide').waitFor()
    await say(page, 'Message: info').click()
    await toast(page, 'A message: info').waitFor()
    await toast(page, 'A message: info').getByRole('button', { name: 'Close message' }).click()
    await expect(toast(page, 'A message: info')).toHaveCount(0)
    // From here on time passes only as told.
    await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1_000)

    await say(page, 'Message: success').click()
    await expect(page.getByRole('alert').filter({ hasText: 'A message: success' })).toBeVisible()
    await page.clock.runFor(4_900)
    await expect(toast(page, 'A message: success')).toBeVisible()
    await page.clock.runFor(200)
    await expect(toast(page, 'A message: success')).toHaveCount(0)

    await say(page, 'Message: warning').click()
    await toast(page, 'A message: warning').hover()
    await page.clock.runFor(60_000)
    await expect(toast(page, 'A message: warning'), 'under the pointer').toBeVisible()
    await page.mouse.move(5, 5)
    await page.clock.runFor(5_100)
    await expect(toast(page, 'A message: warning')).toHaveCount(0)

    for (const kind of ['info', 'danger', 'dark']) await say(page, `Message: ${kind}`).press('Enter')
    await say(page, 'An error’s message').press('Enter')
    await expect(page.locator('.toast')).toHaveCount(4)
    await expect(page.locator('.toast--danger').filter({ hasText: 'The template could not be saved.' })).toBeVisible()
    await page.keyboard.press('F6')
    await expect(page.locator('.toast').first()).toBeFocused()
    await page.clock.runFor(60_000)
    await expect(page.locator('.toast'), 'while the keyboard is among them').toHaveCount(4)
    await toast(page, 'The template could not be saved.').getByRole('button').focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('.toast')).toHaveCount(3)
    await page.keyboard.press('F6')
    await expect(say(page, 'An error’s message')).toBeFocused()
    await page.clock.runFor(60_000)
    await expect(page.locator('.toast'), 'the one without an end').toHaveText(['A message: dark'])
  })

  const title = 'What keeps you awake?'
  const create = (page: Page) => page.getByRole('button', { name: 'Create and add questions' }).click()

  test('a save that fails says why, keeps what was typed, and is not sent twice (ERR-3, ROLE-4)', async ({ page, context }) => {
    const posts: Request[] = []
    context.on('request', (request) => request.method() === 'POST' && request.url().endsWith('/form') && posts.push(request))
    await page.clock.install()
    await signIn(page, 'user', '/forms/create')
    await page.getByLabel('Title').fill(title)
    const alert = page.getByRole('main').getByRole('alert')

    await context.setOffline(true)
    await expect(page.getByText('You are offline. What you see may be out of date')).toBeVisible()
    await create(page)
    await expect(alert).toContainText('You are offline. Nothing was lost')
    await expect(page.getByLabel('Title')).toHaveValue(title)
    await context.setOffline(false)
    await expect(page.getByText('What you see may be out of date')).toHaveCount(0)

    await page.route('**/form', () => {})
    // From here on time passes only as told.
    await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1_000)
    const sent = page.waitForRequest('**/form')
    await create(page)
    await sent
    await page.clock.runFor(29_000)
    await expect(alert.filter({ hasText: 'took too long' })).toHaveCount(0)
    await page.clock.runFor(2_000)
    await expect(alert).toContainText('The answer took too long')
    await expect(page.getByLabel('Title')).toHaveValue(title)
    await page.unroute('**/form')
    await page.clock.resume()

    posts.length = 0
    const refused = { status: 401, contentType: 'application/problem+json', json: { status: 401, code: 'not_signed_in', title: '' } }
    await page.route('**/form', (route) => route.fulfill(refused))
    await context.route('**/oauth/token', (route) => route.abort())
    await create(page)
    await expect(alert).toContainText('cannot be reached')
    expect(posts, 'refused once, and nobody knows whether the renewal came').toHaveLength(1)
    await expect(mainLayout(page), 'still signed in').toBeVisible()
    await context.unroute('**/oauth/token')
    await page.unroute('**/form')

    posts.length = 0
    await page.route('**/form', (route) => route.fulfill(refused), { times: 1 })
    await create(page)
    await expect(page).toHaveURL(/\/forms\/[0-9a-f-]{36}\/manage$/)
    expect(posts.map((post) => post.headers()['authorization'] === posts[0]!.headers()['authorization'])).toEqual([true, false])
  })
})

test.describe('A list that cannot be loaded', () => {
  test.use({ expectedErrors: ['status of 500', 'status of 401', 'net::ERR_'] })
  const list = '**/api/patients/**'
  const alert = (page: Page) => page.getByRole('main').getByRole('alert')
  const problem = (status: number) => ({ status, contentType: 'application/problem+json', json: { status, code: 'x', title: '' } })

  /** The patients’ list, asked for on the way from the profile; answers how often it was asked for. */
  async function openPatients(page: Page, answer: (route: Route) => unknown, hold: () => Promise<unknown> = async () => {}) {
    await signIn(page, 'user', '/profile')
    await hold()
    let asked = 0
    await page.route(list, (route) => {
      asked++
      return answer(route)
    })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Patients', exact: true }).click()
    await heading(page, 'Patient List').waitFor()
    return () => asked
  }

  test('a 500 is shown after one retry, and ‘Try again’ loads the list (ERR-3)', async ({ page }) => {
    const asked = await openPatients(page, (route) => route.fulfill(problem(500)))
    await expect(alert(page)).toBeVisible({ timeout: 10_000 })
    expect(asked()).toBe(2)
    await page.unroute(list)
    await alert(page).getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('table', { name: 'Patients' }).getByRole('link').first()).toBeVisible()
  })

  test('a 401 is shown after the token was renewed once (ERR-3, ROLE-4)', async ({ page }) => {
    const asked = await openPatients(page, (route) => route.fulfill(problem(401)))
    await expect(alert(page)).toContainText('You do not have the necessary permissions', { timeout: 10_000 })
    expect(asked()).toBe(2)
  })

  test('a refusal that comes before the code of the screen is shown by it, and nothing is asked for again (ERR-3)', async ({ page }) => {
    const refused: Promise<unknown>[] = []
    const code: Request[] = []
    const hold = () =>
      page.route('**/patients-*.js', async (route) => {
        code.push(route.request())
        await expect.poll(() => refused.length).toBe(2)
        await Promise.all(refused)
        await route.continue()
      })
    page.on('response', (response) => response.status() === 401 && refused.push(response.finished()))
    const asked = await openPatients(page, (route) => route.fulfill(problem(401)), hold)
    await expect(alert(page)).toContainText('You do not have the necessary permissions', { timeout: 10_000 })
    expect(code, 'the screen was on its way').not.toHaveLength(0)
    expect(asked()).toBe(2)
  })

  test('a missing response is shown after 30 seconds, without a retry before (ERR-3)', async ({ page }) => {
    await page.clock.install()
    const asked = await openPatients(page, () => {})
    await expect.poll(asked).toBe(1)
    await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1_000)
    await page.clock.runFor(20_000)
    await expect(alert(page)).toHaveCount(0)
    await page.clock.runFor(10_000)
    await expect(alert(page)).toContainText('The answer took too long')
    expect(asked()).toBe(1)
  })

  test('the retry after a late 500 has only the rest of the 30 seconds (ERR-3)', async ({ page }) => {
    await page.clock.install()
    const held: Route[] = []
    const asked = await openPatients(page, (route) => held.push(route))
    await expect.poll(asked).toBe(1)
    await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1_000)
    await page.clock.runFor(20_000)
    const failed = page.waitForResponse(list)
    await held[0]!.fulfill(problem(500))
    await failed
    await expect.poll(async () => (await page.clock.runFor(500), asked())).toBe(2)
    await expect(alert(page)).toHaveCount(0)
    await page.clock.runFor(10_000)
    await expect(alert(page)).toContainText('The answer took too long')
  })
})

test.describe('A screen that cannot be loaded', () => {
  test('the page stays when the code of the messages does not load (ERR-3)', async ({ page }) => {
    // It comes with that of dialogs and menus, which nothing else needs here.
    await page.route('**/overlays-*.js', (route) => route.abort())
    const asked = page.waitForEvent('requestfailed', (request) => request.url().includes('/overlays-'))
    await page.goto('/unauthorised')
    await asked
    await page.waitForTimeout(500) // nothing is seen to happen, which is the point
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('a screen whose code does not load says so, offline and after a new release, and opens when it can be loaded (NAV-5)', async ({
    page,
    context,
  }) => {
    await signIn(page, 'user', '/profile')
    const sections = page.getByRole('navigation', { name: 'Main' })
    await page.route('**/patients-*.js', (route) => route.abort())
    await sections.getByRole('link', { name: 'Patients' }).click()
    await expect(page.getByText('This screen could not be loaded.')).toBeVisible()
    await expect(heading(page, 'Patient List')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await page.unroute('**/patients-*.js')
    await page.getByRole('button', { name: 'Reload the page' }).click()
    await expect(page.getByRole('table', { name: 'Patients' })).toBeVisible()

    await context.setOffline(true)
    await sections.getByRole('link', { name: 'Forms', exact: true }).click()
    await expect(page.getByText('You are offline, so this screen could not be loaded.')).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('button', { name: /Try again|Reload the page/ }).click()
    await expect(page.getByRole('table', { name: 'Forms' })).toBeVisible()
  })

  test('a menu whose code does not load says so and keeps what was typed; one that is late does not open after Escape (NAV-5, ERR-3, UI-2)', async ({
    page,
    expectedErrors,
  }) => {
    expectedErrors.push('dynamically imported module')
    await signIn(page, 'user', '/requests?limit=10&filters[status]=unopened')
    await page.locator('main tbody .data-table__link').first().click()
    await page.getByRole('heading', { name: 'Timeline' }).waitFor()
    const [more, note] = [page.getByRole('button', { name: 'More', exact: true }), page.getByRole('textbox', { name: /note/i })]
    await page.route('**/overlays-*.js', (route) => route.abort())
    await page.reload()
    await note.fill('Phoned the daughter')
    await page.waitForTimeout(1_500) // changes are kept a second after the last key
    await more.press('Enter')
    await expect(page.getByText('This screen could not be loaded.')).toBeVisible()
    await page.unroute('**/overlays-*.js')

    let send = () => {}
    const isHeld = new Promise<void>((resolve) => (send = resolve))
    await page.route('**/overlays-*.js', (route) => isHeld.then(() => route.continue()))
    await page.getByRole('button', { name: 'Reload the page' }).click()
    await expect(note).toHaveValue('Phoned the daughter')
    await more.press('Enter')
    await expect(more).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('Escape')
    await expect(more).toHaveAttribute('aria-expanded', 'false')
    const come = page.waitForResponse('**/overlays-*.js')
    send()
    await (await come).finished()
    await expect(page.getByRole('menuitem')).toHaveCount(0)
    await more.press('Enter')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
  })

  test('the last link that was pressed wins while a screen loads (NAV-5)', async ({ page }) => {
    await signIn(page, 'user', '/profile')
    await page.route(/\/assets\/(?!staff-)[^/]+\.js$/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
    const link = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
    for (const name of ['Patients', 'Forms', 'Form requests', 'Users', 'Forms']) await link(name).click()
    await expect(heading(page, 'Form List')).toBeVisible()
    await expect(page).toHaveURL('/forms')
    await link('Patients').dblclick()
    await expect(heading(page, 'Patient List')).toBeVisible()
    await page.goBack()
    await expect(heading(page, 'Form List')).toBeVisible()
  })
})

test.describe('An address that does not exist', () => {
  test.use({ expectedErrors: ['status of 404'] })

  test('shows the error page with the status 404, outside the main layout, with a link to the first page (NAV-1, NAV-5)', async ({
    page,
  }) => {
    await signIn(page, 'user', '/profile')
    for (const address of ['/nowhere', '/forms/details', '/patients/x/y/z', '/patients/not-an-id', '/requests/7']) {
      expect((await page.goto(address))?.status()).toBe(404)
      await expect(heading(page, 'Page not found')).toBeVisible()
      await expect(mainLayout(page)).toHaveCount(0)
    }
    await page.getByRole('link', { name: 'Go to the start page' }).click()
    await expect(page).toHaveURL('/dashboard')
  })
})
