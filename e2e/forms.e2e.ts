import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { readPdf } from '#test/pdf.ts'

import { addQuestion, createForm } from './build-form.ts'
import { expect, signIn, test, violationsOn } from './staff.ts'

/** The preview's window runs no scripts: not even those that Playwright records a trace with. */
const noScripts = "Blocked script execution in 'about:blank'"
test.use({ expectedErrors: [noScripts] })

const titles = (page: Page) => page.locator('.question-card__title')
const question = (page: Page) => page.getByRole('textbox', { name: 'Question' })
const preview = (page: Page) => page.frameLocator('iframe[title="The form as patients see it"]')

/** Looking at the window again, which asks at once who else is there and what was saved. */
/** What tells a builder every 15 seconds who else has the form open, and what they changed. */
const editors = /\/form\/[^/]+\/editors\//
const comeBack = (page: Page) => page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

/** A card's handle, held and taken to the upper half of another card. */
async function dragTo(page: Page, from: string, to: string) {
  const place = async (name: string) => (await page.getByRole('button', { name: `Move: ${name}` }).boundingBox()) ?? { x: 0, y: 0 }
  const [start, end] = [await place(from), await place(to)]
  await page.mouse.move(start.x + 8, start.y + 12)
  await page.mouse.down()
  await page.mouse.move(start.x + 8, start.y - 12)
  await page.mouse.move(end.x + 8, end.y + 4)
  await expect(page.locator('.question-list__drop')).toBeVisible()
}

test.describe('The form builder', () => {
  test('a form is created, built with the keyboard, previewed as a patient, corrected and published (FORM-1, FORM-3)', async ({ page }) => {
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
    await expect(page.locator('.option-list__option')).toHaveCount(2)
    await page.getByRole('button', { name: 'Edit as text' }).click()
    await page.getByLabel('One option per line').fill('- Tea\n- Coffee')
    await page.getByRole('button', { name: 'Update options' }).click()
    await expect(page.getByRole('button', { name: 'Edit as text' })).toBeFocused()
    await page.getByLabel('Option 2', { exact: true }).press('Enter')
    await page.getByLabel('Option 3', { exact: true }).fill('Water')
    await page.getByLabel('Option 3', { exact: true }).press('Alt+ArrowUp')
    await expect(page.getByLabel('Option 2', { exact: true })).toHaveValue('Water')
    await expect(page.getByLabel('Option 2', { exact: true })).toBeFocused()

    const second = page.getByRole('button', { name: /^2 ?Which do you like best/ })
    await second.press('Alt+ArrowUp')
    await expect(titles(page)).toHaveText(['Which do you like best?', 'What do you drink?'])
    await expect(page.getByRole('button', { name: /^1 ?Which do you like best/ })).toBeFocused()
    await expect(page.getByText('Which do you like best? is now at position 1 of 2.')).toBeAttached()

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
    await expect(page.getByRole('dialog').getByLabel('Version notes'), 'the first version changes nothing').toHaveCount(0)
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
    await expect(page.getByText('Version 1', { exact: true })).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Type' })).toHaveAccessibleDescription(/^Already published, so you can only change it/)
    await expect(page.getByRole('button', { name: 'Publish' }), 'nothing has changed since').toBeDisabled()
    const send = page.getByRole('link', { name: 'Send to patients' })
    await expect(send).toHaveAttribute('href', /^\/requests\/create\?formId=/)
    await question(page).fill('What else?')
    await expect(page.getByRole('button', { name: 'Publish' })).toBeEnabled()
    await expect(send).toHaveCount(0)
  })

  test('the preview goes from the start page to the page after sending, and sends and keeps nothing (FORM-3)', async ({ page }) => {
    await signIn(page, 'user', '/forms')
    await createForm(page, 'Before your clinic')
    await addQuestion(page, 'Yes or no', 'Do you smoke?')
    const pages = page.getByRole('navigation', { name: 'Pages of the form' })
    const current = pages.locator('[aria-current=step]')
    await expect(pages.getByRole('button'), 'without a description patients begin with the first question').toHaveText([
      'Questions',
      'Check answers',
      'After sending',
    ])
    await expect(page.getByText('Before this page, patients enter their date of birth, unless')).toBeVisible()
    await page.getByText('Title, description and type').click()
    await page.getByLabel('Description').fill('We ask so that the clinic can prepare. '.repeat(40))
    await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
    await expect(current).toHaveText('Questions')
    const changes: string[] = []
    page.on('request', (request) => request.method() === 'GET' || changes.push(request.url()))

    await pages.getByRole('button', { name: 'Start' }).press('Enter')
    await expect(current).toHaveText('Start')
    await expect(page.getByText('Before this page, patients enter their date of birth, unless')).toBeVisible()
    await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText('Before your clinic')
    await expect(preview(page).getByText('We ask so that the clinic can prepare.')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    const height = async () => (await page.locator('.preview-frame').boundingBox())!.height
    await expect.poll(height, 'the whole page is seen').toBeGreaterThan(900)
    await preview(page).getByRole('button', { name: 'Start' }).click()
    await expect.poll(height, 'and a shorter one leaves no empty space').toBeLessThan(700)
    await preview(page).getByLabel('Yes').check()
    await preview(page).getByRole('button', { name: 'Save and continue' }).click()

    await expect(preview(page).getByRole('heading', { level: 1 })).toContainText('Check your answers before sending')
    await expect(preview(page).getByRole('definition').first()).toHaveText('Yes')
    await preview(page).getByRole('link', { name: 'Change Do you smoke?' }).click()
    await preview(page).getByLabel('No', { exact: true }).check()
    await preview(page).getByRole('button', { name: 'Save and continue' }).click()
    expect(await violationsOn(page)).toEqual([])
    await preview(page).getByRole('button', { name: 'Send my answers' }).click()
    await expect(preview(page).getByRole('heading', { level: 1 })).toHaveText('Your answers have been sent')
    await expect(preview(page).getByText('In an emergency, call 999.')).toBeVisible()
    await expect(page.getByText('Nothing was sent')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await preview(page).getByRole('button', { name: 'I have finished' }).click()
    await expect(current).toHaveText('Start')
    await expect(page.getByRole('button', { name: 'Clear answers' })).toHaveCount(0)
    expect(changes.filter((address) => !/editor|token/.test(address))).toEqual([])
  })

  test('the 5 tabs of a form open, and a form is archived and deleted (FORM-1, FORM-5)', async ({ page }) => {
    await signIn(page, 'orgadmin', '/forms?filters[search]=Waiting list check')
    await page.getByRole('link', { name: 'Waiting list check', exact: true }).click()
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

  test('sections collapse and move with their questions, and a question is moved by dragging or with the keys of its handle (FORM-3, FORM-6)', async ({
    openAs,
  }) => {
    const page = await openAs('user', '/forms')
    await createForm(page, 'Sections')
    const add = async (type: string, field: string, title: string) => {
      await page.getByRole('button', { name: 'Add question' }).click()
      await page
        .getByRole('list', { name: 'Question types' })
        .getByRole('button', { name: new RegExp(`^${type}`) })
        .click()
      await page.getByRole('textbox', { name: field, exact: true }).fill(title)
    }
    await add('Section', 'Section heading', 'Pain')
    await add('Scale', 'Question', 'How bad?')
    await page.getByLabel('Label for 0').fill('No pain')
    await add('Section', 'Section heading', 'Body')
    await add('Number', 'Question', 'How heavy?')
    await page.getByLabel('Unit').fill('kg')
    await page.getByLabel('Minimum').fill('30')
    await expect(preview(page).getByText('Body')).toBeVisible()
    await preview(page).getByLabel('How heavy?').fill('20')
    await preview(page).getByRole('button', { name: 'Continue' }).click()
    await expect(preview(page).getByRole('alert')).toContainText('Enter 30 kg or more')
    await page.locator('summary').getByText('Clinical protocol').click()
    await page.getByLabel('Reason for the question').fill('For the dose')
    await expect(page.getByText('1 of 3 completed')).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    await page.getByRole('button', { name: 'Collapse sections' }).click()
    await expect(titles(page)).toHaveText(['Pain', 'Body'])
    await page.getByRole('button', { name: 'Move: Body' }).press('ArrowUp')
    await expect(page.getByText('Body with 1 question is now at position 1 of 4.')).toBeAttached()
    await expect(page.getByRole('button', { name: 'Move: Body' })).toBeFocused()
    await page.getByRole('button', { name: 'Expand sections' }).click()
    await expect(titles(page)).toHaveText(['Body', 'How heavy?', 'Pain', 'How bad?'])

    await page.getByRole('button', { name: /^1 ?How heavy/ }).click() // closes it: all cards are in sight
    await dragTo(page, 'How bad?', 'How heavy?')
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await expect(page.getByText('How bad? was not moved.')).toBeAttached()
    await expect(titles(page)).toHaveText(['Body', 'How heavy?', 'Pain', 'How bad?'])
    await dragTo(page, 'How bad?', 'How heavy?')
    await page.mouse.up()
    await expect(titles(page)).toHaveText(['Body', 'How bad?', 'How heavy?', 'Pain'])
    await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
  })
})

test.describe('Two people who edit one form', () => {
  test.use({ expectedErrors: ['status of 409', noScripts] })

  test('an author whose draft was changed by a colleague is told who changed it, and loses nothing (FORM-3)', async ({ page, browser }) => {
    await signIn(page, 'user', '/forms')
    await createForm(page, 'Contested')
    await addQuestion(page, 'Free text', 'First?')
    await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()

    const elsewhere = await browser.newContext()
    const other = await elsewhere.newPage()
    await signIn(other, 'orgadmin', new URL(page.url()).pathname)
    await expect(other.getByText('Ade Bello also has this form open.')).toBeVisible()
    await comeBack(page)
    await expect(page.getByText('Helen Marsh also has this form open.')).toBeVisible()
    await other.reload()
    await expect(other.getByText('Ade Bello also has this form open.'), 'a page that is loaded again is no second window').toBeVisible()

    await addQuestion(other, 'Free text', 'Added there?')
    await expect(other.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
    await question(page).fill('Changed here?')
    await expect(page.getByText('Changes by Helen Marsh were added. Your changes are still here.')).toBeVisible()
    await expect(titles(page)).toHaveText(['Changed here?', 'Added there?'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(titles(page)).toHaveText(['Untitled question', 'Added there?']) // all that was typed into the title goes; what a colleague added stays
    await page.getByRole('button', { name: 'Redo' }).click()
    await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
    await comeBack(other)
    await expect(titles(other)).toHaveText(['Changed here?', 'Added there?'])

    await page.getByRole('button', { name: 'Delete: Added there?' }).click()
    await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
    await comeBack(other)
    await expect(titles(other)).toHaveText(['Changed here?'])
    await other.getByRole('button', { name: /^1 ?Changed here/ }).click()
    // A page that asks at this moment for the changes of others gets them, and has no conflict.
    await page.route(editors, () => {})
    await question(other).fill('Theirs?')
    await expect(other.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()

    await question(page).fill('Mine?')
    await expect(page.getByText(/^Helen Marsh changed this form on .* Your changes have not been saved\.$/)).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await page.unroute(editors)
    await other.route(editors, () => {})
    await page.getByRole('button', { name: 'Load the saved version' }).click()
    await expect(titles(page)).toHaveText(['Theirs?'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(titles(page)).toHaveText(['Mine?'])
    await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()

    await question(other).fill('Theirs again?')
    await expect(other.getByText('Another user changed this form')).toBeVisible()
    await other.getByRole('button', { name: 'Keep my changes as a copy' }).click()
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Contested (my changes)')
    await expect(titles(other)).toHaveText(['Theirs again?'])
    await elsewhere.close()
  })
})

test.describe('Two people who edit one form at the same moment', () => {
  test.use({ expectedErrors: ['status of 409', noScripts] })

  test('leaving right after typing, or dropping a question, takes away nothing that a colleague saved (FORM-3)', async ({
    page,
    browser,
  }) => {
    await signIn(page, 'user', '/forms')
    await createForm(page, 'Left at once')
    await addQuestion(page, 'Free text', 'First?')
    await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
    const elsewhere = await browser.newContext()
    const other = await elsewhere.newPage()
    const builder = new URL(page.url()).pathname
    await signIn(other, 'orgadmin', builder)

    // The page does not ask for the changes of others before it saves its own.
    await page.route(editors, () => {})
    await addQuestion(other, 'Free text', 'Second?')
    await expect(other.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
    await question(page).fill('First, changed?')
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Forms' }).click()
    await saved
    await comeBack(other)
    await expect(titles(other)).toHaveText(['First, changed?', 'Second?'])

    await page.unroute(editors)
    await page.goto(builder)
    await expect(titles(page)).toHaveText(['First, changed?', 'Second?'])
    await page.getByRole('button', { name: /^1 ?First, changed/ }).click() // closes it: both cards are in sight
    await dragTo(page, 'Second?', 'First, changed?')
    await addQuestion(other, 'Free text', 'Third?')
    await expect(other.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
    await comeBack(page)
    await expect(titles(page)).toHaveText(['First, changed?', 'Second?', 'Third?'])
    await page.mouse.up()
    await expect(titles(page)).toHaveText(['Second?', 'First, changed?', 'Third?'])
    await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
    await comeBack(other)
    await expect(titles(other)).toHaveText(['Second?', 'First, changed?', 'Third?'])
    await elsewhere.close()
  })
})

test.describe('Publishing while a colleague edits', () => {
  test.use({ expectedErrors: ['status of 409', noScripts] })

  test('publishes nothing that a colleague saved and the author has not seen (FORM-2)', async ({ page, browser }) => {
    await signIn(page, 'user', '/forms')
    await createForm(page, 'Published by one')
    await addQuestion(page, 'Free text', 'First?')
    await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
    const elsewhere = await browser.newContext()
    const other = await elsewhere.newPage()
    await signIn(other, 'orgadmin', new URL(page.url()).pathname)

    // The page does not ask for the changes of others, and its own save is on the way when it publishes.
    await page.route(editors, () => {})
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/forms/form/*', async (route) => {
      if (route.request().method() === 'PATCH') await released
      await route.continue()
    })
    await question(page).fill('First, changed?')
    await page.getByRole('button', { name: 'Publish' }).click()
    const dialog = page.getByRole('dialog')
    await addQuestion(other, 'Free text', 'Second?')
    await expect(other.getByText(/^Saved \d\d:\d\d$/)).toBeVisible()
    const publish = dialog.getByRole('button', { name: 'Publish' })
    await publish.click()
    release()
    await expect(dialog.getByRole('alert')).toHaveText(/^Another user’s changes were just added, so the form was not published/)
    await expect(titles(page)).toHaveText(['First, changed?', 'Second?'])

    await publish.click()
    await expect(page.getByText(/^Version 1 is live/)).toBeVisible()
    await elsewhere.close()
  })
})

test.describe('The form builder on a phone', () => {
  test('works at 320 pixels without scrolling sideways (UI-2)', async ({ page }) => {
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
})
