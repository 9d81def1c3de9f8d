import { describe, expect, test } from 'vitest'

import { durationWords } from './duration.ts'
import { greetingAt } from './greeting.ts'

describe('The words of the dashboard', () => {
  test('a median is rounded to minutes, hours or days (REP-2)', () => {
    expect([0.2, 1, 30, 47.4, 48, 100].map(durationWords)).toEqual(['12 minutes', '1 hour', '30 hours', '47 hours', '2 days', '4 days'])
  })

  test('the greeting depends on the time in London: 11:00 UTC is noon in summer', () => {
    expect(greetingAt(new Date('2026-07-01T10:59:00Z'))).toBe('Good morning')
    expect(greetingAt(new Date('2026-07-01T11:00:00Z'))).toBe('Good afternoon')
    expect(greetingAt(new Date('2026-01-01T11:00:00Z'))).toBe('Good morning')
    expect(greetingAt(new Date('2026-01-01T18:30:00Z'))).toBe('Good evening')
  })
})
