import { describe, expect, test } from 'vitest'

import { byEnglishName, directionOf, languageName, offeredLanguage, ownNameOf, tagOf } from '#domain/languages.ts'

import { checkDefinition } from './check-definition.ts'
import type { FormDefinition } from './definition.ts'
import { differencesOf } from './difference/difference.ts'
import { mergeDefinitions } from './editing/merge-definitions.ts'
import { checkTranslations, textsOf, translatedQuestion, translationOf, translationState, withOwnTranslations } from './translation.ts'

const drink: FormDefinition = {
  questions: [
    {
      id: 'drink',
      type: 'single_select',
      title: 'What do you drink?',
      hint: 'On most days',
      required: true,
      options: [
        { value: 'tea', label: 'Tea' },
        { value: 'a.b', label: 'Water' },
      ],
    },
  ],
}
const welsh = { source: 'What do you drink?', text: 'Beth ydych chi’n ei yfed?' }
const inWelsh: FormDefinition = {
  ...drink,
  translations: { cy: { 'question.drink.title': welsh, 'question.drink.option.a.b': { source: 'Water', text: 'Dŵr' } } },
}
const form = (definition: FormDefinition) => ({ title: 'Drinks', description: '', definition })

describe('Translations of a form', () => {
  test('every text that a patient reads has an id of its own, in the order of the form (PTN-8)', () => {
    expect(textsOf(form(drink)).map(({ id, text, name }) => [id, text, name])).toEqual([
      ['title', 'Drinks', 'Title'],
      ['question.drink.title', 'What do you drink?', 'Question'],
      ['question.drink.hint', 'On most days', 'Hint'],
      ['question.drink.option.tea', 'Tea', 'Option text'],
      ['question.drink.option.a.b', 'Water', 'Option text'],
    ])
    const section = { questions: [{ id: 'you', type: 'section', title: 'About you', required: false }] } as const
    expect(textsOf({ title: '', description: '', definition: { questions: [...section.questions] } })).toMatchObject([{ name: 'Heading' }])
  })

  test('a translation counts only for the English text that was translated (PTN-8)', () => {
    const texts = inWelsh.translations!['cy']
    expect(translationOf(texts, 'question.drink.title', 'What do you drink?')).toBe('Beth ydych chi’n ei yfed?')
    expect(translationOf(texts, 'question.drink.title', 'What do you eat?')).toBeUndefined()
    expect(translationOf(texts, 'constructor', 'x')).toBeUndefined()
    const stateOf = (id: string, text: string) => translationState(texts, { id, text })
    expect(stateOf('question.drink.title', 'What do you drink?')).toBe('translated')
    expect(stateOf('question.drink.title', 'What do you eat?')).toBe('outdated')
    expect(stateOf('question.drink.hint', 'On most days')).toBe('missing')
    expect(translatedQuestion(drink.questions[0]!, texts)).toMatchObject({
      title: 'Beth ydych chi’n ei yfed?',
      hint: 'On most days',
      options: [{ label: 'Tea' }, { label: 'Dŵr' }],
    })
  })

  test('a version keeps no translation of a text that it does not have (PTN-8)', () => {
    const { cy } = inWelsh.translations!
    const draft = { ...inWelsh, translations: { cy: { ...cy, 'question.gone.title': welsh }, fr: { 'question.gone.title': welsh } } }
    expect(withOwnTranslations(draft)).toEqual(inWelsh)
    expect(withOwnTranslations(drink)).toBe(drink)
  })

  test('a translation is as long as its English text may be, without hidden characters, and in another language (PTN-8)', () => {
    const checkOf = (language: string, text: string) =>
      checkTranslations({ ...drink, translations: { [language]: { 'question.drink.title': { ...welsh, text } } } })
    expect(checkOf('cy', 'x'.repeat(500))).toEqual([])
    expect(checkOf('cy', 'x'.repeat(501))).toEqual([`Welsh: Question must be 500 characters or fewer: ‘${'x'.repeat(40)}…’`])
    expect(checkOf('cy', 'a\u202Eb')).toEqual(['Welsh: Question must not contain hidden characters. Paste it as plain text.'])
    for (const language of ['en', 'Welsh', '__proto__x']) expect(checkOf(language, 'x')).toHaveLength(1)
    expect(
      checkDefinition({ ...drink, translations: { cy: { 'question.drink.title': { ...welsh, text: 'x'.repeat(501) } } } }),
    ).toMatchObject([{ field: 'translations' }])
  })

  test('two options that patients read as the same text are a problem, also where one is not translated (PTN-8, SAFE-1)', () => {
    const translated = (options: Record<string, { source: string; text: string }>): FormDefinition => ({
      ...drink,
      translations: { cy: Object.fromEntries(Object.entries(options).map(([value, text]) => [`question.drink.option.${value}`, text])) },
    })
    const [tea, water] = [
      { source: 'Tea', text: 'Diod' },
      { source: 'Water', text: ' diod' },
    ]
    const problem = (text: string) => [`Welsh: Two options of ‘What do you drink?’ have the same text: ‘${text}’.`]

    expect(checkTranslations(translated({ tea, 'a.b': water }))).toEqual(problem('diod'))
    expect(checkTranslations(translated({ 'a.b': { ...water, text: 'Tea' } })), 'an option in English').toEqual(problem('Tea'))
    expect(checkTranslations(translated({ tea, 'a.b': { ...water, source: 'Milk' } })), 'an earlier English text').toEqual([])
    expect(checkTranslations(inWelsh)).toEqual([])
    expect(checkDefinition(translated({ tea, 'a.b': water }))).toMatchObject([{ field: 'translations', message: problem('diod')[0] }])
  })

  test('the difference between versions names new translations, and those that no longer fit their text (PTN-8, FORM-8)', () => {
    const changesOf = (before: FormDefinition, after: FormDefinition) =>
      differencesOf(form(before), form(after)).flatMap(({ place, changes }) =>
        changes.map(({ what, before: old, after: now }) => [place, what, old, now]),
      )
    expect(changesOf(inWelsh, inWelsh)).toEqual([])
    expect(changesOf(drink, inWelsh)).toEqual([
      ['form', 'Welsh: Question of ‘What do you drink?’', '', 'Beth ydych chi’n ei yfed?'],
      ['form', 'Welsh: Option text of ‘What do you drink?’', '', 'Dŵr'],
    ])
    const reworded = { ...inWelsh, questions: [{ ...inWelsh.questions[0]!, title: 'What do you usually drink?' }] }
    expect(changesOf(inWelsh, reworded)).toEqual([
      [
        'form',
        'Welsh: Question of ‘What do you usually drink?’',
        'Beth ydych chi’n ei yfed?',
        'No longer fits the English text. Patients read the English text.',
      ],
      ['question', 'Question', 'What do you drink?', 'What do you usually drink?'],
    ])
  })

  test('two people can translate different texts of one form at the same time (PTN-8, FORM-9)', () => {
    const hint = { source: 'On most days', text: 'Ar y rhan fwyaf o ddyddiau' }
    const mine = { ...inWelsh, translations: { cy: { ...inWelsh.translations!['cy'], 'question.drink.hint': hint } } }
    const theirs = { ...inWelsh, translations: { ...inWelsh.translations, pl: { 'question.drink.hint': { ...hint, text: 'Zazwyczaj' } } } }
    expect(mergeDefinitions(inWelsh, mine, theirs)?.translations).toEqual({ ...mine.translations, pl: theirs.translations.pl })
    const other = {
      ...inWelsh,
      translations: { cy: { ...inWelsh.translations!['cy'], 'question.drink.hint': { ...hint, text: 'Fel arfer' } } },
    }
    expect(mergeDefinitions(inWelsh, mine, other)).toBeUndefined()
  })
})

describe('Languages', () => {
  test('have a direction, a tag for the page and a name in themselves and in English (PTN-8)', () => {
    expect(['en', 'cy', 'ar', 'ur', 'fa', 'he', 'ar-EG', 'pl'].map(directionOf)).toEqual([
      'ltr',
      'ltr',
      'rtl',
      'rtl',
      'rtl',
      'rtl',
      'rtl',
      'ltr',
    ])
    expect(['en', 'cy', 'pt-BR'].map(tagOf)).toEqual(['en-GB', 'cy', 'pt-BR'])
    expect(['en', 'cy', 'ur'].map(ownNameOf)).toEqual(['English', 'Cymraeg', 'اردو'])
    expect(['cy', 'ur'].map(languageName)).toEqual(['Welsh', 'Urdu'])
    expect(byEnglishName(['cy', 'zh', 'de', 'pt-BR', 'xx', 'am']).map(languageName), 'as a person looks for one').toEqual([
      'Amharic',
      'Brazilian Portuguese',
      'Chinese',
      'German',
      'Welsh',
      'xx',
    ])
  })

  test('the language with a country leads to the offered one without it (PTN-8)', () => {
    expect(offeredLanguage('cy-GB', ['en', 'cy'])).toBe('cy')
    expect(offeredLanguage('fr', ['en', 'cy'])).toBeUndefined()
    expect(offeredLanguage(undefined, ['en'])).toBeUndefined()
  })
})
