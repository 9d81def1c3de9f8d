import { describe, expect, test } from 'vitest'

import type { FormDefinition } from '#domain/form/definition.ts'

import {
  areAnswersAlike,
  blankQuestion,
  changeQuestion,
  duplicateQuestions,
  insertQuestion,
  moved,
  removeQuestions,
  withType,
} from './edit-definition.ts'

const form: FormDefinition = { questions: ['a', 'b', 'c'].map((id) => blankQuestion(id, 'free_text')) }
const ids = ({ questions }: FormDefinition) => questions.map(({ id }) => id).join('')

describe('editing a definition', () => {
  test('questions are added, duplicated, deleted and moved (FORM-3)', () => {
    expect(ids(insertQuestion(form, blankQuestion('n', 'date')))).toBe('abcn')
    expect(ids(insertQuestion(form, blankQuestion('n', 'date'), 'a'))).toBe('anbc')
    expect(ids(duplicateQuestions(form, 1, 1, () => 'n'))).toBe('abnc')
    expect(ids(removeQuestions(form, new Set('b')))).toBe('ac')
    expect(changeQuestion(form, 'b', (question) => ({ ...question, title: 'New' })).questions.map(({ title }) => title)).toEqual([
      '',
      'New',
      '',
    ])
  })
})

describe('duplicateQuestions', () => {
  test('the conditions in a copied section refer to the copied questions (FORM-3)', () => {
    const showIf = (question: string) => ({ match: 'all' as const, rules: [{ question, operator: 'answered' as const }] })
    const asking = changeQuestion(
      changeQuestion(form, 'b', (b) => ({ ...b, showIf: showIf('a') })),
      'c',
      (c) => ({ ...c, showIf: showIf('b') }),
    )
    const names = ['B', 'C']

    const copied = duplicateQuestions(asking, 1, 2, () => names.shift() ?? '')

    expect(ids(copied)).toBe('abcBC')
    expect(copied.questions.map((question) => question.showIf?.rules[0]?.question)).toEqual([undefined, 'a', 'b', 'a', 'B'])
  })

  test('a copy has the translations of its original, with those of its options (FORM-3, PTN-8)', () => {
    const cy = {
      title: { source: 'Form', text: 'Ffurflen' },
      'question.a.title': { source: 'First', text: 'Cyntaf' },
      'question.a.option.x.y': { source: 'Yes', text: 'Ydw' },
      'question.b.title': { source: 'Second', text: 'Ail' },
    }
    const copied = duplicateQuestions({ ...form, translations: { cy } }, 0, 1, () => 'n')

    expect(copied.translations).toEqual({
      cy: { ...cy, 'question.n.title': cy['question.a.title'], 'question.n.option.x.y': cy['question.a.option.x.y'] },
    })
    expect(duplicateQuestions(form, 0, 1, () => 'n')).not.toHaveProperty('translations')
  })
})

describe('moved', () => {
  test.each([
    [0, 1, 'bac'],
    [2, -1, 'acb'],
    [0, 2, 'bca'],
    [0, -1, 'abc'],
    [2, 1, 'abc'],
    [9, 1, 'abc'],
  ])('the question at %i moved by %i gives %s (FORM-3)', (from, by, after) => {
    expect(moved(['a', 'b', 'c'], from, by).join('')).toBe(after)
  })
})

describe('withType', () => {
  test('a question with another type keeps its text, and its options where the type has options (FORM-3)', () => {
    const tea = {
      id: 'q',
      type: 'single_select' as const,
      title: 'Tea?',
      hint: 'Any',
      required: false,
      options: [{ value: 'y', label: 'Yes' }],
    }

    expect(withType(tea, 'dropdown')).toEqual({ ...tea, type: 'dropdown' })
    expect(withType(tea, 'date')).toEqual({ id: 'q', type: 'date', title: 'Tea?', hint: 'Any', required: false })
    expect(withType({ ...blankQuestion('q', 'free_text'), long: true }, 'multi_select')).toEqual({
      ...blankQuestion('q', 'multi_select'),
      options: [],
    })
    expect([
      areAnswersAlike('single_select', 'dropdown'),
      areAnswersAlike('single_select', 'multi_select'),
      areAnswersAlike('date', 'date'),
    ]).toEqual([true, false, true])
  })
})
