import { expect, type Page } from '@playwright/test'

import { addDays, formatDate } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'

import { test, violationsOn } from './staff.ts'
import { sidewaysOn } from './visiting.ts'

const today = dateOf(new Date())

async function pick(page: Page, label: string, text: string, option: RegExp) {
  await page.getByRole('combobox', { name: label }).fill(text)
  await page.getByRole('option', { name: option }).first().click()
}

async function fillDate(page: Page, label: string, day: string) {
  const group = page.getByRole('group', { name: label })
  await group.getByLabel('Day').fill(day.slice(8))
  await group.getByLabel('Month').fill(day.slice(5, 7))
  await group.getByLabel('Year').fill(day.slice(0, 4))
}

test('a series is created, a patient is enrolled, and the patient’s forms are moved and skipped (REQ-10)', async ({ openAs }) => {
  const page = await openAs('orgadmin', '/series/create')
  const main = page.getByRole('main')
  const name = `Mood after a knee replacement ${Date.now()}`
  await page.getByLabel('Name', { exact: true }).fill(name)
  await pick(page, 'Form', 'PHQ-9', /^Mood check/)
  await page.getByLabel('Name of the date').fill('Date of operation')
  await page.getByLabel('Number, time 1').fill('6')
  await page.getByRole('button', { name: 'Add a time' }).click()
  await page.getByLabel('Number, time 2').fill('6')
  await page.getByLabel('Unit, time 2').selectOption('months')
  await expect(main.getByText('6 weeks after:')).toBeVisible()
  await expect(main.getByText('6 months after:')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Create series' }).click()

  await expect(page).toHaveTitle(/^Enrol Patients/)
  await pick(page, 'Patients', 'a', /born/)
  await fillDate(page, 'Date of operation', today)
  await page.getByRole('button', { name: 'Enrol patients' }).click()
  await expect(page.getByText('1 patient enrolled.')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await expect(page.getByText('Patient is required.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Enrol patients' }).click()
  await expect(page.getByText('Patient is required.').first()).toBeVisible()

  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  const sixWeeks = addDays(today, 42)
  await main
    .getByRole('table')
    .getByRole('link', { name: formatDate(sixWeeks) })
    .click()
  await main.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await main.getByRole('group', { name: 'With selected' }).getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog')
  await fillDate(page, 'New day', addDays(today, 50))
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(page.getByText('1 form moved.')).toBeVisible()

  await main.getByRole('link', { name: 'Patients', exact: true }).last().click()
  await main.getByRole('table', { name: 'Patients of the series' }).getByRole('link').first().click()
  const forms = main.getByRole('table', { name: `Forms of ${name}` })
  await expect(forms.getByText(`Moved from ${formatDate(sixWeeks)}`)).toBeVisible()
  await forms.getByRole('button', { name: 'Actions for 6 months after' }).click()
  await page.getByRole('menuitem', { name: 'Skip' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Skip' }).click()
  await expect(forms.getByText('A user skipped it.')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await sidewaysOn(page)).toEqual([])
})

test('a form is sent now, and the form request names the series (REQ-10)', async ({ openAs }) => {
  const page = await openAs('orgadmin', '/series')
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'PHQ-9 after an operation' }).click()
  await main
    .getByRole('navigation', { name: 'Series' })
    .getByRole('link', { name: /^Missed and not sent/ })
    .click()
  const table = main.getByRole('table', { name: 'Forms of the series' })
  const late = table.getByRole('row').filter({ hasText: 'Nothing could be sent for too long after the day.' })
  await late.first().waitFor()
  const before = await late.count()
  await late
    .first()
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Send now' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send now' }).click()
  await expect(page.getByText('1 form sent.')).toBeVisible()
  await expect(late).toHaveCount(before - 1)

  await main.getByRole('navigation', { name: 'Series' }).getByRole('link', { name: 'Patients' }).click()
  const row = main.getByRole('row').filter({ hasText: 'Every form of the series was due.' }).first()
  await row.getByRole('link').click()
  await expect(main.getByRole('table', { name: /^Scores of PHQ-9/ })).toBeVisible()
  await main
    .getByRole('table', { name: /^Forms of PHQ-9/ })
    .getByRole('link')
    .first()
    .click()
  await expect(main.getByText('6 weeks after date of operation')).toBeVisible()
})

test('another form clears the question and the answers that stop the series (REQ-10)', async ({ openAs }) => {
  const page = await openAs('orgadmin', '/series/create')
  const question = page.getByLabel('Stop after an answer to this question')
  const answers = page.getByRole('group', { name: 'Answers that stop the series' })
  await pick(page, 'Form', 'PHQ-9', /^Mood check/)
  await question.selectOption({ index: 1 })
  await answers.getByRole('checkbox').first().check()
  const chosen = await question.inputValue()
  await pick(page, 'Form', 'Mood check', /^Mood check/)
  await expect(question, 'the same form keeps them').toHaveValue(chosen)

  await pick(page, 'Form', 'Falls risk', /^Falls risk check/)
  await expect(question.getByRole('option', { name: 'Do you live alone?' })).toBeAttached()
  await pick(page, 'Form', 'PHQ-9', /^Mood check/)
  await expect(question).toHaveValue('')
  await question.selectOption(chosen)
  await expect(answers.getByRole('checkbox').first()).not.toBeChecked()
})

test('a change of the name keeps what a colleague saved while the form was open (REQ-10)', async ({ openAs }) => {
  const page = await openAs('orgadmin', '/series/create')
  const name = `Mood of two users ${Date.now()}`
  await page.getByLabel('Name', { exact: true }).fill(name)
  await pick(page, 'Form', 'PHQ-9', /^Mood check/)
  await page.getByLabel('Name of the date').fill('Date of operation')
  await page.getByLabel('Number, time 1').fill('6')
  await page.getByRole('button', { name: 'Create series' }).click()
  await expect(page).toHaveTitle(/^Enrol Patients/)
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByLabel('Number, time 1')).toHaveValue('6')

  const colleague = await openAs('user', new URL(page.url()).pathname)
  await colleague.getByLabel('Number, time 1').fill('8')
  await colleague.getByRole('button', { name: 'Save changes' }).click()
  await expect(colleague.getByText('The series is changed.')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill(`${name} renamed`)
  await page.getByRole('button', { name: 'Save changes' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${name} renamed`)
  await expect(page.getByRole('main').getByText(/8 weeks after date of operation/)).toBeVisible()
})

test.describe('A series whose change cannot be counted', () => {
  test.use({ expectedErrors: ['status of 400'] })

  test('says so and is counted again before the change can be confirmed (REQ-10, ERR-1)', async ({ openAs }) => {
    const page = await openAs('orgadmin', '/series')
    await page.getByRole('main').getByRole('link', { name: 'PHQ-9 after an operation' }).click()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Number, time 1').fill('7')
    await page.route('**/series/*/preview', (route) => route.fulfill({ status: 400, json: { message: 'Broken.' } }))
    await page.getByRole('button', { name: 'Save changes' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question.getByRole('button', { name: 'Change times' })).toBeDisabled()
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await page.unrouteAll()
    await question.getByRole('button', { name: 'Try again' }).click()
    await expect(question.getByRole('button', { name: 'Change times' })).toBeEnabled()
    await expect(question.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await question.getByRole('button', { name: 'Cancel' }).click()
  })
})
