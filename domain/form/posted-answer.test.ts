import { describe, expect, test } from 'vitest'

import { checkAnswer, postedAnswer } from './answers.ts'
import type { Question } from './definition.ts'
import { splitDateAnswer } from './question-types/date.ts'

const options = [
  { value: 'a', label: 'Tea' },
  { value: 'b', label: 'Milk' },
]
const ask = (type: Question['type']): Question => ({ id: 'q', type, title: 'Asked', required: true, options })

describe('postedAnswer', () => {
  test.each([
    ['free_text', { q: 'Two\r\nlines' }, 'Two\r\nlines'],
    ['free_text', {}, ''],
    ['free_text', { q: ['sent', 'twice'] }, 'sent'],
    ['single_select', { q: 'a' }, 'a'],
    ['multi_select', { q: 'a' }, ['a']],
    ['multi_select', { q: ['a', 'b'] }, ['a', 'b']],
    ['multi_select', {}, []],
    ['multi_select', { q: [{ a: 1 }, 'b'] }, ['b']],
    ['date', { 'q-day': ' 7', 'q-month': '3', 'q-year': '2024 ' }, '2024-03-07'],
    ['date', { 'q-day': '', 'q-month': '', 'q-year': '' }, ''],
  ] as const)('a page posted for a %s question with %j is read as %j (PTN-3)', (type, fields, answer) => {
    expect(postedAnswer(ask(type), fields)).toEqual(answer)
  })
})

describe('splitDateAnswer', () => {
  test('an incomplete date is shown again as it was typed, and refused (PTN-3)', () => {
    const answer = postedAnswer(ask('date'), { 'q-day': '30', 'q-month': '-2', 'q-year': '' })

    expect(splitDateAnswer(answer)).toEqual({ day: '30', month: '02', year: '' })
    expect(checkAnswer(ask('date'), answer)).toBe('Date must be a real date, like 27 3 2024')
  })
})
