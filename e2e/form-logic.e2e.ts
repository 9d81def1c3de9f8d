import type { Page } from '@playwright/test'

import { addQuestion } from './build-form.ts'
import { expect, test, violationsOn } from './staff.ts'

/** The preview's window runs no scripts: not even those that Playwright records a trace with. */
test.use({ expectedErrors: ["Blocked script execution in 'about:blank'"] })

const titles = (page: Page) => page.locator('.question-card__title')
const opener = (page: Page, title: string) => page.locator('.question-card__open').filter({ has: page.getByText(title, { exact: true }) })
const rule = (page: Page, position: number) => page.getByRole('group', { name: `Rule ${position}`, exact: true })
const titleOf = (page: Page) => page.getByRole('textbox', { name: 'Question' })
const checkForm = (page: Page) => page.locator('.check-form')

test.describe('Conditions, scores and red flags of a form', () => {
  test('an author adds a condition, is told of a circular one and corrects it, adds a score and a red flag, and publishes (FORM-6, FORM-7)', async ({
    openAs,
  }) => {
    const page = await openAs('user', '/forms/create')
    await page.getByLabel('Title').fill('Breathing check')
    await page.getByRole('button', { name: 'Create and add questions' }).click()

    // When a question is shown
    await addQuestion(page, 'Yes or no', 'Do you smoke?')
    await addQuestion(page, 'Scale', 'How bad is your cough?')
    await page.getByRole('button', { name: 'Show this question only if…' }).press('Enter')
    await expect(rule(page, 1).getByLabel('Question')).toBeFocused()
    // What is not filled in yet is a problem only after the author has left it.
    const unfinished = page.locator('.condition').getByText('Select an option from ‘Do you smoke?’.')
    await expect(checkForm(page)).toContainText('1 problem to fix')
    await expect(unfinished).toBeHidden()
    await titleOf(page).focus()
    await expect(unfinished).toBeVisible()
    await page.getByRole('button', { name: 'Add rule' }).click()
    await expect(unfinished, 'of the first rule only').toHaveCount(1)
    await rule(page, 2).getByRole('button', { name: 'Remove rule 2' }).click()
    await rule(page, 1).getByLabel('Answer').selectOption('Yes')
    await expect(page.locator('.condition-mark')).toHaveText('Shown if ‘Do you smoke?’ is Yes')
    await expect(checkForm(page)).toContainText('No problems found')
    expect(await violationsOn(page)).toEqual([])

    // A question whose answer is used is deleted only after a look at what uses it
    const remove = page.getByRole('button', { name: 'Delete: Do you smoke?' })
    await remove.click()
    const question = page.getByRole('alertdialog', { name: 'Delete “Do you smoke?”?' })
    await expect(question.getByRole('listitem')).toHaveText('The condition of “How bad is your cough?”')
    await question.getByRole('button', { name: 'Keep question' }).click()
    await expect(remove).toBeFocused()
    await expect(titles(page)).toHaveCount(2)
    await remove.click()
    await question.getByRole('button', { name: 'Delete question' }).click()
    await expect(titles(page)).toHaveCount(1)
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
    await expect(titles(page)).toHaveCount(2)

    // Round in a circle, and out of it
    await page.getByRole('button', { name: 'Move up: How bad is your cough?' }).click()
    await expect(page.getByText('‘Do you smoke?’ comes later, so there is no answer yet.').first()).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'Question 1: ‘Do you smoke?’ comes later' })).toBeAttached()
    await opener(page, 'Do you smoke?').click()
    await page.getByRole('button', { name: 'Show this question only if…' }).click()
    await rule(page, 1).getByLabel('Comparison').selectOption('is answered')
    await expect(checkForm(page)).toContainText('1 problem to fix')
    await page.getByRole('button', { name: 'Publish' }).click()
    const problem = page
      .getByRole('dialog')
      .getByRole('button', { name: 'Question 1: ‘Do you smoke?’ depends on this question, so neither can ever be shown.' })
    // Axe must not run while the dialog is being opened.
    await expect(problem).toBeVisible()
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await problem.click()
    await expect(rule(page, 1).getByLabel('Question')).toBeFocused()
    await page.getByRole('button', { name: 'Always show' }).click()
    await opener(page, 'Do you smoke?').click()
    await rule(page, 1).getByRole('button', { name: 'Remove rule 1' }).click()
    await expect(checkForm(page)).toContainText('No problems found')
    await expect(page.getByRole('button', { name: 'Show this question only if…' })).toBeFocused()

    // A score, and a red flag by it
    await page.locator('summary').getByText('Scores and red flags').click()
    await page.getByRole('button', { name: 'Add score' }).click()
    await page.getByLabel('Score name').fill('Cough')
    await page.getByRole('checkbox', { name: 'How bad is your cough?' }).check()
    await expect(page.getByText('Cough = question 1, from 0 to 10')).toBeVisible()
    await page.getByRole('button', { name: 'Add band' }).click()
    await page.getByLabel('Band name').fill('Mild')
    await page.getByLabel('To', { exact: true }).fill('4')
    await expect(page.getByText('No band covers 5 to 10, the highest scores.').first()).toBeVisible()
    await page.getByRole('button', { name: 'Add band' }).click()
    await page.getByLabel('Band name').last().fill('Severe')
    await page.getByLabel('From', { exact: true }).last().fill('6')
    await expect(page.getByText('No band covers 5, between ‘Mild’ and ‘Severe’.').first()).toBeVisible()
    await page.getByLabel('From', { exact: true }).last().fill('5')
    await page.getByRole('button', { name: 'Add red flag' }).click()
    await page.getByLabel('Red flag name').fill('Severe cough')
    await page.getByRole('button', { name: 'Add score condition' }).click()
    await page.getByLabel('Is at least').fill('11')
    await checkForm(page).getByText('Check form').click()
    await checkForm(page)
      .getByRole('button', { name: 'Red flag ‘Severe cough’: ‘Cough’ can never reach 11. The highest score is 10.' })
      .press('Enter')
    await expect(page.getByLabel('Score', { exact: true })).toBeFocused()
    await page.getByLabel('Is at least').fill('8')
    await page.getByLabel('Alert after (minutes)').fill('30')
    await expect(checkForm(page)).toContainText('You can publish this form.')
    expect(await violationsOn(page)).toEqual([])

    await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
    await page.reload()
    await expect(titles(page)).toHaveText(['How bad is your cough?', 'Do you smoke?'])
    await page.locator('summary').getByText('Scores and red flags').click()
    await expect(page.getByLabel('Alert after (minutes)')).toHaveValue('30')
    await page.getByLabel('To', { exact: true }).last().fill('9')
    await page.getByRole('button', { name: 'Publish' }).click()
    await expect(
      page.getByRole('dialog').getByRole('button', { name: 'Score ‘Cough’: No band covers 10, the highest scores.' }),
    ).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(page.getByText('Version 1', { exact: true })).toBeVisible()
  })
})

test.describe('The scores of a form', () => {
  test('the numbers of a band and of a red flag can be cleared and typed again (FORM-7)', async ({ openAs }) => {
    const page = await openAs('user', '/forms/create')
    await page.getByRole('button', { name: 'Use this template: Generalised Anxiety Disorder questionnaire (GAD-7)' }).click()
    await page.getByRole('button', { name: 'Create and add questions' }).click()
    await page.locator('summary').getByText('Scores and red flags').click()
    const from = page.getByRole('group', { name: 'Band 2' }).getByLabel('From')
    await expect(from).toHaveValue('5')

    await from.press('End')
    await from.press('Backspace')
    await expect(from).toHaveValue('')
    await from.pressSequentially('6')
    await expect(from).toHaveValue('6')
    await from.press('ControlOrMeta+a')
    await from.press('Delete')
    await from.pressSequentially('7')
    await expect(from).toHaveValue('7')

    // Left empty, the field shows the number that is kept.
    await from.fill('')
    await from.press('Tab')
    await expect(from).toHaveValue('7')

    await page.getByRole('button', { name: 'Add red flag' }).click()
    await page.getByRole('button', { name: 'Add score condition' }).click()
    const atLeast = page.getByLabel('Is at least')
    await atLeast.press('End')
    await atLeast.press('Backspace')
    await atLeast.pressSequentially('15')
    await expect(atLeast).toHaveValue('15')
    await expect(page.getByText('Saved', { exact: false }).first()).toBeVisible()
    await page.reload()
    await page.locator('summary').getByText('Scores and red flags').click()
    await expect(from).toHaveValue('7')
    await expect(atLeast).toHaveValue('15')
  })
})
