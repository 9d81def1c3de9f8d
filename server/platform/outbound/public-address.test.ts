import { describe, expect, test } from 'vitest'

import { findPublicAddress, isAllowedAddress, isPublicAddress } from './public-address.ts'

describe('isPublicAddress', () => {
  test.each(['8.8.8.8', '20.68.124.1', '2606:4700::1111', '2a00:1450:4009::1'])('%s is public (SAFE-2)', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.0.1',
    '192.168.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '168.63.129.16',
    '100.100.100.200',
  ])('%s is not public (SAFE-2)', (address) => expect(isPublicAddress(address)).toBe(false))
  test.each(['::', '::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '64:ff9b::a00:1', 'fe80::1', 'fd00::1', '2002:7f00:1::', '2001:db8::1'])(
    '%s is not public (SAFE-2)',
    (address) => expect(isPublicAddress(address)).toBe(false),
  )
})

describe('isAllowedAddress', () => {
  test.each(['169.254.169.254', '168.63.129.16', '100.100.100.200', 'fd00:ec2::254', '::ffff:169.254.169.254', '::ffff:168.63.129.16'])(
    'the metadata service %s is not allowed, also where private networks are (SAFE-2)',
    (address) => expect(isAllowedAddress(address, true)).toBe(false),
  )
  test.each(['10.1.2.3', '192.168.0.1', '100.64.0.1', 'fd00::1'])('%s is allowed where private networks are (SAFE-2)', (address) =>
    expect(isAllowedAddress(address, true)).toBe(true),
  )
})

describe('findPublicAddress', () => {
  test('a name of this machine has none (SAFE-2)', async () => expect(await findPublicAddress('localhost')).toBeUndefined())
})
