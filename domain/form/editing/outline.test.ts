import { expect, test } from 'vitest'

import { blankQuestion, movedTo, outline } from './edit-definition.ts'

const questions = [...'aSbcTd'].map((id) => blankQuestion(id, /[A-Z]/.test(id) ? 'section' : 'free_text'))
const drawn = (folded: string[]) =>
  outline(questions, new Set(folded)).map(
    ({ question, length, own, isInside }) => `${isInside ? '-' : ''}${question.id}${own || ''}${length > 1 ? `+${length}` : ''}`,
  )

test('FORM-3 questions stand under their section, and are out of sight while it is folded up', () => {
  expect(drawn([])).toEqual(['a', 'S2', '-b', '-c', 'T1', '-d'])
  expect(drawn(['S'])).toEqual(['a', 'S2+3', 'T1', '-d'])
  expect(drawn(['S', 'T', 'gone'])).toEqual(['a', 'S2+3', 'T1+2'])
})

test.each([
  [1, 1, 0, 'SabcTd'],
  [1, 3, 6, 'aTdSbc'],
  [1, 3, 0, 'SbcaTd'],
  [4, 2, 1, 'aTdSbc'],
  [1, 3, 2, 'aSbcTd'],
  [1, 3, 4, 'aSbcTd'],
  [5, 1, 6, 'aSbcTd'],
])('FORM-3 from place %i, %i of them go before place %i: %s', (from, length, before, after) => {
  expect(movedTo([...'aSbcTd'], from, length, before).join('')).toBe(after)
})
