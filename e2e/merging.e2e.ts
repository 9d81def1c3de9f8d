import type { Page } from '@playwright/test'

import { closesByEscape, expect, startEmpty, test, violationsOn } from './staff.ts'

/** Creates a patient called Ottoline, also where another one has the same details. Returns the path of the page. */
async function create(page: Page, lastName: string, phone: string, isAnother = false) {
  await page.goto('/patients/create')
  await startEmpty(page)
  await page.getByLabel('First name').fill('Ottoline')
  await page.getByLabel('Last name').fill(lastName)
  await page.getByLabel('Day').fill('7')
  await page.getByLabel('Month').fill('6')
  await page.getByLabel('Year').fill('1950')
  await page.getByLabel('Phone number').fill(phone)
  await page.getByRole('button', { name: 'Create patient' }).click()
  if (isAnother) await page.getByRole('button', { name: 'Different patient' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Ottoline ${lastName}`)
  return new URL(page.url()).pathname
}

// The second patient is refused until the user has said that it is another one.
test.use({ expectedErrors: ['status of 409'] })

test.describe('Two records of one patient', () => {
  test('an admin compares them, chooses each detail, merges them and undoes the merge; other users cannot (PAT-4, UI-2)', async ({
    openAs,
  }, testInfo) => {
    const page = await openAs('admin', '/patients')
    const lastName = `Quillfeather${testInfo.repeatEachIndex}`
    const kept = await create(page, lastName, '07700 900111')
    const merged = await create(page, lastName, '07700 900222', true)

    // What was ruled out while the second record was created is not offered, and can be taken back.
    await page.goto(kept)
    await page.getByRole('link', { name: 'Duplicates' }).click()
    await expect(page.getByText('found on').filter({ hasText: 'that this is another patient' })).toBeVisible()
    await expect(page.getByText('may be of the same patient')).toHaveCount(0)
    await page.getByRole('button', { name: 'May be the same patient' }).press('Enter')
    const ruleOut = page.getByRole('button', { name: 'Not the same patient' })
    await expect(ruleOut).toBeFocused()
    await ruleOut.press('Enter')
    await expect(page.getByRole('button', { name: 'May be the same patient' })).toBeFocused()
    await expect(page.getByRole('heading', { name: 'Found to be other patients' })).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('button', { name: 'May be the same patient' }).click()
    await expect(ruleOut).toBeVisible()

    await page.goto(kept)
    await page.getByRole('link', { name: 'Show possible duplicates' }).click()
    const opener = page.getByRole('button', { name: 'Compare and merge' })
    await expect(opener).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await opener.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('radiogroup', { name: 'Record that stays' })).toBeVisible()
    await closesByEscape(page, opener)

    await opener.click()
    const details = dialog.getByRole('table', { name: 'The two records' })
    await expect(details.getByRole('row', { name: /^Phone number Different/ })).toContainText(/07700 900111.*07700 900222/)
    await expect(details.getByRole('row', { name: /^Date of birth/ }), 'a detail that is the same').not.toContainText('Different')
    await expect(details.getByText('Different')).toHaveCount(1)
    await dialog.getByRole('button', { name: 'Merge records' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Confirm that both records belong to the same patient.')
    await dialog.getByRole('radio', { name: 'This record', exact: true }).check()
    await dialog.getByRole('radio', { name: '07700 900222 (other record)' }).check()
    await dialog.getByLabel('The patient was registered twice').check()
    await dialog.getByLabel('I have checked that both records belong to the same patient.').check()
    await dialog.getByRole('button', { name: 'Merge records' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('Another record merged into this one')
    await expect(page.getByText('may be of the same patient')).toHaveCount(0)
    await page.getByRole('link', { name: 'Details', exact: true }).click()
    await expect(page.getByRole('main')).toContainText('07700 900222')

    await page.goto(merged)
    await expect(page.getByText('This record was merged into another record of the same patient.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Manage' })).toHaveCount(0)
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('link', { name: 'Open the other record' }).click()
    await page.getByRole('link', { name: 'Duplicates' }).click()
    const undo = page.getByRole('button', { name: 'Undo merge' })
    await undo.press('Enter')
    await expect(page.getByRole('alertdialog')).toContainText('get their earlier value: phone number.')
    await closesByEscape(page, undo)
    await undo.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo merge' }).click()
    await expect(page).toHaveURL(merged)
    await expect(page.getByRole('link', { name: 'Manage' })).toBeVisible()

    const clerk = await openAs('user', `${kept}?tab=details`)
    await expect(clerk.getByRole('main')).toContainText('07700 900111')
    await expect(clerk.getByRole('link', { name: 'Duplicates' })).toHaveCount(0)
  })
})
