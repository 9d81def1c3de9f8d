import type { Page } from '@playwright/test'

import type { Question } from '#domain/form/definition.ts'
import { formLimits } from '#domain/form/question.ts'

import { timeEach, timePresses, type Times } from './browser.ts'
import { times, type Measurement, type Table } from '../harness/results.ts'

/** Milliseconds, the median of the presses. */
const most = { letter: 30, press: 50 }
const about =
  'Milliseconds from a press of a key until the change is on screen, with a press every 120 ms, in a real browser on the demonstration. Limits: 30 ms for a letter and 50 ms for another press (median), a second for publishing.'

const words = 'How have you been since your last appointment with us '

/** As many questions as a form can have, of every kind that is long to draw, in sections of thirty. */
export function largeForm(): Question[] {
  const options = Array.from({ length: 8 }, (_, n) => ({ value: `o${n}`, label: `Answer ${n + 1}`, points: n }))
  return Array.from({ length: formLimits.questions }, (_, n): Question => {
    const words = { id: `q${n}`, title: `Question ${n + 1} of many: how have you been since your last appointment?`, required: true }
    if (n % 30 === 0) return { ...words, type: 'section', title: `Part ${n / 30 + 1}`, required: false }
    const showIf = n % 5 === 3 ? { match: 'all' as const, rules: [{ question: `q${n - 1}`, operator: 'answered' as const }] } : undefined
    return n % 2 === 0 ? { ...words, type: 'free_text', showIf } : { ...words, type: 'single_select', options, showIf }
  })
}

/** The app creates an empty form; on its way the questions are added. */
export async function createForm(page: Page, questions: Question[]) {
  await page.route('**/api/forms/form', (route) =>
    route.request().method() === 'POST'
      ? route.continue({ postData: JSON.stringify({ ...(route.request().postDataJSON() as object), draft: { questions } }) })
      : route.continue(),
  )
  await page.goto('/forms/create')
  await page.getByLabel('Title').fill('A long form')
  await page.getByRole('button', { name: 'Create and add questions' }).click()
  await page.locator('.question-card').last().waitFor()
  await page.unroute('**/api/forms/form')
}

export const type = (page: Page) => (time: number) =>
  page.keyboard.press(words[time % words.length] === ' ' ? 'Space' : (words[time % words.length] ?? 'a'))

/** What the builder takes on that page, with so many presses each. */
export async function measureBuilder(page: Page, presses: number): Promise<Table> {
  await createForm(page, largeForm())
  const rows: Measurement[] = []
  const tell = (what: string, { median, worst, work }: Times, plain?: Times, limit = most.press) =>
    rows.push({
      what,
      values: {
        median,
        '95th of a hundred': worst,
        'the page’s own work': work,
        'beside a plain field': plain ? times(median / plain.median) : '',
      },
      isPastLimit: median > limit,
    })

  await page.evaluate(`document.body.prepend(Object.assign(document.createElement('textarea'), { id: 'plain' }))`)
  await page.locator('#plain').focus()
  const plain = await timePresses(page, presses, type(page))
  await page.evaluate(`document.getElementById('plain').remove()`)
  tell('a plain textarea on the same page', plain)

  await page.getByRole('button', { name: /^150/ }).click()
  await page.getByRole('textbox', { name: 'Question', exact: true }).focus()
  tell(`a title, one of ${formLimits.questions}`, await timePresses(page, presses, type(page)), plain, most.letter)

  await page.getByRole('button', { name: /^100/ }).focus()
  tell('moving a question, a place at a press', await timePresses(page, presses, () => page.keyboard.press('Alt+ArrowDown')), plain)

  const last = page.getByRole('button', { name: /^Delete: / }).last()
  const [once, enter] = [Math.min(presses, 20), () => page.keyboard.press('Enter')]
  tell('deleting a question', await timeEach(page, once, () => last.focus(), enter), plain)
  tell('adding a question', await timeEach(page, once, (time) => addQuestion(page, time > 0), enter), plain)

  const published = await publish(page)
  rows.push({
    what: `publishing ${formLimits.questions} questions, request to answer`,
    values: { median: published },
    isPastLimit: published > 1_000,
  })
  return { title: 'The builder of a form with 300 questions', about, rows }
}

/** Up to the press that adds it: the first type, of one line. The one before it gets its title, so that the form can be published. */
async function addQuestion(page: Page, isAnother: boolean) {
  if (isAnother) await page.getByRole('textbox', { name: 'Question', exact: true }).fill('Another question')
  await page.getByRole('button', { name: 'Add question' }).click()
  await page
    .getByRole('list', { name: 'Question types' })
    .getByRole('button', { name: /^Free text/ })
    .focus()
}

async function publish(page: Page) {
  await page.getByRole('textbox', { name: 'Question', exact: true }).fill('The last one')
  await page.getByRole('button', { name: 'Publish' }).click()
  const answered = page.waitForResponse(/\/publish$/)
  const pressed = page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  const response = await answered
  await pressed
  await response.finished()
  const { responseEnd } = response.request().timing()
  if (!response.ok()) throw new Error(`Publishing was answered with ${response.status()}`)
  return responseEnd
}
