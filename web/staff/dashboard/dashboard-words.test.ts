import { describe, expect, test } from 'vitest'

import { compareCounts, compareHours, compareRates } from './changes.ts'
import { durationWords } from './duration.ts'
import { greetingAt } from './greeting.ts'
import { axisLabel, daysInWords, isWeekend, shortDays, spanLabel } from './period-words.ts'

describe('The words of the dashboard', () => {
  test('a median is rounded to minutes, hours or days (REP-2)', () => {
    expect([0.2, 1, 30, 47.4, 48, 100].map(durationWords)).toEqual(['12 minutes', '1 hour', '30 hours', '47 hours', '2 days', '4 days'])
  })

  test('a figure is compared with the period before in words, and never divided by nought (REP-2)', () => {
    const wordsOf = ({ figure, than }: ReturnType<typeof compareRates>) => [figure, than && `${than.change} ${than.before}`]
    expect(wordsOf(compareCounts(1_248, 1_236))).toEqual(['1,248', '12 more than 1,236'])
    expect(wordsOf(compareCounts(0, 3))).toEqual(['0', '3 fewer than 3'])
    expect(wordsOf(compareCounts(0, 0))).toEqual(['0', 'The same as 0'])
    expect(wordsOf(compareRates({ answered: 3, created: 4 }, { answered: 1, created: 2 }))).toEqual([
      '75%',
      '25 percentage points higher than 50%',
    ])
    expect(wordsOf(compareRates({ answered: 49, created: 100 }, { answered: 1, created: 2 }))).toEqual([
      '49%',
      '1 percentage point lower than 50%',
    ])
    expect(wordsOf(compareRates({ answered: 1, created: 2 }, { answered: 0, created: 0 }))).toEqual(['50%', undefined])
    expect(wordsOf(compareRates({ answered: 0, created: 0 }, { answered: 1, created: 2 }))).toEqual(['–', undefined])
    expect(wordsOf(compareHours(30, 24))).toEqual(['30 hours', '6 hours longer than 24 hours'])
    expect(wordsOf(compareHours(72, 96))).toEqual(['3 days', '24 hours shorter than 4 days'])
    expect(wordsOf(compareHours(48, 49))).toEqual(['2 days', 'The same as 2 days'])
    expect(wordsOf(compareHours(2, null))).toEqual(['2 hours', undefined])
    expect(wordsOf(compareHours(null, 2))).toEqual(['–', undefined])
  })

  test('days are named by their dates, whole months by their name (REP-2)', () => {
    const [october, part] = [
      { from: '2026-10-01', to: '2026-10-31' },
      { from: '2026-10-05', to: '2026-10-11' },
    ]
    expect(daysInWords(part)).toBe('05-Oct-2026 to 11-Oct-2026')
    expect(daysInWords({ from: '2026-10-05', to: '2026-10-05' })).toBe('05-Oct-2026')
    expect(shortDays(part, '2026-11-26')).toBe('05-Oct to 11-Oct')
    expect(shortDays({ from: '2025-12-05', to: '2026-01-03' }, '2026-02-02')).toBe('05-Dec-2025 to 03-Jan')
    expect([spanLabel(october, 'month'), spanLabel(part, 'month'), spanLabel(part, 'week')]).toEqual([
      'October 2026',
      '05-Oct-2026 to 11-Oct-2026',
      '05-Oct-2026 to 11-Oct-2026',
    ])
    expect(spanLabel({ from: '2028-02-01', to: '2028-02-28' }, 'month')).toBe('01-Feb-2028 to 28-Feb-2028')
    expect([axisLabel(october, 'month'), axisLabel(part, 'week')]).toEqual(['Oct-2026', '05-Oct'])
  })

  test('of the points of single days, Saturdays and Sundays are a weekend (REP-2)', () => {
    const days = ['2026-10-02', '2026-10-03', '2026-10-04', '2026-10-05'].map((day) => ({ from: day, to: day }))
    expect(days.map((day) => isWeekend(day, 'day'))).toEqual([false, true, true, false])
    expect(isWeekend({ from: '2026-10-03', to: '2026-10-09' }, 'week')).toBe(false)
  })

  test('the greeting depends on the time in London: 11:00 UTC is noon in summer', () => {
    expect(greetingAt(new Date('2026-07-01T10:59:00Z'))).toBe('Good morning')
    expect(greetingAt(new Date('2026-07-01T11:00:00Z'))).toBe('Good afternoon')
    expect(greetingAt(new Date('2026-01-01T11:00:00Z'))).toBe('Good morning')
    expect(greetingAt(new Date('2026-01-01T18:30:00Z'))).toBe('Good evening')
  })
})
