import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { expect, test, violationsOn } from './staff.ts'

/** The preview's window runs no scripts: not even those that Playwright records a trace with. */
test.use({ expectedErrors: ["Blocked script execution in 'about:blank'", 'status of 400'] })

const questionnaire = {
  resourceType: 'Questionnaire',
  status: 'active',
  title: `Before your visit ${Date.now()}`,
  publisher: 'A hospital elsewhere',
  item: [
    { linkId: '/1', type: 'display', text: 'Please answer <b>at home</b>.' },
    { linkId: 'well', type: 'boolean', text: 'Do you feel well?', required: true },
    {
      linkId: 'g',
      type: 'group',
      text: 'What is wrong',
      enableWhen: [{ question: 'well', operator: '=', answerBoolean: false }],
      item: [
        { linkId: 'since', type: 'dateTime', text: 'Since when?' },
        { linkId: 'photo', type: 'attachment', text: 'A photo of it' },
      ],
    },
  ],
}

async function downloaded(page: Page, press: () => Promise<void>) {
  const downloading = page.waitForEvent('download')
  await press()
  return JSON.parse(readFileSync(await (await downloading).path(), 'utf8')) as Record<string, unknown>
}

test.describe('Exporting and importing a form', () => {
  test('a FHIR questionnaire is pasted, checked and made a draft; the published form and a submission are exported (FORM-9)', async ({
    openAs,
  }) => {
    const page = await openAs('user', '/forms')
    await page.getByRole('link', { name: 'Import form' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import Form')
    const text = page.getByLabel('Or paste the questionnaire')
    const read = page.getByRole('button', { name: 'Read the text' })

    await read.click()
    await expect(page.getByText('Text is required.')).toBeVisible()
    await text.fill('{"resourceType": "Patient"}')
    await read.click()
    await expect(page.getByText('The file is a FHIR Patient, not a Questionnaire.')).toBeVisible()
    await expect(text, 'what was typed stays').toHaveValue('{"resourceType": "Patient"}')

    const choose = (buffer: Buffer) =>
      page.locator('input[type=file]').setInputFiles({ name: 'theirs.json', mimeType: 'application/json', buffer })
    await choose(Buffer.alloc(10 * 1024 * 1024 + 1, ' '))
    await expect(page.getByText('The file is larger than 10 MB. Choose a smaller file.')).toBeVisible()
    await choose(Buffer.from(JSON.stringify({ ...questionnaire, title: 'From a file' })))
    await expect(page.getByRole('heading', { level: 2, name: 'From a file' })).toBeFocused()

    await text.fill(JSON.stringify(questionnaire))
    await read.click()
    const heading = page.getByRole('heading', { level: 2, name: questionnaire.title })
    await expect(heading).toBeFocused()
    await expect(page.getByText('The file is a FHIR Patient, not a Questionnaire.')).toBeHidden()
    await expect(page.getByText('4 questions, pages and sections from 5 items: 3 imported, 1 changed, 1 left out.')).toBeVisible()
    await expect(page.getByRole('row', { name: /A photo of it/ })).toContainText('Patients cannot attach files.')
    expect(await violationsOn(page)).toEqual([])
    await page.getByLabel('Show').selectOption({ label: 'Changed (1)' })
    await expect(page.getByRole('row', { name: /Since when/ })).toContainText('Only the day is asked for, not the time.')
    await expect(page.getByRole('row', { name: /A photo of it/ })).toBeHidden()

    await page.getByRole('button', { name: 'Create draft' }).click()
    await expect(page).toHaveURL(/\/forms\/[0-9a-f-]{36}\/manage$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(questionnaire.title)
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Version 1 is live. New form requests will use this version.')).toBeVisible()

    const id = /[0-9a-f-]{36}/.exec(page.url())?.[0]
    await page.goto(`/forms/details/${id}?tab=versions`)
    const exported = await downloaded(page, async () => {
      await page.getByRole('button', { name: 'Actions for version 1' }).click()
      await page.getByRole('menuitem', { name: 'Export FHIR' }).click()
    })
    expect(exported).toMatchObject({ resourceType: 'Questionnaire', title: questionnaire.title, version: '1', status: 'active' })
    const again = await downloaded(page, async () => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Export FHIR' }).click()
    })
    expect(again).toEqual(exported)

    await page.goto('/forms?filters[search]=Waiting list check')
    await page.getByRole('table', { name: 'Forms' }).getByRole('link', { name: 'Waiting list check', exact: true }).click()
    await page.getByRole('navigation', { name: 'Form' }).getByRole('link', { name: 'Submissions' }).click()
    await page.getByRole('table', { name: 'Submissions' }).getByRole('link').first().click()
    const response = await downloaded(page, () => page.getByRole('button', { name: 'Download FHIR' }).click())
    expect(response).toMatchObject({ resourceType: 'QuestionnaireResponse', status: 'completed' })
  })

  test('a questionnaire that is too long for one form is previewed and created as several drafts (FORM-9)', async ({ openAs }) => {
    const title = `Long questionnaire ${Date.now()}`
    const item = Array.from({ length: 628 }, (_, index) => ({ linkId: `q${index}`, type: 'boolean', text: `Question ${index}` }))
    const page = await openAs('user', '/forms/import')

    await page
      .getByLabel('Or paste the questionnaire')
      .fill(JSON.stringify({ resourceType: 'Questionnaire', status: 'active', title, item }))
    await page.getByRole('button', { name: 'Read the text' }).click()

    await expect(page.getByRole('heading', { level: 2, name: '3 forms' })).toBeFocused()
    await expect(page.getByText(`${title} (part 3 of 3): 68 questions, pages and sections`)).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('button', { name: 'Create 3 drafts' }).click()
    await expect(page).toHaveURL(/\/forms(\?|$)/)
    await page.goto(`/forms?search=${encodeURIComponent(title)}`)
    await expect(page.getByRole('table', { name: 'Forms' }).getByRole('link', { name: title })).toHaveCount(3)
  })
})
