import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { isPostcode, matchPatient, normaliseName, normalisePostcode } from './patient-match.ts'
import { syntheticNhsNumber } from './nhs-number.ts'

const amira = { nhsNumber: '9990000018', firstName: 'Amira', lastName: 'Khan', dateOfBirth: '1961-03-09', postcode: 'ZZ99 3VZ' }
const unnumbered = { ...amira, nhsNumber: null }

describe('matchPatient', () => {
  test('the NHS number decides, whatever the other values are (PAT-4)', () => {
    const married = { ...amira, nhsNumber: '999 000 0018', lastName: 'Osei', postcode: 'ZZ99 3WZ' }
    expect(matchPatient(married, [unnumbered, amira])).toEqual({ kind: 'matched', by: 'nhs_number', candidate: amira })
  })

  test.each([
    [{ firstName: 'ÁMIRA' }, 'matched'],
    [{ postcode: null }, 'matched'],
    [{ lastName: 'Osei', postcode: 'zz993vz' }, 'matched'],
    [{ lastName: 'Osei', postcode: null }, 'none'],
    [{ firstName: 'Zara', dateOfBirth: '1990-01-01' }, 'none'],
  ])('without an NHS number, three of first name, last name, date of birth and postcode decide (%#) (PAT-4)', (overrides, kind) => {
    expect(matchPatient({ ...unnumbered, ...overrides }, [amira]).kind).toBe(kind)
  })

  test('two blank postcodes do not agree (PAT-4)', () => {
    const blank = { ...unnumbered, postcode: '' }
    expect(matchPatient({ ...blank, firstName: 'Zara' }, [blank]).kind).toBe('none')
  })

  test('twins at one address are distinguished by first name, and two identical candidates are left to a person (PAT-4)', () => {
    const twin = { ...unnumbered, firstName: 'Zara' }
    expect(matchPatient(unnumbered, [twin, unnumbered])).toEqual({ kind: 'matched', by: 'details', candidate: unnumbered })
    expect(matchPatient(unnumbered, [amira, unnumbered])).toEqual({ kind: 'ambiguous', candidates: [amira, unnumbered] })
  })

  test('two different NHS numbers are never one patient (PAT-4)', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(500)), fc.nat(500), (others, mine) => {
        const candidates = others.filter((n) => n !== mine).map((n) => ({ ...amira, nhsNumber: syntheticNhsNumber(n) }))
        expect(matchPatient({ ...amira, nhsNumber: syntheticNhsNumber(mine) }, candidates)).toEqual({ kind: 'none' })
      }),
    )
  })
})

describe('normaliseName', () => {
  test.each([
    ['  Zoë   O’Brien-Søren ', 'zoe obrien soren'],
    ["O'BRIEN", 'obrien'],
    ['Łukasz Groß', 'lukasz gross'],
    ['李', '李'],
  ])('the name %s is sorted and compared as %s (PAT-1)', (name, expected) => {
    expect(normaliseName(name)).toBe(expected)
  })
})

describe('normalisePostcode', () => {
  test.each([
    ['zz993vz', 'ZZ99 3VZ', true],
    ['sw1a 1aa', 'SW1A 1AA', true],
    ['M1  1AE', 'M1 1AE', true],
    ['D02 AF30', 'D02AF30', false],
    ['', '', false],
  ])('the postcode %s is stored as %s, and is a UK postcode: %s (IMP-4)', (text, kept, isGood) => {
    expect(normalisePostcode(text)).toBe(kept)
    expect(isPostcode(text)).toBe(isGood)
  })
})

describe('normaliseName and normalisePostcode', () => {
  test('normalising twice gives the same result (PAT-4)', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(normalisePostcode(normalisePostcode(text))).toBe(normalisePostcode(text))
        expect(normaliseName(normaliseName(text))).toBe(normaliseName(text))
      }),
    )
  })
})
