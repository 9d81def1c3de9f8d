import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { readPdf } from '#test/pdf.ts'

import { addQuestion, createForm, setOptions } from './build-form.ts'
import { closesByEscape, expect, signIn, test, violationsOn } from './staff.ts'
import { sidewaysOn } from './visiting.ts'

/** The preview's window runs no scripts: not even those that Playwright records a trace with. */
test.use({ expectedErrors: ["Blocked script execution in 'about:blank'", 'status of 400'] })

const openTranslations = (page: Page) => page.getByRole('link', { name: 'Translations', exact: true }).click()
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const saved = (page: Page) => expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()

async function createDrinks(page: Page) {
  await signIn(page, 'user', '/forms')
  await createForm(page, 'Drinks')
  await addQuestion(page, 'Single select', 'What do you drink?')
  await setOptions(page, ['Tea', 'Water'])
  await openTranslations(page)
}

test.describe('The translations of a draft', () => {
  test('every text is translated beside its English text and saved with the draft, and undo takes a translation back (PTN-8)', async ({
    page,
  }) => {
    await createDrinks(page)
    await expect(page.getByText('No language selected')).toBeVisible()
    await page.getByLabel('Language').selectOption('Add Welsh')
    await expect(page).toHaveURL(/tab=translations&language=cy/)
    await expect(page.getByText('0 of 4 texts translated.')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    const question = part(page, 'Question 1').getByLabel('Question in Welsh')
    await expect(question).toHaveAccessibleDescription('What do you drink?')
    await expect(question).toHaveAttribute('lang', 'cy')
    await question.fill('Beth ydych chi’n ei yfed?')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Te')
    await expect(page.getByText('2 of 4 texts translated.')).toBeVisible()
    await page.getByRole('radio', { name: 'Missing (2)' }).check()
    await expect(page.getByRole('textbox')).toHaveCount(2)
    await part(page, 'Question 1').getByLabel('Option text in Welsh').fill('Dŵr')
    await expect(page.getByRole('radio', { name: 'Missing (1)' })).toBeChecked()
    await expect(page.getByRole('textbox'), 'a translated text stays in the list').toHaveCount(2)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('radio', { name: 'Missing (2)' })).toBeChecked()
    await saved(page)

    await page.reload()
    await expect(page.getByText('2 of 4 texts translated.')).toBeVisible()
    await page.getByRole('radio', { name: /^All/ }).check()
    await expect(part(page, 'Question 1').getByLabel('Option text in Welsh').first()).toHaveValue('Te')
  })

  test('a changed English text asks for its translation, publishing warns of it, and the published texts can only be read (PTN-8, FORM-8)', async ({
    page,
  }) => {
    await createDrinks(page)
    await page.getByLabel('Language').selectOption('Add Arabic')
    await part(page, 'Question 1').getByLabel('Question in Arabic').fill('ماذا تشرب؟')
    await expect(part(page, 'Question 1').getByLabel('Question in Arabic')).toHaveAttribute('dir', 'rtl')
    await page.getByRole('link', { name: 'Questions', exact: true }).click()
    await page.getByRole('textbox', { name: 'Question' }).fill('What do you like to drink?')
    await page.getByRole('button', { name: 'Publish' }).click()
    const dialog = page.getByRole('dialog')
    await dialog
      .getByRole('button', { name: /^Translations: Arabic: 3 texts without a translation and 1 translation of an earlier/ })
      .click()

    await expect(page).toHaveURL(/tab=translations&language=ar/)
    await page.getByRole('radio', { name: 'English text has changed (1)' }).check()
    const question = part(page, 'Question 1')
    await expect(question).toContainText('English text when this was translated:')
    await expect(question.getByRole('blockquote')).toHaveText('What do you drink?')
    expect(await violationsOn(page)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await sidewaysOn(page)).toEqual([])
    expect(await violationsOn(page)).toEqual([])
    await question.getByRole('button', { name: 'Translation is still right' }).press('Enter')
    await expect(page.getByRole('radio', { name: 'English text has changed (0)' })).toBeChecked()

    await page.getByRole('button', { name: 'Publish' }).click()
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('link', { name: 'Details', exact: true }).click()
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('link', { name: 'Translations', exact: true }).click()
    await expect(page.getByText('Texts of version 1. Published texts cannot be changed.')).toBeVisible()
    await expect(part(page, 'Question 1')).toContainText('ماذا تشرب؟')
    await expect(page.getByRole('textbox')).toHaveCount(0)
    expect(await sidewaysOn(page)).toEqual([])
    expect(await violationsOn(page)).toEqual([])
  })

  test('the file of a translator comes back as one change of the draft, and what does not fit is named (PTN-8)', async ({ page }) => {
    await createDrinks(page)
    await page.getByLabel('Language').selectOption('Add Welsh')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download', exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: 'XLIFF 2.1 for a translator' }).press('Enter')
    const xml = readFileSync(await (await downloading).path(), 'utf8')
    const translated = xml.replaceAll(/<source>(.*)<\/source>/g, '<source>$1</source><target>$1 yn Gymraeg</target>')
    const upload = (name: string, text: string) =>
      page
        .getByRole('dialog')
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: '', buffer: Buffer.from(text) })

    await page.getByRole('button', { name: 'Upload translations' }).press('Enter')
    const dialog = page.getByRole('dialog')
    await upload('polish.xlf', translated.replace('trgLang="cy"', 'trgLang="pl"'))
    await expect(dialog).toContainText('The file is for Polish, not for Welsh. Select the language of the file.')
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await upload('welsh.xlf', translated.replaceAll('Water', 'Milk'))
    await expect(dialog).toContainText('3 new translations')
    await expect(dialog).toContainText('1 text that cannot be added')
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Option text' })).toContainText('It is now: ‘Water’')
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await sidewaysOn(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Add 3 translations' }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByText('3 of 4 texts translated.')).toBeVisible()
    await expect(page.getByLabel('Title in Welsh')).toHaveValue('Drinks yn Gymraeg')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('0 of 4 texts translated.')).toBeVisible()
    await page.getByRole('button', { name: 'Redo' }).click()
    await saved(page)

    const printing = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download', exact: true }).press('Enter')
    await page.getByRole('menuitem', { name: 'PDF to print, in Welsh' }).press('Enter')
    const paper = await printing
    expect(paper.suggestedFilename()).toMatch(/-draft-cy\.pdf$/)
    const { title, language } = await readPdf(readFileSync(await paper.path()))
    expect({ title, language }).toEqual({ title: 'Drinks yn Gymraeg', language: 'cy' })
  })

  test('a language is removed only after a confirmation, and undo brings it back (PTN-8)', async ({ page }) => {
    await createDrinks(page)
    await page.getByLabel('Language').selectOption('Add Polish')
    await part(page, 'Title and description').getByLabel('Title in Polish').fill('Napoje')
    await page.getByRole('button', { name: 'Remove Polish' }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('This removes 1 translation from the draft.')
    await closesByEscape(page, page.getByRole('button', { name: 'Remove Polish' }))
    await page.getByRole('button', { name: 'Remove Polish' }).click()
    await question.getByRole('button', { name: 'Keep language' }).click()
    await expect(page.getByLabel('Title in Polish')).toHaveValue('Napoje')
    await page.getByRole('button', { name: 'Remove Polish' }).click()
    await question.getByRole('button', { name: 'Remove language' }).click()
    await expect(page.getByText('No language selected')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByLabel('Title in Polish')).toHaveValue('Napoje')
  })
})
