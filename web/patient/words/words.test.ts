import { describe, expect, test } from 'vitest'

import { noticeNames } from '#contract/pages.ts'

import { welshWords } from './cy.ts'
import { englishWords, type PatientWords } from './en.ts'

const languages: [string, PatientWords][] = [
  ['English', englishWords],
  ['Welsh', welshWords],
]

describe.each(languages)('The words of the patient pages in %s', (_language, words) => {
  test('without the name of the organisation, every sentence still begins with a capital letter (PTN-1, PTN-8)', () => {
    const { approved, changed_mind: changedMind, withdrawn, final } = words.removal
    const texts = [
      words.confirmation.received(undefined),
      words.confirmation.contact(undefined),
      words.stopEmails.stopped.text(undefined),
      ...[approved(undefined, '2026-11-22'), changedMind(undefined), withdrawn(undefined), final(undefined)].flatMap((text) => text.texts),
      ...noticeNames.flatMap((name) => words.notices[name](undefined).texts),
    ]
    for (const sentence of texts.flatMap((text) => text.split(/(?<=[.?!]) /))) expect(sentence).toMatch(/^[A-Z]/)
  })
})

// A newer form request may have replaced the closed one, and the patient then needs the link of its message.
test.each([
  ['English', englishWords, /newer message or letter.*use the link or code/],
  ['Welsh', welshWords, /neges neu lythyr mwy diweddar.*defnyddiwch y ddolen neu’r cod/],
])('the page of a closed form leads to the link of a newer message, in %s (PTN-4, PTN-8)', (_language, words, link) => {
  expect(words.notices.closed(undefined).texts.join(' ')).toMatch(link)
})

/** Every text of a dictionary with its place; functions are called with sample values. */
function textsOf(words: object, place = ''): [string, string][] {
  return Object.entries(words).flatMap(([name, value]): [string, string][] => {
    const at = `${place}/${name}`
    if (typeof value === 'string') return [[at, value]]
    if (typeof value === 'function') return textsOf({ '()': (value as (...given: unknown[]) => unknown)(...sampleFor(name)) }, at)
    return textsOf(value as object, at) // the rest of a dictionary is lists and objects
  })
}
const sampleFor = (name: string): unknown[] =>
  name === 'progress' ? [{ number: 2, total: 3 }] : name === 'date' ? ['2024-03-27'] : name === 'tooLong' ? [4_000] : ['X', '2026-11-22']

test('no word of the Welsh pages was left in English (PTN-8)', () => {
  const [inEnglish, inWelsh] = [new Map(textsOf(englishWords)), textsOf(welshWords)]
  const same = inWelsh.filter(([place, text]) => inEnglish.get(place) === text).map(([place]) => place)
  expect(same).toEqual([])
  expect(inWelsh.map(([place]) => place).toSorted()).toEqual([...inEnglish.keys()].toSorted())
})

test('dates are written as the language writes them (PTN-8)', () => {
  expect(welshWords.answers.date('2024-03-27')).toBe('27 Mawrth 2024')
  expect(welshWords.removal.approved('X', '2026-11-22').texts.join(' ')).toContain('22 Tachwedd 2026')
})
