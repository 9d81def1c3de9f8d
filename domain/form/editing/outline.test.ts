import { describe, expect, test } from 'vitest'

import { blankQuestion, movedTo, outline } from './edit-definition.ts'

const questions = [...'aSbcTd'].map((id) => blankQuestion(id, /[A-Z]/.test(id) ? 'section' : 'free_text'))
const drawn = (folded: string[]) =>
  outline(questions, new Set(folded)).map(
    ({ question, length, own, isInside }) => `${isInside ? '-' : ''}${question.id}${own || ''}${length > 1 ? `+${length}` : ''}`,
  )

describe('outline', () => {
  test('lists questions under their section and hides them while the section is folded (FORM-3)', () => {
    expect(drawn([])).toEqual(['a', 'S2', '-b', '-c', 'T1', '-d'])
    expect(drawn(['S'])).toEqual(['a', 'S2+3', 'T1', '-d'])
    expect(drawn(['S', 'T', 'gone'])).toEqual(['a', 'S2+3', 'T1+2'])
  })
})

describe('movedTo', () => {
  test.each([
    [1, 1, 0, 'SabcTd'],
    [1, 3, 6, 'aTdSbc'],
    [1, 3, 0, 'SbcaTd'],
    [4, 2, 1, 'aTdSbc'],
    [1, 3, 2, 'aSbcTd'],
    [1, 3, 4, 'aSbcTd'],
    [5, 1, 6, 'aSbcTd'],
  ])('from place %i, moving %i questions before place %i gives %s (FORM-3)', (from, length, before, after) => {
    expect(movedTo([...'aSbcTd'], from, length, before).join('')).toBe(after)
  })
})
