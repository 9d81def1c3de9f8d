import { describe, expect, test } from 'vitest'

import { joinDate, padDate, splitDate } from './date-text.ts'

describe('The parts of a date', () => {
  test.each(['', '2026-09-01', '2026-9-1', '--1', '-5-', '2026--'])(
    'the incomplete date %j keeps each part in its field (PAT-2)',
    (typed) => {
      expect(joinDate(splitDate(typed))).toBe(typed)
    },
  )

  test('a date without digits is an empty string without dashes (PAT-2)', () => {
    expect(joinDate({ day: '', month: '', year: '' })).toBe('')
  })

  test.each([
    ['1980-3-1', '1980-03-01'],
    ['1980-12-31', '1980-12-31'],
    ['1980--1', '1980--01'],
    ['', ''],
  ])('when the field loses the focus, %j becomes %j (PAT-2)', (typed, left) => {
    expect(padDate(typed)).toBe(left)
  })
})
