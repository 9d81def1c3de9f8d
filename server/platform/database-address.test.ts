import { describe, expect, test } from 'vitest'

import { addressesOf, findAddressProblem } from './database-address.ts'

describe('the address of a database', () => {
  test('with several hosts is one address for each of them (OPS-4)', () => {
    expect(addressesOf('postgresql://web:p%2C%40@one:5433,[::1],%2Fvar%2Frun/formward?sslmode=verify-full')).toEqual([
      'postgresql://web:p%2C%40@one:5433/formward?sslmode=verify-full',
      'postgresql://web:p%2C%40@[::1]/formward?sslmode=verify-full',
      'postgresql://web:p%2C%40@%2Fvar%2Frun/formward?sslmode=verify-full',
    ])
    expect(addressesOf('postgresql://web@one/formward?x=a,b')).toEqual(['postgresql://web@one/formward?x=a,b'])
  })

  test.each([
    ['postgresql://web@one:5432,two:5432/formward?target_session_attrs=read-write', 'primary', undefined],
    ['postgres://web@one/formward?target_session_attrs=primary', 'primary', undefined],
    ['postgres://web@one/formward', 'primary', undefined],
    ['mysql://one/formward', 'primary', 'expects an address starting with postgres:// or postgresql://'],
    ['postgresql://web@one,two:x/formward', 'primary', 'expects an address starting with postgres:// or postgresql://'],
    [
      'postgresql://web@one/formward?host=one,two',
      'primary',
      expect.stringContaining('expects several hosts before the name of the database'),
    ],
    [
      'postgresql://one,two/formward?target_session_attrs=any',
      'primary',
      expect.stringContaining('expects target_session_attrs=read-write, or none'),
    ],
    [
      'postgresql://one/formward?target_session_attrs=standby',
      'primary',
      expect.stringContaining('expects target_session_attrs=read-write, or none'),
    ],
    ['postgresql://one,two/formward?target_session_attrs=standby', 'standby', undefined],
    ['postgresql://one/formward', 'standby', undefined],
    [
      'postgresql://one/formward?target_session_attrs=read-write',
      'standby',
      expect.stringContaining('expects target_session_attrs=standby, or none'),
    ],
  ] as const)('%s of the %s: %s (OPS-4, OPS-5, RUN-4)', (address, wanted, problem) => {
    expect(findAddressProblem(address, wanted)).toEqual(problem)
  })
})
