import type { Page } from '@playwright/test'

import { addQuestion, createForm, setOptions } from './build-form.ts'
import { expect, signIn, test, violationsOn } from './staff.ts'

/** The preview's window runs no scripts: not even those that Playwright records a trace with. */
test.use({ expectedErrors: ["Blocked script execution in 'about:blank'"] })

const text = (page: Page) => page.getByLabel('One option per line')
const options = (page: Page) => page.getByRole('textbox', { name: /^Option \d+$/ })
const labels = (page: Page) => options(page).evaluateAll((fields) => fields.map((field) => (field as unknown as { value: string }).value))
const editButton = (page: Page) => page.getByRole('button', { name: 'Edit as text' })
const update = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Update options' }).click()

/** The ids under which answers to the options are stored. */
const values = (page: Page) => options(page).evaluateAll((fields) => fields.map(({ id }) => id))

test.describe('Editing options as text', () => {
  test('50 lines of a spreadsheet become options with points, mistakes are named with their lines, and one undo removes them (FORM-3)', async ({
    page,
  }) => {
    await signIn(page, 'user', '/forms')
    await createForm(page, 'Clinics')
    await addQuestion(page, 'Dropdown', 'Which clinic?')
    await editButton(page).press('Enter')
    await expect(text(page)).toBeFocused()
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])

    const rows = Array.from({ length: 50 }, (_, at) => `Clinic ${at + 1}\t${at}`)
    await text(page).fill([...rows.with(9, '').with(10, 'clinic 1'), 'Ward\tmany', ''].join('\r\n'))
    await update(page)
    await expect(text(page)).toHaveAccessibleDescription(
      /Line 10 has no option text\. Line 11 repeats line 1: “clinic 1”\. Points on line 51/,
    )
    await expect(text(page)).toBeFocused()
    expect(await text(page).evaluate((field) => (field as unknown as { selectionEnd: number }).selectionEnd)).toBe(
      rows.slice(0, 9).join('\n').length + 1,
    )
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])

    await text(page).fill(`${rows.join('\r\n')}\r\n`)
    await expect(page.getByRole('dialog')).toContainText('50 new options: “Clinic 1”')
    await update(page)
    await expect(options(page)).toHaveCount(50)
    await expect(page.getByLabel('Points for Clinic 50')).toHaveValue('49')
    await expect(editButton(page)).toBeFocused()

    await page.getByRole('button', { name: 'Undo' }).click()
    expect(await labels(page)).toEqual(['', ''])
    await page.getByRole('button', { name: 'Redo' }).click()
    await expect(options(page)).toHaveCount(50)
    await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  })

  test('an option keeps its condition when it is renamed or moved, and its removal is asked about first (FORM-3, FORM-6)', async ({
    page,
  }) => {
    await signIn(page, 'user', '/forms')
    await createForm(page, 'Drinks')
    await addQuestion(page, 'Single select', 'What do you drink?')
    await setOptions(page, ['Tea', 'Coffee', 'Water'])
    const before = await values(page)
    await addQuestion(page, 'Free text', 'With sugar?')
    await page.getByRole('button', { name: 'Show this question only if…' }).click()
    const rule = page.getByRole('group', { name: 'Rule 1' })
    await rule.getByLabel('Answer').selectOption('Coffee')

    await page.getByRole('button', { name: /^1 ?What do you drink/ }).click()
    await editButton(page).click()
    await expect(text(page)).toHaveValue('Tea\nCoffee\nWater')
    await text(page).fill('Water\nTea\nCofee with milk\nJuice')
    await text(page).fill('Tea\nCoffee with milk\nWater\nJuice')
    await expect(page.getByRole('dialog')).toContainText('“Coffee” becomes “Coffee with milk”')
    await update(page)
    expect((await values(page)).slice(0, 3)).toEqual(before)
    await expect(page.getByText('‘What do you drink?’ is Coffee with milk').first()).toBeVisible()

    await editButton(page).click()
    await text(page).fill('Juice\nWater\nTea')
    await update(page)
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('Remove 1 option?')
    await expect(question.getByRole('listitem')).toHaveText(['The condition of “With sugar?”'])
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await question.getByRole('button', { name: 'Back to the text' }).click()
    await expect(text(page), 'nothing is lost').toHaveValue('Juice\nWater\nTea')
    expect(await labels(page)).toHaveLength(4)
    await update(page)
    await question.getByRole('button', { name: 'Remove option' }).click()
    expect(await labels(page)).toEqual(['Juice', 'Water', 'Tea'])
    expect((await values(page)).slice(1)).toEqual([before[2], before[0]])
    await expect(editButton(page)).toBeFocused()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('‘What do you drink?’ is Coffee with milk').first()).toBeVisible()
  })

  test('options that a colleague adds meanwhile stay, and the same option is never overwritten (FORM-3)', async ({ page, browser }) => {
    await signIn(page, 'user', '/forms')
    await createForm(page, 'Shared')
    await addQuestion(page, 'Single select', 'Which?')
    await setOptions(page, ['One', 'Two', 'Three'])
    await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
    await editButton(page).click()
    await text(page).fill('One\nTwo\nThree\nFour')

    const elsewhere = await browser.newContext()
    const other = await elsewhere.newPage()
    await signIn(other, 'orgadmin', new URL(page.url()).pathname)
    await setOptions(other, ['Zero', 'One', 'Two', 'Three'])
    await expect(other.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await expect(page.getByText('Changes by Helen Marsh were added.')).toBeAttached()
    await update(page)
    expect(await labels(page)).toEqual(['Zero', 'One', 'Two', 'Three', 'Four'])
    await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()

    await other.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await expect.poll(() => labels(other)).toEqual(['Zero', 'One', 'Two', 'Three', 'Four'])
    await editButton(page).click()
    await text(page).fill('Zero\nOne hour\nTwo\nThree\nFour')
    await setOptions(other, ['Zero', 'One day', 'Two', 'Three', 'Four'])
    await expect(other.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await expect.poll(() => labels(page)).toContain('One day')
    await update(page)
    await expect(text(page)).toHaveAccessibleDescription(/Another user has changed the same options/)
    await expect(text(page)).toHaveValue('Zero\nOne hour\nTwo\nThree\nFour')
    await elsewhere.close()
  })

  test('the dialog works at 320 pixels without scrolling sideways (UI-2)', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await signIn(page, 'user', '/forms')
    await createForm(page, 'Small screen')
    await addQuestion(page, 'Multi-select', 'Which of these?')
    await editButton(page).click()
    await text(page).fill(`Tea\n${'Averylongwordwithoutanyspace'.repeat(4)}\n\nTea`)
    await update(page)
    await expect(text(page)).toHaveAccessibleDescription(/Line 3 has no option text/)

    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
    expect(await page.getByRole('dialog').evaluate((sheet) => sheet.scrollWidth <= sheet.clientWidth)).toBe(true)
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
  })
})
