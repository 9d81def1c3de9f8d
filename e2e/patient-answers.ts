import { expect, type Browser, type Page } from '@playwright/test'

import { patient } from './spreadsheet.ts'

export const questions = [
  'How have you been feeling?',
  'Do you still need your appointment?',
  'Which days suit you?',
  'How will you travel?',
  'When did it begin?',
] as const

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** A patient's own device, without scripts and without data of any other. */
async function openOnDevice(browser: Browser, link: string) {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 640 } })
  const page = await context.newPage()
  await page.goto(link)
  await expect(page.getByText(patient.firstName)).toHaveCount(0)
  await fillDate(page, ['9', '3', '1961'])
  await page.getByRole('button', { name: 'Continue' }).click()
  return page
}

async function fillDate(page: Page, [day, month, year]: [string, string, string]) {
  await page.getByLabel('Day').fill(day)
  await page.getByLabel('Month').fill(month)
  await page.getByLabel('Year').fill(year)
}

async function answer(page: Page, question: string, fill: () => Promise<unknown>) {
  await expect(heading(page)).toContainText(question)
  await fill()
  await page.getByRole('button', { name: 'Save and continue' }).click()
}

/** Answers two questions on one device and the others on another, then sends. */
export async function answerForm(browser: Browser, link: string) {
  const phone = await openOnDevice(browser, link)
  await answer(phone, questions[0], () => phone.getByRole('textbox').fill('=Tired, "but" <better>'))
  await answer(phone, questions[1], () => phone.getByLabel('Not sure').check())
  await phone.context().close()

  const tablet = await openOnDevice(browser, link)
  await answer(tablet, questions[2], async () => {
    await tablet.getByLabel('Monday').check()
    await tablet.getByLabel('Friday').check()
  })
  await answer(tablet, questions[3], () => tablet.getByRole('combobox').selectOption('By bus'))
  await answer(tablet, questions[4], () => fillDate(tablet, ['1', '10', '2026']))
  await expect(heading(tablet)).toContainText('Check your answers')
  await expect(tablet.getByText('=Tired, "but" <better>'), 'given on the other device').toBeVisible()
  await tablet.getByRole('button', { name: 'Send my answers' }).click()
  await expect(heading(tablet)).toHaveText('Your answers have been sent')
  await tablet.context().close()
}
