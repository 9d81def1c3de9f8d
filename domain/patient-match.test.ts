import fc from 'fast-check'
import { expect, test } from 'vitest'

import { isPostcode, matchPatient, normaliseName, normalisePostcode } from './patient-match.ts'
import { syntheticNhsNumber } from './nhs-number.ts'

const amira = { nhsNumber: '9990000018', firstName: 'Amira', lastName: 'Khan', dateOfBirth: '1961-03-09', postcode: 'ZZ99 3VZ' }
const unnumbered = { ...amira, nhsNumber: null }

test('PAT-4 the NHS number decides, whatever else was written', () => {
  const married = { ...amira, nhsNumber: '999 000 0018', lastName: 'Osei', postcode: 'ZZ99 3WZ' }
  expect(matchPatient(married, [unnumbered, amira])).toEqual({ kind: 'matched', by: 'nhs_number', candidate: amira })
})

test.each([
  [{ firstName: 'ÁMIRA' }, 'matched'],
  [{ postcode: null }, 'matched'],
  [{ lastName: 'Osei', postcode: 'zz993vz' }, 'matched'],
  [{ lastName: 'Osei', postcode: null }, 'none'],
  [{ firstName: 'Zara', dateOfBirth: '1990-01-01' }, 'none'],
])('PAT-4 without an NHS number, three of name, family name, date of birth and postcode decide (%#)', (overrides, kind) => {
  expect(matchPatient({ ...unnumbered, ...overrides }, [amira]).kind).toBe(kind)
})

test('PAT-4 two blank postcodes agree on nothing', () => {
  const blank = { ...unnumbered, postcode: '' }
  expect(matchPatient({ ...blank, firstName: 'Zara' }, [blank]).kind).toBe('none')
})

test('PAT-4 twins at one address are told apart by the first name, and two alike are left to a person', () => {
  const twin = { ...unnumbered, firstName: 'Zara' }
  expect(matchPatient(unnumbered, [twin, unnumbered])).toEqual({ kind: 'matched', by: 'details', candidate: unnumbered })
  expect(matchPatient(unnumbered, [amira, unnumbered])).toEqual({ kind: 'ambiguous', candidates: [amira, unnumbered] })
})

test('PAT-4 two different NHS numbers are never one patient, however alike all else is', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(500)), fc.nat(500), (others, mine) => {
      const candidates = others.filter((n) => n !== mine).map((n) => ({ ...amira, nhsNumber: syntheticNhsNumber(n) }))
      expect(matchPatient({ ...amira, nhsNumber: syntheticNhsNumber(mine) }, candidates)).toEqual({ kind: 'none' })
    }),
  )
})

test.each([
  ['  Zoë   O’Brien-Søren ', 'zoe obrien soren'],
  ["O'BRIEN", 'obrien'],
  ['Łukasz Groß', 'lukasz gross'],
  ['李', '李'],
])('PAT-1 the name %s is sorted and compared as %s', (name, expected) => {
  expect(normaliseName(name)).toBe(expected)
})

test.each([
  ['zz993vz', 'ZZ99 3VZ', true],
  ['sw1a 1aa', 'SW1A 1AA', true],
  ['M1  1AE', 'M1 1AE', true],
  ['D02 AF30', 'D02AF30', false],
  ['', '', false],
])('IMP-4 the postcode %s is kept as %s, a UK postcode: %s', (text, kept, isGood) => {
  expect(normalisePostcode(text)).toBe(kept)
  expect(isPostcode(text)).toBe(isGood)
})

test('PAT-4 normalising twice changes nothing more', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(normalisePostcode(normalisePostcode(text))).toBe(normalisePostcode(text))
      expect(normaliseName(normaliseName(text))).toBe(normaliseName(text))
    }),
  )
})
