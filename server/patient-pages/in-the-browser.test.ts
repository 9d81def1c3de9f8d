import { readFileSync } from 'node:fs'

import { chromium, type Browser, type Page } from '@playwright/test'
import { describe, expect, test } from 'vitest'

import type { FormDefinition } from '#domain/form/definition.ts'
import { textsOf } from '#domain/form/translation.ts'
import { informationTopics } from '#domain/patient-information.ts'
import { hashOfCode, letterCode } from '#server/notifications/notifications.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { listen } from '#test/listen.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { sendWaitingListCheck } from '#test/waiting-list.ts'

import { findChromium } from '../../scripts/chromium.ts'

const executablePath = findChromium()
const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')
const options = [
  { value: 'a', label: 'Asthma' },
  { value: 'b', label: 'A heart attack or a stroke, however long ago it was' },
]
const withNone = [...options, { value: 'none', label: 'None of these', isNone: true }]
const everyType: FormDefinition = {
  questions: [
    { id: 'allergies', type: 'free_text', title: 'What are you allergic to?', hint: 'Medicines and foods', required: true, long: true },
    { id: 'name', type: 'free_text', title: 'What would you like us to call you?', required: false },
    { id: 'worst', type: 'single_select', title: 'Which is worse?', required: true, options },
    { id: 'had', type: 'multi_select', title: 'Which have you had?', required: true, options },
    { id: 'now', type: 'dropdown', title: 'Which do you have now?', required: true, options },
    { id: 'operation', type: 'date', title: 'When was your last operation?', required: true },
    { id: 'today', type: 'section', title: 'How you are today', body: 'The next questions are about today only.', required: false },
    { id: 'read', type: 'information', title: 'Before you go on', body: 'Have your scales at hand.', required: false },
    { id: 'weight', type: 'number', title: 'What do you weigh?', unit: 'kilograms', min: 30, max: 250, decimals: 1, required: true },
    { id: 'which', type: 'multi_select', title: 'Which of these do you have?', required: true, options: withNone },
    {
      id: 'pain',
      type: 'scale',
      title: 'How bad is your pain?',
      hint: 'Over the last day',
      lowLabel: 'No pain at all',
      highLabel: 'The worst pain you can think of',
      required: true,
    },
    { id: 'alone', type: 'yes_no', title: 'Do you live alone?', required: true },
    {
      id: 'helper',
      type: 'free_text',
      title: 'Who helps you?',
      required: true,
      showIf: { match: 'all', rules: [{ question: 'alone', operator: 'equals', value: 'no' }] },
    },
  ],
}
const answers: Record<string, (page: Page) => Promise<unknown>> = {
  allergies: (page) => page.fill('#allergies', 'Penicillin'),
  worst: (page) => page.check('#worst'),
  had: (page) => page.check('#had-2'),
  now: (page) => page.selectOption('#now', 'b'),
  operation: (page) => fillDate(page, 'operation', ['1', '2', '2020']),
  weight: (page) => page.fill('#weight', '72.5'),
  which: (page) => page.check('#which-3'),
  pain: (page) => page.check('#pain-11'),
  alone: (page) => page.check('#alone'),
}

async function fillDate(page: Page, name: string, [day, month, year]: [string, string, string]) {
  await page.fill(`#${name}-day`, day)
  await page.fill(`#${name}-month`, month)
  await page.fill(`#${name}-year`, year)
}
const press = (page: Page) => page.click('main button[type=submit]')

/** Every page of the way, each also with an error where there can be one; `look` is called at each. */
async function fillInWholeForm(page: Page, address: string, look: (isRefused: boolean) => Promise<void> = async () => {}) {
  await page.goto(address)
  await look(false)
  await press(page)
  await look(true)
  await fillDate(page, 'date-of-birth', ['15', '3', '1984'])
  await press(page)
  await answerWholeForm(page, look)
}

async function answerWholeForm(page: Page, look: (isRefused: boolean) => Promise<void>, { questions } = everyType) {
  for (const { id, required } of questions.filter(({ showIf }) => !showIf)) {
    await look(false)
    await press(page)
    if (!required) continue
    await look(true)
    await answers[id]!(page)
    await press(page)
  }
  await look(false)
  await press(page)
  await look(false)
  expect(new URL(page.url()).pathname).toMatch(/\/confirmation$/)
}

const open = async (browser: Browser, javaScriptEnabled: boolean) =>
  // Our own policy would keep the checker out.
  (
    await browser.newContext({ viewport: { width: 320, height: 640 }, javaScriptEnabled, bypassCSP: javaScriptEnabled, locale: 'en-GB' })
  ).newPage()

/** A patient who said that they are not on a waiting list, and whose removal was approved. */
async function approveRemoval(ward: TestOrganisation) {
  const clerk = await ward.staff()
  const sent = await sendWaitingListCheck(ward)
  await sent.answer({ waiting: '0', contact: 'yes', help: 'none' })
  const asked = { queue: 'not_on_list', decision: 'removal_approved', requests: [sent.requestId] }
  expect((await clerk.post('/api/forms/waiting-list/decide', asked)).json()).toEqual({ done: 1, refused: [] })
  return sent
}

/** A script of the page: the parts of a form in a language from right to left that do not stand on their side, and what scrolls sideways. */
const misplacedParts = `(() => {
  const wrong = []
  const main = document.querySelector('main')
  const box = (element) => element.getBoundingClientRect()
  const check = (isRight, what) => isRight || wrong.push(what)
  check(document.documentElement.scrollWidth <= innerWidth, 'scrolls sideways')
  // What lies to the left of the page cannot be scrolled to.
  for (const element of main.querySelectorAll('*:not(.nhsuk-u-visually-hidden, .nhsuk-u-visually-hidden *)'))
    check(box(element).left >= 0, 'begins outside of the page: ' + element.outerHTML)
  for (const part of document.querySelectorAll('main [dir=rtl] > *')) {
    const edge = box(part.closest('div[dir=rtl]')).right
    for (const text of part.querySelectorAll('h1 [lang], legend [lang], .nhsuk-hint > span, dt > span'))
      check(edge - box(text).right < (document.querySelector('.nhsuk-error-summary') ? 24 : 4), 'does not begin on the right: ' + text.textContent)
    for (const label of part.querySelectorAll('.nhsuk-radios__label, .nhsuk-checkboxes__label')) {
      check(box(label.previousElementSibling).left >= box(label).right - 1, 'control is not on the right: ' + label.textContent)
      check(getComputedStyle(label, '::before').right === '2px', 'ring is not on the right: ' + label.textContent)
    }
    for (const row of part.querySelectorAll('.nhsuk-summary-list__row')) {
      const [question, answer, change] = [...row.children].map(box)
      check(innerWidth < 800 || (question.left >= answer.right - 1 && answer.left >= change.right - 1), 'row: ' + row.textContent)
    }
  }
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { textContent: text, parentElement: parent } = walker.currentNode
    const { direction } = getComputedStyle(parent)
    const { lang } = parent.closest('[lang]')
    const isEnglish = /[a-z]/i.test(text)
    if (isEnglish) check((direction === 'ltr' && lang === 'en-GB') || parent.matches('option[value=""]'), 'not marked as English: ' + text)
    else if (/[\\u0600-\\u06ff]/.test(text)) check(direction === 'rtl' && (lang === 'ar' || parent.matches('bdi')), 'not marked as Arabic: ' + text)
  }
  return wrong
})()`

const launch = () =>
  chromium.launch({
    executablePath: executablePath!,
    args: ['--disable-gpu', '--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })

describe('The patient pages in a browser', () => {
  test.skipIf(!executablePath)('the whole form can be filled in on a small phone without JavaScript (PTN-1, PTN-3)', async () => {
    const ward = await openOrganisation()
    const { link, requestId } = await sendFormToPatient(ward, { definition: everyType })
    const { baseUrl } = await listen()
    const browser = await launch()

    await fillInWholeForm(await open(browser, false), baseUrl + link)
    await browser.close()

    expect((await ward.query('select answers from submissions where request_id = $1', [requestId]))[0]).toEqual({
      answers: {
        allergies: 'Penicillin',
        name: '',
        worst: 'a',
        had: ['b'],
        now: 'b',
        operation: '2020-02-01',
        weight: '72.5',
        which: ['none'],
        pain: '10',
        alone: 'yes',
      },
    })
  })

  test.skipIf(!executablePath)(
    'no page of the patient has a problem that axe finds, or scrolls sideways, and errors get the focus (UI-2, PTN-3, PTN-4)',
    async () => {
      const ward = await openOrganisation()
      const { baseUrl } = await listen()
      const browser = await launch()
      const page = await open(browser, true)
      const found: unknown[] = []
      const look = async (isRefused: boolean) => {
        await page.evaluate(axe)
        // The checker is a script of the page, which types know nothing of.
        const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>('axe.run()')
        found.push(...violations.map(({ id, nodes }) => [page.url(), id, nodes[0]?.html]))
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), page.url()).toBe(true)
        expect(await page.evaluate('document.activeElement.className')).toBe(isRefused ? 'nhsuk-error-summary' : 'nhsuk-template__body')
      }

      await fillInWholeForm(page, baseUrl + (await sendFormToPatient(ward, { definition: everyType })).link, look)
      await press(page)
      await look(false)
      expect(await page.innerText('h1')).toBe('You have finished')
      for (const status of ['closed', 'expired', 'sent_in_error'] as const) {
        await page.goto(baseUrl + (await sendFormToPatient(ward, { status })).link)
        await look(false)
      }
      const { link } = await sendFormToPatient(ward)
      const words =
        "contact_phone = '0113 496 0000', contact_address = 'Leeds', contact_web = 'https://northbury.example/a-long-address/of-a-page'"
      await ward.query(`update organisations set ${words} where id = $1`, [ward.id])
      for (const base of [link, '/information'])
        for (const topic of informationTopics) {
          await page.goto(`${baseUrl}${base}/${topic}`)
          await look(false)
        }
      for (const address of ['/r/unknown', '/c']) {
        await page.goto(baseUrl + address)
        await look(false)
      }
      await browser.close()

      expect(found).toEqual([])
    },
  )

  test.skipIf(!executablePath)(
    'no page of a form in a language from right to left scrolls sideways, and its texts carry their direction (PTN-8, UI-2)',
    async () => {
      const ward = await openOrganisation()
      // A number with a unit is still wider than a small phone in this direction.
      const asked = { questions: everyType.questions.filter(({ type }) => type !== 'number') }
      const form = { title: 'Before your operation', description: 'A nurse reads it', definition: asked }
      const urdu = 'آپ کو کس چیز سے الرجی ہے؟ براہ کرم سب کچھ لکھیں۔'
      const texts = Object.fromEntries(
        textsOf(form).map(({ id, text, limit }) => [id, { source: text, text: urdu.slice(0, Math.min(limit, 40)) }]),
      )
      const definition = { ...asked, translations: { ur: texts } }
      const { link, patientId } = await sendFormToPatient(ward, { definition, description: form.description })
      await ward.query("update patients set locale = 'ur' where id = $1", [patientId])
      const { baseUrl } = await listen()
      const browser = await launch()
      const page = await open(browser, true)
      const seen: string[] = []
      const look = async () => {
        // No fixed words of such a language exist yet, so the whole page is turned here.
        await page.evaluate("document.documentElement.dir = 'rtl'")
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), page.url()).toBe(true)
        seen.push(...(await page.locator('main [lang=ur][dir=rtl]').allInnerTexts()))
      }

      await page.goto(baseUrl + link)
      await look()
      await fillDate(page, 'date-of-birth', ['15', '3', '1984'])
      await press(page)
      await look()
      await page.click('main a.nhsuk-button')
      await answerWholeForm(page, look, asked)
      await browser.close()

      expect(seen.length).toBeGreaterThan(30)
    },
  )

  test.skipIf(!executablePath)(
    'a form in Arabic is laid out from right to left under English words, on a phone and on a desktop (PTN-8, UI-2)',
    async () => {
      const ward = await openOrganisation()
      const form = { title: 'Before your operation', description: 'A nurse reads it', definition: everyType }
      const arabic = 'ما الأدوية التي تتناولها كل يوم؟ من فضلك اكتب كل شيء.'
      const texts = Object.fromEntries(
        textsOf(form)
          // A hint that nobody has translated.
          .filter(({ id }) => id !== 'question.pain.hint')
          .map(({ id, text, limit }) => [id, { source: text, text: arabic.slice(0, Math.min(limit, 34)) }]),
      )
      const definition = { ...everyType, translations: { ar: texts } }
      const { link, patientId } = await sendFormToPatient(ward, { definition, description: form.description })
      await ward.query("update patients set locale = 'ar' where id = $1", [patientId])
      const { baseUrl } = await listen()
      const browser = await launch()
      const page = await open(browser, true)
      const wrong: unknown[] = []
      let looked = 0
      const look = async () => {
        await page.locator('footer').waitFor()
        for (const width of [320, 1200]) {
          await page.setViewportSize({ width, height: 800 })
          wrong.push(...(await page.evaluate<string[]>(misplacedParts)).map((part) => [page.url(), width, part]))
        }
        looked++
      }

      await page.goto(baseUrl + link)
      expect(await page.getAttribute('html', 'dir')).toBe('ltr')
      await fillDate(page, 'date-of-birth', ['15', '3', '1984'])
      await press(page)
      await page.click('main a.nhsuk-button')
      await answerWholeForm(page, look)
      await browser.close()

      expect(wrong).toEqual([])
      expect(looked).toBeGreaterThan(20)
    },
  )

  test.skipIf(!executablePath)('the Enter key in a field saves the answer and does not change the language (PTN-8, PTN-3)', async () => {
    const ward = await openOrganisation()
    const definition: FormDefinition = { questions: [everyType.questions[1]!] }
    const { link, requestId } = await sendFormToPatient(ward, { definition })
    const { baseUrl } = await listen()
    const browser = await launch()
    const page = await open(browser, false)
    await page.goto(baseUrl + link)
    await fillDate(page, 'date-of-birth', ['15', '3', '1984'])
    await press(page)

    await page.fill('#name', 'Sami')
    await page.getByRole('button', { name: 'Cymraeg' }).click()
    expect(await page.inputValue('#name')).toBe('Sami')
    expect(await ward.query('select answers from answer_drafts where request_id = $1', [requestId])).toEqual([])
    await page.press('#name', 'Enter')

    expect(await page.innerText('h1')).toContain('Gwiriwch eich atebion cyn eu hanfon')
    expect(await page.getAttribute('html', 'lang')).toBe('cy')
    await browser.close()
    expect(await ward.query('select answers from answer_drafts where request_id = $1', [requestId])).toEqual([
      { answers: { name: 'Sami' } },
    ])
  })

  test.skipIf(!executablePath)(
    'a removal can be read and undone on a small phone without JavaScript, by the code of a letter (PTN-5, NOT-10, PTN-1)',
    async () => {
      const ward = await openOrganisation()
      const { requestId } = await approveRemoval(ward)
      await ward.query('update patient_links set code_hash = $2 where request_id = $1', [
        requestId,
        hashOfCode(ward.services.keys, letterCode(ward.services.keys, requestId)),
      ])
      const { baseUrl } = await listen()
      const browser = await launch()
      const page = await open(browser, false)

      await page.goto(`${baseUrl}/c`)
      await page.getByLabel('Enter the code from your letter').fill(letterCode(ward.services.keys, requestId).toLowerCase())
      await press(page)
      expect(await page.innerText('main'), 'nothing before the identity step').not.toMatch(/appointment|waiting list/)
      await fillDate(page, 'date-of-birth', ['15', '3', '1984'])
      await press(page)
      expect(new URL(page.url()).pathname).toMatch(/\/removal$/)
      expect(await page.innerText('h1')).toContain('Do you still need your appointment?')
      await page.getByRole('button', { name: 'I still need the appointment' }).click()
      expect(await page.innerText('h1')).toContain('You stay on the waiting list')
      await browser.close()

      expect(await ward.query('select state from waiting_list_removals where request_id = $1', [requestId])).toEqual([
        { state: 'changed_mind' },
      ])
    },
  )

  test.skipIf(!executablePath)(
    'the page about a removal has no problem that axe finds and does not scroll sideways, whatever was decided (PTN-5, UI-2, PTN-3)',
    async () => {
      const ward = await openOrganisation()
      const { baseUrl } = await listen()
      const browser = await launch()
      const titles: string[] = []
      for (const state of ['approved', 'changed_mind', 'final']) {
        const { requestId, link } = await approveRemoval(ward)
        const ended = state === 'approved' ? null : new Date().toISOString()
        await ward.query('update waiting_list_removals set state = $2, ended_at = $3 where request_id = $1', [requestId, state, ended])
        const page = await open(browser, true)
        await page.goto(baseUrl + link)
        await fillDate(page, 'date-of-birth', ['15', '3', '1984'])
        await press(page)
        titles.push((await page.innerText('h1')).split('\n').at(-1)!.trim())
        await page.evaluate(axe)
        // The checker is a script of the page, which types know nothing of.
        const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>('axe.run()')
        expect(violations.map(({ id, nodes }) => [state, id, nodes[0]?.html])).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), state).toBe(true)
        if (state !== 'approved') expect(await page.getByRole('button', { name: 'I still need the appointment' }).count()).toBe(0)
        await page.close()
      }
      await browser.close()

      expect(titles).toEqual([
        expect.stringMatching(/Do you still need your appointment\?$/),
        expect.stringMatching(/You stay on the waiting list$/),
        expect.stringMatching(/The time to reply has passed$/),
      ])
    },
  )

  test.skipIf(!executablePath)(
    'on a shared device the back button shows nothing after “Save and come back later”, also without JavaScript (PTN-7)',
    async () => {
      const ward = await openOrganisation()
      const { link } = await sendFormToPatient(ward, { definition: everyType })
      const { baseUrl } = await listen()
      const browser = await launch()
      const page = await open(browser, false)
      const leftOnDevice = async () => {
        const seen: string[] = []
        for (;;) {
          await page.goBack()
          if (page.url() === 'about:blank') break
          seen.push(await page.innerText('main'))
        }
        expect(seen.length).toBeGreaterThan(2)
        return seen.join('\n')
      }
      await page.goto(baseUrl + link)
      await fillDate(page, 'date-of-birth', ['15', '3', '1984'])
      await press(page)
      await page.fill('#allergies', 'Penicillin')
      await press(page)
      await page.fill('#name', 'Sam')

      await page.click('text=Save and come back later')
      expect(await page.innerText('h1')).toBe('You have left the form')
      expect(await page.context().cookies()).toEqual([])
      expect(await leftOnDevice()).not.toMatch(/Penicillin|allergic|Sam/)
      await page.close()

      const again = await open(browser, false)
      await again.goto(baseUrl + link)
      await fillDate(again, 'date-of-birth', ['15', '3', '1984'])
      await press(again)
      expect(await again.innerText('h1'), 'the answer typed on the way out was saved').toContain('Which is worse?')
      await browser.close()
    },
  )
})
