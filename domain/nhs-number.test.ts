import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { formatNhsNumber, isNhsNumber, nhsNumberCheckDigit, normaliseNhsNumber, syntheticNhsNumber } from './nhs-number.ts'

describe('isNhsNumber', () => {
  test.each([
    ['943 476 5919', true, 'the number of the data dictionary'],
    ['9434765919', true, 'without spaces'],
    ['943-476-5919', true, 'with dashes'],
    ['943–476–5919', true, 'with en dashes'],
    ['943\u00A0476\u00A05919', true, 'with the spaces of a web page'],
    ['9434765918', false, 'with one digit wrong'],
    ['943476591', false, 'of nine digits'],
    ['94347659190', false, 'of eleven digits'],
    ['943476591X', false, 'with a letter'],
    ['0000000000', false, 'ten zeros, which pass the check and are nobody’s'],
    ['000 000 0000', false, 'ten zeros with spaces'],
    ['٩٤٣٤٧٦٥٩١٩', false, 'in digits of another script'],
    ['', false, 'left blank'],
  ])('the number %s is valid: %s, because it is %s (VAL-1, IMP-4)', (text, isGood) => {
    expect(isNhsNumber(text)).toBe(isGood)
  })

  test('a remainder of 11 gives the check digit 0 (VAL-1)', () => {
    expect(nhsNumberCheckDigit('999002000')).toBe(0)
    expect(isNhsNumber('9990020000')).toBe(true)
  })

  test('nine digits that give the check digit 10 are never valid, whatever the tenth digit (VAL-1, IMP-4)', () => {
    expect(nhsNumberCheckDigit('999000000')).toBeUndefined()
    for (let tenth = 0; tenth < 10; tenth++) expect(isNhsNumber(`999000000${tenth}`)).toBe(false)
  })
})

describe('formatNhsNumber', () => {
  test('ten digits are shown as 3-3-4 and read back unchanged (PAT-3)', () => {
    expect(formatNhsNumber('9434765919')).toBe('943 476 5919')
    expect(normaliseNhsNumber(formatNhsNumber('9434765919'))).toBe('9434765919')
    expect(formatNhsNumber('12')).toBe('12')
  })
})

describe('isNhsNumber for any number', () => {
  test('refuses any single wrong digit and any two neighbouring digits swapped (VAL-1)', () => {
    fc.assert(
      fc.property(fc.nat(2_000), fc.nat(9), fc.integer({ min: 1, max: 9 }), (n, place, by) => {
        const digits = [...syntheticNhsNumber(n)]
        const wrong = digits.with(place, String((Number(digits[place]) + by) % 10)).join('')
        expect(isNhsNumber(wrong)).toBe(false)
        const [one, other] = [digits[place], digits[(place + 1) % 10]]
        if (place < 9 && one !== other)
          expect(
            isNhsNumber(
              digits
                .with(place, other!)
                .with(place + 1, one!)
                .join(''),
            ),
          ).toBe(false)
      }),
    )
  })
})

describe('syntheticNhsNumber', () => {
  test('gives a different valid number from 999 onwards each time', () => {
    const numbers = Array.from({ length: 3_000 }, (_, n) => syntheticNhsNumber(n))
    expect(new Set(numbers).size).toBe(3_000)
    expect(numbers.every((number) => number.startsWith('999') && isNhsNumber(number))).toBe(true)
    expect(syntheticNhsNumber(5)).toBe(numbers[5])
    expect(() => syntheticNhsNumber(-1)).toThrow(RangeError)
  })
})
