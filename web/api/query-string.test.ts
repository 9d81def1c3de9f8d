import fc from 'fast-check'
import qs from 'qs'
import { describe, expect, test } from 'vitest'

import { readQueryString, toQueryString } from './query-string.ts'

const word = fc.string({ minLength: 1, maxLength: 12 })
const key = fc.stringMatching(/^[a-z]\w{0,8}$/)
const filters = fc.dictionary(key, fc.oneof(word, fc.array(word, { minLength: 1, maxLength: 5 })), { minKeys: 1 })
const query = fc.record({ page: word, sort: word, filters })

describe('Query strings', () => {
  test('the server and the browser both read back what the browser writes into a URL (API-1)', () => {
    fc.assert(
      fc.property(query, (asked) => {
        const text = toQueryString(asked)
        expect(qs.parse(text, { depth: 4, arrayLimit: 500 })).toEqual(asked)
        expect(readQueryString(text)).toEqual(asked)
      }),
    )
  })

  test('numbers and booleans are written out, and missing values are left out (NAV-7)', () => {
    expect(toQueryString({ page: 2, filters: { archived: false, search: undefined, ward: null } })).toBe(
      'page=2&filters%5Barchived%5D=false',
    )
  })

  test('a hostile URL is read as plain values (SAFE-3)', () => {
    const read = readQueryString('__proto__[isAdmin]=true&constructor=x&a[b][c][d][e][f]=1&a=2&a[x]=3&=&[]=4')
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
    expect(read['constructor']).toBe('x')
  })
})
