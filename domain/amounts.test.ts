import { describe, expect, test } from 'vitest'

import { clockOffsetInWords } from './amounts.ts'

describe('clockOffsetInWords', () => {
  test.each([
    [301, '5 minutes fast'],
    [-320, '5 minutes slow'],
    [3_600, '60 minutes fast'],
    [-7_200, '2 hours slow'],
    [86_400, '1 day fast'],
    [-31_536_000, '365 days slow'],
  ])('a clock that is %i seconds off reads "%s" (ERR-1)', (seconds, words) => {
    expect(clockOffsetInWords(seconds)).toBe(words)
  })
})
