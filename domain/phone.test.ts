import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, test } from 'vitest'

import { runs } from '#test/strength.ts'

import { formatPhone } from './phone-words.ts'
import { isMobile, normalisePhone } from './phone.ts'

describe('normalisePhone', () => {
  test.each([
    ['07700 900123', '+447700900123'],
    ['07700-900-123', '+447700900123'],
    ['(07700) 900123', '+447700900123'],
    ['7700900123', '+447700900123'],
    ['+44 7700 900123', '+447700900123'],
    ['+44 (0)7700 900123', '+447700900123'],
    ['0044 7700 900123', '+447700900123'],
    ['07624 900123', '+447624900123'],
    ['020 7946 0018', undefined],
    ['0800 800 151', undefined],
    ['07700 90012', undefined],
    ['07700 9001234', undefined],
    ['07700 900123 ext 5', undefined],
    ['call 07700 900123', undefined],
    ['+33 6 12 34 56 78', undefined],
    ['', undefined],
  ])('the phone number %s is read as %s: UK mobiles only (VAL-1, IMP-4)', (text, expected) => {
    expect(normalisePhone(text)).toBe(expected)
    expect(isMobile(text)).toBe(expected !== undefined)
  })
})

describe('formatPhone', () => {
  test('a UK mobile number is shown in national format', () => {
    expect(formatPhone('+447700900123')).toBe('07700 900123')
  })
})

const isFictional = (national: string) => /^7700900\d{3}$/.test(national)

const asTheFullLibrarySays = (text: string) => {
  const parsed = parsePhoneNumberFromString(text, { defaultCountry: 'GB', extract: false })
  const isMobileType = ['MOBILE', 'FIXED_LINE_OR_MOBILE'].includes(parsed?.getType() ?? '')
  return parsed && parsed.countryCallingCode === '44' && parsed.isValid() && isMobileType ? parsed.number : undefined
}

describe('normalisePhone and the full library', () => {
  test('agree on every block of UK mobile numbers (VAL-1)', () => {
    const different: string[] = []
    for (let block = 70_000; block < 80_000; block++) {
      const national = `${block}${String((block * 7) % 100_000).padStart(5, '0')}`
      if (!isFictional(national) && normalisePhone(`0${national}`) !== asTheFullLibrarySays(`0${national}`)) different.push(national)
    }
    expect(different).toEqual([])
  })

  test('agree on any digits in any usual format (VAL-1)', () => {
    const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 5, maxLength: 11 }).map((list) => list.join(''))
    fc.assert(
      fc.property(fc.constantFrom('0', '+44', '0044', '+440', '', '07', '+447', '(0)', '+1', '0033'), digits, (prefix, rest) => {
        const text = prefix + rest
        if (!isFictional(text.slice(-10))) expect(normalisePhone(text)).toBe(asTheFullLibrarySays(text))
      }),
      { numRuns: runs(3_000) },
    )
  })
})

describe('normalisePhone for any text', () => {
  test('never throws (SAFE-3)', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void normalisePhone(text)))
  })
})
