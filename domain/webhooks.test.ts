import { describe, expect, test } from 'vitest'

import { firstError } from './validation/rule.ts'
import { failureOf, isDead, nextTryAt, pauseMs, retryForMs, webhookAddress } from './webhooks.ts'

const start = new Date('2026-11-01T00:00:00Z')
const after = (ms: number) => new Date(start.getTime() + ms)

describe('nextTryAt', () => {
  test('the waits grow from 5 seconds to a day, and the last try is about three days after the first (INT-3)', () => {
    const waits: number[] = []
    let [now, tries] = [start, 1]
    for (let next = nextTryAt(tries, start, now); next; next = nextTryAt(++tries, start, now)) {
      waits.push((next.getTime() - now.getTime()) / 1000)
      now = next
    }

    expect(waits).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400])
    expect((now.getTime() - start.getTime()) / 86_400_000).toBeCloseTo(3.15, 1)
    expect(now.getTime() - start.getTime()).toBeLessThan(retryForMs)
  })

  test('a longer wait that the endpoint asks for counts, up to a day (INT-3)', () => {
    expect(nextTryAt(1, start, start, 60_000)).toEqual(after(60_000))
    expect(nextTryAt(1, start, start, 10)).toEqual(after(5_000))
    expect(nextTryAt(1, start, start, 9e12)).toEqual(after(86_400_000))
  })
})

test('an endpoint that fails is paused from 15 seconds to 5 minutes (INT-3)', () => {
  expect([1, 2, 3, 5, 6, 60].map(pauseMs)).toEqual([15_000, 30_000, 60_000, 240_000, 300_000, 300_000])
})

test('an endpoint is dead after five days of nothing but failures (INT-3)', () => {
  expect(isDead(start, after(5 * 86_400_000 - 1))).toBe(false)
  expect(isDead(start, after(5 * 86_400_000))).toBe(true)
})

test.each([
  [200, undefined],
  [204, undefined],
  [301, 'redirected'],
  [400, 'status'],
  [410, 'gone'],
  [503, 'status'],
])('status %i means %s (INT-3)', (status, failure) => expect(failureOf(status)).toBe(failure))

test.each(['https://receiver.example', 'https://receiver.example:8443/formward?to=pas', 'https://10.0.0.7/x'])(
  '%s is an address (INT-3)',
  (address) => expect(firstError(address, [webhookAddress], 'Address')).toBeUndefined(),
)

test.each([
  'http://receiver.example',
  // The database accepts a small scheme only.
  'HTTPS://receiver.example',
  'https://user:word@receiver.example',
  'https://receiver.example/#x',
  'https:///x',
  'https://a b',
  'x',
])('%s is no address (INT-3)', (address) =>
  expect(firstError(address, [webhookAddress], 'Address')).toBe('Address must start with https:// and must not include a user name or #.'),
)
