import type { Page } from '@playwright/test'

import { addDays } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { codeOf } from '#test/second-factor.ts'

import { closesByEscape, emailOf, enterPassword, expect, mainLayout, signIn, test, violationsOn } from './staff.ts'

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
  const opener = page.getByRole('button', { name: button })
  await opener.click()
  await closesByEscape(page, opener)
  await opener.click()
  await page.getByRole('alertdialog').getByRole('button', { name: confirm }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
}

test.describe.configure({ mode: 'serial' })

test.describe('Second factors', () => {
  test('an authenticator app is set up and used, a recovery code replaces it, and used codes are refused (SIGN-9)', async ({ page }) => {
    await signIn(page, who, '/profile')
    await page.getByRole('link', { name: 'Sign-in security' }).click()
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    const setUp = page.getByRole('dialog')
    await expect(setUp.getByRole('img', { name: 'QR code for the key below' })).toBeVisible()
    const secret = (await setUp.locator('code').textContent()) ?? ''
    await setUp.getByRole('textbox', { name: 'Code' }).fill('000000')
    await setUp.getByRole('button', { name: 'Confirm' }).click()
    await expect(setUp.getByRole('alert')).toContainText('The code is incorrect')
    await setUp.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
    await setUp.getByRole('button', { name: 'Confirm' }).click()
    const saved = page.getByRole('dialog', { name: 'Save your recovery codes' })
    await expect(saved.getByRole('listitem')).toHaveCount(10)
    const [recovery = ''] = await saved.getByRole('listitem').allTextContents()
    expect(await violationsOn(page)).toEqual([])
    await saved.getByRole('button', { name: 'I have saved the codes' }).click()
    await expect(page.getByText('10 of 10 recovery codes left.')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    await signOut(page)
    await enterPassword(page, who)
    await expect(page.getByRole('heading', { name: 'Enter the code from your authenticator app' })).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    const code = codeOf(secret, 1)
    await page.getByRole('textbox', { name: 'Code' }).fill(code)
    await page.getByRole('button', { name: 'Continue' }).click()
    await mainLayout(page).waitFor()

    await signOut(page)
    await enterPassword(page, who)
    await page.getByRole('textbox', { name: 'Code' }).fill(code)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert')).toContainText('was already used')
    await page.getByRole('link', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(recovery)
    await page.getByRole('button', { name: 'Continue' }).click()
    await mainLayout(page).waitFor()

    await page.goto(security)
    await expect(page.getByText('9 of 10 recovery codes left.')).toBeVisible()
    await remove(page, 'Remove authenticator app', 'Remove authenticator app')
    await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible()
  })

  test('a passkey is added, used to sign in without a password, and removed (SIGN-9)', async ({ page }) => {
    await plugInAuthenticator(page)
    await signIn(page, who, security)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name').fill('Work phone')
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'I have saved the codes' }).click()
    await expect(page.getByText('Work phone')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    await signOut(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await mainLayout(page).waitFor()
    await page.goto(security)
    await expect(page.getByText(/^Added .* Last used /)).toBeVisible() // sessions say when they were last used, too
    await remove(page, 'Remove Work phone', 'Remove passkey')
    await expect(page.getByText('Work phone')).toHaveCount(0)
  })

  const banner = (page: Page) => page.getByText(/From \d\d-\w{3}-\d{4} you need a second factor to sign in\./)

  test('system administrators who need a second factor see the date on every screen, and a link to set one up (SIGN-9)', async ({
    page,
  }) => {
    await signIn(page, 'sysadmin', security)
    const policy = page.getByLabel('Every system administrator signs in with a second factor')
    await policy.click()
    await expect(policy).toBeChecked()
    await page.goto('/admin')
    await expect(banner(page)).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('link', { name: 'Set up a second factor' }).click()
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    const setUp = page.getByRole('dialog')
    await setUp.getByRole('textbox', { name: 'Code' }).fill(codeOf((await setUp.locator('code').textContent()) ?? ''))
    await setUp.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('button', { name: 'I have saved the codes' }).click()
    await expect(banner(page)).toHaveCount(0)

    await policy.click()
    await expect(policy).not.toBeChecked()
    await remove(page, 'Remove authenticator app', 'Remove authenticator app')
    await signOut(page)
    await signIn(page, 'sysadmin', '/profile')
    await expect(page.getByText(emailOf('sysadmin'))).toBeVisible()
  })

  /** The settings of the second organisation, as a system administrator. */
  async function openSettings(page: Page) {
    await signIn(page, 'sysadmin', '/admin')
    await page.getByRole('link', { name: 'Kingsmere Community Trust' }).click()
    await page.getByRole('navigation', { name: 'Organisation' }).getByRole('link', { name: 'Settings' }).click()
  }

  async function saveSettings(page: Page) {
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('The settings were saved.')).toBeVisible()
    await signOut(page)
  }

  test('from the date that an organisation has set, a user without a second factor sets one up while signing in (SIGN-9)', async ({
    page,
  }) => {
    await openSettings(page)
    await page.getByLabel('Everyone signs in with a second factor').check()
    const day = page.getByRole('group', { name: 'Second factor required from' })
    const type = async (date: string) => {
      for (const [label, text] of [
        ['Day', date.slice(8)],
        ['Month', date.slice(5, 7)],
        ['Year', date.slice(0, 4)],
      ] as const)
        await day.getByLabel(label).fill(text)
    }
    const today = dateOf(new Date())
    await type(addDays(today, -1))
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(day).toContainText('The date must be today or later.')
    expect(await violationsOn(page)).toEqual([])
    await type(today)
    await saveSettings(page)

    await enterPassword(page, 'second')
    await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    const secret = (await page.locator('code').textContent()) ?? ''
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { name: 'Save your recovery codes' })).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('button', { name: 'I have saved the codes, continue' }).click()
    await mainLayout(page).waitFor()
    await page.goto(security)
    await page.getByRole('button', { name: 'Remove authenticator app' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove authenticator app' }).click()
    await expect(page.getByRole('alertdialog').getByRole('alert')).toContainText('this is your only one')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
    await signOut(page)

    await openSettings(page)
    await page.getByLabel('Everyone signs in with a second factor').uncheck()
    await saveSettings(page)
    await enterPassword(page, 'second')
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, 1))
    await page.getByRole('button', { name: 'Continue' }).click()
    await mainLayout(page).waitFor()
    await page.goto(security)
    await remove(page, 'Remove authenticator app', 'Remove authenticator app')
  })
})
