import type { Page } from '@playwright/test'

import { codeOf } from '#test/second-factor.ts'

import { emailOf, enterPassword, expect, mainLayout, signIn, test, violationsOn } from './staff.ts'

test.use({ expectedErrors: ['status of 401', 'status of 400', 'status of 409'] })

/** The account these journeys change, and leave as it was. */
const who = 'clinician'
const security = '/profile/security'

async function signOut(page: Page) {
  await page.goto('/logout')
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
}

/** An authenticator of the browser's own, whose holder is always there (WebAuthn WebDriver extension, by Chromium's protocol). */
async function plugInAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function remove(page: Page, button: string, confirm: string) {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: confirm }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
}

test.describe.configure({ mode: 'serial' })

test('SIGN-9 an authenticator app is set up, asked for, and stood in for by a recovery code; what was used is refused', async ({
  page,
}) => {
  await signIn(page, who, '/profile')
  await page.getByRole('link', { name: 'Sign-in security' }).click()
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const setUp = page.getByRole('dialog')
  await expect(setUp.getByRole('img', { name: 'QR code of the key below' })).toBeVisible()
  const secret = (await setUp.locator('code').textContent()) ?? ''
  await setUp.getByRole('textbox', { name: 'Code' }).fill('000000')
  await setUp.getByRole('button', { name: 'Confirm' }).click()
  await expect(setUp.getByRole('alert')).toContainText('The code is not right')
  await setUp.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await setUp.getByRole('button', { name: 'Confirm' }).click()
  const kept = page.getByRole('dialog', { name: 'Keep your recovery codes' })
  await expect(kept.getByRole('listitem')).toHaveCount(10)
  const [recovery = ''] = await kept.getByRole('listitem').allTextContents()
  expect(await violationsOn(page)).toEqual([])
  await kept.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('10 of 10 left.')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])

  await signOut(page)
  await enterPassword(page, who)
  await expect(page.getByRole('heading', { name: 'Enter the code of your authenticator app' })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  const code = codeOf(secret, 1)
  await page.getByRole('textbox', { name: 'Code' }).fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await mainLayout(page).waitFor()

  await signOut(page)
  await enterPassword(page, who)
  await page.getByRole('textbox', { name: 'Code' }).fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('was used before')
  await page.getByRole('link', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recovery)
  await page.getByRole('button', { name: 'Continue' }).click()
  await mainLayout(page).waitFor()

  await page.goto(security)
  await expect(page.getByText('9 of 10 left.')).toBeVisible()
  await remove(page, 'Remove authenticator app', 'Remove authenticator app')
  await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible()
})

test('SIGN-9 a passkey is added, signs in by itself, and is removed', async ({ page }) => {
  await plugInAuthenticator(page)
  await signIn(page, who, security)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name').fill('Work phone')
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(page.getByText('Work phone')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])

  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await mainLayout(page).waitFor()
  await page.goto(security)
  await expect(page.getByText('Last used')).toBeVisible()
  await remove(page, 'Remove Work phone', 'Remove passkey')
  await expect(page.getByText('Work phone')).toHaveCount(0)
})

test('SIGN-9 with the switch of the system administrators on, who has none sets one up while signing in', async ({ page }) => {
  await signIn(page, 'sysadmin', security)
  await page.getByLabel('Every system administrator signs in with a second factor').click()
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
  await enterPassword(page, 'sysadmin')
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  const secret = (await page.locator('code').textContent()) ?? ''
  await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: 'I have kept them, continue' }).click()
  await mainLayout(page).waitFor()

  await page.goto(security)
  await page.getByRole('button', { name: 'Remove authenticator app' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove authenticator app' }).click()
  await expect(page.getByRole('alertdialog').getByRole('alert')).toContainText('this is your only one')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Every system administrator signs in with a second factor').click()
  await expect(page.getByLabel('Every system administrator signs in with a second factor')).not.toBeChecked()
  await remove(page, 'Remove authenticator app', 'Remove authenticator app')
  await signOut(page)
  await signIn(page, 'sysadmin', '/profile')
  await expect(page.getByText(emailOf('sysadmin'))).toBeVisible()
})
