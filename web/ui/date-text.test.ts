import { expect, test } from 'vitest'

import { joinDate, padDate, splitDate } from './date-text.ts'

test.each(['', '2026-09-01', '2026-9-1', '--1', '-5-', '2026--'])(
  'PAT-2 a date typed as far as %j keeps every part where it was typed',
  (typed) => {
    expect(joinDate(splitDate(typed))).toBe(typed)
  },
)

test('PAT-2 a date of which the last digit is deleted is no date, not an empty one with dashes', () => {
  expect(joinDate({ day: '', month: '', year: '' })).toBe('')
})

test.each([
  ['1980-3-1', '1980-03-01'],
  ['1980-12-31', '1980-12-31'],
  ['1980--1', '1980--01'],
  ['', ''],
])('PAT-2 on leaving the field %j becomes %j', (typed, left) => {
  expect(padDate(typed)).toBe(left)
})
