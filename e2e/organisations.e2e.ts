import type { Page } from '@playwright/test'

import { png, smallPictures, svg } from '#test/pictures.ts'

import { emailPatient } from './email-patient.ts'
import { closesByEscape, expect, signIn, test, violationsOn, type OpenAs } from './staff.ts'

// A message that is still fading in has the contrast of something half there.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Organisation' }).getByRole('link', { name })
const summary = (page: Page) => page.getByRole('alert').getByRole('link')
const refused = (page: Page) => page.getByRole('group', { name: /^Choose a/ }).getByText('Error:')

/** Other tests use the same demonstration at the same time: this organisation is nobody else's. */
async function openOwn(openAs: OpenAs, name = 'Riverside Hospital') {
  const page = await openAs('sysadmin', '/admin/organisation/create')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('ODS code').fill(`X${Date.now().toString(36)}${Math.floor(Math.random() * 1e6).toString(36)}`)
  await page.getByRole('button', { name: 'Create organisation' }).click()
  await heading(page, name).waitFor()
  return page
}

test.describe('Creating an organisation', () => {
  test.use({ expectedErrors: ['status of 409'] })

  test('a system administrator creates an organisation; an ODS code in use is refused next to its field (ORG-1, ORG-2)', async ({
    openAs,
  }) => {
    const page = await openAs('sysadmin', '/admin')
    await expect(page.getByRole('link', { name: 'Northbury University Hospitals' })).toBeVisible()
    await page.getByRole('link', { name: 'Create organisation' }).click()
    await page.getByLabel('Name').fill('Riverside Hospital')
    await page.getByLabel('ODS code').fill('RZ901')
    await page.getByRole('button', { name: 'Create organisation' }).click()

    await expect(summary(page)).toHaveText(['An organisation already exists with that ODS Code.'])
    await summary(page).click()
    await expect(page.getByLabel('ODS code')).toBeFocused()
    await expect(page.getByLabel('ODS code')).toHaveAccessibleDescription(/An organisation already exists with that ODS Code\./)
    await expect(page.getByLabel('Name'), 'what was typed stays').toHaveValue('Riverside Hospital')
    expect(await violationsOn(page)).toEqual([])

    await page.getByLabel('ODS code').fill(`X${Date.now().toString(36)}`)
    await page.getByRole('button', { name: 'Create organisation' }).click()
    await expect(heading(page, 'Riverside Hospital')).toBeVisible()
    await tab(page, 'Details').click()
    await page.getByLabel('Regulatory body').fill('CQC')
    await page.getByRole('button', { name: 'Save details' }).click()
    await expect(page.getByText('Changes to Riverside Hospital were saved.')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Regulatory body')).toHaveValue('CQC')
  })
})

test.describe('The settings and the logo of an organisation', () => {
  test('settings outside their limits are refused, and the sending hours must end after they start (ORG-6)', async ({ openAs }) => {
    const page = await openOwn(openAs)
    await tab(page, 'Settings').click()
    await expect(page.getByLabel('Minimum age')).toHaveAccessibleDescription(/The lowest value is 16/)
    await expect(page.getByText('No reminders are sent while messages are kept in the outbox.')).toBeVisible()

    await page.getByLabel('Expiry days').fill('400')
    await page.getByLabel('Minimum age').fill('15')
    await page.getByLabel('Send messages from').selectOption('20:00')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(summary(page)).toHaveText([
      'Expiry days must be a whole number from 1 to 365.',
      'Minimum age must be a whole number from 16 to 130.',
      'The end of the sending hours must be later than the start.',
    ])
    expect(await violationsOn(page)).toEqual([])

    await page.getByLabel('Expiry days').fill('14')
    await page.getByLabel('Minimum age').fill('18')
    await page.getByLabel('Send messages from').selectOption('09:00')
    await page.getByLabel('Monday to Friday only').uncheck()
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('The settings were saved.')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Expiry days'), 'the address keeps the tab').toHaveValue('14')
    await expect(page.getByLabel('Send messages from')).toHaveValue('9')
    await expect(page.getByLabel('Monday to Friday only')).not.toBeChecked()
  })

  const asFile = (name: string, buffer: Buffer, mimeType = 'image/png') => ({ name, mimeType, buffer })
  const choose = (page: Page, file: ReturnType<typeof asFile>) => page.locator('input[type=file]').setInputFiles(file)

  test('a logo is chosen with the keyboard, previewed, replaced and removed (ORG-3)', async ({ openAs }) => {
    const page = await openOwn(openAs)
    await tab(page, 'Logo').click()
    await expect(page.getByText('No logo yet.')).toBeVisible()

    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).press('Enter')
    const chooser = await choosing
    await chooser.setFiles(asFile('logo.png', png(120, 40)))
    const preview = page.getByRole('group', { name: 'Preview of the new logo' })
    await expect(preview.getByRole('img', { name: 'Logo of Riverside Hospital' })).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await page.reload()
    await expect(page.getByText('No logo yet.'), 'nothing is saved by looking').toBeVisible()

    await choose(page, asFile('logo.png', png(120, 40)))
    await page.getByRole('button', { name: 'Save logo' }).click()
    await expect(page.getByText('The logo was saved.')).toBeVisible()
    const current = page.getByRole('group', { name: 'Current logo' })
    await expect(current, 'the focus stays where it acted').toBeFocused()
    await page.reload()
    await expect(current.getByRole('img', { name: 'Logo of Riverside Hospital' })).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    await choose(page, asFile('logo.webp', smallPictures['image/webp'], 'image/webp'))
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(current.getByRole('img').first()).toBeVisible()

    const remove = page.getByRole('button', { name: 'Remove logo' })
    await remove.click()
    await closesByEscape(page, remove)
    await remove.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove logo' }).click()
    await expect(page.getByText('No logo yet.')).toBeVisible()
    await expect(current).toBeFocused()
  })

  test('a file that is not an image is refused next to the field, and not uploaded (ORG-3)', async ({ openAs }) => {
    const page = await openOwn(openAs)
    await tab(page, 'Logo').click()
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()))
    const broken = Buffer.concat([png(30, 30).subarray(0, 60), png(30, 30).subarray(-12)])

    for (const [file, words] of [
      [asFile('logo.png', svg), /cannot be an SVG file/],
      [asFile('logo.svg', svg, 'image/svg+xml'), /cannot be an SVG file/],
      [asFile('logo.png', Buffer.from('PK\x03\x04 a spreadsheet')), /none of them, whatever its name/],
      [asFile('logo.png', png(2_001, 2)), /at most 2,000 pixels wide and high/],
      [asFile('logo.png', Buffer.concat([png(2, 2), Buffer.alloc(600 * 1024)])), /512 kB or smaller/],
      [asFile('logo.png', broken), /damaged and cannot be shown|not complete/],
    ] as const) {
      await choose(page, file)
      await expect(page.getByRole('group', { name: 'Choose a logo' })).toContainText(words)
      await expect(page.getByRole('button', { name: 'Choose another file' })).toHaveAccessibleDescription(words)
    }
    await expect(refused(page)).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Save logo' })).toHaveCount(0)
    expect(await violationsOn(page)).toEqual([])
    expect(sent).toEqual([])
  })

  test('a logo is dropped onto the page, and appears in the header and on the pages of patients (ORG-3)', async ({ openAs, browser }, {
    repeatEachIndex,
  }) => {
    const page = await openAs('second', '/profile')
    const banner = page.getByRole('banner').locator('img')
    await expect(banner).toHaveCount(0)
    await page.goto('/organisation')
    await expect(heading(page, 'Not allowed'), 'a user has no business with the settings').toBeVisible()

    const admin = await (await browser.newContext()).newPage()
    await signIn(admin, 'admin', '/organisation?tab=logo')
    await admin.getByRole('button', { name: 'Choose a file' }).waitFor()
    const dropped = await admin.evaluateHandle(`(() => {
    const data = new DataTransfer()
    data.items.add(new File([new Uint8Array(${JSON.stringify([...png(90, 30)])})], 'logo.png', { type: 'image/png' }))
    return data
  })()`)
    await admin.locator('.file-drop').dispatchEvent('drop', { dataTransfer: dropped })
    await admin.getByRole('button', { name: 'Save logo' }).click()
    await expect(admin.getByRole('banner').locator('img')).toHaveJSProperty('naturalWidth', 90)
    expect(await violationsOn(admin)).toEqual([])

    await admin.goto('/patients/create')
    const { formLink: link } = await emailPatient(admin, `Logoman${repeatEachIndex}`)
    const phone = await (await browser.newContext({ viewport: { width: 320, height: 640 }, javaScriptEnabled: false })).newPage()
    await phone.goto(link)
    await expect(phone.getByRole('banner').locator('img')).toHaveJSProperty('naturalWidth', 90)
    await phone.context().close()

    await admin.goto('/organisation?tab=logo')
    await admin.getByRole('button', { name: 'Remove logo' }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Remove logo' }).click()
    await expect(admin.getByRole('banner').locator('img')).toHaveCount(0)
    await admin.context().close()
  })

  test('an administrator sees the details of the organisation and changes its settings (ORG-6)', async ({ openAs }) => {
    const page = await openAs('admin', '/dashboard')
    await page.getByRole('banner').getByRole('button').last().click()
    await page.getByRole('banner').getByRole('link', { name: 'Organisation', exact: true }).click()
    await expect(heading(page, 'Northbury University Hospitals')).toBeVisible()
    await expect(page.getByText('To change these details, ask a system administrator.')).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await tab(page, 'Settings').click()
    const days = page.getByLabel('Auto-close days')
    const [before] = [await days.inputValue()]
    await days.fill('91')
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('The settings were saved.')).toBeVisible()
    await page.reload()
    await expect(days).toHaveValue('91')
    await days.fill(before)
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('The settings were saved.')).toBeVisible()
  })
})

test.describe('The PEP settings of an organisation', () => {
  test.use({ expectedErrors: ['status of 404', 'status of 500'] })

  test('PEP is set up without showing its secret again, and disabled (ORG-5, PEP-1)', async ({ openAs }) => {
    const page = await openOwn(openAs)
    await tab(page, 'PEP configuration').click()
    await expect(page.getByText('PEP is disabled')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    await page.getByRole('button', { name: 'Set up PEP' }).click()
    await page.getByLabel('Address').fill('http://pep.example')
    await page.getByRole('button', { name: 'Enable PEP' }).click()
    await expect(summary(page)).toHaveText([
      'Address must start with https:// and must not include a user name, a query or #.',
      'Client ID is required.',
      'Client secret is required.',
    ])
    expect(await violationsOn(page)).toEqual([])
    await page.getByLabel('Address').fill('https://pep.example')
    await page.getByLabel('Client ID').fill('riverside')
    await page.getByLabel('Client secret').fill('made-up-for-the-test')
    await page.getByLabel('Look up departments').check()
    await page.getByRole('button', { name: 'Enable PEP' }).click()
    await expect(page.getByText('The PEP configuration was saved.')).toBeVisible()
    await expect(page.getByLabel('Client secret')).toHaveValue('')
    await expect(page.getByLabel('Client secret')).toHaveAccessibleDescription(/^Set on .* and not shown again/)

    await page.reload()
    await expect(page.getByLabel('Client ID')).toHaveValue('riverside')
    await expect(page.getByLabel('Look up departments')).toBeChecked()
    const disable = page.getByRole('button', { name: 'Disable PEP' })
    await disable.click()
    await closesByEscape(page, disable)
    await disable.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable PEP' }).click()
    await expect(page.getByText('PEP is disabled')).toBeVisible()
  })

  test('a failure has the message of the catalogue, and without the feature flag there is no PEP section (ERR-1, PEP-2)', async ({
    openAs,
  }) => {
    const page = await openOwn(openAs)
    await page.route('**/pep-config', (route) => route.fulfill({ status: 500 }))
    await tab(page, 'PEP configuration').click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Unable to load the PEP config section')
    await page.unroute('**/pep-config')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('PEP is disabled')).toBeVisible()

    await page.route('**/config.json', async (route) => {
      const config = (await (await route.fetch()).json()) as { flags: object }
      await route.fulfill({ json: { ...config, flags: { ...config.flags, pepLinks: false } } })
    })
    await page.reload()
    await expect(tab(page, 'Settings')).toBeVisible()
    await expect(tab(page, 'PEP configuration')).toHaveCount(0)
  })
})

test.describe('The list of organisations', () => {
  test('the list is searched, sorted and paged, and the URL keeps all three (ORG-1, NAV-7)', async ({ openAs }) => {
    const page = await openOwn(openAs, `Zzyzx Hospital ${Date.now()}`)
    await page.goto('/admin')
    await page.getByRole('searchbox', { name: 'Search organisations' }).fill('zzyzx')
    await expect(page.getByRole('rowheader')).toHaveText([/^Zzyzx Hospital/])
    await page.reload()
    await expect(page.getByRole('searchbox', { name: 'Search organisations' })).toHaveValue('zzyzx')
    await page.getByRole('searchbox', { name: 'Search organisations' }).fill('')
    await expect(page.getByRole('rowheader').nth(1)).toBeVisible()
    await page.getByRole('button', { name: 'Name', exact: true }).click()
    await expect(page).toHaveURL(/sort=-name/)
    await expect(page.getByRole('rowheader').first()).toHaveText(/^Zzyzx Hospital/)
    await expect(page.getByLabel(/per page/i).getByRole('option')).toHaveText(['10', '20', '50', '100'])
    expect(await violationsOn(page)).toEqual([])
  })
})

async function setUpGovukNotify(page: Page) {
  await page.getByRole('button', { name: 'Set up GOV.UK Notify' }).click()
  await saveGovukNotify(page)
}

/** A key of which the server knows only the form: nothing is sent with it. */
async function saveGovukNotify(page: Page) {
  await page.getByLabel('API key').fill('test-11111111-2222-4333-8444-555555555555-aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee')
  await page.getByLabel('SMS template ID').fill('0d1e2f30-0000-4000-8000-000000000001')
  await page.getByRole('button', { name: 'Save account' }).click()
  await expect(page.getByText('The account with GOV.UK Notify was saved.')).toBeVisible()
}

test.describe('The message providers of an organisation', () => {
  test.use({ expectedErrors: ['status of 400'] })

  test('an admin sets up an account, copies a token that is shown once, and removes the account (NOT-7)', async ({ openAs }) => {
    const page = await openOwn(openAs, 'Lakeside Hospital')
    await tab(page, 'Message providers').click()
    await expect(page.getByText('Kept in the outbox and not sent', { exact: true })).toHaveCount(2)

    await page.getByRole('button', { name: 'Set up GOV.UK Notify' }).click()
    await page.getByRole('button', { name: 'Save account' }).click()
    await expect(summary(page)).toHaveText(['API key is required.'])
    expect(await violationsOn(page)).toEqual([])
    await saveGovukNotify(page)
    await expect(page.getByText('GOV.UK Notify, with your organisation’s account')).toBeVisible()

    await page.getByRole('button', { name: 'Create token' }).click()
    await expect(page.getByLabel('Token', { exact: true })).toHaveValue(/^[\w-]{32}$/)
    expect(await violationsOn(page)).toEqual([])
    await page.reload()
    await expect(page.getByText(/^Created on .*\. It is not shown again\.$/)).toBeVisible()
    await expect(page.getByLabel('Token', { exact: true })).toHaveCount(0)

    const remove = page.getByRole('button', { name: 'Remove GOV.UK Notify' })
    await remove.click()
    await closesByEscape(page, remove)
    await remove.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove GOV.UK Notify' }).click()
    await expect(page.getByText('The account with GOV.UK Notify was removed.')).toBeVisible()
    await expect(page.getByText('Kept in the outbox and not sent', { exact: true })).toHaveCount(2)
  })

  test('no test message is offered while messages are kept; with an account it says what happened, and its recipient is checked (NOT-7)', async ({
    openAs,
  }) => {
    const page = await openOwn(openAs, 'Hillside Hospital')
    await tab(page, 'Message providers').click()
    await expect(
      page.getByText('Messages are kept in the outbox and not sent. To send a test message, set up a provider first.'),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Send test message' })).toHaveCount(0)

    await setUpGovukNotify(page)
    await page.getByLabel('Mobile phone').fill('020 7946 0018')
    await page.getByRole('button', { name: 'Send test message' }).click()
    await expect(summary(page)).toHaveText(['Mobile phone must be a valid UK mobile phone number.'])
    const refused = { id: crypto.randomUUID(), method: 'sms', provider: 'GOV.UK Notify', status: 'failed', providerId: null }
    await page.route('**/test-message*', (route) =>
      route.fulfill({ json: { ...refused, reason: 'The provider refused the account.', createdAt: new Date().toISOString() } }),
    )
    await page.getByLabel('Mobile phone').fill('07700 900123')
    await page.getByRole('button', { name: 'Send test message' }).click()
    await expect(page.getByRole('alert').getByText('The message was not sent. The provider refused the account.')).toBeVisible()
  })
})
