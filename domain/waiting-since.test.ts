import { describe, expect, test } from 'vitest'

import { latestStart, waitingSinceProblem, weeksWaited } from './waiting-since.ts'

describe('weeksWaited and latestStart', () => {
  test.each([
    ['2026-09-02', 12],
    ['2026-09-03', 11],
    ['2026-11-25', 0],
    ['2026-12-01', 0],
    ['2025-11-26', 52],
    ['2025-11-27', 51],
  ])('since %s a patient has waited %i whole weeks on 25 November 2026 (PTN-5)', (since, weeks) => {
    expect(weeksWaited(since, '2026-11-25')).toBe(weeks)
  })

  test('a patient who began to wait at the latest start has waited so many weeks, and one who began a day later has not (PTN-5)', () => {
    for (const weeks of ['12', '26', '52']) {
      const start = latestStart(weeks, '2026-03-30') // the clocks changed the day before
      expect(weeksWaited(start, '2026-03-30')).toBe(Number(weeks))
      expect(weeksWaited(start, '2026-03-29')).toBe(Number(weeks) - 1)
    }
  })
})

describe('waitingSinceProblem', () => {
  test.each([
    ['2024-02-29', undefined],
    ['2024-03-01', 'Waiting since must not be in the future.'],
    ['2004-02-29', undefined],
    ['2004-02-28', 'Waiting since is more than 20 years ago. Check the year.'],
  ])('%s on 29 February 2024 (PTN-5)', (day, problem) => {
    expect(waitingSinceProblem(day, '2024-02-29')).toBe(problem)
  })
})
