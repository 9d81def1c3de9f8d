import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { checkGuard, guardOf, routeGuards, type RouteName } from '#domain/route-guards.ts'
import { permissionsOf, type Role } from '#domain/roles.ts'
import { paths } from '#web/staff/paths.ts'
import { screenWords } from '#web/staff/words.ts'

import { expect, mainLayout, signIn, test, type DemoName } from './staff.ts'

const accounts = [
  ['sysadmin', 'Forms SysAdmin'],
  ['orgadmin', 'Forms OrgAdmin'],
  ['admin', 'Admin'],
  ['user', 'Forms User'],
] as const satisfies [DemoName, Role][]

const screensFile = readFileSync('web/staff/screens.ts', 'utf8')
const screens = routeGuards.map(({ route }) => route).filter((route) => new RegExp(`^  ${route}: `, 'm').test(screensFile))
/** Of nobody: only who may open the address is asked here, not what is there. */
const addressOf = (route: RouteName) => paths[route].replace('$id', '00000000-0000-4000-8000-000000000000')

/** Where a step inside the app led: it stayed, to the page that says no, or out. Every arrival gives the document its title. */
async function stepTo(page: Page, route: RouteName) {
  await page.evaluate(`(document.title = '', history.pushState({}, '', '${addressOf(route)}'))`)
  await expect(page).toHaveTitle(
    new RegExp(`^(${screenWords[route].title}|${screenWords.unauthorised.title}|${screenWords.logout.title}) – Formward$`),
    {
      timeout: 15_000,
    },
  )
  const { pathname } = new URL(page.url())
  if (pathname === paths.unauthorised) return 'permission'
  return pathname === paths.logout ? 'role' : pathname === addressOf(route) ? 'ok' : pathname
}

test.use({ expectedErrors: ['status of 404', 'status of 400'] })

for (const [name, role] of accounts)
  test(`NAV-3 ${role}: every screen opens, says no, or signs out as the table of guards says`, async ({ page }) => {
    test.setTimeout(120_000)
    const holder = { roles: [role], permissions: permissionsOf(role) }
    const expected = Object.fromEntries(screens.map((route) => [route, checkGuard(guardOf(route), holder)]))
    const found: Record<string, string> = {}
    await signIn(page, name, '/profile')
    // Signing out asks the provider where to go: without an answer it is seen to begin, and the next screen can be tried at once.
    await page.route('**/openid-configuration', () => {})
    await page.reload()
    await mainLayout(page).waitFor()
    for (const route of screens) {
      found[route] = await stepTo(page, route)
      if (found[route] === 'ok')
        await expect(page.getByRole('heading', { level: 1 }), `${route} of nothing still has a heading`).toHaveCount(1)
    }

    expect(found).toEqual(expected)
  })
