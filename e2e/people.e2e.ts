import type { Page } from '@playwright/test'

import { demoPassword } from '#domain/demo-accounts.ts'

import { closesByEscape, expect, mainLayout, test, violationsOn } from './staff.ts'

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
}

/** The one-time link in the latest message to somebody, as who may read it finds it in the outbox. */
async function linkTo(page: Page, emailAddress: string) {
  await page.goto(`/outbox?filters[search]=${encodeURIComponent(emailAddress)}`)
  const link = page.getByRole('link', { name: /set-password/ }).first()
  await link.waitFor()
  return (await link.getAttribute('href'))!
}

async function choosePassword(page: Page, link: string) {
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(password)
  await page.getByLabel('Confirm new password').fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await heading(page, 'Your password is set').waitFor()
}

async function signInAs(page: Page, emailAddress: string, one: string) {
  await page.getByLabel('Email address').fill(emailAddress)
  await page.getByLabel('Password', { exact: true }).fill(one)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test.describe('Members and wards', () => {
  test('an administrator creates a user, changes the role to clinician, removes and restores the user (MEM-1, MEM-3)', async ({
    openAs,
  }) => {
    const marie = someone('Sklodowska')
    const page = await openAs('admin', '/users')
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

    await page.getByRole('link', { name: 'Edit user' }).click()
    await heading(page, 'Edit Marie Sklodowska').waitFor()
    await page.getByLabel('This user is a clinician').check()
    await page.getByLabel('Clinician timeout').fill('5')
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('5 minutes')).toBeVisible()

    await page.getByRole('link', { name: 'Edit user' }).click()
    await page.getByRole('button', { name: 'Remove user' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove user' }).click()
    await page.getByRole('button', { name: 'Restore user' }).click()
    await expect(page.getByRole('button', { name: 'Remove user' })).toBeVisible()
  })

  test('a new user accepts an invitation, chooses a password, signs in, and resets the password (MEM-2, SIGN-9)', async ({
    openAs,
    browser,
  }) => {
    const marie = someone('Curie')
    const page = await openAs('admin', '/users/create')
    await fillInUser(page, marie)
    await page.getByRole('button', { name: 'Create user' }).click()
    await heading(page, 'Marie Curie').waitFor()
    await expect(page.getByRole('button', { name: 'Send invitation again' })).toBeVisible()
    const invitation = await linkTo(page, marie.emailAddress)

    const theirs = await (await browser.newContext()).newPage()
    await theirs.goto(new URL(invitation, page.url()).href)
    expect(await violationsOn(theirs)).toEqual([])
    await theirs.getByLabel('New password', { exact: true }).fill('Curie-1898!')
    await theirs.getByLabel('Confirm new password').fill('Curie-1898!')
    await theirs.getByRole('button', { name: 'Set password' }).click()
    await expect(theirs.getByRole('alert')).toContainText('Password must not contain your name')
    expect(await violationsOn(theirs)).toEqual([])
    await choosePassword(theirs, new URL(invitation, page.url()).href)
    expect(await violationsOn(theirs)).toEqual([])
    await theirs.getByRole('button', { name: 'Sign in' }).click()
    await signInAs(theirs, marie.emailAddress, password)
    await mainLayout(theirs).waitFor()

    const again = await (await browser.newContext()).newPage()
    await again.goto(new URL('/profile', page.url()).href)
    await again.getByRole('link', { name: 'Forgot your password?' }).click()
    expect(await violationsOn(again)).toEqual([])
    await again.getByLabel('Email address').fill(marie.emailAddress)
    await again.getByRole('button', { name: 'Send link' }).click()
    await heading(again, 'Check your email').waitFor()
    expect(await violationsOn(again)).toEqual([])
    await expect(async () => expect(await linkTo(page, marie.emailAddress)).not.toBe(invitation)).toPass({ timeout: 20_000 })
  })

  test('an administrator creates a ward, gives and removes access, and finds both in the audit log (MEM-4, AUD-2)', async ({ openAs }) => {
    const ward = `Ward ${Date.now()}`
    const page = await openAs('admin', '/users?tab=wards')
    await page.getByRole('button', { name: 'Create ward' }).click()
    await page.getByLabel('Name').fill(ward)
    await page.getByRole('dialog').getByRole('button', { name: 'Create ward' }).click()
    await expect(page.getByRole('rowheader', { name: ward })).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    await page.goto('/users?filters[search]=Whitfield')
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
})

test.describe('First passwords and first members', () => {
  test.use({ expectedErrors: ['status of 409', 'status of 400'] })

  test('a user with a first password must choose a new one when they sign in (MEM-2)', async ({ openAs, browser }) => {
    const marie = someone('Meitner')
    const page = await openAs('admin', '/users/create')
    await fillInUser(page, marie)
    await page.getByRole('radio', { name: 'Set a first password' }).check()
    await page.getByLabel('First password', { exact: true }).fill('Password1!')
    await page.getByLabel('Confirm first password').fill('Password1!')
    await page.getByRole('button', { name: 'Create user' }).click()
    await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Password is too common. Choose a different password.'])
    await page.getByLabel('First password', { exact: true }).fill('Told-in-person-1')
    await page.getByLabel('Confirm first password').fill('Told-in-person-1')
    await page.getByRole('button', { name: 'Create user' }).click()
    await heading(page, 'Marie Meitner').waitFor()

    const theirs = await (await browser.newContext()).newPage()
    await theirs.goto(new URL('/profile', page.url()).href)
    await signInAs(theirs, marie.emailAddress, 'Told-in-person-1')
    await choosePassword(theirs, theirs.url())
  })

  test('a system administrator creates an organisation and its first administrator (ORG-4)', async ({ openAs }) => {
    const odsCode = `X${Date.now().toString(36)}`
    const page = await openAs('sysadmin', '/admin')
    await expect(page.getByRole('link', { name: 'Northbury University Hospitals' })).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    await page.getByRole('link', { name: 'Create organisation' }).click()
    await page.getByLabel('Name').fill('Riverside Hospital')
    await page.getByLabel('ODS code').fill(odsCode)
    await page.getByRole('button', { name: 'Create organisation' }).click()
    await expect(heading(page, 'Riverside Hospital')).toBeVisible()

    await page.getByRole('link', { name: 'Create user' }).click()
    await fillInUser(page, someone('Anning'))
    await page.getByRole('button', { name: 'Create user' }).click()
    await heading(page, 'Marie Anning').waitFor()
    await page.getByRole('button', { name: 'Send invitation again' }).click()
    await expect(page.getByText(/^We have emailed the invitation/)).toBeVisible()
    await page.getByRole('link', { name: 'Audit Log' }).click()
    await expect(page.getByText('No events yet')).toBeVisible()
    await page.getByLabel('Breadcrumb').getByRole('link', { name: 'Manage Organisation' }).click()
    await page.getByRole('link', { name: /^Users/ }).click()
    await expect(page.getByRole('rowheader', { name: 'Marie Anning' })).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
  })
})

test.describe('The form of a member', () => {
  test('offers only roles that the administrator may give, and does not let anybody change their own (ROLE-3, MEM-5)', async ({
    openAs,
  }) => {
    const page = await openAs('admin', '/users/create')
    await expect(page.getByRole('radiogroup', { name: 'Role' }).getByRole('radio')).toHaveCount(2)
    await expect(page.getByRole('radio', { name: 'Admin', exact: true })).toBeVisible()
    await expect(page.getByRole('radio', { name: 'User', exact: true })).toBeVisible()

    await page.goto('/users?filters[search]=orgadmin@')
    await page.getByRole('table').getByRole('rowheader').getByRole('link').click()
    await page.getByRole('link', { name: 'Edit user' }).click()
    await expect(page.getByRole('radio', { name: 'Forms Admin' })).toBeChecked()
    await expect(page.getByRole('radio', { name: 'Forms Admin' })).toHaveAccessibleDescription(
      /only a system administrator can give it back/,
    )
    await expect(page.getByLabel('Email address')).toHaveAttribute('readonly')
    expect(await violationsOn(page)).toEqual([])

    await page.goto('/users?filters[search]=Whitfield')
    await page.getByRole('link', { name: 'Joanna Whitfield' }).click()
    await page.getByRole('link', { name: 'Edit user' }).click()
    await expect(page.getByText('You cannot change your own role.')).toBeVisible()
    await expect(page.getByRole('radiogroup', { name: 'Role' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Remove user' })).toHaveCount(0)
    expect(await violationsOn(page)).toEqual([])
  })

  test('a setting that a member cannot change is shown with the reason (ORG-6)', async ({ openAs }) => {
    const page = await openAs('orgadmin', '/organisation?tab=settings')
    await expect(page.getByText('Only a user with the role Admin can change the ward access.')).toBeVisible()
    await expect(page.getByRole('radiogroup', { name: 'Ward access' })).toHaveCount(0)
    expect(await violationsOn(page)).toEqual([])
  })
})

test.describe('Changing the role of a colleague', () => {
  test.use({ expectedErrors: ['status of 428', 'status of 400'] })

  test('asks an administrator who signed in a while ago to confirm their identity, then saves the entry (SIGN-9, ERR-3)', async ({
    openAs,
  }) => {
    const page = await openAs('admin', '/users/create')
    await fillInUser(page, someone('Noether'))
    await page.getByRole('button', { name: 'Create user' }).click()
    await heading(page, 'Marie Noether').waitFor()
    await page.getByRole('link', { name: 'Edit user' }).click()
    await page.getByRole('radio', { name: 'Admin', exact: true }).check()
    await page.getByLabel('Job title').fill('Ward manager')
    const body = JSON.stringify({ type: 'about:blank', status: 428, code: 'proof_needed', title: 'proof needed' })
    const refused = { status: 428, contentType: 'application/problem+json', body }
    const oneCall = { times: 1 }
    await page.route('**/members/*', (route) => route.fulfill(refused), oneCall)

    await page.getByRole('button', { name: 'Save changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await expect(dialog.getByLabel('Password')).toBeVisible()
    await closesByEscape(page, page.getByRole('button', { name: 'Save changes' }))
    // The message that the user was created may still be shown.
    await expect(page.getByRole('alert').filter({ hasText: 'Confirm that it is you, then try again.' })).toBeVisible()
    await expect(page.getByLabel('Job title'), 'what was typed stays').toHaveValue('Ward manager')

    await page.route('**/members/*', (route) => route.fulfill(refused), oneCall)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await dialog.getByLabel('Password').fill('Wrong-horse-1!')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog.getByRole('alert')).toContainText('The password is incorrect')
    await dialog.getByLabel('Password').fill(demoPassword)
    await dialog.getByRole('button', { name: 'Confirm' }).click()

    await expect(heading(page, 'Marie Noether')).toBeVisible()
    await expect(page.getByText('Ward manager')).toBeVisible()
    await expect(dialog).toHaveCount(0)
  })
})
