import type { Page } from '@playwright/test'

import { expect, signIn, test, violationsOn } from './staff.ts'

// A message that is still fading in has the contrast of something half there.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const password = 'Radium-1898!'

/** Other tests use the same demonstration at the same time: these people are nobody else's. */
const someone = (lastName: string) => ({ lastName, emailAddress: `${lastName.toLowerCase()}-${Date.now()}@demo.formward.example` })

async function fillInUser(page: Page, { lastName, emailAddress }: ReturnType<typeof someone>) {
  await page.getByLabel('First name').fill('Marie')
  await page.getByLabel('Last name').fill(lastName)
  await page.getByLabel('Email address').fill(emailAddress)
  await page.getByRole('radio', { name: 'User', exact: true }).check()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password again').fill(password)
}

test('MEM-1 MEM-3 an admin creates a user, makes them a clinician, removes them and brings them back', async ({ page }) => {
  const marie = someone('Sklodowska')
  await signIn(page, 'admin', '/users')
  await heading(page, 'User List').waitFor()
  expect(await violationsOn(page)).toEqual([])

  await page.getByRole('link', { name: 'Create user' }).click()
  await fillInUser(page, { ...marie, emailAddress: 'marie@' })
  await page.getByRole('button', { name: 'Create user' }).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Email address must be a valid email address.'])
  await page.getByRole('alert').getByRole('link').click()
  await expect(page.getByLabel('Email address')).toBeFocused()
  expect(await violationsOn(page)).toEqual([])
  await page.getByLabel('Email address').fill(marie.emailAddress)
  await page.getByRole('button', { name: 'Create user' }).click()
  await expect(heading(page, 'Marie Sklodowska')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])

  await page.getByRole('link', { name: 'Manage user' }).click()
  await heading(page, 'Manage Marie Sklodowska').waitFor()
  await page.getByLabel('This person is a clinician').check()
  await page.getByLabel('Clinician timeout').fill('5')
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('5 minutes')).toBeVisible()

  await page.getByRole('link', { name: 'Manage user' }).click()
  await page.getByRole('button', { name: 'Remove user' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove user' }).click()
  await page.getByRole('button', { name: 'Bring back' }).click()
  await expect(page.getByRole('button', { name: 'Remove user' })).toBeVisible()
})

test('MEM-2 a new user signs in with the password they were told', async ({ page, browser }) => {
  const marie = someone('Curie')
  await signIn(page, 'admin', '/users/create')
  await fillInUser(page, marie)
  await page.getByRole('button', { name: 'Create user' }).click()
  await heading(page, 'Marie Curie').waitFor()

  const theirs = await (await browser.newContext()).newPage()
  await theirs.goto(new URL('/profile', page.url()).href)
  await theirs.getByLabel('Email address').fill(marie.emailAddress)
  await theirs.getByLabel('Password', { exact: true }).fill(password)
  await theirs.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(theirs.getByText(marie.emailAddress)).toBeVisible()
})

test('MEM-4 AUD-2 an admin makes a ward, gives access to it and takes it, and reads in the log that they did', async ({ page }) => {
  const ward = `Ward ${Date.now()}`
  await signIn(page, 'admin', '/users?tab=wards')
  await page.getByRole('button', { name: 'Create ward' }).click()
  await page.getByLabel('Name').fill(ward)
  await page.getByRole('dialog').getByRole('button', { name: 'Create ward' }).click()
  await expect(page.getByRole('rowheader', { name: ward })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])

  await page.goto('/users')
  await page.getByRole('link', { name: 'Joanna Whitfield' }).click()
  await page.getByRole('link', { name: 'Ward Access' }).click()
  await page.getByLabel('Ward', { exact: true }).selectOption(ward)
  await page.getByRole('button', { name: 'Assign ward', exact: true }).click()
  await page.getByRole('button', { name: `Unassign ${ward}` }).click()
  await expect(page.getByRole('rowheader', { name: ward })).toHaveCount(0)
  expect(await violationsOn(page)).toEqual([])

  await page.getByRole('main').getByRole('link', { name: 'Audit Log' }).click()
  await page.getByRole('button', { name: 'Event type' }).click()
  await page.getByRole('checkbox', { name: 'Ward assigned' }).check()
  await page.keyboard.press('Escape')
  await expect(page.getByText(`Gave user Joanna Whitfield access to ward ${ward}`)).toBeVisible()
  await page.reload()
  await expect(page.getByText(`Gave user Joanna Whitfield access to ward ${ward}`), 'the address keeps the filter').toBeVisible()
  expect(await violationsOn(page)).toEqual([])
})

test.describe(() => {
  test.use({ expectedErrors: ['status of 409'] })

  test('MEM-5 an admin is not offered to remove themselves, and is told so when they try to demote themselves', async ({ page }) => {
    await signIn(page, 'admin', '/users')
    await page.getByRole('link', { name: 'Joanna Whitfield' }).click()
    await page.getByRole('link', { name: 'Manage user' }).click()
    await page.getByRole('radio', { name: 'User', exact: true }).check()
    await expect(page.getByRole('button', { name: 'Remove user' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('alert')).toHaveText('You cannot remove or demote yourself.')
  })

  test('ORG-4 a system administrator creates an organisation and its first user', async ({ page }) => {
    const odsCode = `X${Date.now().toString(36)}`
    await signIn(page, 'sysadmin', '/admin')
    await expect(page.getByRole('link', { name: 'Northbury University Hospitals' })).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    await page.getByRole('link', { name: 'Create organisation' }).click()
    await page.getByLabel('Name').fill('Riverside Hospital')
    await page.getByLabel('ODS Code').fill(odsCode)
    await page.getByRole('button', { name: 'Create organisation' }).click()
    await expect(heading(page, 'Riverside Hospital')).toBeVisible()

    await page.getByRole('button', { name: 'Create user' }).click()
    await fillInUser(page, someone('Anning'))
    await page.getByRole('dialog').getByRole('button', { name: 'Create user' }).click()
    await expect(page.getByRole('rowheader', { name: 'Marie Anning' })).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
  })
})
