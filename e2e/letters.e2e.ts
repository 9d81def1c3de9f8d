import { readFileSync } from 'node:fs'

import { expect, type Browser, type Page } from '@playwright/test'

import { readPdf } from '#test/pdf.ts'

import { closesByEscape, test, violationsOn } from './staff.ts'
import { pressableUnderSheet, sidewaysOn } from './visiting.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Opens the first form request that no message reached and whose patient can have a letter. */
async function openForLetter(page: Page) {
  const main = page.getByRole('main')
  await main.locator('tbody tr:not(.data-table__skeleton) a').first().click()
  const button = main.getByRole('button', { name: 'Queue a letter' })
  for (;;) {
    await expect(main.getByText('Timeline')).toBeVisible()
    if (await button.isVisible()) break
    const name = await main.getByRole('heading', { level: 1 }).textContent()
    await main.getByRole('link', { name: 'Next' }).click()
    await expect(main.getByRole('heading', { level: 1 })).not.toHaveText(name ?? '')
  }
  return button
}

/** Opens a form request for which the list and the form request itself offer a letter, and returns its address. */
async function findWithLetterInList(page: Page) {
  const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Queue a letter: / }) })
  await rows.first().waitFor()
  const addresses = await rows
    .locator('a[href^="/requests/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')).filter((href) => href !== null))
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.getByRole('main').getByText('Timeline')).toBeVisible()
    if (await page.getByRole('main').getByRole('button', { name: 'Queue a letter' }).isVisible()) return address
  }
  throw new Error('The demonstration has no form request for a letter')
}

async function queueLetter(page: Page) {
  const main = page.getByRole('main')
  const button = await openForLetter(page)
  await button.click()
  await expect(page.getByText('The letter waits to be printed.')).toBeVisible()
  // Another test may have queued and cancelled one before.
  await expect(main.getByText('Letter waiting to be printed', { exact: true }).first()).toBeVisible()
  await expect(button).toHaveCount(0)
  return page.url()
}

const rowOf = (page: Page, batch: number) => page.getByRole('row', { name: new RegExp(`^Batch ${batch}\\b`) })

/** Downloads the file of a batch and reads it as a screen reader does. */
async function downloadBatch(page: Page, batch: number) {
  const downloading = page.waitForEvent('download')
  await rowOf(page, batch).getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(`letters-batch-${batch}.pdf`)
  return readPdf(readFileSync(await download.path()))
}

/** A device without scripts, on which somebody types what the letter says. */
async function enterCode(browser: Browser, address: string, code: string) {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })
  const phone = await context.newPage()
  await phone.goto(address)
  await phone.getByLabel('Enter the code from your letter').fill('K7QM 2XWP 9RTD')
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(phone.getByRole('alert')).toBeFocused()
  await expect(phone.getByRole('alert')).toContainText('We do not recognise this code')
  await phone.getByLabel('Enter the code from your letter').fill(code)
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('What is your date of birth?')
  return phone
}

const unreached = '/requests?filters[notReached]=true&filters[status]=unopened&filters[method]=sms'
const isTaken = /someone else has taken control: Helen Marsh/
const takeOver = /^Take over and continue/

async function assignToHelen(page: Page) {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Assign to…' }).click()
  await page.getByRole('combobox', { name: 'Assign to' }).fill('helen')
  await page
    .getByRole('option', { name: /Helen Marsh/ })
    .first()
    .click()
  // The timeline may have her name already.
  const assigned = page.waitForResponse(
    (response) => response.request().method() === 'PATCH' && response.ok() && response.url().includes('/assign/'),
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Assign', exact: true }).click()
  await assigned
  await expect(page.getByRole('main').getByText('Helen Marsh').first()).toBeVisible()
}

// A message that is still fading in has the contrast of something half there.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test.describe('Letters', () => {
  test.use({ expectedErrors: ['status of 422', 'status of 409', 'status of 404', 'status of 400'] })

  test('a letter for a colleague’s form request is refused with the name, queued after taking over, and cancelled after taking over (NOT-10, REQ-3)', async ({
    openAs,
  }) => {
    const page = await openAs('user', unreached)
    const queue = await openForLetter(page)
    const address = new URL(page.url()).pathname
    await assignToHelen(page)
    await queue.click()
    const main = page.getByRole('main')
    await expect(main.getByRole('alert').filter({ hasText: isTaken })).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    await main.getByRole('button', { name: takeOver }).click()
    await expect(page.getByText('The letter waits to be printed.')).toBeVisible()
    await assignToHelen(page)

    await page.goto('/letters?limit=100')
    const row = page.getByRole('row').filter({ has: page.locator(`a[href="${address}"]`) })
    await row.getByRole('button', { name: /^Cancel/ }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Cancel letter' }).click()
    await expect(question).toContainText(isTaken)
    await question.getByRole('button', { name: takeOver }).click()
    await expect(page.getByText('The letter is cancelled.')).toBeVisible()
    await expect(row).toHaveCount(0)
  })

  test('a letter is queued from the list after taking over from a colleague (NOT-6, REQ-3)', async ({ openAs }) => {
    const page = await openAs('user', `${unreached}&limit=100`)
    const address = await findWithLetterInList(page)
    await assignToHelen(page)
    await page.goto(`${unreached}&limit=100`)
    const row = page.getByRole('row').filter({ has: page.locator(`a[href="${address}"]`) })
    await row.getByRole('button', { name: /^Queue a letter: / }).click()
    await expect(row.getByRole('alert')).toContainText(isTaken)
    expect(await violationsOn(page)).toEqual([])
    await row.getByRole('button', { name: takeOver }).click()
    await expect(page.getByText('The letter waits to be printed.')).toBeVisible()
    await expect(row).toContainText('A letter waits to be printed.')

    // The other tests find no letter of this one.
    await page.goto(address)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Cancel the letter' }).click()
    await page.getByRole('button', { name: 'Cancel letter' }).click()
    await expect(page.getByText('The message is cancelled.')).toBeVisible()
  })

  test('a patient whom no message reached gets a letter, whose code leads to the form or to the decision about a removal, and the form request says so (NOT-10, PTN-1, PTN-2, PTN-5)', async ({
    openAs,
    browser,
  }) => {
    const page = await openAs('user', unreached)
    const main = page.getByRole('main')
    const request = await queueLetter(page)
    const dateOfBirth = /(\d{2})-(\w{3})-(\d{4})/.exec((await main.textContent()) ?? '')!

    await page.getByRole('link', { name: 'Letters' }).first().click()
    await expect(
      main.getByRole('table', { name: 'Letters waiting to be printed' }).locator(`a[href="${new URL(request).pathname}"]`),
    ).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    const cancel = main.getByRole('button', { name: /^Cancel the letter to / }).first()
    await cancel.click()
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await closesByEscape(page, cancel)
    const make = main.getByRole('button', { name: /^Make a batch of \d+ letters?$/ })
    await make.click()
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await closesByEscape(page, make)
    await make.click()
    await page.getByRole('dialog').getByText('Two-sided').click()
    await page.getByRole('button', { name: 'Make batch' }).click()
    await expect(page.getByText(/^Batch 2 with \d+ letters? is being made\.$/)).toBeVisible()

    await expect(rowOf(page, 2)).toContainText('Ready to print')
    await expect(rowOf(page, 2)).toContainText('two-sided')
    await expect(rowOf(page, 2).getByRole('button', { name: 'Mark as printed' })).toHaveCount(0)
    const { parts, pages } = await downloadBatch(page, 2)
    expect(pages).toBe(2)
    const said = parts.map(({ text }) => text.replace(/\s+/g, ' '))
    const code = said.map((text) => /^Enter this code: (.*)$/.exec(text)?.[1]).find(Boolean)!
    const shortAddress = said.map((text) => /go to: (\S+)$/.exec(text)?.[1]).find(Boolean)!
    expect(shortAddress).toMatch(/\/c$/)

    // The demonstration has printed batch 1. A press while the letters to remove are loading is not lost.
    const mark = rowOf(page, 2).getByRole('button', { name: 'Mark as printed' })
    await page.route('**/letter/batch/*', (route) => route.fulfill({ status: 400, json: { message: 'Broken.' } }))
    await mark.click()
    const failed = page.getByRole('alertdialog')
    await expect(failed.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(failed.getByRole('button', { name: 'Mark as printed' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await page.unrouteAll()
    await page.route('**/letter/batch/*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      await route.continue()
    })
    await mark.click()
    await closesByEscape(page, mark)
    await page.reload()
    await mark.click()
    await expect(page.getByRole('alertdialog').getByRole('button', { name: /Mark as printed/ })).toHaveAttribute('aria-disabled', 'true')
    const question = page.getByRole('alertdialog', { name: 'Was batch 2 printed?' })
    await expect(question).toContainText('will count as sent')
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await question.getByRole('button', { name: 'Mark as printed' }).click()
    await expect(rowOf(page, 2)).toContainText('Printed')

    const phone = await enterCode(browser, `http://${shortAddress}`, code.toLowerCase().replaceAll(' ', ''))
    const [, day, month, year] = dateOfBirth
    await phone.getByLabel('Day').fill(day!)
    await phone.getByLabel('Month').fill(String(months.indexOf(month!) + 1))
    await phone.getByLabel('Year').fill(year!)
    await phone.getByRole('button', { name: 'Continue' }).click()
    await expect(phone).toHaveURL(/\/r\/[\w-]{43}\/(start|question\/1)$/)
    await phone.context().close()

    await page.goto(request)
    await expect(main.getByText('Letter printed in batch 2')).toBeVisible()
    await expect(main.getByText('Not delivered', { exact: true })).toHaveCount(1)
    // The server refuses a reminder by the method that failed, so none is offered.
    await main.getByRole('button', { name: 'More' }).click()
    await expect(page.getByRole('menuitem', { name: 'Send the message again' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Send a reminder' })).toHaveCount(0)
    await page.keyboard.press('Escape')

    // Printing again is a decision of its own, with a reason.
    await page.goto('/letters?tab=batches')
    await rowOf(page, 2).getByRole('button', { name: 'More for batch 2' }).click()
    await page.getByRole('menuitem', { name: 'Print again' }).click()
    await page.getByRole('button', { name: 'Make batch' }).click()
    await expect(page.getByRole('dialog')).toContainText('Reason is required.')
    await page.getByRole('dialog').getByLabel('Reason').fill('The printer jammed')
    await page.getByRole('button', { name: 'Make batch' }).click()
    await expect(rowOf(page, 3)).toContainText('Reprint of batch 2: The printer jammed')
    await expect(rowOf(page, 3)).toContainText('Ready to print')
    await rowOf(page, 3).getByRole('button', { name: 'More for batch 3' }).click()
    await page.getByRole('menuitem', { name: 'Put the letters back' }).click()
    await expect(page.getByRole('alertdialog', { name: /batch 3/ }).last()).toContainText('The reprint is cancelled')
    await page.getByRole('button', { name: 'Put back' }).click()
    await expect(rowOf(page, 3)).toContainText('Put back')

    // Letters for many form requests, with the reasons for those that get none. A letter that was cancelled can be queued again.
    // The first page is left to the test that corrects a mobile phone number there.
    await page.goto('/requests?filters[notReached]=true&filters[status]=unopened&page=2')
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('group', { name: 'With selected' }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Queue letters' }).click()
    const print = page.getByRole('dialog').getByRole('button', { name: /^Queue \d+ letters?$/ })
    await expect(print).toBeVisible()
    await expect(page.getByRole('dialog')).toContainText('The letters wait on the Letters screen until a batch is printed.')
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await sidewaysOn(page)).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
    await print.click()
    await expect(page.getByRole('complementary', { name: 'Bulk changes' })).toContainText(/\d+ letters? (is|are) queued/)
    await page.setViewportSize({ width: 320, height: 700 })
    await page
      .getByRole('search')
      .getByRole('button', { name: /^Filters/ })
      .click()
    expect(await pressableUnderSheet(page), 'of the bulk change under an open menu').toEqual([])
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/letters')
    await main.getByRole('table', { name: 'Letters waiting to be printed' }).locator('tbody a').first().click()
    await main.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Cancel the letter' }).click()
    await page.getByRole('button', { name: 'Cancel letter' }).click()
    await expect(main.getByRole('button', { name: 'Queue a letter' })).toBeVisible()
    await expect(main.getByText('Waiting message cancelled').first()).toBeVisible()

    // Letters about removals from the waiting list, for patients who could not be told.
    await page.goto('/waiting-list?filters[queue]=not_told&limit=10')
    await main.getByLabel('Select all on this page').check()
    const printLetters = main.getByRole('button', { name: 'Queue letters' })
    await printLetters.click()
    const ask = page.getByRole('dialog', { name: /^Queue letters about the removal for \d+ form requests?$/ })
    await expect(ask).toContainText('The days to change their mind are counted from then, with 7 days for the post.')
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await ask.getByRole('button', { name: 'Queue letters' }).click()
    await expect(page.getByText(/^The letters for \d+ form requests? are queued\.$/)).toBeVisible()
    await page.goto('/letters?limit=100')
    const removals = main.getByRole('row').filter({ hasText: 'Removal from the waiting list (' })
    await expect(removals.first()).toBeVisible()
    expect(await violationsOn(page)).toEqual([])
    const patient = await removals.first().getByRole('link').first().textContent()
    await make.click()
    await page.getByRole('button', { name: 'Make batch' }).click()
    await expect(rowOf(page, 4)).toContainText('Ready to print')
    const letters = (await downloadBatch(page, 4)).parts.map(({ text }) => text.replace(/\s+/g, ' '))
    expect(letters).toContain(`Dear ${patient}`)
    expect(letters.slice(letters.indexOf(`Dear ${patient}`)).find((text) => text.startsWith('Tell us by'))).toContain(
      '7 days for the post.',
    )

    // A removal is withdrawn while a colleague has the question open: its letter is named before anything counts as posted.
    await rowOf(page, 4).getByRole('button', { name: 'Mark as printed' }).click()
    const printed = page.getByRole('alertdialog', { name: 'Was batch 4 printed?' })
    await expect(printed).toContainText('will count as sent')
    const colleague = await openAs('admin', '/waiting-list?filters[queue]=removal_approved&limit=100')
    await colleague.getByRole('row').filter({ hasText: patient! }).getByRole('checkbox').first().check()
    await colleague.getByRole('main').getByRole('button', { name: 'Withdraw removal' }).click()
    await colleague.getByRole('dialog').getByRole('button', { name: 'Withdraw removal' }).click()
    await expect(colleague.getByText('Removal withdrawn for 1 form request.')).toBeVisible()
    await printed.getByRole('button', { name: 'Mark as printed' }).click()
    await expect(printed).toContainText('1 more letter must not be posted.')
    await expect(printed).toContainText(`${patient}: The letter was cancelled.`)
    expect(await violationsOn(page, { isSomethingOpen: true })).toEqual([])
    await printed.getByRole('button', { name: 'Mark as printed' }).click()
    await expect(rowOf(page, 4)).toContainText('Printed')
  })

  test('without a phone number for patients the screen says where to enter one, and offers no batch (NOT-10)', async ({ openAs }) => {
    const page = await openAs('second', '/letters')
    await expect(page.getByRole('main').getByText('No letters waiting')).toBeVisible()
    await page.route('**/api/forms/letter?*', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), hasContactPhone: false } })
    })
    await page.reload()

    await expect(page.getByRole('main').getByText('No letters can be printed yet')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Make a batch/ })).toHaveCount(0)
    expect(await violationsOn(page)).toEqual([])
  })

  test('the page for the code has no barrier, with and without an error, on a narrow screen (NOT-10, PTN-3)', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/c')
    expect(await violationsOn(page)).toEqual([])
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('alert')).toContainText('Enter the code from your letter')
    expect(await violationsOn(page)).toEqual([])
    expect(await sidewaysOn(page)).toEqual([])
  })
})
