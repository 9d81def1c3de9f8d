import { describe, expect, test } from 'vitest'

import { openOrganisation } from '#test/organisation.ts'

import { foldAddress } from './fold-address.ts'

describe('foldAddress', () => {
  test('addresses that are the same for the database are counted as one (SIGN-9)', async () => {
    const letters = Array.from({ length: 0x1_ff_ff }, (_, at) => String.fromCodePoint(at + 1)).filter((one) => /\p{L}/u.test(one))
    const ward = await openOrganisation()

    const rows = await ward.query('select letter, lower(letter) as lower from unnest($1::text[]) as letter', [letters])

    const apart = rows.filter(({ letter, lower }) => foldAddress(String(letter)) !== foldAddress(String(lower)))
    expect(apart).toEqual([])
    expect(foldAddress('ADAİan.ΣΑΣ@Example.com')).toBe('adaian.σασ@example.com')
  })
})
