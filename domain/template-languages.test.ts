import { describe, expect, test } from 'vitest'

import { longDay } from './long-day.ts'
import { checkTranslation, checkTranslations, templateLanguageState, titleInMessage, wordsFor } from './template-languages.ts'

const english = { subject: '', body: '((organisationName)): fill in "((formTitle))" by ((expiryDate)). ((link)) In an emergency call 999.' }
const welsh = {
  subject: '',
  body: '((organisationName)): llenwch "((formTitle))" erbyn ((expiryDate)). ((link)) Mewn argyfwng ffoniwch 999.',
}
const template = { ...english, translations: { cy: { ...welsh, source: english } } }

describe('wordsFor', () => {
  test.each([
    ['cy', 'cy'],
    ['cy-GB', 'cy'],
    ['en', 'en'],
    ['ur', 'en'],
    ['', 'en'],
  ])('a patient whose language is ‘%s’ gets the text in %s (PTN-8, NOT-1)', (locale, language) => {
    expect(wordsFor(template, locale)).toEqual({ ...(language === 'cy' ? welsh : english), language })
  })

  test('a translation of an earlier English text is not sent (PTN-8, NOT-1)', () => {
    const changed = { ...template, body: english.body.replace('999', '999 or 112') }
    expect(templateLanguageState(changed, 'cy')).toBe('outdated')
    expect(wordsFor(changed, 'cy')).toMatchObject({ body: changed.body, language: 'en' })
    expect(templateLanguageState(template, 'constructor')).toBe('missing')
  })
})

describe('titleInMessage', () => {
  const facts = { locale: 'cy', formTitle: 'Falls', translatedTitle: 'Cwympiadau' }
  test.each([
    ['cy', facts, 'Cwympiadau'],
    ['cy', { ...facts, locale: 'cy-GB' }, 'Cwympiadau'],
    ['en', facts, 'Falls'],
    ['cy', { ...facts, translatedTitle: null }, 'Falls'],
    // The patient’s language was changed after the message had been tried.
    ['cy', { ...facts, locale: 'pl', translatedTitle: 'Upadki' }, 'Falls'],
  ])('a message in %s about %j has the title %s (PTN-8, NOT-8)', (language, about, title) => {
    expect(titleInMessage(language, about)).toBe(title)
  })
})

describe('checkTranslation', () => {
  const problemsOf = (body: string) => checkTranslation({ method: 'sms', ...english }, { subject: '', body }).map(({ message }) => message)

  test.each([
    ['', ['Body is required.']],
    ['((link))', ['((organisationName))', '((formTitle))', '((expiryDate))', '999']],
    [welsh.body.replace('999', '9 9 9'), []],
    [welsh.body.replace('999', '111'), ['999']],
    [welsh.body.replace('999', 'https://example.nhs.uk/999'), ['999']],
  ])('the personal fields and numbers of the English text must not get lost: %s (PTN-8, NOT-2, SAFE-1)', (body, lost) => {
    const words = problemsOf(body)
    for (const part of lost) expect(words.some((one) => one.includes(part))).toBe(true)
    if (lost.length === 0) expect(words).toEqual([])
  })

  test('an address of the English text must not get lost, and a number of its body not into the subject (NOT-2, SAFE-1)', () => {
    const source = { subject: 'Your form', body: 'Open ((link)). Help: https://help.example/form. In an emergency call 999.' }
    const lostFrom = (subject: string, body: string) =>
      checkTranslation({ method: 'email', ...source }, { subject, body }).map(({ message }) => message)
    const needs = (part: string) => `The text needs ${part}, which the English text has.`
    expect(lostFrom('Eich ffurflen', 'Agorwch ((link)). Cymorth: https://help.example/form (999).')).toEqual([])
    expect(lostFrom('Eich ffurflen', 'Agorwch ((link)). Ffoniwch 999.')).toEqual([needs('https://help.example/form')])
    expect(lostFrom('999', 'Agorwch ((link)). https://help.example/form')).toEqual([needs('999')])
  })

  test('a letter has no script that cannot be printed (NOT-10, PTN-8)', () => {
    const printed = (body: string) =>
      checkTranslation({ method: 'letter', subject: '', body: '' }, { subject: '', body }).map(({ message }) => message)
    const refusal = 'Letters cannot be printed in this script. Patients get the English text.'
    for (const text of ['Annwyl ((firstName)), ŵ ŷ – “iawn”', 'Шановний', 'عزيزي', 'प्रिय', 'Αγαπητέ'])
      expect(printed(text)).not.toContain(refusal)
    for (const text of ['প্রিয়', '亲爱的', 'அன்பான', 'ውድ']) expect(printed(text)).toContain(refusal)
  })

  test('a translation keeps the rules of every text, and the problem names its language (NOT-2)', () => {
    expect(problemsOf(welsh.body.replace('((link))', ''))).toEqual(['The text needs ((link)), or the patient cannot open the form.'])
    const wrong = { ...template, translations: { cy: { ...welsh, body: `${welsh.body} ((fristName))`, source: english } } }
    expect(checkTranslations({ method: 'sms', ...wrong })).toEqual([
      { field: 'translations.cy.body', message: 'Welsh: Unknown field ((fristName)).' },
    ])
  })

  test('a translation of an earlier English text is compared with that text, so that it stops no change (NOT-2)', () => {
    expect(checkTranslations({ method: 'sms', ...template, body: `${english.body} Or call 0300 123 4567.` })).toEqual([])
  })
})

test('a day is in the words of the language, in the calendar and digits of the United Kingdom (PTN-8)', () => {
  const day = '2026-12-19T12:00:00Z'
  expect([longDay(day), longDay(day, 'cy'), longDay(day, 'pl'), longDay(day, 'xx')]).toEqual([
    '19 December 2026',
    '19 Rhagfyr 2026',
    '19 grudnia 2026',
    '19 December 2026',
  ])
  expect(longDay(day, 'fa')).toMatch(/19.*2026|2026.*19/)
})
