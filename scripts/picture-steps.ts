import type { Browser, Locator, Page } from '@playwright/test'

import { demoPassword } from '#domain/demo-accounts.ts'

/** What the picture shows, on the running demonstration: from a new form to the red flag of a patient's answers. */

export const screenSize = { width: 1200, height: 740 }
export const phoneSize = { width: 390, height: 660 }

export type Shot = { image: Buffer; on: 'screen' | 'phone'; step: number; caption: string; ms: number }
type Show = (on: Shot['on'], page: Page, caption: string, ms: number) => Promise<void>

const patient = { first: 'Noor', last: 'Faraday', email: 'noor.faraday@example.com', born: { Day: '9', Month: '3', Year: '1961' } }
const name = `${patient.first} ${patient.last}`
const form = { title: 'After surgery', first: 'Do you have pain in your calf?', second: 'How bad is the pain?' }
const redFlag = 'Severe pain'

const words = {
  question: '1. Add a question',
  condition: '2. Ask the next question only if the answer is yes',
  redFlag: '3. Add a red flag for severe pain',
  publish: '4. Publish the form',
  send: '5. Send the form to a patient',
  answer: '6. The patient answers on a phone',
  worklist: '7. The red flag is in the worklist',
  details: '8. Staff see why the answers are urgent',
}

/** Scrolls so that the element stands in the upper part of the picture, without a movement. */
const bringUp = (element: Locator, below = 110) =>
  element.evaluate(`(node, space) => scrollTo({ top: node.getBoundingClientRect().top + scrollY - space, behavior: 'instant' })`, below)

/** The counts in the navigation come some seconds after the screen. */
const waitForCounts = (page: Page) => page.locator('.app-nav__count').first().waitFor()

async function signIn(page: Page) {
  await page.goto('/forms/create')
  await page.getByLabel('Email address').fill('user@demo.formward.example')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.locator('main form [type=submit]').waitFor()
}

async function fillBirthDate(page: Page) {
  for (const [part, value] of Object.entries(patient.born)) await page.getByLabel(part).fill(value)
}

async function typeSlowly(page: Page, text: string, show: (isLast: boolean) => Promise<void>) {
  const field = page.getByRole('textbox', { name: 'Question' })
  const wordsOfText = text.split(' ')
  for (const count of [2, 4, wordsOfText.length]) {
    await field.fill(wordsOfText.slice(0, count).join(' '))
    await show(count === wordsOfText.length)
  }
}

async function addQuestion(page: Page, type: string) {
  await page.getByRole('button', { name: 'Add question' }).click()
  const button = page.getByRole('list', { name: 'Question types' }).getByRole('button', { name: new RegExp(`^${type}`) })
  await button.click()
  await page.getByRole('textbox', { name: 'Question' }).waitFor()
}

async function buildForm(page: Page, show: Show) {
  await page.getByLabel('Title').fill(form.title)
  await page.getByRole('button', { name: 'Create and add questions' }).click()
  await page.getByRole('button', { name: 'Add question' }).waitFor()
  await page.mouse.move(0, 0)
  await show('screen', page, words.question, 1000)
  await addQuestion(page, 'Yes or no')
  await typeSlowly(page, form.first, (isLast) => show('screen', page, words.question, isLast ? 1200 : 600))

  await addQuestion(page, 'Scale')
  const second = page.getByRole('textbox', { name: 'Question' })
  await second.fill(form.second)
  await bringUp(second)
  await show('screen', page, words.condition, 1000)
  await page.getByRole('button', { name: 'Show this question only if…' }).click()
  const rule = page.getByRole('group', { name: 'Rule 1', exact: true }).last()
  await rule.getByLabel('Answer').selectOption('Yes')
  await bringUp(second)
  await show('screen', page, words.condition, 1500)

  const summary = page.locator('summary').getByText('Scores and red flags')
  await summary.click()
  await page.getByRole('button', { name: 'Add red flag' }).click()
  await page.getByLabel('Red flag name').fill(redFlag)
  await page.getByRole('button', { name: 'Add answer condition' }).click()
  const condition = page.getByRole('group', { name: 'Rule 1', exact: true }).last()
  await condition.getByLabel('Question').selectOption({ label: form.second })
  await condition.getByLabel('Comparison').selectOption('is at least')
  await condition.getByLabel('Number').fill('7')
  await bringUp(summary)
  await show('screen', page, words.redFlag, 2600)

  await page.getByText(/^Saved \d\d:\d\d$/).waitFor()
  await bringUp(page.getByRole('heading', { level: 1 }), 150)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).waitFor()
  await show('screen', page, words.publish, 1200)
  await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Version 1', { exact: true }).waitFor()
}

async function sendForm(page: Page, show: Show) {
  await page.goto('/patients/create')
  await page.getByLabel('First name').fill(patient.first)
  await page.getByLabel('Last name').fill(patient.last)
  await fillBirthDate(page)
  await page.getByLabel('Email address').fill(patient.email)
  await page.getByLabel('Contact method').selectOption('Email')
  await page.getByRole('button', { name: 'Create patient' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByRole('link', { name: 'Send a form' }).click()
  await page.getByRole('combobox', { name: 'Form' }).fill(form.title)
  await page.getByRole('option', { name: form.title }).first().click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const send = page.getByRole('button', { name: `Send to ${name}` })
  await page.getByRole('button', { name: 'Close message' }).click()
  await waitForCounts(page)
  await send.hover()
  await show('screen', page, words.send, 1500)
  await send.click()
  await page.getByText('1 form request created.').waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Outbox' }).click()
  await page.getByLabel('Search messages').fill(patient.email)
  const message = page.getByRole('list', { name: 'Messages' }).getByRole('listitem').filter({ hasText: form.title })
  return (await message.first().getByRole('link', { name: '/r/' }).getAttribute('href'))!
}

async function answer(phone: Page, link: string, show: Show) {
  const next = () => phone.getByRole('button', { name: 'Save and continue' }).click()
  await phone.goto(link)
  await fillBirthDate(phone)
  await show('phone', phone, words.answer, 900)
  await phone.getByRole('button', { name: 'Continue' }).click()
  await phone.getByLabel('Yes', { exact: true }).waitFor()
  await show('phone', phone, words.answer, 700)
  await phone.getByLabel('Yes', { exact: true }).check()
  await show('phone', phone, words.answer, 800)
  await next()
  await phone.getByLabel('8', { exact: true }).check()
  await show('phone', phone, words.answer, 1200)
  await next()
  await phone.getByRole('button', { name: 'Send my answers' }).waitFor()
  await show('phone', phone, words.answer, 1000)
  await phone.getByRole('button', { name: 'Send my answers' }).click()
  await phone.getByRole('heading', { name: 'Your answers have been sent' }).waitFor()
  await show('phone', phone, words.answer, 1000)
}

async function readAnswers(page: Page, show: Show) {
  await page.goto('/requests?filters[status]=completed&sort=-submittedAt')
  const row = page.getByRole('row').filter({ hasText: name }).first()
  await row.waitFor()
  // The picture is narrower than most screens: with fewer columns the name of the red flag has room.
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  for (const column of ['Specialty', 'Assignee', 'Created'])
    await page.getByRole('dialog').getByRole('checkbox', { name: column }).uncheck({ force: true })
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await show('screen', page, words.worklist, 1200)
  await row.getByRole('link').first().hover()
  await show('screen', page, words.worklist, 1300)
  await row.getByRole('link').first().click()
  await page.getByText(`Red flag: ${redFlag}`).first().waitFor()
  await show('screen', page, words.details, 3500)
}

/**
 * Takes the pictures one after the other. The demonstration keeps the form, the patient and the answers, so each run needs a new one: the
 * patient must not exist yet.
 */
export async function takeShots(browser: Browser, address: string) {
  const shots: Shot[] = []
  const show: Show = async (on, page, caption, ms) => {
    if (on === 'screen') await waitForCounts(page)
    await page.waitForTimeout(400) // what fades in has come
    const image = await page.screenshot({ caret: 'hide' })
    shots.push({ image, on, caption, ms, step: Number.parseInt(caption, 10) })
  }
  const open = async (viewport: typeof screenSize, isPhone: boolean) => {
    const context = await browser.newContext({
      baseURL: address,
      viewport,
      reducedMotion: 'reduce',
      colorScheme: 'light',
      isMobile: isPhone,
    })
    context.setDefaultTimeout(15_000)
    return context.newPage()
  }
  const page = await open(screenSize, false)
  await signIn(page)
  await buildForm(page, show)
  const link = await sendForm(page, show)
  await answer(await open(phoneSize, true), link, show)
  await readAnswers(page, show)
  return shots
}
