import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { addDays } from './dates.ts'
import { stretchesOf } from './stored-periods.ts'

describe('stretchesOf', () => {
  test.each([
    [{}, 'all', [{ grain: 'all' }]],
    [{}, 'month', [{ grain: 'month' }]],
    [{ from: '2026-02-01', to: '2026-02-28' }, 'all', [{ grain: 'month', from: '2026-02-01', to: '2026-02-28' }]],
    [{ from: '2026-02-02', to: '2026-02-28' }, 'all', [{ grain: 'day', from: '2026-02-02', to: '2026-02-28' }]],
    [{ from: '2026-02-02', to: '2026-03-31' }, 'day', [{ grain: 'day', from: '2026-02-02', to: '2026-03-31' }]],
    [{ from: '0001-01-01', to: '9999-12-31' }, 'month', [{ grain: 'day', from: '0001-01-01', to: '9999-12-31' }]],
    [
      { from: '2026-01-31', to: '2026-03-01' },
      'month',
      [
        { grain: 'month', from: '2026-02-01', to: '2026-02-28' },
        { grain: 'day', from: '2026-01-31', to: '2026-01-31' },
        { grain: 'day', from: '2026-03-01', to: '2026-03-01' },
      ],
    ],
  ] as const)('%j by %s reads %j (NOT-8)', (days, by, stretches) => {
    expect(stretchesOf(days, by)).toEqual(stretches)
  })

  test('every day from the first to the last is read once, and no other day (NOT-8)', () => {
    const day = fc.integer({ min: 0, max: 200 }).map((n) => addDays('2025-11-15', n))
    fc.assert(
      fc.property(day, day, fc.constantFrom('all' as const, 'month' as const, 'day' as const), (from, to, by) => {
        const stretches = stretchesOf({ from, to }, by)
        for (let n = -40; n < 280; n++) {
          const one = addDays('2025-11-15', n)
          const period = (grain: string) => (grain === 'month' ? `${one.slice(0, 7)}-01` : one)
          const read = stretches.filter(({ grain, from: first, to: last }) => period(grain) >= first! && period(grain) <= last!)
          expect([one, read.length]).toEqual([one, one >= from && one <= to ? 1 : 0])
        }
      }),
    )
  })
})
