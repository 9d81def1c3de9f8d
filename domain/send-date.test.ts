import { describe, expect, test } from 'vitest'

import { dateOf } from './dates.ts'
import { sendDateProblem } from './sending-times.ts'

describe('sendDateProblem', () => {
  test('a send date must be today or later, and within ten years (VAL-2)', () => {
    const words = 'Send date must be today or later.'
    expect(sendDateProblem('2026-11-22', '2026-11-23')).toBe(words)
    expect(sendDateProblem('2026-11-23', '2026-11-23')).toBeUndefined()
    expect(sendDateProblem('2026-11-24', '2026-11-23')).toBeUndefined()
    expect(sendDateProblem('2036-11-23', '2026-11-23')).toBeUndefined()
    expect(sendDateProblem('2036-11-24', '2026-11-23')).toBe('Send date must be within the next 10 years.')
  })

  test('today is the day in London: half past midnight in summer is already the new day (VAL-2)', () => {
    expect(sendDateProblem(dateOf('2026-07-01T23:30:00Z'), '2026-07-02')).toBeUndefined()
    expect(sendDateProblem(dateOf('2026-07-01T22:30:00Z'), '2026-07-02')).toBeDefined()
  })
})
