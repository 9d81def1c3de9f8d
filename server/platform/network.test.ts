import { describe, expect, test } from 'vitest'

import { networkOf } from './network.ts'

describe('networkOf', () => {
  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:ffff::1'],
    ['2001:db8::1:0:0:1', '2001:db8::2:0:0:1'],
    ['2001:db8::1', '2001:db8:0:0:1:2:3:4'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::2'],
    ['203.0.113.9', '::ffff:203.0.113.9'],
  ])('%s and %s are in the same network (SAFE-2)', (one, other) => {
    expect(networkOf(one)).toBe(networkOf(other))
  })

  test.each([
    ['203.0.113.9', '203.0.113.10'],
    ['::ffff:203.0.113.9', '::ffff:203.0.113.10'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['::1', '127.0.0.1'],
  ])('%s and %s are in different networks (SAFE-2)', (one, other) => {
    expect(networkOf(one)).not.toBe(networkOf(other))
  })
})
