import type { Page } from '@playwright/test'

import { checkGuard, guardOf, routeGuards, type Viewer, type RouteName } from '#domain/route-guards.ts'
import { permissionsOf, type Role } from '#domain/roles.ts'
import { screenPaths } from '#domain/screen-paths.ts'
import { screenWords, sections } from '#web/staff/words.ts'

import { enterPassword, expect, go, mainLayout, signIn, test, type DemoName } from './staff.ts'

const holds = (role: Role): Viewer => ({ roles: [role], permissions: permissionsOf(role) })
const accounts = [
  ['Forms SysAdmin', 'sysadmin', holds('Forms SysAdmin')],
  ['Forms OrgAdmin', 'orgadmin', holds('Forms OrgAdmin')],
  ['Admin', 'admin', holds('Admin')],
  ['Forms User', 'user', holds('Forms User')],
  ['User', 'bookings', holds('User')],
  ['a role that nobody made up', 'user', { roles: ['Stranger'], permissions: [] }],
] as const satisfies [string, DemoName, Viewer][]

const screens = routeGuards.map(({ route }) => route).filter((route) => route !== 'unauthorised' && route !== 'logout')
/** Of nobody: only who may open the address is asked here, not what is there. */
const addressOf = (route: RouteName) => screenPaths[route].replace(/\$\w+/g, '00000000-0000-4000-8000-000000000000')

/** Puts other roles and permissions into the stored token, as the next renewal might. */
const giveToken = (page: Page, { roles, permissions }: Viewer) =>
  page.evaluate(
    ([names, held]) => {
      const store = globalThis as unknown as { localStorage: Record<string, string> } // a browser's, where this runs
      const key = Object.keys(store.localStorage).find((one) => one.startsWith('formward.user:'))!
      const user = JSON.parse(store.localStorage[key]!) as { profile: Record<string, object> }
      const claims = Object.values(user.profile).find((claim) => typeof claim === 'object' && 'forms-roles' in claim)!
      Object.assign(claims, {
        'forms-roles': names.map((name) => ({ name })),
        'forms-permissions': held.map((one) => ({ permission_name: one })),
      })
      store.localStorage[key] = JSON.stringify(user)
    },
    [roles, permissions] as const,
  )

/** Where a step inside the app led: it stayed, to the page that says no, or out. Every arrival gives the document its title. */
async function stepTo(page: Page, route: RouteName) {
  await go(page, addressOf(route))
  await expect(page).toHaveTitle(
    new RegExp(`^(${screenWords[route].title}|${screenWords.unauthorised.title}|${screenWords.logout.title}) – Formward$`),
    { timeout: 30_000 },
  )
  const { pathname } = new URL(page.url())
  if (pathname === screenPaths.unauthorised) return 'permission'
  return pathname === screenPaths.logout ? 'role' : pathname === addressOf(route) ? 'ok' : pathname
}

test.use({ expectedErrors: ['status of 404', 'status of 400', 'status of 401', 'status of 403'] })

test.describe('Permissions of each screen', () => {
  for (const [called, name, holder] of accounts)
    test(`${called}: each screen opens, is refused or signs out as the table says, and the navigation offers only those that open (NAV-3, NAV-8)`, async ({
      page,
    }) => {
      test.setTimeout(240_000)
      const expected = Object.fromEntries(screens.map((route) => [route, checkGuard(guardOf(route), holder)]))
      const found: Record<string, string> = {}
      await signIn(page, name, '/profile')
      await giveToken(page, holder)
      // Signing out asks the provider where to go: without an answer it is seen to begin, and the next screen can be tried at once.
      await page.route('**/openid-configuration', () => {})
      await page.reload()
      await mainLayout(page).waitFor()
      const offered = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents()
      expect(offered).toEqual(sections.flatMap(([route, label]) => (expected[route] === 'ok' ? [label] : [])))
      for (const route of screens) {
        found[route] = await stepTo(page, route)
        if (found[route] === 'ok')
          await expect(page.getByRole('heading', { level: 1 }), `${route} of nothing still has a heading`).toHaveCount(1, {
            timeout: 30_000,
          })
      }

      expect(found).toEqual(expected)
    })

  const signInForm = (page: Page) => page.getByLabel('Email address')
  const storedKeys = (page: Page) => page.evaluate<string[]>('Object.keys(localStorage)')

  test('the token is read on every navigation; a role that may not use the app is signed out here and at the provider (NAV-3, SIGN-3)', async ({
    page,
  }) => {
    test.slow() // two people sign in, and several pages load anew
    await signIn(page, 'user', '/forms')
    const heading = page.getByRole('heading', { level: 1 })
    await page.getByRole('link', { name: 'Create form' }).waitFor()
    await giveToken(page, holds('User'))
    await page.getByRole('link', { name: 'Create form' }).click()
    await expect(page, 'a link inside').toHaveURL('/unauthorised')
    await page.goBack()
    await expect(heading, 'back to where one was').toHaveText('Form List')
    await page.goForward()
    await expect(heading).toHaveText('You are not allowed to see this page')
    await page.goto('/notifications')
    await expect(page, 'a direct address').toHaveURL('/unauthorised')
    await page.getByRole('link', { name: 'Go to the start page' }).click()
    await expect(page).toHaveURL('/dashboard')

    await go(page, '/admin')
    await signInForm(page).waitFor()
    expect((await storedKeys(page)).filter((key) => key.startsWith('formward.user:'))).toEqual([])
    await page.goto('/dashboard')
    await signInForm(page).waitFor()
    await enterPassword(page, 'orgadmin')
    await mainLayout(page).waitFor()
    await page.goto('/users')
    await expect(signInForm(page), 'a direct address').toBeVisible()
    await page.goBack()
    await expect(signInForm(page), 'nothing of the session is left behind').toBeVisible()
  })
})
