import type { Page } from '@playwright/test'

import { screenPaths } from '#domain/screen-paths.ts'
import { pathTo } from '#web/staff/paths.ts'

import { expect, test, violationsOn, type OpenAs } from './staff.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, label: string) => page.locator('.summary-list__row').filter({ has: page.getByText(label, { exact: true }) })

/** The button beside it has a status of its own while the PEP is asked again. */
const subscriber = (page: Page) => row(page, 'PEP subscriber').getByRole('status').first()

async function openForm(openAs: OpenAs, title: string) {
  const page = await openAs('orgadmin', `${screenPaths.formsList}?limit=50`)
  await page.getByRole('table').getByRole('link', { name: title, exact: true }).click()
  await page.getByRole('link', { name: 'Information', exact: true }).click()
  return page
}

test.describe('The connection to the PEP', () => {
  test('it is tested with one press, and what failed is said (PEP-1)', async ({ openAs }) => {
    const page = await openAs('admin', pathTo('organisationSettings', {}, { tab: 'pep' }))
    await page.getByRole('button', { name: 'Test the connection' }).click()
    await expect(page.getByText('The connection works. The PEP calls itself Demonstration PEP.')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    await page.route('**/pep-config/test', (route) => route.fulfill({ json: { outcome: 'no_answer', reason: 'not_authorised' } }))
    await page.getByRole('button', { name: 'Test the connection' }).press('Enter')
    await expect(page.getByRole('alert')).toContainText('The connection does not work.')
    await expect(page.getByRole('alert')).toContainText('The PEP refused the client ID or the client secret.')
    expect(await violationsOn(page)).toEqual([])
  })
})

test.describe('A patient and the PEP', () => {
  const answered = /^(Yes|No)\s*Asked on \d\d-\w{3}-\d{4} \d\d:\d\d\./

  test('the page shows whether the patient is a subscriber and when the PEP was asked, and never waits for it (PEP-1)', async ({
    openAs,
  }) => {
    const page = await openAs('user', `${screenPaths.patientList}?limit=10`)
    const holdUp = Promise.withResolvers<void>()
    await page.route('**/pep-subscriber', async (route) => {
      await holdUp.promise
      await route.continue()
    })
    await page.getByRole('table').getByRole('rowheader').getByRole('link').first().click()
    await page.getByRole('link', { name: 'Details', exact: true }).click()
    await expect(subscriber(page)).toHaveText('Asking the PEP…')
    await expect(row(page, 'Admission status')).toBeVisible()
    await expect(row(page, 'Last changed')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    holdUp.resolve()
    await expect(subscriber(page)).toHaveText(answered)
    expect(await violationsOn(page)).toEqual([])

    await page.unroute('**/pep-subscriber')
    await page.route('**/pep-subscriber', (route) =>
      route.fulfill({
        json: {
          patientId: '11111111-1111-4111-8111-111111111111',
          subscriber: 'not_known',
          askedAt: '2026-11-25T13:10:00Z',
          reason: 'timeout',
        },
      }),
    )
    await page.getByRole('button', { name: 'Ask again whether the patient is a PEP subscriber' }).press('Enter')
    await expect(subscriber(page)).toHaveText(/^Not known\s*The PEP did not answer within 3 seconds\. Asked on 25-Nov-2026 13:10\./)
    expect(await violationsOn(page)).toEqual([])
  })
})

test.describe('The department or clinic of a form', () => {
  test.use({ expectedErrors: ['status of 400'] })

  test('it is found while typing, its code is checked, and a wrong code is not saved (FORM-4, PEP-1)', async ({ openAs }) => {
    const page = await openForm(openAs, 'How are you after your stay?')
    const change = page.getByRole('button', { name: 'Change the PEP department or clinic' })
    await change.press('Enter')
    await dialog(page).getByRole('combobox', { name: 'Find a department or clinic' }).fill('sleep')
    await page.getByRole('option', { name: 'Sleep clinic' }).click()
    const code = dialog(page).getByLabel('Department or clinic code')
    await expect(code).toHaveValue('RESP-SLEEP')
    await dialog(page).getByRole('button', { name: 'Check code' }).press('Enter')
    await expect(dialog(page).getByText('RESP-SLEEP is Sleep clinic.')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    await code.fill('NO-SUCH-CODE')
    await dialog(page).getByRole('button', { name: 'Check code' }).click()
    await expect(dialog(page).getByRole('alert')).toHaveText('Incorrect code, please try again.')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(code).toHaveAccessibleDescription(/Incorrect code, please try again\.$/)
    await expect(code).toHaveValue('NO-SUCH-CODE')
    expect(await violationsOn(page)).toEqual([])

    await code.fill('resp')
    await code.press('Enter')
    await expect(page.getByText('The form is linked to RESP.')).toBeVisible()
    await expect(row(page, 'PEP department or clinic')).toContainText('Respiratory medicine (department)')
    await expect(change).toBeFocused()
  })

  test('a form whose code was not confirmed says so on its page and before it is published (FORM-4)', async ({ openAs }) => {
    const page = await openForm(openAs, 'Asthma review')
    await expect(page.getByText('Code not confirmed').first()).toBeVisible()
    await expect(row(page, 'PEP department or clinic')).toContainText('The PEP has not confirmed this code.')
    expect(await violationsOn(page)).toEqual([])
    await page.goto(pathTo('formManage', { id: /[0-9a-f-]{36}/.exec(page.url())![0] }))
    const text = page.locator('.question-card__editor').getByRole('textbox').first()
    await text.fill(`${await text.inputValue()} `)
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(dialog(page)).toContainText('The form is linked to the code RESP-ASTHMA, which the PEP has not confirmed.')
    expect(await violationsOn(page)).toEqual([])
  })
})
