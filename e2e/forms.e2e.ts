import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { readPdf } from '#test/pdf.ts'

import { expect, signIn, test, violationsOn } from './staff.ts'

/** The preview's window runs no scripts: not even those that Playwright records a trace with. */
const noScripts = "Blocked script execution in 'about:blank'"
test.use({ expectedErrors: [noScripts] })

const titles = (page: Page) => page.locator('.question-card__title')
const question = (page: Page) => page.getByRole('textbox', { name: 'Question' })
const preview = (page: Page) => page.frameLocator('iframe[title="The form as patients see it"]')

async function createForm(page: Page, title: string) {
  await page.goto('/forms/create')
  await page.getByLabel('Title').fill(title)
  await page.getByRole('button', { name: 'Create and add questions' }).click()
  await expect(page).toHaveURL(/\/forms\/[0-9a-f-]{36}\/manage$/)
}

async function addQuestion(page: Page, type: string, title: string) {
  await page.getByRole('button', { name: 'Add question' }).click()
  await page.getByRole('button', { name: new RegExp(`^${type}`) }).click()
  await expect(question(page)).toBeFocused()
  await question(page).fill(title)
}

test('FORM-1 FORM-3 a form is created, built by keyboard, tried as a patient, put right and published', async ({ page }) => {
  await signIn(page, 'user', '/forms')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Form List')
  expect(await violationsOn(page)).toEqual([])
  await page.getByRole('link', { name: 'Create form' }).click()
  await page.getByRole('button', { name: 'Create and add questions' }).click()
  await expect(page.getByRole('alert')).toContainText('Title is required.')
  expect(await violationsOn(page)).toEqual([])

  await createForm(page, 'Drinks')
  await addQuestion(page, 'Free text', 'What do you drink?')
  await addQuestion(page, 'Single select', 'Which do you like best?')
  await page.getByRole('button', { name: 'Paste a list' }).click()
  await page.getByLabel('One option a line').fill('- Tea\n- Coffee\n\n- tea')
  await page.getByRole('button', { name: 'Add these options' }).click()
  await page.getByLabel('Option 2', { exact: true }).press('Enter')
  await page.getByLabel('Option 3', { exact: true }).fill('Water')
  await page.getByLabel('Option 3', { exact: true }).press('Alt+ArrowUp')
  await expect(page.getByLabel('Option 2', { exact: true })).toHaveValue('Water')
  await expect(page.getByLabel('Option 2', { exact: true })).toBeFocused()

  const second = page.getByRole('button', { name: /^2 ?Which do you like best/ })
  await second.press('Alt+ArrowUp')
  await expect(titles(page)).toHaveText(['Which do you like best?', 'What do you drink?'])
  await expect(page.getByRole('button', { name: /^1 ?Which do you like best/ })).toBeFocused()
  await expect(page.getByText('Which do you like best? is now question 1 of 2.')).toBeAttached()

  await preview(page).getByRole('button', { name: 'Continue' }).click()
  await expect(preview(page).getByRole('alert')).toContainText('Select an option')
  await preview(page).getByLabel('Water').check()
  await preview(page).getByRole('button', { name: 'Continue' }).click()
  await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText('What do you drink?')
  expect(await violationsOn(page)).toEqual([])

  await page.getByRole('button', { name: 'Delete: What do you drink?' }).click()
  await expect(titles(page)).toHaveText(['Which do you like best?'])
  await page.getByRole('button', { name: 'Undo' }).last().press('Enter')
  await expect(titles(page)).toHaveText(['Which do you like best?', 'What do you drink?'])

  await page.getByRole('button', { name: 'Duplicate: What do you drink?' }).click()
  await question(page).fill('')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('button', { name: 'Question 3: Question is required.' }).click()
  await expect(question(page)).toBeFocused()
  await question(page).fill('Anything else?')
  await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  await page.reload()
  await expect(titles(page)).toHaveText(['Which do you like best?', 'What do you drink?', 'Anything else?'])

  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByLabel('What has changed').fill('The first one')
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Version 1', { exact: true })).toBeVisible()
})

test('FORM-1 FORM-5 the five tabs of a form, its archiving and its deletion', async ({ page }) => {
  await signIn(page, 'orgadmin', '/forms')
  await page.getByRole('link', { name: 'Waiting list check' }).click()
  const tabs = page.getByRole('navigation', { name: 'Form', exact: true })
  for (const tab of ['Preview', 'Information', 'Submissions', 'Submission Preview', 'Versions']) {
    await tabs.getByRole('link', { name: tab, exact: true }).click()
    await expect(tabs.getByRole('link', { name: tab, exact: true })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByText('Loading…')).toHaveCount(0)
    expect(await violationsOn(page)).toEqual([])
  }
  await expect(page.getByRole('row', { name: /Version 2 Live/ })).toBeVisible()
  await tabs.getByRole('link', { name: 'Submissions' }).click()
  await page.getByRole('table', { name: 'Submissions' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Answers' })).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await onPaper(page)

  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: /^Delete/ })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('menuitem', { name: 'Copy' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Copy of Waiting list check')

  await page.getByRole('link', { name: 'Details' }).click()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByRole('button', { name: 'Archive form' }).click()
  await expect(page.getByText('Archived', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Archived', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete form' }).click()
  await expect(page).toHaveURL(/\/forms$/)
  await expect(page.getByRole('link', { name: 'Copy of Waiting list check' })).toHaveCount(0)
})

/** A PDF of the answers, here and at their request, and of the form and one of its versions. */
async function onPaper(page: Page) {
  const form = page.url()
  const answers = await downloaded(page, () => page.getByRole('button', { name: 'Download PDF' }).click())
  expect(answers.name).toMatch(/^submission-[0-9a-f-]{36}\.pdf$/)
  expect(answers.text).toContain('H2: Answers')
  await page.getByRole('link', { name: 'Form request', exact: true }).click()
  expect(await downloaded(page, () => page.getByRole('button', { name: 'Download PDF' }).click())).toEqual(answers)

  await page.goto(form)
  const live = await downloaded(page, async () => {
    await page.getByRole('button', { name: 'More actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Download PDF', exact: true }).click()
  })
  expect(live.name).toBe('form-waiting-list-check-v2.pdf')
  await page.getByRole('link', { name: 'Versions', exact: true }).click()
  const first = await downloaded(page, async () => {
    await page.getByRole('button', { name: 'Actions for version 1' }).click()
    await page.getByRole('menuitem', { name: 'Download PDF' }).click()
  })
  expect(first.name).toBe('form-waiting-list-check-v1.pdf')
  expect(first.text).not.toBe(live.text)
}

async function downloaded(page: Page, act: () => Promise<void>) {
  const downloading = page.waitForEvent('download')
  await act()
  const download = await downloading
  const { parts } = await readPdf(readFileSync(await download.path()))
  return { name: download.suggestedFilename(), text: parts.map(({ tag, text }) => `${tag}: ${text}`).join('\n') }
}

test.describe('two at once', () => {
  test.use({ expectedErrors: ['status of 409', noScripts] })

  test('FORM-3 who is overtaken by another editor is told by whom, and loses nothing', async ({ page, browser, baseURL }) => {
    await signIn(page, 'user', '/forms')
    await createForm(page, 'Contested')
    await addQuestion(page, 'Free text', 'First?')
    await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()

    const elsewhere = await browser.newContext({ ...(baseURL && { baseURL }) })
    const other = await elsewhere.newPage()
    await signIn(other, 'orgadmin', new URL(page.url()).pathname)
    await question(other).fill('Theirs?')
    await expect(other.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()

    await question(page).fill('Mine?')
    await expect(page.getByText(/^Helen Marsh changed this form on .* Your changes have not been saved\.$/)).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('button', { name: 'Load what was saved' }).click()
    await expect(titles(page)).toHaveText(['Theirs?'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(titles(page)).toHaveText(['Mine?'])
    await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()

    await question(other).fill('Theirs again?')
    await expect(other.getByText('This form was changed elsewhere')).toBeVisible()
    await other.getByRole('button', { name: 'Keep mine as a copy' }).click()
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Contested (my changes)')
    await expect(titles(other)).toHaveText(['Theirs again?'])
    await elsewhere.close()
  })
})

test('UI-2 the builder works on the smallest phone without scrolling sideways', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page, 'user', '/forms')
  await createForm(page, 'Small')
  await addQuestion(page, 'Multi-select', 'Which of these?')
  await page.getByRole('button', { name: 'Add option' }).click()
  await page
    .getByLabel('Option 1', { exact: true })
    .fill('A very long option that nobody would ever want to read to its end on a small phone')

  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  expect(await violationsOn(page)).toEqual([])
})
