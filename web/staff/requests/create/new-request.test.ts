import { describe, expect, test } from 'vitest'

import { morningOf } from './new-request.ts'

describe('A new form request', () => {
  test('a future day means 09:00 in UK time, in summer and in winter (REQ-5)', () => {
    expect(morningOf('2030-07-01')).toBe('2030-07-01T08:00:00.000Z')
    expect(morningOf('2030-01-15')).toBe('2030-01-15T09:00:00.000Z')
    expect(morningOf('')).toBeUndefined()
  })
})
