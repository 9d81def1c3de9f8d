import { emailPatient } from './email-patient.ts'
import { closesByEscape, expect, signIn, test } from './staff.ts'
import { expectFits } from './visiting.ts'

test.describe('The language of a patient', () => {
  test('is recorded on the screen, and the review says which form the patient would read in English (PTN-8, PAT-2, REQ-5)', async ({
    page,
  }, { repeatEachIndex }) => {
    await signIn(page, 'bookings', '/patients/create')
    const { record } = await emailPatient(page, `Speaker${repeatEachIndex}`)
    await page.goto(record)
    await page.getByRole('link', { name: 'Manage' }).click()
    const language = page.getByLabel('Language')
    await expect(language).toHaveValue('')
    const names = (await language.getByRole('option').allTextContents()).slice(2)
    expect(names, 'by their English names, after English').toEqual(names.toSorted((one, other) => one.localeCompare(other)))
    await language.selectOption('ur')
    await expectFits(page, 'form')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Patient saved.')).toBeVisible()
    await expect(page.getByText(/^Urdu/)).toBeVisible()

    await page.getByRole('link', { name: 'Send a form' }).click()
    await page.getByRole('combobox', { name: 'Form' }).fill('phq')
    await page.getByRole('option', { name: 'Mood check (PHQ-9)' }).first().click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('The patient reads Urdu. The form has no Urdu translation, so its questions are in English.')).toBeVisible()
    await expectFits(page, 'review')
  })

  test('a template gets a Welsh text with the keyboard, keeps the number of the emergency services, and shows when it is out of date (PTN-8, NOT-1, NOT-2)', async ({
    page,
  }, { repeatEachIndex }) => {
    await signIn(page, 'admin', '/notifications/template/create')
    await page.getByLabel('Description').fill(`Languages ${repeatEachIndex}`)
    await page.getByLabel('Body').fill('Please fill in ((formTitle)). ((link)) In an emergency call 999.')
    await page.getByLabel('Use this template').uncheck()
    await page.getByRole('button', { name: 'Create template' }).click()
    await page.getByRole('link', { name: 'Languages' }).click()
    await expect(page.getByLabel('Language', { exact: true })).toHaveValue('cy')
    await expectFits(page, 'languages')

    const save = page.getByRole('button', { name: 'Save the Welsh text' })
    await page.getByLabel('Body').focus()
    await page.keyboard.type('Llenwch ((formTitle)). ((link)) Dŵr.')
    await save.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('link', { name: 'The text needs 999, which the English text has.' })).toBeVisible()
    await page.getByLabel('Body').focus()
    await page.keyboard.press('End')
    await page.keyboard.type(' Mewn argyfwng ffoniwch 999.')
    await expect(page.getByText('a fragment holds 67 characters instead of 153')).toBeVisible()
    await save.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('The Welsh text was saved.')).toBeVisible()

    await page.getByRole('link', { name: 'Text', exact: true }).click()
    await page.getByLabel('Body').fill('Fill in ((formTitle)). ((link)) In an emergency call 999.')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('The template was saved.')).toBeVisible()
    await page.getByRole('link', { name: 'Languages' }).click()
    await expect(page.getByText('The English text has changed since it was translated into Welsh')).toBeVisible()
    await expectFits(page, 'outdated')
    await page.getByRole('button', { name: 'Save and use the Welsh text' }).click()
    await expect(page.getByRole('button', { name: 'Save the Welsh text' })).toBeVisible()

    const remove = page.getByRole('main').getByRole('button', { name: 'Remove the Welsh text' })
    await remove.click()
    await closesByEscape(page, remove)
    await remove.click()
    await expect(page.getByRole('alertdialog')).toContainText('Patients who read Welsh get the English text.')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove the Welsh text' }).click()
    await expect(page.getByText('The Welsh text was removed.')).toBeVisible()
    await expect(remove).toHaveCount(0)
    await page.getByRole('link', { name: 'History' }).click()
    await expect(page.getByRole('heading', { name: 'Body in Welsh' })).toBeVisible()
    await expect(page.locator('del[lang], [lang=cy] del')).toContainText('Llenwch ((formTitle)).')
    await expectFits(page, 'history')
  })
})
