import { expect, test } from 'vitest'

import type { FormDefinition } from '#domain/form/definition.ts'

import {
  areAnswersAlike,
  blankQuestion,
  changeQuestion,
  duplicateQuestions,
  insertQuestion,
  moved,
  removeQuestions,
  withPastedOptions,
  withType,
} from './edit-definition.ts'

const form: FormDefinition = { questions: ['a', 'b', 'c'].map((id) => blankQuestion(id, 'free_text')) }
const ids = ({ questions }: FormDefinition) => questions.map(({ id }) => id).join('')

test('FORM-3 questions are added, duplicated, deleted and moved', () => {
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

test('FORM-3 the copy of a section asks its conditions of the copied questions', () => {
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

test.each([
  [0, 1, 'bac'],
  [2, -1, 'acb'],
  [0, 2, 'bca'],
  [0, -1, 'abc'],
  [2, 1, 'abc'],
  [9, 1, 'abc'],
])('FORM-3 the question at %i moved by %i: %s', (from, by, after) => {
  expect(moved(['a', 'b', 'c'], from, by).join('')).toBe(after)
})

test('FORM-3 another type keeps the words, and the options where it has them', () => {
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

test('FORM-3 a pasted list becomes options, without its bullets and without doubles', () => {
  let value = 0
  const pasted = withPastedOptions(
    [
      { value: 'x', label: 'Tea' },
      { value: 'y', label: ' ' },
    ],
    '- Coffee\r\n\n2. Water\ntea\n• 1.5 litres\ncoffee',
    () => `v${++value}`,
  )

  expect(pasted).toEqual([
    { value: 'x', label: 'Tea' },
    { value: 'v1', label: 'Coffee' },
    { value: 'v2', label: 'Water' },
    { value: 'v3', label: '1.5 litres' },
  ])
})
