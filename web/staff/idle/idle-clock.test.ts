import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  elapsedSince,
  isInactive,
  idleState,
  minute,
  latestActivity,
  readLastSeen,
  announcedSeconds,
  warningTime,
  type Moment,
} from './idle-clock.ts'

const at = (wall: number, ticks = wall): Moment => ({ wall, ticks })

describe('The idle clock', () => {
  test.each([
    ['just now', 0, 15, { is: 'active', left: 15 * minute }],
    ['a minute and a bit before the end', 14 * minute - 1, 15, { is: 'active', left: minute + 1 }],
    ['a minute before the end', 14 * minute, 15, { is: 'warned', left: minute }],
    ['a millisecond before the end', 15 * minute - 1, 15, { is: 'warned', left: 1 }],
    ['at the end', 15 * minute, 15, { is: 'timedOut' }],
    ['long after the end, when a sleeping computer wakes', 600 * minute, 15, { is: 'timedOut' }],
    ['half of a limit of one minute', minute / 2, 1, { is: 'warned', left: minute / 2 }],
    ['less than half of it', minute / 2 - 1, 1, { is: 'active', left: minute / 2 + 1 }],
  ])('inactivity: %s (IDLE-1, IDLE-4)', (_when, elapsed, minutes, state) => {
    expect(idleState(elapsed, minutes)).toEqual(state)
  })

  test.each([
    ['1700000000000', 1_700_000_000_000],
    [null, undefined],
    ['', undefined],
    ['yesterday', undefined],
    ['-5', undefined],
    ['1e99', undefined],
    ['99999999999999999999', undefined],
    ['{"at":1}', undefined],
  ])('%o in storage is read as %o (IDLE-1)', (text, read) => {
    expect(readLastSeen(text)).toBe(read)
  })

  test('activity in another tab counts, by the system clock (IDLE-1)', () => {
    const seen = latestActivity(at(0), 9 * minute, at(10 * minute))
    expect(elapsedSince(seen, at(10 * minute))).toBe(minute)
    expect(elapsedSince(seen, at(12 * minute))).toBe(3 * minute)
  })

  test('a frozen tab counts the activity of another tab in storage (IDLE-1)', () => {
    const seen = latestActivity(at(0), 59 * minute, at(60 * minute))
    expect(elapsedSince(seen, at(60 * minute))).toBe(minute)
  })

  test('setting the system clock back does not extend a session: the browser’s clock counts (IDLE-1)', () => {
    const seen = at(600 * minute, 0)
    expect(elapsedSince(seen, at(0, 15 * minute))).toBe(15 * minute)
    const fromTheFuture = latestActivity(at(0), 600 * minute, at(0))
    expect(elapsedSince(fromTheFuture, at(0))).toBe(0)
    expect(elapsedSince(fromTheFuture, at(15 * minute))).toBe(15 * minute)
  })

  test('time asleep counts, although the browser’s clock stood still (IDLE-1)', () => {
    expect(elapsedSince(at(0), at(60 * minute, minute))).toBe(60 * minute)
  })

  test('for any clocks and storage, inactivity is never negative and never shorter than the wait of this tab (IDLE-1)', () => {
    const [wall, ticks, stored] = [fc.nat(), fc.nat(), fc.option(fc.nat(), { nil: undefined })]
    fc.assert(
      fc.property(wall, wall, ticks, ticks, stored, (before, after, start, waited, text) => {
        const [known, now] = [at(before, start), at(after, start + waited)]
        const seen = latestActivity(known, text, now)
        expect(elapsedSince(seen, now)).toBeGreaterThanOrEqual(text === undefined || text === before ? waited : 0)
        const later = at(after, start + waited + minute)
        expect(elapsedSince(latestActivity(seen, text, later), later)).toBeGreaterThanOrEqual(minute)
      }),
    )
  })

  test('for every limit, the states are active, warned and timed out in this order, and the timeout is at the limit (IDLE-1, IDLE-4)', () => {
    const order = ['active', 'warned', 'timedOut']
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_440 }),
        fc.nat({ max: 1_500 * minute }),
        fc.nat({ max: minute }),
        (minutes, elapsed, more) => {
          const [now, later] = [idleState(elapsed, minutes), idleState(elapsed + more, minutes)]
          expect(order.indexOf(later.is)).toBeGreaterThanOrEqual(order.indexOf(now.is))
          expect(now.is === 'timedOut').toBe(elapsed >= minutes * minute)
          if (now.is !== 'timedOut') expect(now.left).toBeGreaterThan(0)
        },
      ),
    )
  })

  test('tokens are not renewed during the warning, for any limit (IDLE-4)', () => {
    for (const minutes of [1, 2, 15, 1_440]) {
      expect(isInactive(0, minutes)).toBe(false)
      expect(isInactive(warningTime(minutes), minutes)).toBe(true)
    }
  })

  test('the remaining time is announced a few times, not every second (IDLE-4)', () => {
    const spoken = Array.from({ length: 60 }, (_, second) => announcedSeconds((60 - second) * 1_000))
    expect([...new Set(spoken)]).toEqual([60, 45, 30, 15, 10])
  })
})
