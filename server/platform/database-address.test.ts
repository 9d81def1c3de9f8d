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
    ['postgresql://web@one:5432,two:5432/formward?target_session_attrs=read-write', undefined],
    ['postgres://web@one/formward?target_session_attrs=primary', undefined],
    ['postgres://web@one/formward', undefined],
    ['mysql://one/formward', 'expects an address starting with postgres:// or postgresql://'],
    ['postgresql://web@one,two:x/formward', 'expects an address starting with postgres:// or postgresql://'],
    ['postgresql://web@one/formward?host=one,two', expect.stringContaining('expects several hosts before the name of the database')],
    ['postgresql://one,two/formward?target_session_attrs=any', expect.stringContaining('expects target_session_attrs=read-write, or none')],
    ['postgresql://one/formward?target_session_attrs=standby', expect.stringContaining('expects target_session_attrs=read-write, or none')],
  ])('%s: %s (OPS-4, RUN-4)', (address, problem) => {
    expect(findAddressProblem(address)).toEqual(problem)
  })
})
