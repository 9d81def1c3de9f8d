import type { Page } from '@playwright/test'

import { expect, startEmpty, test, violationsOn, type OpenAs } from './staff.ts'

// A message that is still fading in has the contrast of something half there.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const form = 'Mood check (PHQ-9)'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const send = (page: Page) => page.getByRole('button', { name: /^Send to / })

let patients = 0
const letters = (number: number) => [...String(number)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('')
/** A patient of this test only, who is found by the name; by email where the patient has an address. */
async function createPatient(page: Page, { hasEmail = true, firstName = 'Noor' } = {}) {
  const lastName = `Sender${letters(Date.now() % 1_000_000)}${letters(patients++)}`
  await page.goto('/patients/create')
  await startEmpty(page)
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill(lastName)
  for (const [part, value] of Object.entries({ Day: '9', Month: '3', Year: '1961' })) await page.getByLabel(part).fill(value)
  if (hasEmail) await page.getByLabel('Email address').fill(`${lastName.toLowerCase()}@example.com`)
  await page.getByRole('button', { name: 'Create patient' }).click()
  await expect(heading(page)).toHaveText(`${firstName} ${lastName}`)
  return { name: `${firstName} ${lastName}`, lastName, url: page.url() }
}

async function pick(page: Page, label: string, text: string, option: string | RegExp) {
  await page.getByRole('combobox', { name: label }).fill(text)
  await page.getByRole('option', { name: option }).first().click()
}

/** Up to the review, from the page of a patient. */
async function reviewFor(page: Page, { url }: { url: string }) {
  await page.goto(url)
  await page.getByRole('link', { name: 'Send a form' }).click()
  await startEmpty(page)
  await pick(page, 'Form', 'phq', form)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(heading(page)).toHaveText('Check before sending')
}

const requestsOf = async (page: Page, { url }: { url: string }) => {
  await page.goto(`${url.split('?')[0]}?tab=forms`)
  return page.getByRole('table', { name: 'Forms of this patient' }).getByRole('link')
}

async function openAsUser(openAs: OpenAs) {
  const page = await openAs('user', '/patients')
  return { page, patient: await createPatient(page) }
}

test.describe('Checking a form request before it is sent', () => {
  test('names the patient, the form, the method and the time; going back keeps everything typed; pressing twice sends once (REQ-5)', async ({
    openAs,
  }) => {
    const { page, patient } = await openAsUser(openAs)
    await page.getByRole('link', { name: 'Send a form' }).click()
    await startEmpty(page)
    await pick(page, 'Form', 'phq', form)
    await page.getByLabel('Location').fill('Ward 4B')
    const toReview = page.getByRole('button', { name: 'Continue' })
    await toReview.click()

    await expect(heading(page)).toHaveText('Check before sending')
    await expect(heading(page)).toBeFocused()
    const main = page.getByRole('main')
    await expect(send(page)).toHaveText(`Send to ${patient.name}`)
    for (const words of [patient.name, 'Born 09-Mar-1961, no NHS number', 'By email', /PHQ-9\), version \d/, 'Ward 4B'])
      await expect(main.getByText(words).filter({ visible: true }).first()).toBeVisible()
    await expect(main.getByText(/^Messages are put in the outbox now: \w+day \d\d-\w{3}-\d{4} \d\d:\d\d\./)).toBeVisible()
    await main.getByText('Email in English').click()
    await expect(main.getByText(/\/r\/…/)).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    const isBack = async () => {
      await expect(heading(page)).toHaveText('Create Form Request')
      await expect(page.getByLabel('Location')).toHaveValue('Ward 4B')
      await expect(page.getByRole('list', { name: 'Selected patients' })).toContainText(patient.name)
      await expect(toReview).toBeFocused()
    }
    await page.keyboard.press('Escape')
    await isBack()
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('Check before sending')
    await page.goBack()
    await isBack()
    await toReview.click()
    await main.getByRole('button', { name: 'Back', exact: true }).click()
    await isBack()
    await toReview.click()
    await send(page).dblclick()

    await expect(page.getByText('1 form request created.')).toBeVisible()
    await expect(heading(page)).not.toHaveText('Check before sending')
    await expect(await requestsOf(page, patient)).toHaveCount(1)
  })

  test('the day since when a patient has been waiting is asked for a waiting-list form, reviewed, shown and corrected (PTN-5, REQ-5)', async ({
    openAs,
  }) => {
    const { page, patient } = await openAsUser(openAs)
    const other = await createPatient(page)
    const main = page.getByRole('main')
    const date = page.getByRole('group', { name: /^Waiting since/ })
    const type = async (...parts: [string, string, string]) => {
      for (const [nth, label] of ['Day', 'Month', 'Year'].entries()) await date.getByLabel(label).fill(parts[nth]!)
    }
    await page.goto(patient.url)
    await page.getByRole('link', { name: 'Send a form' }).click()
    await startEmpty(page)
    await pick(page, 'Form', 'phq', form)
    await expect(date).toHaveCount(0)
    await pick(page, 'Form', 'waiting list', /^Waiting list check/)
    await type('1', '1', '2199')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(date.getByText('Waiting since must not be in the future.')).toBeVisible()
    await type('5', '1', '2026')
    expect(await violationsOn(page)).toEqual([])

    await pick(page, 'Patients', other.lastName, new RegExp(other.lastName))
    await expect(date).toHaveCount(0)
    await expect(main.getByText(/^Each patient has a different/)).toBeVisible()
    await page.getByRole('button', { name: `Remove ${other.name}` }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(main.getByText('05-Jan-2026')).toBeVisible()
    await send(page).click()
    await expect(main.getByText(/^05-Jan-2026 \(\d+ weeks\)$/)).toBeVisible()

    await main.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Correct “Waiting since”' }).click()
    const dialog = page.getByRole('dialog', { name: 'Correct the “Waiting since” date' })
    await type('12', '1', '2026')
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await dialog.getByRole('button', { name: 'Save date' }).click()
    await expect(main.getByText(/^12-Jan-2026 \(\d+ weeks\)$/)).toBeVisible()
    await expect(main.getByText('“Waiting since” corrected from 05-Jan-2026 to 12-Jan-2026')).toBeVisible()
  })

  test('warns of patients who already have the form open, and can leave them out (REQ-5, IMP-3)', async ({ openAs }) => {
    const { page, patient } = await openAsUser(openAs)
    const other = await createPatient(page)
    await reviewFor(page, patient)
    await send(page).click()
    await expect(page.getByText('1 form request created.')).toBeVisible()

    await page.goto('/requests/create')
    await startEmpty(page)
    for (const { lastName } of [patient, other]) await pick(page, 'Patients', lastName, new RegExp(lastName))
    await pick(page, 'Form', 'phq', form)
    await page.getByRole('button', { name: 'Continue' }).click()

    const warning = page.getByRole('region', { name: '1 patient already has this form open' })
    await expect(warning).toContainText(patient.name)
    await expect(warning).toContainText(/Created \d\d-\w{3}-\d{4}: Unopened/)
    await expect(send(page)).toHaveText('Send to 2 patients')
    expect(await violationsOn(page)).toEqual([])
    await warning.getByRole('button', { name: 'Leave out this patient' }).press('Enter')
    await expect(send(page)).toHaveText(`Send to ${other.name}`)
    await expect(warning).toHaveCount(0)
    await expect(heading(page), 'the button that was pressed is gone').toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('list', { name: 'Selected patients' }).getByRole('listitem')).toHaveCount(1)
    await page.getByRole('button', { name: 'Continue' }).click()
    await send(page).click()
    await expect(page.getByText('1 form request created.').last()).toBeVisible()
  })

  test('leaves out patients who cannot be contacted, with the reason; without any patient there is no send button (REQ-5)', async ({
    openAs,
  }) => {
    const { page, patient } = await openAsUser(openAs)
    const silent = await createPatient(page, { hasEmail: false })
    await page.goto('/requests/create')
    await startEmpty(page)
    for (const { lastName } of [patient, silent]) await pick(page, 'Patients', lastName, new RegExp(lastName))
    await pick(page, 'Form', 'phq', form)
    await page.getByRole('button', { name: 'Continue' }).click()

    const warning = page.getByRole('region', { name: '1 patient cannot be reached and will be left out' })
    await expect(warning).toContainText(silent.name)
    await expect(warning).toContainText('This patient has no mobile phone number.')
    await expect(send(page)).toHaveText(`Send to ${patient.name}`)

    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: `Remove ${patient.name}` }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('heading', { name: 'This patient cannot be reached. Nothing can be sent.' })).toBeVisible()
    await expect(send(page)).toHaveCount(0)
    expect(await violationsOn(page)).toEqual([])

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Patients' }).click()
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await expect(heading(page)).toHaveText('Patient List')
  })

  test.describe('when the answer is lost', () => {
    test.use({ expectedErrors: ['net::ERR_FAILED'] })

    test('says that the form may have been sent, and sending again repeats nothing (REQ-5)', async ({ openAs }) => {
      const { page, patient } = await openAsUser(openAs)
      await reviewFor(page, patient)
      const sending = (url: URL) => url.pathname.endsWith('/request')
      await page.route(sending, async (route) => {
        await route.fetch()
        await route.abort()
      })
      await send(page).click()
      await expect(page.getByRole('alert')).toContainText('The form may have been sent already.')
      await page.unroute(sending)
      await send(page).click()
      await expect(page.getByText('1 form request created.')).toBeVisible()
      await expect(await requestsOf(page, patient)).toHaveCount(1)
    })
  })

  test.describe('when something has changed meanwhile', () => {
    test.use({ expectedErrors: ['status of 409'] })

    test('sends nothing, says what has changed, and can send after another check (REQ-5)', async ({ openAs }) => {
      const { page, patient } = await openAsUser(openAs)
      await reviewFor(page, patient)
      await send(page).waitFor()
      const colleague = await openAs('bookings', '/patients')
      await reviewFor(colleague, patient)
      await send(colleague).click()
      await expect(colleague.getByText('1 form request created.')).toBeVisible()

      await send(page).click()

      const alert = page.getByRole('alert')
      await expect(alert).toContainText('Nothing was sent, because something has changed since you checked.')
      await expect(alert).toContainText('The open form requests for the same form have changed.')
      await expect(page.getByRole('region', { name: '1 patient already has this form open' })).toBeVisible()
      expect(await violationsOn(page)).toEqual([])
      await send(page).click()
      await expect(page.getByText('1 form request created.')).toBeVisible()
      await expect(await requestsOf(page, patient)).toHaveCount(2)
    })
  })

  test.describe('while the server is slow or away', () => {
    test.use({ expectedErrors: ['net::ERR_FAILED'] })

    test('says that it is checking, then what went wrong, and tries again (ERR-3)', async ({ openAs }) => {
      const { page, patient } = await openAsUser(openAs)
      const { promise, resolve: fail } = Promise.withResolvers<void>()
      await page.route('**/request/preview', async (route) => {
        await promise
        await route.abort()
      })
      await reviewFor(page, patient)
      await expect(page.getByText('Checking patients and methods…')).toBeAttached()
      await expect(send(page)).toHaveCount(0)

      fail()
      await expect(page.getByRole('alert')).toContainText('Formward cannot be reached at the moment.')
      await page.unroute('**/request/preview')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(send(page)).toBeVisible()
    })
  })
})
