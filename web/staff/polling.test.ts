import { describe, expect, test } from 'vitest'

import { NoAnswer } from '#web/api/api-problem.ts'

import { retryWhenAvailable, pollWhile } from './polling.ts'

const asked = (data?: string, error?: unknown) => ({ state: { data, error } })

describe('retryWhenAvailable', () => {
  test('a screen loads again automatically when the server was unavailable, whatever its own interval (SAFE-4)', () => {
    const interval = pollWhile((data) => data === 'running', 1_000, 240_000)

    expect(interval(asked('running'))).toBe(1_000)
    expect(interval(asked('ended'))).toBe(240_000)
    expect(interval(asked(undefined, new NoAnswer('unreachable', 'import:list')))).toBe(5_000)
    expect(interval(asked('ended', new NoAnswer('unreachable', 'import:list')))).toBe(5_000)
    expect(interval(asked(undefined, new Error('a fault of ours')))).toBe(240_000)
    expect(retryWhenAvailable(asked())).toBe(false)
  })
})
