import type { Page } from '@playwright/test'

import { addQuestion, createForm } from './build-form.ts'
import { expect, signIn, test, violationsOn } from './staff.ts'
import { sidewaysOn } from './visiting.ts'

/** The preview's window runs no scripts: not even those that Playwright records a trace with. The statuses are of refused names and changes. */
test.use({ expectedErrors: ["Blocked script execution in 'about:blank'", 'status of 400', 'status of 409'] })

const uniqueName = (name: string) => `${name} ${Date.now()}`
const titles = (page: Page) => page.locator('.question-card__title')
const dialog = (page: Page) => page.getByRole('dialog')
const notice = (page: Page, text: string) => page.getByText(text, { exact: true }).first()

async function createPain(page: Page, title: string) {
  await createForm(page, 'Pain')
  await addQuestion(page, 'Yes or no', title)
  await page.locator('summary', { hasText: 'Clinical protocol' }).click()
  await page.getByLabel('Reason for the question').fill('Triage')
  await page.getByLabel('Action if the patient is at risk').fill('Phone the patient today')
}

async function save(page: Page, name: string) {
  await page.getByRole('button', { name: 'Save to library' }).press('Enter')
  await dialog(page).getByLabel('Name').fill(name)
  await page.keyboard.press('Enter')
}

async function find(page: Page, name: string) {
  await page.goto('/forms/library')
  await page.getByLabel('Search library questions').fill(name)
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
}

test.describe('The question library', () => {
  test('a question with its protocol is saved, found in another form, previewed, added by the keyboard and undone in one step (FORM-10)', async ({
    page,
  }) => {
    const [name, title] = [uniqueName('Pain now'), uniqueName('Are you in pain?')]
    await signIn(page, 'user', '/forms')
    await createPain(page, title)
    await page.getByRole('button', { name: 'Save to library' }).press('Enter')
    await expect(dialog(page).getByLabel('Name')).toHaveValue(title)
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await dialog(page).getByLabel('Name').fill('')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByRole('alert')).toContainText('Name is required.')
    await dialog(page).getByLabel('Name').fill(name)
    await page.keyboard.press('Enter')
    await expect(notice(page, `“${name}” was saved to the library.`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Save to library' })).toBeFocused()

    await save(page, name.toUpperCase())
    await expect(dialog(page).getByLabel('Name')).toHaveAccessibleDescription(/A question in the library already has this name\./)
    await page.keyboard.press('Escape')

    await createForm(page, 'Another form')
    await addQuestion(page, 'Free text', 'First')
    await addQuestion(page, 'Free text', 'Last')
    await page.getByRole('button', { name: /^1 ?First/ }).click()
    await page.getByRole('button', { name: 'Add from library' }).press('Enter')
    await expect(dialog(page)).toContainText('The new question goes after question 1, which is open.')
    await dialog(page).getByLabel('Search library questions').fill('no question is called so')
    await expect(dialog(page)).toContainText('No library question matches')
    await dialog(page).getByRole('button', { name: 'Clear the search', exact: true }).press('Enter')
    await dialog(page).getByLabel('Search library questions').fill(title.toUpperCase())
    await expect(dialog(page).getByRole('listitem')).toHaveCount(1)
    await dialog(page)
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .press('Enter')
    await expect(dialog(page).getByRole('button', { name: new RegExp(`^${name}`) })).toHaveAttribute('aria-expanded', 'true')
    await expect(dialog(page)).toContainText('Phone the patient today')
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await sidewaysOn(page)).toEqual([])
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await dialog(page).getByRole('button', { name: 'Add to form' }).press('Enter')

    await expect(dialog(page)).toHaveCount(0)
    await expect(titles(page)).toHaveText(['First', title, 'Last'])
    await expect(page.getByRole('textbox', { name: 'Question' })).toBeFocused()
    await expect(page.getByRole('textbox', { name: 'Question' })).toHaveValue(title)
    await expect(page.getByText('2 of 3 completed')).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).first().press('Enter')
    await expect(titles(page)).toHaveText(['First', 'Last'])
    await page.getByRole('button', { name: 'Redo' }).press('Enter')
    await expect(titles(page)).toHaveText(['First', title, 'Last'])
    await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  })

  test('the dialog names what is not saved, and a question with problems or a section is not saved (FORM-10)', async ({ page }) => {
    await signIn(page, 'user', '/forms')
    await createForm(page, 'Conditions')
    await addQuestion(page, 'Yes or no', 'Do you smoke?')
    await addQuestion(page, 'Single select', 'How much?')
    await page.getByRole('button', { name: 'Save to library' }).click()
    await expect(dialog(page)).toContainText('Fix these problems before you save the question to the library:')
    await expect(dialog(page).getByLabel('Name')).toHaveCount(0)
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click()

    await page.getByLabel('Option 1', { exact: true }).fill('A little')
    await page.getByLabel('Option 2', { exact: true }).fill('A lot')
    await page.getByRole('button', { name: 'Show this question only if…' }).click()
    await page.getByRole('button', { name: 'Save to library' }).click()
    await expect(dialog(page)).toContainText('The condition, because it depends on other questions in this form.')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Add question' }).click()
    await page
      .getByRole('list', { name: 'Question types' })
      .getByRole('button', { name: /^Section/ })
      .click()
    await expect(page.getByLabel('Section heading')).toBeFocused()
    await expect(page.getByRole('button', { name: 'Save to library' })).toHaveCount(0)
  })

  test('a library question is renamed, given another protocol and removed on its own screen (FORM-10)', async ({ page }) => {
    const name = uniqueName('Sleep')
    await signIn(page, 'user', '/forms')
    await createPain(page, 'How do you sleep?')
    await save(page, name)
    await expect(notice(page, `“${name}” was saved to the library.`)).toBeVisible()

    await page.goto('/forms')
    await page.getByRole('link', { name: 'Question library' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Question Library')
    expect(await violationsOn(page)).toEqual([])
    await find(page, name)
    await page.getByRole('button', { name, exact: true }).press('Enter')
    await dialog(page).getByLabel('Name').fill(`${name} well`)
    await dialog(page).getByLabel('Who reads the answer').fill('Ward nurse, every day')
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await dialog(page).getByRole('button', { name: 'Save changes' }).click()
    await expect(notice(page, `“${name} well” was saved.`)).toBeVisible()
    await page.getByRole('button', { name: `${name} well`, exact: true }).click()
    await expect(dialog(page).getByLabel('Who reads the answer')).toHaveValue('Ward nurse, every day')
    await page.setViewportSize({ width: 320, height: 640 })
    const isCut = `(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)(document.querySelector('main .scroll-region'))`
    await expect.poll(() => page.evaluate(isCut), 'no text of the table is cut off').toBe(false)
    expect(await sidewaysOn(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    expect(await sidewaysOn(page)).toEqual([])

    await page.getByRole('button', { name: `Actions for ${name} well` }).press('Enter')
    await page.getByRole('menuitem', { name: 'Remove' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove question' }).press('Enter')
    await expect(notice(page, `“${name} well” was removed from the library.`)).toBeVisible()
    await expect(page.getByText('No library question matches')).toBeVisible()
  })

  test('a change of another window meanwhile is told and nothing is overwritten (FORM-10)', async ({ page, context }) => {
    const name = uniqueName('Falls')
    await signIn(page, 'user', '/forms')
    await createPain(page, 'Have you fallen?')
    await save(page, name)
    await expect(notice(page, `“${name}” was saved to the library.`)).toBeVisible()
    const other = await context.newPage()
    for (const one of [page, other]) {
      await find(one, name)
      await one.getByRole('button', { name, exact: true }).click()
      await expect(dialog(one).getByLabel('Reason for the question')).toHaveValue('Triage')
    }
    await dialog(other).getByLabel('Reason for the question').fill('Falls clinic')
    await dialog(other).getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog(other)).toHaveCount(0)

    await dialog(page).getByLabel('Reason for the question').fill('Mine')
    await dialog(page).getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('You changed this library question in another window')
    await expect(dialog(page).getByLabel('Reason for the question')).toHaveValue('Mine')
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await dialog(page).getByRole('button', { name: 'Load the saved version' }).click()
    await expect(dialog(page).getByLabel('Reason for the question')).toHaveValue('Falls clinic')
    await dialog(page).getByLabel('Reason for the question').fill('Both')
    await dialog(page).getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await other.close()
  })

  test('what is added is what was saved last, also when it was shown a moment ago (FORM-10)', async ({ page, context }) => {
    const name = uniqueName('Dizzy')
    await signIn(page, 'user', '/forms')
    await createPain(page, 'Are you dizzy?')
    await save(page, name)
    await expect(notice(page, `“${name}” was saved to the library.`)).toBeVisible()
    const other = await context.newPage()
    await find(other, name)
    await other.getByRole('button', { name, exact: true }).click()
    await dialog(other).getByLabel('Reason for the question').fill('Falls clinic')

    await page.getByRole('button', { name: 'Add from library' }).press('Enter')
    await dialog(page).getByLabel('Search library questions').fill(name)
    const item = dialog(page).getByRole('button', { name: new RegExp(`^${name}`) })
    await item.press('Enter')
    await expect(dialog(page)).toContainText('Triage')
    await dialog(other).getByRole('button', { name: 'Save changes' }).click()
    await expect(dialog(other)).toHaveCount(0)
    await page.bringToFront()
    await item.click()
    await expect(item).toHaveAttribute('aria-expanded', 'false')
    await item.click()
    await expect(dialog(page)).toContainText('Falls clinic')
    await other.close()
  })
})
