import type { Page } from '@playwright/test'

import { importTabs } from '#domain/imports/template.ts'

import { addQuestion, setOptions } from './build-form.ts'
import { answerForm, questions } from './patient-answers.ts'
import { badRows, patient, tabsOf, thirtyRows, xlsxType } from './spreadsheet.ts'
import { expect, signIn, test } from './staff.ts'

const form = 'Before your heart clinic'

/** The preview's window runs no scripts: not even those that Playwright records a trace with. */
test.use({ expectedErrors: ["Blocked script execution in 'about:blank'"], acceptDownloads: true })

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function buildForm(page: Page) {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Forms', exact: true }).click()
  await page.getByRole('link', { name: 'Create form', exact: true }).click()
  await page.getByLabel('Title').fill(form)
  await page.getByRole('button', { name: 'Create and add questions' }).click()
  await addQuestion(page, 'Free text', questions[0])
  await page.getByLabel('Category').selectOption('Feelings')
  await addQuestion(page, 'Single select', questions[1])
  await setOptions(page, ['Yes', 'No', 'Not sure'])
  await addQuestion(page, 'Multi', questions[2])
  await setOptions(page, ['Monday', 'Wednesday', 'Friday'])
  await addQuestion(page, 'Dropdown', questions[3])
  await setOptions(page, ['By bus', 'By car', 'On foot'])
  await addQuestion(page, 'Date', questions[4])
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Version 1', { exact: true })).toBeVisible()
}

async function downloadTemplate(page: Page) {
  await page.goto('/requests/import')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the template' }).click()
  const tabs = await tabsOf(await (await downloading).path())
  expect([...tabs.keys()]).toEqual([importTabs.rows, importTabs.instructions])
  expect(tabs.get(importTabs.instructions)?.flat(), 'the new form is among those that can be sent').toContain(form)
  return tabs.get(importTabs.rows)![0]!.map(String)
}

async function importRows(page: Page, file: Buffer) {
  await page.locator('input[type=file]').setInputFiles({ name: 'heart-clinic.xlsx', mimeType: xlsxType, buffer: file })
  await expect(heading(page)).toHaveText('heart-clinic.xlsx')
  await expect(page.getByText('Ready to import', { exact: true })).toBeVisible()
  const row = (number: number) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: String(number), exact: true }) })
  // The rows with errors are shown first.
  await page
    .getByRole('navigation', { name: 'Check' })
    .getByRole('link', { name: /^All rows/ })
    .click()
  await page.getByLabel('Per page').selectOption('50')
  for (let number = 2; number <= 31; number++) await expect(row(number)).toContainText(badRows.get(number)?.words ?? 'New')

  await page.getByRole('button', { name: 'Create 25 form requests', exact: true }).click()
  await page.getByRole('button', { name: 'Create 25 form requests and send 25 messages' }).click()
  await expect(page.getByText('25 form requests created')).toBeVisible()
  await expect(page.getByText('The messages are kept in the outbox of this system. They do not reach patients.')).toBeVisible()
}

async function readLink(page: Page) {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Outbox' }).click()
  await page.getByLabel('Search messages').fill(patient.email)
  const message = page.getByRole('list', { name: 'Messages' }).getByRole('listitem').filter({ hasText: patient.email })
  await expect(message).toHaveCount(1)
  await expect(message).toContainText(`Hello ${patient.firstName}`)
  // The second link of an email stops emails.
  return (await message.getByRole('link').first().getAttribute('href'))!
}

async function findRequest(page: Page, status: string) {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Form requests' }).click()
  await page.getByLabel('Search form requests').fill(patient.lastName)
  const row = page
    .getByRole('table', { name: 'Form requests' })
    .getByRole('row')
    .filter({ hasText: `${patient.firstName} ${patient.lastName}` })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(status)
  return row
}

async function finishWork(page: Page) {
  await (await findRequest(page, 'Completed')).getByRole('link').first().click()
  await expect(heading(page)).toHaveText(`${patient.firstName} ${patient.lastName}`)
  await expect(page.getByText('=Tired, "but" <better>')).toBeVisible()
  await expect(page.getByText('Monday; Friday')).toBeVisible()
  await page.getByRole('button', { name: 'Assign to me' }).click()
  await expect(page.getByText('Assigned to you.')).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Close form request' }).click()
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible()
}

async function exportRequest(page: Page) {
  await expect(await findRequest(page, 'Closed')).toContainText('Ade Bello')
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export 1 form request' })
  await dialog.getByLabel('With personal data').check()
  await dialog.getByRole('button', { name: 'Generate file' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Reason is required.')
  await dialog.getByLabel('Reason').fill('The clinic reads the answers on paper')
  await dialog.getByRole('button', { name: 'Generate file' }).click()
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^form-requests-\d{8}-\d{6}\.xlsx$/)
  return tabsOf(await download.path())
}

test.describe('From the form to the export', () => {
  test('a form is built, 30 rows are imported, a patient answers on 2 devices, and staff close and export the request (RUN-1, SIGN-2, FORM-1, FORM-3, IMP-1, IMP-3, IMP-5, NOT-3, NOT-4, PTN-1, PTN-2, PTN-3, REQ-1, REQ-3, EXP-1, EXP-2)', async ({
    page,
    browser,
  }) => {
    test.setTimeout(300_000)
    await test.step('staff sign in', () => signIn(page, 'user'))
    await test.step('they build a form and publish it', () => buildForm(page))
    const headers = await test.step('they download the template', () => downloadTemplate(page))
    const file = await thirtyRows(headers, form)
    await test.step('they see the result of the check of 30 rows, and import 25', () => importRows(page, file))
    const link = await test.step('they read the message in the outbox', () => readLink(page))
    await test.step('the patient answers without JavaScript, on two devices', () => answerForm(browser, link))
    await test.step('staff read the answers, take the request and close it', () => finishWork(page))
    const tabs = await test.step('they export the form request', () => exportRequest(page))

    const [requestHeaders = [], ...requests] = tabs.get('Form requests') ?? []
    expect(requests).toHaveLength(1)
    expect(requests[0]?.[requestHeaders.indexOf('NHS number')]).toBe(patient.nhsNumber)
    expect(requests[0]?.[requestHeaders.indexOf('Status')]).toBe('Closed')
    const [answerHeaders = [], ...answers] = tabs.get(`${form} v1`) ?? []
    expect(answers.map((row) => questions.map((title) => row[answerHeaders.indexOf(title)]))).toEqual([
      ['=Tired, "but" <better>', 'Not sure', 'Monday; Friday', 'By bus', new Date('2026-10-01T00:00:00Z')],
    ])
  })
})
