import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { pageNumbers } from './page-numbers.ts'

describe('pageNumbers', () => {
  test.each([
    [1, 1, '1'],
    [1, 5, '1 2 3 4 5'],
    [1, 204, '1 2 3 4 5 … 204'],
    [4, 204, '1 2 3 4 5 … 204'],
    [5, 204, '1 … 4 5 6 … 204'],
    [100, 204, '1 … 99 100 101 … 204'],
    [201, 204, '1 … 200 201 202 203 204'],
    [204, 204, '1 … 200 201 202 203 204'],
    [4, 7, '1 2 3 4 5 6 7'],
  ])('page %i of %i links to %s (UI-3)', (page, last, shown) => {
    expect(pageNumbers(page, last).join(' ').replaceAll('gap', '…')).toBe(shown)
  })

  test('for any page, the first, the current and the last page are shown in order, and no gap hides a single page (UI-3)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 0, max: 1 << 20 }), (last, somewhere) => {
        const page = 1 + (somewhere % last)
        const steps = pageNumbers(page, last)
        expect(steps).toEqual(expect.arrayContaining([1, page, last]))
        steps.forEach((step, index) => {
          const before = steps[index - 1]
          const after = steps[index + 1]
          if (step === 'gap') expect(Number(after) - Number(before)).toBeGreaterThan(2)
          else if (typeof before === 'number') expect(step).toBe(before + 1)
        })
      }),
    )
  })
})
