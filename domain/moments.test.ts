import { describe, expect, test } from 'vitest'

import { daysLater, endOfDayLater, formatDateTime } from './moments.ts'

describe('daysLater', () => {
  test.each([
    ['no change of the clocks', '2026-11-25T22:40:00Z', 28, '2026-12-23T22:40:00.000Z'],
    ['the clocks go back', '2026-10-10T09:00:00Z', 28, '2026-11-07T10:00:00.000Z'],
    ['the clocks go forward', '2026-03-10T09:00:30.500Z', 28, '2026-04-07T08:00:30.500Z'],
    ['both', '2026-03-10T09:00:00Z', 365, '2027-03-10T09:00:00.000Z'],
    ['a time that does not exist on the last day', '2026-03-01T01:30:00Z', 28, '2026-03-29T01:30:00.000Z'],
    ['a time that exists twice on the last day', '2026-10-11T00:30:00Z', 14, '2026-10-25T00:30:00.000Z'],
    ['summer time that begins on the next day in UTC', '2026-06-30T23:30:00Z', 1, '2026-07-01T23:30:00.000Z'],
  ])('%s: the same time of day in London (ORG-6, PTN-4)', (_, from, days, until) => {
    expect(daysLater(from, days).toISOString()).toBe(until)
  })

  test('the day and time on the clock are those of the start, for each day of a year', () => {
    for (let days = 1; days <= 366; days++)
      expect(formatDateTime(daysLater('2026-07-01T08:15:00Z', days)).slice(-5), `after ${days} days`).toBe('09:15')
  })
})

describe('endOfDayLater', () => {
  test.each([
    ['in winter', '2026-11-25T09:00:00Z', 28, '2026-12-23T23:59:59.999Z'],
    ['in summer', '2026-06-01T07:00:00Z', 28, '2026-06-29T22:59:59.999Z'],
    ['after midnight in London and before it in UTC', '2026-06-01T23:30:00Z', 1, '2026-06-03T22:59:59.999Z'],
    ['the day on which the clocks go back', '2026-10-11T09:00:00Z', 14, '2026-10-25T23:59:59.999Z'],
    ['the day on which the clocks go forward', '2026-03-15T09:00:00Z', 14, '2026-03-29T22:59:59.999Z'],
  ])('%s: the last moment of the day in London (ORG-6, PTN-4)', (_, from, days, until) => {
    expect(endOfDayLater(from, days).toISOString()).toBe(until)
  })
})
