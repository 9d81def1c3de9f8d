import type { Page } from '@playwright/test'

import type { ScreenName } from '#domain/screen-paths.ts'
import { pathTo } from '#web/staff/paths.ts'

import { enterPassword, expect, signIn, test, type DemoName } from './staff.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const scrollTop = (page: Page) => page.evaluate<number>('Math.round(scrollY)')
const rows = (page: Page) => page.getByRole('main').getByRole('table').first().getByRole('row')

test.describe('Signing in at a link', () => {
  test('a link opens after signing in, with its query and hash, also after a wrong password (SIGN-2, NAV-7)', async ({ page }) => {
    const deep = '/requests?sort=lastName&filters%5Bstatus%5D%5B0%5D=opened#main'
    const asked = page.waitForRequest((request) => request.url().includes('/identity/authorize?'))
    await page.goto(deep)
    const state = new URL((await asked).url()).searchParams.get('state')!
    await page.getByLabel('Email address').waitFor()
    await page.goto(`/?error=temporarily_unavailable&state=${state}`)
    await expect(page.getByText('The sign-in service is busy.')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await enterPassword(page, 'user')
    await expect(page).toHaveURL(deep)
    await expect(page.getByRole('columnheader', { name: 'Patient' })).toHaveAttribute('aria-sort', 'ascending')
  })
})

test.describe('An address with a mistyped id', () => {
  test.use({ expectedErrors: ['status of 404'] })

  test('shows the page that says that it does not exist, without a call to the server (NAV-5)', async ({ page }) => {
    await signIn(page, 'admin', '/profile')
    const asked: string[] = []
    page.on('request', (request) => {
      if (/\/api\/.*(not-a-uuid|xyz)/.test(request.url())) asked.push(request.url())
    })
    for (const path of ['/patients/not-a-uuid', '/requests/xyz', '/forms/details/xyz', '/users/details/xyz']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible()
      await expect(page.getByText('Check the address for typing mistakes.')).toBeVisible()
    }
    expect(asked).toEqual([])
  })
})

test.describe('The account menu', () => {
  test('leads to imports, exports and bulk changes where the user has the permission, under Form requests (NAV-8, IMP-6, EXP-1)', async ({
    openAs,
  }) => {
    const page = await openAs('user', '/patients')
    // The heading takes the focus when the screen has opened, which would close the menu.
    await expect(page.getByRole('heading', { level: 1, name: 'Patient List' })).toBeVisible()
    const menu = page.getByRole('banner').getByRole('button', { name: 'Ade Bello' })
    const current = page.getByRole('navigation').getByRole('link', { name: /^Form requests/ })
    for (const [label, heading] of [
      ['Imports', 'Import Form Requests'],
      ['Exports', 'Exports'],
      ['Bulk changes', 'Bulk Changes'],
    ] as const) {
      await menu.click()
      await page.getByRole('link', { name: label, exact: true }).click()
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(current.first()).toHaveAttribute('aria-current', /./)
    }
    await page.goto('/requests')
    await page.getByRole('main').getByRole('button', { name: 'More actions' }).first().click()
    await page.getByRole('menuitem', { name: 'Your exports' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Exports' })).toBeVisible()

    const system = await openAs('sysadmin', pathTo('organisationList'))
    await expect(system.getByRole('heading', { level: 1 })).toBeVisible()
    await system.getByRole('banner').getByRole('button', { name: /./ }).last().click()
    await expect(system.getByRole('link', { name: 'Exports', exact: true })).toBeVisible()
    await expect(system.getByRole('link', { name: 'Imports', exact: true })).toHaveCount(0)
    await expect(system.getByRole('link', { name: 'Bulk changes', exact: true })).toHaveCount(0)
  })
})

test.describe('Fields, scrolling and addresses of lists', () => {
  test('labels and inputs of fields in one row are aligned, with and without a hint (UI-2)', async ({ page }) => {
    await signIn(page, 'admin', '/organisation?tab=settings')
    await page.setViewportSize({ width: 1440, height: 900 })
    const topOf = async (label: string, what: 'label' | 'box') => {
      const box = page.getByLabel(label)
      const part = what === 'box' ? box : page.locator('label', { hasText: label })
      return Math.round((await part.boundingBox())!.y)
    }
    await page.getByLabel('Minimum age').waitFor()
    for (const what of ['label', 'box'] as const) expect(await topOf('Expiry days', what), what).toBe(await topOf('Minimum age', what))
  })

  test('a new screen starts at the top, and Back and reload restore the scroll position of a list, also when its rows load late (NAV-4)', async ({
    page,
  }) => {
    await signIn(page, 'user', '/patients?limit=100')
    await expect(rows(page)).toHaveCount(101)
    await page.evaluate('scrollTo(0, 2500)')
    await expect.poll(() => scrollTop(page)).toBe(2500)
    const link = rows(page).nth(70).getByRole('link')
    await link.click()
    await expect(page).toHaveTitle('Patient Details – Formward')
    await expect.poll(() => scrollTop(page)).toBe(0)
    await page.goBack()
    await expect.poll(() => scrollTop(page)).toBe(2500)
    await expect(link, 'the keyboard goes on where it was').toBeFocused()

    await page.route('**/patient?**', async (route) => {
      await page.locator('.skeleton').first().waitFor()
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      await route.continue()
    })
    await page.reload()
    await page.locator('.skeleton').first().waitFor()
    await expect(rows(page)).toHaveCount(101)
    await expect.poll(() => scrollTop(page)).toBe(2500)

    await page.reload()
    await page.locator('.skeleton').first().waitFor()
    await page.mouse.wheel(0, 40)
    await expect(rows(page)).toHaveCount(101)
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    expect(await scrollTop(page), 'who has moved is left alone').toBeLessThan(500)
  })

  /** Every list whose state is in the address, by who reads it, with a query where it is one tab of a screen. */
  const lists: Partial<Record<DemoName, [ScreenName, search?: string][]>> = {
    user: [['patientList'], ['requestsList'], ['formsList']],
    admin: [['usersList'], ['notificationsList']],
    sysadmin: [['organisationList'], ['reportsList']],
  }

  for (const [who, theirs] of Object.entries(lists))
    test(`the lists of ${who} keep page size, order and search in the URL, for reload, Back and sharing (NAV-7)`, async ({ page }) => {
      await signIn(page, who as DemoName, '/profile') // the table's keys are the names
      for (const [name, search] of theirs) {
        await page.goto(pathTo(name as 'formsList') + (search ?? ''))
        await rows(page).nth(1).waitFor()
        const chosen = await chooseOn(page)
        expect.soft(Object.keys(chosen).length, `${name} has something to choose`).toBeGreaterThan(0)
        const address = page.url()

        await page.goto('/profile')
        await page.goto(address)
        expect.soft(await shownOn(page, chosen), `${name}, shared`).toEqual(chosen)
        await page.evaluate(`history.pushState({}, '', '/profile')`)
        await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
        await page.goBack()
        expect.soft(await shownOn(page, chosen), `${name}, gone back to`).toEqual(chosen)
      }
    })
})

type Shown = { limit?: string; sort?: string; search?: string }
const limitOf = (page: Page) => page.getByLabel('Per page')
const searchOf = (page: Page) => page.getByRole('main').getByRole('searchbox').first()

/** Chooses what the list offers to choose, and waits for the address to tell. */
async function chooseOn(page: Page): Promise<Shown> {
  const chosen: Shown = {}
  if (await searchOf(page).count()) {
    await searchOf(page).fill('an')
    await expect(page).toHaveURL(/search%5D=an|search=an/)
    chosen.search = 'an'
  }
  if (await limitOf(page).count()) {
    await limitOf(page).selectOption('20')
    await expect(page).toHaveURL(/limit=20/)
    chosen.limit = '20'
  }
  const sorts = page.locator('th:not([aria-sort]) .data-table__sort, th[aria-sort=none] .data-table__sort')
  if (await sorts.count()) {
    const header = await sorts.first().innerText()
    await sorts.first().click()
    await expect(page).toHaveURL(/sort=/)
    chosen.sort = header
  }
  return chosen
}

/** What the list shows of it, once it shows its rows again. */
async function shownOn(page: Page, chosen: Shown): Promise<Shown> {
  await rows(page).nth(1).waitFor()
  await expect(page.locator('.skeleton, [aria-busy=true]')).toHaveCount(0)
  return {
    ...(chosen.search && { search: await searchOf(page).inputValue() }),
    ...(chosen.limit && { limit: await limitOf(page).inputValue() }),
    ...(chosen.sort && { sort: await page.locator('th[aria-sort=ascending], th[aria-sort=descending]').first().innerText() }),
  }
}
