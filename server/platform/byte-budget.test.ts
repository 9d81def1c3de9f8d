import { describe, expect, test } from 'vitest'

import { createByteBudget } from './byte-budget.ts'

const refusalOf = (take: () => unknown) => {
  try {
    take()
    return 'taken'
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('createByteBudget', () => {
  test('bytes under way are limited for each caller and for the process, and come back once when a request has ended (SAFE-2)', () => {
    const take = createByteBudget({ perCaller: 10, total: 15 })
    const giveBack = take('ada', 6)

    expect(refusalOf(() => take('ada', 5))).toBe('too_many_requests')
    expect(refusalOf(() => take('grace', 10))).toBe('unavailable')
    expect(refusalOf(() => take('grace', 9))).toBe('taken')

    giveBack()
    giveBack()
    expect(refusalOf(() => take('ada', 7))).toBe('unavailable')
    expect(refusalOf(() => take('ada', 6))).toBe('taken')
  })
})
