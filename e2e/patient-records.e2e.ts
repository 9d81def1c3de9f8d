import { readFileSync } from 'node:fs'

import readExcel from 'read-excel-file/node'

import { expect, startEmpty, test, violationsOn } from './staff.ts'

test.describe('The record of a patient', () => {
  test('an admin downloads a record, puts it on legal hold, ends the hold and erases the record (OPS-6)', async ({ openAs }) => {
    const page = await openAs('admin', '/patients/create')
    await startEmpty(page)
    await page.getByLabel('First name').fill('Perpetua')
    await page.getByLabel('Last name').fill('Vanbrugh')
    await page.getByLabel('Day').fill('9')
    await page.getByLabel('Month').fill('3')
    await page.getByLabel('Year').fill('1961')
    await page.getByRole('button', { name: 'Create patient' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Perpetua Vanbrugh')
    await page.getByRole('link', { name: 'Record', exact: true }).click()

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download record' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^patient-record-[\d-]+\.xlsx$/)
    const sheets = await readExcel(readFileSync(await file.path()))
    expect(sheets.find(({ sheet }) => sheet === 'Details')!.data[2]).toEqual(['Last name', 'Vanbrugh'])

    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Put on legal hold' }).click()
    await dialog.getByRole('button', { name: 'Put on legal hold' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Reason is required.')
    await dialog.getByLabel('Reason').fill('Claim 2026/114')
    await dialog.getByRole('button', { name: 'Put on legal hold' }).click()
    await expect(page.getByText(/^On legal hold since .*: Claim 2026\/114$/)).toBeVisible()
    await expect(page.getByText('This record is on legal hold, so you cannot erase it.')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('button', { name: 'End legal hold' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End legal hold' }).click()

    await page.getByRole('button', { name: 'Erase record' }).click()
    await dialog.getByLabel('The patient asked for erasure, and the organisation agreed').check()
    await dialog.getByLabel('Case reference').fill('IG-2026-114')
    await dialog.getByLabel('Last name of the patient').fill('Vanburgh')
    await dialog.getByRole('button', { name: 'Erase record permanently' }).click()
    await expect(dialog.getByRole('alert')).toContainText('This is not the last name on the record.')
    expect(await violationsOn(page)).toEqual([])
    await dialog.getByLabel('Last name of the patient').fill('vanbrugh')
    await dialog.getByRole('button', { name: 'Erase record permanently' }).click()

    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Patient List')
    await page.getByRole('searchbox', { name: 'Search patients' }).fill('Perpetua Vanbrugh')
    await expect(page.getByText('No patient matches')).toBeVisible()
    await page.goto('/audit')
    await expect(page.getByText('reference IG-2026-114')).toBeVisible()
  })

  test('an admin sets the retention period and sees the records past it, and other users do not (OPS-6)', async ({ openAs }) => {
    const page = await openAs('admin', '/organisation?tab=records')
    await expect(page.getByText('No records are past their retention period')).toBeVisible()
    await page.getByLabel('Retention period in years').fill('7')
    await page.getByRole('button', { name: 'Save retention period' }).click()
    await expect(page.getByRole('alert')).toContainText('Retention period must be a whole number from 8 to 100.')
    await page.getByLabel('Retention period in years').fill('20')
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('button', { name: 'Save retention period' }).click()
    await expect(page.getByText('The retention period was saved.')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Retention period in years')).toHaveValue('20')
    await page.getByLabel('Retention period in years').fill('8')
    await page.getByRole('button', { name: 'Save retention period' }).click()
    await expect(page.getByText('The retention period was saved.')).toBeVisible()

    const user = await openAs('user', '/patients')
    await user.getByRole('table').getByRole('rowheader').getByRole('link').first().click()
    await expect(user.getByRole('link', { name: 'Details', exact: true })).toBeVisible()
    await expect(user.getByRole('link', { name: 'Record', exact: true })).toHaveCount(0)
  })
})
