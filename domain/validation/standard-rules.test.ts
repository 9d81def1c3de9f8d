import { describe, expect, test } from 'vitest'

import { validate } from './rules.ts'
import { firstError, type Rule } from './rule.ts'

const {
  image,
  mimes,
  size,
  alpha,
  alpha_dash,
  alpha_num,
  alpha_spaces,
  between,
  digits,
  integer,
  max,
  max_value,
  min,
  min_value,
  not_one_of,
  numeric,
  one_of,
  regex,
  url,
} = validate

const png = { name: 'logo.PNG', type: 'image/png', size: 2_048 }

const remembering = /^[A-Z]\d$/g

const table: [string, Rule, unknown[], unknown[]][] = [
  ['max 3', (value) => max(value, 3), ['abc', ['a'], '😀😀😀'], ['abcd', [1, 2, 3, 4]]],
  ['min_value 3', (value) => min_value(value, 3), [3, '3.5'], [2, 'x', '2.99']],
  ['max_value 3', (value) => max_value(value, 3), [3, '-7'], [4, 'x', 'Infinity0']],
  ['between 1 and 3', (value) => between(value, 1, 3), [1, '2', 3], [0, '3.1', 'x']],
  ['numeric', numeric, ['007', 7], ['-7', '7.0', 'x']],
  ['integer', integer, ['-7', 7], ['7.5', 'x', '--7']],
  ['digits 4', (value) => digits(value, 4), ['0007'], ['007', '00007', '-007']],
  ['alpha', alpha, ['Zoë'], ['Zoë1', 'a b']],
  ['alpha_num', alpha_num, ['Zoë1'], ['a-1', 'a b']],
  ['alpha_dash', alpha_dash, ['a-b_1'], ['a b', 'a.b']],
  ['alpha_spaces', alpha_spaces, ['Zoë Khan'], ['Zoë 1']],
  ['regex', (value) => regex(value, remembering), ['A1', 'B2'], ['a1', 'A11']],
  ['url', url, ['https://example.com/a?b=c', 'http://localhost:3000'], ['example.com', 'javascript:alert(1)', 'https://', 'https://a b']],
  ['one_of', (value) => one_of(value, ['a', 1]), ['a', '1', ['a', 1]], ['b', ['a', 'b']]],
  ['not_one_of', (value) => not_one_of(value, ['a', 1]), ['b', ['b', 'c']], ['a', '1', ['b', 'a']]],
  ['image', image, [png, [png]], [{ ...png, name: 'logo.png.exe' }, 'logo.png']],
  ['mimes', (value) => mimes(value, ['image/*', 'text/csv']), [png, { ...png, type: 'text/csv' }], [{ ...png, type: 'text/html' }]],
  ['size 2 KB', (value) => size(value, 2), [png], [{ ...png, size: 2_049 }, [png, { ...png, size: 9_999 }]]],
]

describe('standard rules', () => {
  test.each(table)('%s accepts valid values, refuses invalid values and accepts an empty value (VAL-3)', (_name, rule, good, bad) => {
    for (const value of [...good, '', undefined, null, []]) expect(rule(value), String(value)).toBeUndefined()
    for (const value of bad) expect(firstError(value, [rule], 'Code'), String(value)).toBe('Code is not valid.')
  })
})

describe('validate.min', () => {
  test('the message names the minimum length (VAL-3)', () => {
    expect(firstError('abc', [(value) => min(value, 4)], 'Code')).toBe('Code must be at least 4 characters.')
    expect(min('abcd', 4)).toBeUndefined()
    expect(min('', 4)).toBeUndefined()
  })
})
