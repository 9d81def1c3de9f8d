import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { daysOf, periodBefore, periodProblem, spansOf } from './dashboard-periods.ts'
import { addDays, daysBetween } from './dates.ts'

describe('The periods of the dashboard', () => {
  test('each period has the days that its name says (REP-2)', () => {
    expect(daysOf('last7', '2026-03-02')).toEqual({ from: '2026-02-24', to: '2026-03-02' })
    expect(daysOf('last30', '2026-11-26')).toEqual({ from: '2026-10-28', to: '2026-11-26' })
    expect(daysOf('last90', '2026-11-26')).toEqual({ from: '2026-08-29', to: '2026-11-26' })
    expect(daysOf('thisMonth', '2026-11-26')).toEqual({ from: '2026-11-01', to: '2026-11-26' })
    expect(daysOf('lastMonth', '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' })
    expect(daysOf('last12Months', '2028-02-29')).toEqual({ from: '2027-03-01', to: '2028-02-29' })
  })

  test('the period before has as many days and ends the day before (REP-2)', () => {
    expect(periodBefore({ from: '2026-11-01', to: '2026-11-26' })).toEqual({ from: '2026-10-06', to: '2026-10-31' })
    expect(periodBefore({ from: '2026-11-26', to: '2026-11-26' })).toEqual({ from: '2026-11-25', to: '2026-11-25' })
  })

  test('a period ends on or after its first day and has at most five years (REP-2)', () => {
    expect(periodProblem({ from: '2026-11-26', to: '2026-11-26' })).toBeUndefined()
    expect(periodProblem({ from: '2026-11-27', to: '2026-11-26' })).toBe('backwards')
    expect(periodProblem({ from: '2021-11-27', to: '2026-11-26' })).toBeUndefined()
    expect(periodProblem({ from: '2021-11-26', to: '2026-11-26' })).toBe('too long')
  })

  test('a chart has days for two months, weeks for a year and months for longer (REP-2)', () => {
    expect(spansOf({ from: '2026-11-24', to: '2026-11-26' })).toEqual({
      by: 'day',
      spans: [
        { from: '2026-11-24', to: '2026-11-24', before: { from: '2026-11-21', to: '2026-11-21' } },
        { from: '2026-11-25', to: '2026-11-25', before: { from: '2026-11-22', to: '2026-11-22' } },
        { from: '2026-11-26', to: '2026-11-26', before: { from: '2026-11-23', to: '2026-11-23' } },
      ],
    })
    const weeks = spansOf(daysOf('last90', '2026-11-26'))
    expect([weeks.by, weeks.spans.length]).toEqual(['week', 13])
    expect(weeks.spans[0]).toEqual({ from: '2026-08-29', to: '2026-09-03', before: { from: '2026-05-31', to: '2026-06-05' } })
    expect(weeks.spans.at(-1)).toEqual({ from: '2026-11-20', to: '2026-11-26', before: { from: '2026-08-22', to: '2026-08-28' } })
    const months = spansOf({ from: '2025-01-15', to: '2026-03-10' })
    expect([months.by, months.spans.length]).toEqual(['month', 15])
    expect(months.spans.map(({ to }) => to).slice(0, 3)).toEqual(['2025-01-31', '2025-02-28', '2025-03-31'])
    expect([months.spans.at(-1)!.from, months.spans.at(-1)!.to]).toEqual(['2026-03-01', '2026-03-10'])
  })

  test('the spans of any period are its days, each once, in at most 62 points, and so are those before (REP-2)', () => {
    const days = fc.record({ start: fc.integer({ min: 0, max: 20_000 }), length: fc.integer({ min: 1, max: 1_826 }) })
    fc.assert(
      fc.property(days, ({ start, length }) => {
        const from = addDays('2000-01-01', start)
        const period = { from, to: addDays(from, length - 1) }
        const { spans } = spansOf(period)

        expect(spans.length).toBeLessThanOrEqual(62)
        for (const [all, whole] of [
          [spans, period],
          [spans.map(({ before }) => before), periodBefore(period)],
        ] as const) {
          expect([all[0]!.from, all.at(-1)!.to]).toEqual([whole.from, whole.to])
          for (const [nth, span] of all.entries()) {
            expect(daysBetween(span.from, span.to)).toBeGreaterThanOrEqual(0)
            if (nth > 0) expect(span.from).toBe(addDays(all[nth - 1]!.to, 1))
          }
        }
      }),
    )
  })
})
