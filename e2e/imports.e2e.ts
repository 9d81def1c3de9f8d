import type { Page } from '@playwright/test'

import { syntheticNhsNumber } from '#domain/nhs-number.ts'

import { everyHeader, foreignWorkbook, tabsOf, workbookOf, xlsxType, type FileRow } from './spreadsheet.ts'
import { closesByEscape, expect, startEmpty, test, violationsOn } from './staff.ts'

// A message that is still fading in has the contrast of something half there.
// A spreadsheet that was not made from the template is refused first.
test.use({ contextOptions: { reducedMotion: 'reduce' }, expectedErrors: ['status of 400'] })

/** Far from the numbers of the demonstration and of the other journeys, and others each time that the test is repeated on one server. */
let firstNumber = 71_000
test.beforeEach(({ browser: _ }, { repeatEachIndex }) => {
  firstNumber = 71_000 + 100 * repeatEachIndex
})
const letters = (index: number) => index.toString(36).replace(/\d/g, (digit) => 'qwertyuiop'[Number(digit)]!)
const known = () => `Larkin-Known-${letters(firstNumber)}`
/** Of the patient who is known, in March 1961: names that are as alike as these are taken for one person. */
const birthDay = () => String(1 + (((firstNumber - 71_000) / 100) % 28)).padStart(2, '0')

/** Somebody nobody has met, who shares neither name, birth nor place with another. */
const rowOf = (index: number): FileRow => ({
  nhsNumber: syntheticNhsNumber(firstNumber + index),
  localPatientId: `000${firstNumber + index}`,
  firstName: 'Imogen',
  lastName: `Larkin-${letters(firstNumber + index)}`,
  dateOfBirth: new Date(Date.UTC(1950, 0, 1 + 37 * index)),
  phone: `07700 900${100 + index}`,
  postcode: `ZZ99 ${index % 10}AA`,
  form: 'Waiting list check',
  specialty: '320',
  pathwayId: `IMP-${index}`,
  method: 'SMS',
})

async function upload(page: Page, name: string, rows: FileRow[]) {
  await page.goto('/requests/import')
  const buffer = await workbookOf(rows, everyHeader)
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: xlsxType, buffer })
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
  await expect(page.getByText('Ready to import', { exact: true })).toBeVisible({ timeout: 30_000 })
}

async function complete(page: Page, requests: number) {
  await page.getByRole('button', { name: `Create ${requests} form requests`, exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: `Create ${requests} form requests?` })
  await expect(dialog).toContainText(`SMS: ${requests} messages`)
  await expect(dialog).toContainText(/Messages are put in the outbox now: \w+day \d\d-\w{3}-\d{4} \d\d:\d\d\./)
  await page.getByRole('button', { name: `Create ${requests} form requests and send ${requests} messages` }).click()
  await expect(page.getByText(`${requests} form requests created`)).toBeVisible({ timeout: 30_000 })
}

/** Without an NHS number; the record of whom the file has one for. */
async function createPatient(page: Page, lastName: string) {
  await page.goto('/patients/create')
  await startEmpty(page)
  await page.getByLabel('First name').fill('Imogen')
  await page.getByLabel('Last name').fill(lastName)
  await page.getByLabel('Day').fill(birthDay())
  await page.getByLabel('Month').fill('3')
  await page.getByLabel('Year').fill('1961')
  await page.getByRole('textbox', { name: 'Postcode' }).fill('ZZ99 3VZ')
  await page.getByRole('button', { name: 'Create patient' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(lastName)
}

const range = (from: number, until: number) => Array.from({ length: until - from }, (_, index) => rowOf(from + index))

/** Four who are asked already, six twice in the file, one who may be known, three with another name, five with errors. */
const secondFile = () => [
  ...range(4, 40),
  ...range(0, 4),
  ...range(10, 16),
  { ...rowOf(40), lastName: known(), dateOfBirth: `${birthDay()}/03/1961`, postcode: 'ZZ99 3VZ' },
  ...range(0, 3).map((row) => ({ ...row, lastName: 'Hartley', pathwayId: 'IMP-OTHER' })),
  ...range(41, 43).map((row) => ({ ...row, nhsNumber: '999 000 0000' })),
  ...range(43, 45).map((row) => ({ ...row, form: 'No such form', phone: '' })),
  { ...rowOf(45), dateOfBirth: '31/02/1980' },
]

/** As it is said beside the button that starts it. */
const plan = (page: Page, words: string) => expect(page.getByText(words, { exact: true })).toBeVisible()
const fileRows = (page: Page) => page.getByRole('table', { name: 'Rows of the file' }).getByRole('row')
const rowOfFile = (page: Page, number: number) =>
  fileRows(page).filter({ has: page.getByRole('rowheader', { name: String(number), exact: true }) })

async function opensOnWarnings(page: Page) {
  const tab = (name: RegExp) => page.getByRole('navigation', { name: 'Check' }).getByRole('link', { name })
  await expect(tab(/^Warnings/)).toHaveAttribute('aria-current', 'page')
  await expect(fileRows(page)).toHaveCount(15)
  await tab(/^All rows/).click()
  await expect(page.getByRole('rowheader', { name: '2', exact: true })).toBeVisible()
  await page.reload()
  await expect(tab(/^All rows/)).toHaveAttribute('aria-current', 'page')
  await expect(tab(/^All rows/)).toContainText('55')
}

async function decide(page: Page) {
  await plan(page, '36 form requests will be created. 14 rows will be left out. 5 rows have errors and will be left out.')
  await page.getByLabel(/^Different name or date of birth: 3 rows/).selectOption('Send anyway')
  await plan(page, '39 form requests will be created. 11 rows will be left out. 5 rows have errors and will be left out.')
  await page.getByLabel(/^Already open for the patient: 4 rows/).selectOption('Replace the open one')
  await plan(
    page,
    '43 form requests will be created, 4 of them replacing an open form request. 7 rows will be left out. 5 rows have errors and will be left out.',
  )

  await page.getByRole('link', { name: 'decide each row' }).click()
  await expect(fileRows(page)).toHaveCount(15)
  await page.getByLabel('Select row 38').check()
  const bar = page.getByRole('group', { name: 'With selected' })
  await bar.getByRole('button', { name: 'Leave out' }).click()
  await expect(rowOfFile(page, 38)).toContainText('Leave out')
  await plan(
    page,
    '42 form requests will be created, 3 of them replacing an open form request. 8 rows will be left out. 5 rows have errors and will be left out.',
  )
  await bar.getByRole('button', { name: 'Leave out' }).click()
  await expect(page.getByText('Select rows first.')).toBeVisible()
  await expect(bar).toContainText('Select rows to decide them one by one')
  expect(await violationsOn(page)).toEqual([])
}

async function findAndDownload(page: Page) {
  await page.getByLabel('Select row 38').check()
  const bar = page.getByRole('group', { name: 'With selected' })
  await expect(bar).toContainText('1 selected')
  await page.getByLabel('Problem', { exact: true }).selectOption('Matched to a patient without an NHS number (1)')
  await expect(fileRows(page)).toHaveCount(2)
  await expect(rowOfFile(page, 48)).toContainText('The row is matched to this patient')
  await expect(bar, 'a row that is hidden by the filter is not decided').toContainText('Select rows to decide them one by one')
  await page
    .getByRole('link', { name: /^Errors/ })
    .last()
    .click()
  await expect(page.getByRole('group', { name: 'With selected' }), 'an error is corrected, not decided').toHaveCount(0)
  await page.getByLabel('Search the rows').fill('no such form')
  await expect(fileRows(page)).toHaveCount(3)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Rows to correct' }).click()
  const [headers = [], ...rows] = (await tabsOf(await (await downloading).path())).values().next().value ?? []
  expect(rows.map((row) => row[headers.indexOf('Row in the file')])).toEqual(['52', '53', '54', '55', '56'])
  expect(rows[2]?.[headers.indexOf('Errors')]).toContain('There is no published form with this title or id.')
}

async function takeOneOn(page: Page) {
  await page.getByRole('link', { name: 'Open these form requests' }).click()
  const requests = page.getByRole('table', { name: 'Form requests' })
  await requests.getByRole('rowheader').getByRole('link').first().click()
  await page.getByRole('button', { name: 'Assign to me' }).click()
  await expect(page.getByText('Assigned to you.')).toBeVisible()
}

async function undo(page: Page) {
  const undoImport = page.getByRole('button', { name: 'Undo this import' })
  await undoImport.click()
  await closesByEscape(page, undoImport)
  await undoImport.click()
  await expect(page.getByRole('checkbox', { name: 'Reopen the 3 form requests that this import replaced' })).toBeChecked()
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo the import' }).click()
}

test.describe('Importing patients and form requests', () => {
  test('duplicates are decided for the file and for single rows, errors are corrected in a file, and an undo keeps what a colleague has taken over (IMP-3, IMP-5, IMP-7, PAT-4)', async ({
    openAs,
  }) => {
    test.setTimeout(300_000)
    const page = await openAs('user', '/requests/import')
    await createPatient(page, known())
    await upload(page, 'first.xlsx', range(0, 4))
    await complete(page, 4)
    await upload(page, 'second.xlsx', secondFile())
    expect(await violationsOn(page)).toEqual([])
    await test.step('the rows to decide are shown first, and every row can be reached', () => opensOnWarnings(page))
    await test.step('all open form requests are replaced except one', () => decide(page))
    await test.step('rows are searched, and those with errors are downloaded', () => findAndDownload(page))
    await complete(page, 42)
    await expect(page.getByText('3 open form requests were replaced.')).toBeVisible()

    const colleague = await openAs('clinician', new URL(page.url()).pathname)
    await takeOneOn(colleague)
    await undo(page)
    await expect(page.getByText('41 of 42 form requests undone')).toBeVisible({ timeout: 30_000 })
    await page.getByRole('link', { name: 'Not undone: taken over: 1' }).click()
    await expect(fileRows(page)).toHaveCount(2)
    expect(await violationsOn(page)).toEqual([])
    // The request that the colleague took on may be one of the three.
    await page.getByRole('link', { name: /^Replaced form requests reopened: [23]$/ }).click()
    await expect(page.getByRole('cell', { name: /Open the replaced form request Reopened$/ }).first()).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
  })
  test('the columns of a spreadsheet that was not made from the template are matched once, and again when the user asks (IMP-2)', async ({
    openAs,
  }) => {
    const page = await openAs('user', '/requests/import')
    const headings = ['NHS No', 'Forename', 'Surname', 'DOB', 'Mobile', 'Consultant', `Send ${letters(firstNumber)}`, 'Sent by']
    const { firstName, lastName, phone } = rowOf(60)
    const row = [
      syntheticNhsNumber(firstNumber + 60),
      firstName,
      lastName,
      '09/03/1961',
      phone,
      'Dr Grey',
      'Waiting list check',
      'SMS',
    ].map(String)
    const choose = async (name: string) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: xlsxType, buffer: await foreignWorkbook(headings, [row]) })
    const form = page.getByLabel('Form', { exact: true })

    await choose('list.xlsx')
    await expect(page.getByRole('heading', { name: 'Match the columns of list.xlsx' })).toBeVisible()
    await expect(page.getByLabel('First name')).toHaveValue('Forename')
    await expect(page.getByLabel('First name')).toHaveAccessibleDescription('First values: Imogen')
    await expect(page.getByText(`Not imported: Consultant, Send ${letters(firstNumber)}.`)).toBeVisible()
    await page.getByRole('button', { name: 'Check the rows' }).click()
    await expect(form).toHaveAccessibleDescription(/Form is required\./)
    expect(await violationsOn(page)).toEqual([])
    await form.selectOption(`Send ${letters(firstNumber)}`)
    await page.getByRole('button', { name: 'Check the rows' }).click()
    // The list of imports, which the screen before shows, has the same words.
    await expect(page.getByRole('heading', { level: 1 })).toContainText('list.xlsx')
    await expect(page.getByText('Ready to import', { exact: true })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText('‘Surname’ as Last name')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    await page.goto('/requests/import')
    await choose('second.xlsx')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('second.xlsx')

    await page.goto('/requests/import')
    await page.getByRole('checkbox', { name: 'Match the columns before importing' }).check()
    await choose('third.xlsx')
    await expect(form).toHaveValue(`Send ${letters(firstNumber)}`)
    await page.getByRole('button', { name: 'Use another file' }).click()
    await expect(page.getByRole('heading', { name: 'Upload the spreadsheet' })).toBeVisible()
  })
})
