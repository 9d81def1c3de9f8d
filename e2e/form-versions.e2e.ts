import type { Page } from '@playwright/test'

import { closesByEscape, expect, test, violationsOn } from './staff.ts'

/** The preview's window runs no scripts: not even those that Playwright records a trace with. */
test.use({ expectedErrors: ["Blocked script execution in 'about:blank'"] })

const dialog = (page: Page) => page.getByRole('dialog')
const preview = (page: Page) => page.frameLocator('iframe[title="The form as patients see it"]')

async function publish(page: Page, version: number, notes: string) {
  await page.getByRole('button', { name: 'Publish' }).click()
  if (version > 1) await dialog(page).getByLabel('Version notes').fill(notes)
  await dialog(page).getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText(`Version ${version} is live. New form requests will use this version.`)).toBeVisible()
}

test.describe('The versions of a form', () => {
  test('a form from the library is previewed, created and published, its versions are compared and restored, and it is linked to a clinic (FORM-10, FORM-8, FORM-4, FORM-2)', async ({
    openAs,
  }) => {
    const page = await openAs('user', '/forms/create')
    const card = page.getByRole('listitem').filter({ hasText: 'Patient Health Questionnaire (PHQ-9)' })
    await expect(card).toContainText('10 questions · about 3 minutes · 1 score · 1 red flag')
    await expect(card).toContainText('No permission required to reproduce, translate, display or distribute')
    await card.getByRole('button', { name: /^Preview/ }).press('Enter')
    await expect(preview(page).getByText('Little interest or pleasure in doing things')).toBeVisible()
    await closesByEscape(page, card.getByRole('button', { name: /^Preview/ }))
    await expect(page.getByLabel('Title'), 'a preview changes nothing').toHaveValue('')
    await page.keyboard.press('Enter')
    await dialog(page).getByRole('button', { name: 'Use this template' }).press('Enter')
    await expect(page.getByLabel('Title')).toBeFocused()
    await expect(page.getByLabel('Title')).toHaveValue('Patient Health Questionnaire (PHQ-9)')
    await expect(card).toHaveAttribute('aria-current', 'true')
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('button', { name: 'Use this template: Falls risk check' }).press('Enter')
    await expect(page.getByText('Starts with: Falls risk check')).toBeVisible()
    await expect(page.getByLabel('Title'), 'words that came with a ready form go with it').toHaveValue('Falls risk check')
    const title = `Falls check ${Date.now()}`
    await page.getByLabel('Title').fill(title)
    await page.getByRole('button', { name: 'Create and add questions' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await publish(page, 1, 'As it came')

    await page.getByRole('textbox', { name: 'Question' }).first().fill('How often have you fallen in the last 12 months?')
    await page.getByLabel('Option 4', { exact: true }).fill('Three times or more often')
    await page.getByRole('button', { name: 'Delete: Have you had your eyes tested in the last 12 months?' }).click()
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(dialog(page)).toContainText('3 changes. 1 change affects the meaning of answers')
    await expect(dialog(page).getByText('No form requests are open')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await page.keyboard.press('Escape')
    await publish(page, 2, 'Asked in shorter words')

    await page.getByRole('link', { name: 'Details' }).click()
    await page.getByRole('link', { name: 'Versions', exact: true }).click()
    await page.getByRole('button', { name: 'Actions for version 2' }).click()
    await page.getByRole('menuitem', { name: 'Compare with the previous version' }).click()
    await expect(page.getByRole('heading', { name: 'Version 1 → Version 2 (live)' })).toBeVisible()
    const change = page.getByRole('listitem').filter({ hasText: 'Have you had your eyes tested' }).first()
    await expect(change).toContainText('Removed')
    await expect(change).toContainText('Changes meaning')
    expect(await violationsOn(page)).toEqual([])

    await page.getByRole('button', { name: 'Actions for version 1' }).click()
    await page.getByRole('menuitem', { name: 'Restore as draft' }).click()
    await dialog(page).getByRole('button', { name: 'Restore version 1' }).click()
    await expect(page.getByText('Version 1 is now the draft. Publish the draft to use it again.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByText('Have you had your eyes tested in the last 12 months?').first()).toBeVisible()
    await expect(page.getByText('Changed', { exact: true })).toBeVisible()

    await page.getByRole('link', { name: 'Details' }).click()
    await page.getByRole('link', { name: 'Versions', exact: true }).click()
    await page.getByRole('button', { name: 'Actions for version 2' }).click()
    await page.getByRole('menuitem', { name: 'Restore as draft' }).click()
    await expect(dialog(page).getByText('The draft has changes that were never published.')).toBeVisible()
    await expect(dialog(page).getByLabel('Keep as a new form')).toBeChecked()
    expect(await violationsOn(page)).toEqual([])
    await dialog(page).getByRole('button', { name: 'Restore version 2' }).click()
    await expect(page.getByText('Version 2 is now the draft. Publish the draft to use it again.')).toBeVisible()
    await page.getByRole('link', { name: 'Details' }).click()
    await page.getByRole('link', { name: 'Information', exact: true }).click()
    await page.getByRole('button', { name: 'Change the PEP department or clinic' }).press('Enter')
    await page.getByLabel('Department or clinic code').fill('CARD-HF')
    await page.keyboard.press('Enter')
    await expect(page.getByText('The form is linked to CARD-HF.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Change the PEP department or clinic' })).toBeFocused()
    expect(await violationsOn(page)).toEqual([])
    await page.goto('/forms')
    await expect(page.getByRole('link', { name: `Draft of ${title}` })).toBeVisible()
  })
})
