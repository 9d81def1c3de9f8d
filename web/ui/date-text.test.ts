import { expect, test } from 'vitest'

import { joinDate, padDate, splitDate } from './date-text.ts'

test.each(['', '2026-09-01', '2026-9-1', '--1', '-5-', '2026--'])(
  'a date typed as far as %j keeps every part where it was typed (PAT-2)',
  (typed) => {
    expect(joinDate(splitDate(typed))).toBe(typed)
  },
)

test('a date of which the last digit is deleted is no date, not an empty one with dashes (PAT-2)', () => {
  expect(joinDate({ day: '', month: '', year: '' })).toBe('')
})

test.each([
  ['1980-3-1', '1980-03-01'],
  ['1980-12-31', '1980-12-31'],
  ['1980--1', '1980--01'],
  ['', ''],
])('on leaving the field %j becomes %j (PAT-2)', (typed, left) => {
  expect(padDate(typed)).toBe(left)
})
