import { describe, expect, test } from 'vitest'

import type { FormDefinition } from '#domain/form/definition.ts'
import { textsOf } from '#domain/form/translation.ts'

import { countTranslations, fittingTranslations, removeLanguage, setTranslations, translationWarnings } from './edit-translations.ts'

const definition: FormDefinition = {
  questions: [{ id: 'tea', type: 'single_select', title: 'Tea?', required: true, options: [{ value: 'y', label: 'Yes' }] }],
}
const form = { title: 'Drinks', description: '', definition }
const tea = { id: 'question.tea.title', source: 'Tea?', text: 'Te?' }
const yes = { id: 'question.tea.option.y', source: 'Yes', text: 'Ie' }

describe('setTranslations', () => {
  test('a translation keeps the English text that was translated, and other languages stay (PTN-8)', () => {
    const polish = setTranslations(definition, 'pl', [{ ...yes, text: 'Tak' }])
    expect(setTranslations(polish, 'cy', [tea]).translations).toEqual({
      pl: { [yes.id]: { source: 'Yes', text: 'Tak' } },
      cy: { [tea.id]: { source: 'Tea?', text: 'Te?' } },
    })
  })

  test('an empty translation is removed, and the language with its last translation (PTN-8)', () => {
    const welsh = setTranslations(definition, 'cy', [tea, yes])
    const without = setTranslations(welsh, 'cy', [{ ...tea, text: ' ' }])
    expect(without.translations).toEqual({ cy: { [yes.id]: { source: 'Yes', text: 'Ie' } } })
    expect(setTranslations(without, 'cy', [{ ...yes, text: '' }])).toEqual(definition)
    expect(removeLanguage(welsh, 'cy')).toEqual(definition)
  })
})

describe('the state of translations', () => {
  const welsh = setTranslations(definition, 'cy', [tea, { ...yes, source: 'Yes, please' }])
  const inWelsh = { ...form, definition: welsh }

  test('the texts are counted as translated, missing and of an earlier English text (PTN-8)', () => {
    expect(countTranslations(textsOf(inWelsh), welsh.translations?.['cy'])).toEqual({ translated: 1, missing: 1, outdated: 1 })
  })

  test('publishing warns of each language that patients read only in part (PTN-8)', () => {
    expect(translationWarnings(inWelsh)).toEqual([
      {
        field: 'translations',
        language: 'cy',
        isWarning: true,
        message: 'Welsh: 1 text without a translation and 1 translation of an earlier English text. Patients read these texts in English.',
      },
    ])
    const whole = setTranslations(welsh, 'cy', [yes, { id: 'title', source: 'Drinks', text: 'Diodydd' }])
    expect(translationWarnings({ ...form, definition: whole })).toEqual([])
    expect(translationWarnings(form)).toEqual([])
  })

  test('a translation of a text that has changed meanwhile does not fit (PTN-8)', () => {
    const gone = { ...tea, id: 'question.coffee.title' }
    const before = ''
    const given = [
      { ...tea, before },
      { ...gone, before },
      { ...yes, source: 'Yes, please', before },
    ]
    expect(fittingTranslations(form, 'cy', given)).toEqual([tea])
    const changed = { ...form, definition: setTranslations(definition, 'cy', [{ ...tea, text: 'Te neu goffi?' }]) }
    expect(fittingTranslations(changed, 'cy', given), 'a colleague has translated it meanwhile').toEqual([])
    expect(fittingTranslations(changed, 'cy', [{ ...tea, before: 'Te neu goffi?' }])).toEqual([tea])
  })
})
