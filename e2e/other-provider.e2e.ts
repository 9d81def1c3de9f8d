import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { apiAudience, otherClaims, startOtherProvider, type OtherPerson } from '#test/other-provider.ts'

import { freePort, startServerOn } from './server.ts'
import { endToken, enterPassword, expect, mainLayout, signIn, test, violationsOn } from './staff.ts'

// The answers to people who were not invited, to tokens that are not accepted, and to a renewal that is not allowed.
test.use({ expectedErrors: ['status of 403', 'status of 401', 'status of 400'] })

const subjectHere = (page: Page) =>
  page.evaluate<string>(
    `JSON.parse(localStorage.getItem(Object.keys(localStorage).find((key) => key.startsWith('formward.user:')))).profile.sub`,
  )

/** At the other provider's own page. */
async function sayWho(page: Page, subject: string) {
  await page.getByRole('heading', { name: 'Care ID' }).waitFor()
  await page.getByLabel('Who are you?').fill(subject)
  await page.getByRole('button', { name: 'Continue' }).click()
}

test.describe('OIDC_MODE=broker', () => {
  test('members sign in with their organisation’s provider, through Formward’s and directly (SIGN-1)', async ({ page, browser }) => {
    const dir = mkdtempSync(join(tmpdir(), 'formward-e2e-other-'))
    chmodSync(dir, 0o711)
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
      rmSync(dir, { recursive: true, force: true })
    }
  })
})

test.describe('OIDC_MODE=direct', () => {
  const people: OtherPerson[] = [{ subject: 'stranger', mail: 'stranger@example.com' }]
  let dir: string
  let port: number
  let here: string
  let other: Awaited<ReturnType<typeof startOtherProvider>>
  let server: Awaited<ReturnType<typeof startServerOn>> | undefined
  let member: string

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
      OIDC_CLAIMS_NAMESPACE: otherClaims.namespace,
      OIDC_PERMISSIONS_CLAIM: otherClaims.permissions,
      OIDC_ROLES_CLAIM: otherClaims.roles,
    })
  }

  test.beforeAll(async ({ browser }) => {
    dir = mkdtempSync(join(tmpdir(), 'formward-e2e-direct-'))
    chmodSync(dir, 0o711)
    port = await freePort()
    here = `http://localhost:${port}`
    const client = { token_endpoint_auth_method: 'none' as const, redirect_uris: [`${here}/`], post_logout_redirect_uris: [here] }
    other = await startOtherProvider({
      areClaimsInIdToken: true,
      people,
      clients: [
        { ...client, client_id: 'forms', grant_types: ['authorization_code', 'refresh_token'] },
        { ...client, client_id: 'forms-without-renewal' },
      ],
    })
    server = await startServerOn(dir, port)
    const page = await browser.newPage({ baseURL: here })
    await signIn(page, 'user', '/profile')
    member = await subjectHere(page)
    people.push({ subject: member, mail: 'user@demo.formward.example', roles: ['Forms User'], permissions: ['form:read', 'patient:read'] })
    await page.close()
  })
  test.afterAll(async () => {
    await server?.stop()
    await other.stop()
    rmSync(dir, { recursive: true, force: true })
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
