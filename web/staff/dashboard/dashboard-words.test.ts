import { describe, expect, test } from 'vitest'

import { durationWords } from './duration.ts'
import { greetingAt } from './greeting.ts'

describe('The words of the dashboard', () => {
  test('a median is said as a person would say it (REP-2)', () => {
    expect([0.2, 1, 30, 47.4, 48, 100].map(durationWords)).toEqual(['12 minutes', '1 hour', '30 hours', '47 hours', '2 days', '4 days'])
  })

  test('the greeting goes by London: eleven by Greenwich is noon in summer', () => {
    expect(greetingAt(new Date('2026-07-01T10:59:00Z'))).toBe('Good morning')
    expect(greetingAt(new Date('2026-07-01T11:00:00Z'))).toBe('Good afternoon')
    expect(greetingAt(new Date('2026-01-01T11:00:00Z'))).toBe('Good morning')
    expect(greetingAt(new Date('2026-01-01T18:30:00Z'))).toBe('Good evening')
  })
})
