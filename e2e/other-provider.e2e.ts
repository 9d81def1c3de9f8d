import type { Page } from '@playwright/test'
import pg from 'pg'

import { freePort } from '#test/free-port.ts'
import { apiAudience, otherClaims, startOtherProvider, type OtherPerson } from '#test/other-provider.ts'

import { copyDemonstration, startServerOn, type OwnServer } from './server.ts'
import { emailOf, endToken, enterPassword, expect, mainLayout, test, violationsOn, type DemoName } from './staff.ts'

// The answers to people who were not invited, to tokens that are not accepted, and to a renewal that is not allowed.
test.use({ expectedErrors: ['status of 403', 'status of 401', 'status of 400'] })

const subjectHere = (page: Page) =>
  page.evaluate<string>(
    `JSON.parse(localStorage.getItem(Object.keys(localStorage).find((key) => key.startsWith('formward.user:')))).profile.sub`,
  )

/** In the demonstration, of which each server has a copy. */
async function subjectIn({ database }: OwnServer, name: DemoName) {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const { rows } = await client.query<{ id: string }>('select id from accounts where email_address = $1', [emailOf(name)])
  await client.end()
  return rows[0]!.id
}

/** At the other provider's own page. */
async function sayWho(page: Page, subject: string) {
  await page.getByRole('heading', { name: 'Care ID' }).waitFor()
  await page.getByLabel('Who are you?').fill(subject)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test.describe('OIDC_MODE=broker', () => {
  test('members sign in with their organisation’s provider, through Formward’s and directly (SIGN-1)', async ({ page, browser }) => {
    const { dir, remove } = copyDemonstration()
    const port = await freePort()
    const here = `http://localhost:${port}`
    const people: OtherPerson[] = [
      { subject: 'ade', mail: 'user@demo.formward.example' },
      { subject: 'stranger', mail: 'stranger@example.com' },
    ]
    const other = await startOtherProvider({
      alg: 'ES256',
      areClaimsInIdToken: true,
      people,
      clients: [
        { client_id: 'formward-server', client_secret: 'a secret of the test', redirect_uris: [`${here}/identity/upstream/callback`] },
        { client_id: 'forms', token_endpoint_auth_method: 'none', redirect_uris: [`${here}/`], post_logout_redirect_uris: [here] },
      ],
    })
    let server: Awaited<ReturnType<typeof startServerOn>> | undefined
    try {
      server = await startServerOn(dir, port, {
        OIDC_MODE: 'broker',
        UPSTREAM_ISSUER: other.issuer,
        UPSTREAM_CLIENT_ID: 'formward-server',
        UPSTREAM_CLIENT_SECRET: 'a secret of the test',
        UPSTREAM_NAME: 'Care ID',
        UPSTREAM_EMAIL_CLAIM: 'mail',
        UPSTREAM_EMAIL_VERIFIED_CLAIM: 'mail_verified',
        LOCAL_SIGN_IN: 'off',
        BREAK_GLASS_ACCOUNT: 'admin@demo.formward.example',
      })
      await page.goto(`${here}/forms?search=a`)
      await page.getByRole('button', { name: 'Sign in with Care ID' }).waitFor()
      expect(await violationsOn(page)).toEqual([])
      await page.getByRole('button', { name: 'Sign in with Care ID' }).press('Enter')
      await sayWho(page, 'ade')
      await expect(page).toHaveURL(`${here}/forms?search=a`)
      await expect(page.getByRole('heading', { name: 'Form List' })).toBeVisible()
      const subject = await subjectHere(page)

      await page.goto(`${here}/logout`)
      await page.getByRole('button', { name: 'Sign in with Care ID' }).click()
      await sayWho(page, 'stranger')
      await expect(page.getByRole('heading', { name: 'You have not been invited yet' })).toBeVisible()
      await page.getByRole('button', { name: 'Go to the start page' }).click()
      await page.getByText('Emergency access').click()
      await enterPassword(page, 'admin')
      await mainLayout(page).waitFor()
      await page.close() // it may still be loading parts of the app
      await server.stop()
      server = undefined

      server = await startServerOn(dir, port, {
        OIDC_MODE: 'direct',
        OIDC_ISSUER: other.issuer,
        OIDC_CLIENT_ID: 'forms',
        OIDC_AUDIENCE: apiAudience,
        OIDC_CLAIMS_NAMESPACE: otherClaims.namespace,
        OIDC_PERMISSIONS_CLAIM: otherClaims.permissions,
        OIDC_ROLES_CLAIM: otherClaims.roles,
      })
      people.push({ subject, mail: 'user@demo.formward.example', roles: ['Forms User'], permissions: ['form:read', 'patient:read'] })
      const fresh = await (await browser.newContext()).newPage()
      await fresh.goto(`${here}/forms`)
      await sayWho(fresh, subject)
      await expect(fresh.getByRole('heading', { name: 'Form List' })).toBeVisible()
      await fresh.reload()
      await expect(fresh.getByRole('heading', { name: 'Form List' })).toBeVisible()
    } finally {
      await server?.stop()
      await other.stop()
      await remove()
    }
  })
})

test.describe('OIDC_MODE=direct', () => {
  // They share a server, which is started anew for some of them.
  test.describe.configure({ mode: 'default' })

  const people: OtherPerson[] = [{ subject: 'stranger', mail: 'stranger@example.com' }]
  let dir: string
  let remove: () => Promise<void>
  let port: number
  let here: string
  let other: Awaited<ReturnType<typeof startOtherProvider>>
  let server: Awaited<ReturnType<typeof startServerOn>> | undefined
  let member: string
  let admin: string

  let startedWith: string | undefined
  const startFor = async (audience: string, client = 'forms') => {
    if (startedWith === audience + client) return
    startedWith = audience + client
    await server?.stop()
    server = await startServerOn(dir, port, {
      OIDC_MODE: 'direct',
      OIDC_ISSUER: other.issuer,
      OIDC_CLIENT_ID: client,
      OIDC_AUDIENCE: audience,
      OIDC_EMAIL_CLAIM: 'mail',
      OIDC_EMAIL_VERIFIED_CLAIM: 'mail_verified',
      OIDC_CLAIMS_NAMESPACE: otherClaims.namespace,
      OIDC_PERMISSIONS_CLAIM: otherClaims.permissions,
      OIDC_ROLES_CLAIM: otherClaims.roles,
    })
  }

  test.beforeAll(async ({ server: own }) => {
    ;({ dir, remove } = copyDemonstration())
    port = await freePort()
    here = `http://localhost:${port}`
    const client = { token_endpoint_auth_method: 'none' as const, redirect_uris: [`${here}/`], post_logout_redirect_uris: [here] }
    other = await startOtherProvider({
      areClaimsInIdToken: true,
      areClaimsInAccessToken: false,
      people,
      clients: [
        { ...client, client_id: 'forms', grant_types: ['authorization_code', 'refresh_token'] },
        { ...client, client_id: 'forms-without-renewal' },
      ],
    })
    ;[member, admin] = [await subjectIn(own, 'user'), await subjectIn(own, 'admin')]
    people.push({ subject: member, mail: 'user@demo.formward.example', roles: ['Forms User'], permissions: ['form:read', 'patient:read'] })
  })
  test.afterAll(async () => {
    await server?.stop()
    await other.stop()
    await remove()
  })
  test.beforeEach(() => void (other.seen.authorize.length = 0))

  for (const given of [true, false]) {
    const provider = given ? 'a provider that gives refresh tokens' : 'a provider that gives no refresh tokens'

    test(`${provider}: a person who is not a member is told so after one sign-in, and after reloading (SIGN-7)`, async ({ page }) => {
      await startFor(apiAudience)
      other.setRefreshTokens(given)
      await page.goto(`${here}/forms`)
      await sayWho(page, 'stranger')
      await expect(page.getByRole('heading', { name: 'You do not have access yet' })).toBeVisible()
      await page.reload()
      await expect(page.getByRole('heading', { name: 'You do not have access yet' })).toBeVisible()
      expect(other.seen.authorize).toHaveLength(1)
    })
  }

  test('an invited person whose address is in the ID token alone gets in at the first sign-in (MEM-2, SIGN-1)', async ({
    page,
    request,
  }) => {
    await startFor(apiAudience)
    const authorization = `Bearer ${await other.sign({ sub: admin })}`
    const idToken = await other.sign({ sub: admin, aud: 'forms', auth_time: Math.floor(Date.now() / 1000) })
    const call = async (method: string, path: string, data?: object) => {
      const response = await request.fetch(`${here}/api/tenants${path}`, { method, headers: { authorization }, ...(data && { data }) })
      expect(response.status()).toBe(200)
      return (await response.json()) as { id: string }
    }
    await call('POST', '/tenant/member/factors/proof', { idToken })
    const { id } = await call('GET', '/tenant')
    const emailAddress = 'ines.carvalho@example.com'
    await call('PUT', `/tenant/${id}/members`, { firstName: 'Inês', lastName: 'Carvalho', emailAddress, role: 'User' })
    people.push({ subject: 'ines', mail: emailAddress, roles: ['Forms User'], permissions: ['form:read'] })

    await page.goto(`${here}/forms`)
    await sayWho(page, 'ines')
    await expect(page.getByRole('heading', { name: 'Form List' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Form List' })).toBeVisible()
  })

  test('a member of a provider without refresh tokens returns to the same screen after one visit to the provider (SIGN-3)', async ({
    page,
  }) => {
    await startFor(apiAudience)
    other.setRefreshTokens(false)
    await page.goto(`${here}/forms`)
    await sayWho(page, member)
    await expect(page.getByRole('heading', { name: 'Form List' })).toBeVisible()
    await endToken(page, -1)
    await page.reload()
    await expect.poll(() => other.seen.authorize.length).toBe(2)
    await expect(page.getByRole('heading', { name: 'Form List' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Form List' })).toBeVisible()
    expect(other.seen.authorize).toHaveLength(2)
  })

  for (const [provider, given, client] of [
    ['a provider that gives refresh tokens', true, 'forms'],
    ['a provider that gives no refresh tokens', false, 'forms'],
    ['a provider that gives refresh tokens and takes none', true, 'forms-without-renewal'],
  ] as const)
    test(`${provider}: refused access tokens lead to an error page with a button to try again (SIGN-3)`, async ({ page }) => {
      await startFor('https://elsewhere.example/api', client)
      other.setRefreshTokens(given)
      const refused = page.getByRole('heading', { name: 'Formward did not accept your sign-in' })
      await page.goto(`${here}/forms`)
      await sayWho(page, member)
      await expect(refused).toBeVisible()
      await page.reload()
      await expect(refused).toBeVisible()
      expect(other.seen.authorize).toHaveLength(1)
      expect(await violationsOn(page)).toEqual([])

      await page.getByRole('button', { name: 'Sign in again' }).click()
      await expect.poll(() => other.seen.authorize.length).toBe(2)
      await expect(refused).toBeVisible()
      await page.getByRole('link', { name: 'Sign out' }).click()
      await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible() // asked by the other provider
    })
})
