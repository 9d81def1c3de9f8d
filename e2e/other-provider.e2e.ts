import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Page } from '@playwright/test'

import { apiAudience, otherClaims, startOtherProvider, type OtherPerson } from '#test/other-provider.ts'

import { freePort, startServerOn } from './server.ts'
import { enterPassword, expect, mainLayout, test, violationsOn } from './staff.ts'

test.use({ expectedErrors: ['status of 403'] }) // the answer to who was not invited

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

test('SIGN-1 people sign in with the provider that knows them: by way of ours, and directly', async ({ page, browser }) => {
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
    await page.getByRole('button', { name: 'Go to the start' }).click()
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
