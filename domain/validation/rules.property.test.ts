import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { isIsoDate } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { isNhsNumber, nhsNumberCheckDigit } from '#domain/nhs-number.ts'
import { isMobile, normalisePhone } from '#domain/phone.ts'

import { validate } from './rules.ts'

const { email, nhsNumber, password, phone, sixteenYearsAgo } = validate

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(''))
const nhsNumbers = digits(9)
  .filter((nine) => nhsNumberCheckDigit(nine) !== undefined)
  .map((nine) => `${nine}${nhsNumberCheckDigit(nine)}`)

describe('NHS numbers', () => {
  test('nine digits have one check digit, or none where it would be 10 (VAL-1)', () => {
    fc.assert(
      fc.property(digits(9), (nine) => {
        const valid = [...'0123456789'].filter((last) => nhsNumber(nine + last) === undefined)
        const sum = [...nine].reduce((total, digit, place) => total + Number(digit) * (10 - place), 0)
        expect(valid).toHaveLength(11 - (sum % 11) === 10 ? 0 : 1)
      }),
    )
  })

  test('one wrong digit, or two neighbouring digits swapped, is always found (VAL-1)', () => {
    fc.assert(
      fc.property(nhsNumbers, fc.nat(9), fc.integer({ min: 1, max: 9 }), (number, place, more) => {
        const changed = [...number]
        changed[place] = String((Number(changed[place]) + more) % 10)
        expect(isNhsNumber(changed.join(''))).toBe(false)
      }),
    )
    fc.assert(
      fc.property(nhsNumbers, fc.nat(8), (number, place) => {
        const swapped = number.slice(0, place) + number[place + 1]! + number[place]! + number.slice(place + 2)
        expect(isNhsNumber(swapped)).toBe(swapped === number)
      }),
    )
  })

  test('a valid number stays valid with any spacing, and never with more or fewer digits (VAL-1)', () => {
    const spaces = fc.constantFrom('', ' ', '\t', '\u00a0', '  ')
    fc.assert(
      fc.property(nhsNumbers, fc.array(spaces, { minLength: 11, maxLength: 11 }), (number, gaps) => {
        const spaced = gaps.map((gap, place) => gap + (number[place] ?? '')).join('')
        expect(nhsNumber(spaced)).toBeUndefined()
        expect(nhsNumber(`${spaced}0`)).toBeDefined()
        expect(nhsNumber(number.slice(1))).toBeDefined()
      }),
    )
  })
})

describe('phone numbers', () => {
  test('a valid number gives the same result in every format and in its own normal form (VAL-1)', () => {
    const mobiles = digits(6)
      .map((rest) => `7700${rest}`)
      .filter((national) => isMobile(`0${national}`))
    fc.assert(
      fc.property(mobiles, fc.constantFrom('0', '+44', '0044', ' 0', '+44 '), (national, prefix) => {
        expect(normalisePhone(prefix + national)).toBe(`+44${national}`)
        expect(phone(`+44${national}`)).toBeUndefined()
        for (const wrong of [national.slice(1), `0${national}1`, `0${national}x`, `+1${national}`]) expect(phone(wrong)).toBeDefined()
      }),
    )
    // Landlines of every area are refused.
    fc.assert(
      fc.property(fc.constantFrom('01', '02', '03', '08', '09'), digits(9), (area, rest) => {
        expect(phone(area + rest)).toBeDefined()
      }),
    )
  })
})

describe('email addresses', () => {
  test('a valid address has one @, a domain with a last part of two letters and no white space (VAL-1)', () => {
    fc.assert(
      fc.property(fc.emailAddress(), fc.constantFrom(' ', '\n', '@', ',', '\0'), (address, sign) => {
        const [local, domain] = address.split('@') as [string, string]
        if (local.length <= 64 && address.length <= 254) expect(email(address)).toBeUndefined()
        expect(email(`${local}@${domain}.x`)).toBeDefined()
        expect(email(`${local}${sign}@${domain}`)).toBeDefined()
        expect(email(local)).toBeDefined()
      }),
    )
  })
})

describe('passwords', () => {
  test('eight characters with one of each kind are valid, and without any one kind are not (VAL-1)', () => {
    const of = (letters: string, min: number) => fc.string({ unit: fc.constantFrom(...letters), minLength: min, maxLength: 12 })
    const kinds = [of('ABCXYZ', 2), of('abcxyz', 2), of('0123456789', 2), of('#?!@$%^&*-', 2)] as const
    fc.assert(
      fc.property(fc.tuple(...kinds), fc.nat(3), (parts, missing) => {
        expect(password(parts.join(''))).toBeUndefined()
        expect(password(`${parts.filter((_part, n) => n !== missing).join('')}          `)).toBeDefined()
      }),
    )
  })
})

const days = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10))

describe('the sixteenth birthday', () => {
  test('a person who turned sixteen before today is old enough, and a person who does so today or later is not (VAL-1)', () => {
    fc.assert(
      fc.property(days, days, (born, today) => {
        const sixteen = `${Number(born.slice(0, 4)) + 16}${born.slice(4)}`
        // Sixteen years after a leap day there is another, except in years such as 2100.
        const birthday = isIsoDate(sixteen) ? sixteen : `${sixteen.slice(0, 4)}-02-28`
        expect(sixteenYearsAgo(born, today) === undefined).toBe(birthday < today)
      }),
      {
        examples: [
          ['2012-02-29', '2028-02-29'],
          ['2012-02-29', '2028-03-01'],
          ['2012-03-01', '2028-02-29'],
          ['2084-02-29', '2100-02-28'],
          ['2084-02-29', '2100-03-01'],
        ],
      },
    )
  })

  test('today is the day in London: half past midnight in summer is already the new day (VAL-1)', () => {
    expect(dateOf(new Date('2026-06-30T23:30:00Z'))).toBe('2026-07-01')
    expect(dateOf(new Date('2026-12-31T23:30:00Z'))).toBe('2026-12-31')
    expect(sixteenYearsAgo('2010-06-30', dateOf(new Date('2026-06-30T22:59:59Z')))).toBeDefined()
    expect(sixteenYearsAgo('2010-06-30', dateOf(new Date('2026-06-30T23:00:00Z')))).toBeUndefined()
  })
})
