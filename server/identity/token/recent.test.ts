import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { openRecent } from './recent.ts'

describe('openRecent', () => {
  test('forgets the oldest of more than it keeps (SIGN-9)', () => {
    const recent = openRecent<number>(2)
    for (const [at, text] of ['a', 'b', 'c'].entries()) recent.set(text, at)
    expect(['a', 'b', 'c'].map((text) => recent.get(text))).toEqual([undefined, 1, 2])
  })

  test('forgets at the given time (SIGN-9)', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000 })
    onTestFinished(() => void vi.useRealTimers())
    const recent = openRecent<number>(2)
    recent.set('a', 1, 2_000)
    vi.setSystemTime(1_999)
    expect(recent.get('a')).toBe(1)
    vi.setSystemTime(2_000)
    expect(recent.get('a')).toBeUndefined()
  })
})
