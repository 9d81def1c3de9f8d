import { expect, test } from 'vitest'

import { dateOf } from './dates.ts'
import { sendDateProblem } from './sending-times.ts'

test('a send date is today or later, and within ten years (VAL-2)', () => {
  const words = 'Send date must be today or later.'
  expect(sendDateProblem('2026-11-22', '2026-11-23')).toBe(words)
  expect(sendDateProblem('2026-11-23', '2026-11-23')).toBeUndefined()
  expect(sendDateProblem('2026-11-24', '2026-11-23')).toBeUndefined()
  expect(sendDateProblem('2036-11-23', '2026-11-23')).toBeUndefined()
  expect(sendDateProblem('2036-11-24', '2026-11-23')).toBe('Send date must be within the next 10 years.')
})

test('a send date is compared on the clock of London: half past midnight in summer is the new day there (VAL-2)', () => {
  expect(sendDateProblem(dateOf('2026-07-01T23:30:00Z'), '2026-07-02')).toBeUndefined()
  expect(sendDateProblem(dateOf('2026-07-01T22:30:00Z'), '2026-07-02')).toBeDefined()
})
