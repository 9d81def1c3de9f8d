import { describe, expect, test } from 'vitest'

import { createByteBudget } from './request-body.ts'

const refusalOf = (take: () => unknown) => {
  try {
    take()
    return 'taken'
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('createByteBudget', () => {
  test('the bytes in progress are limited for each caller and for the process, and released once when a request ends (SAFE-2)', () => {
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
