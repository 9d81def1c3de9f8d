import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  addDays,
  ageOn,
  dateFromParts,
  dateFromSerial,
  formatDate,
  isIsoDate,
  lastDayOfMonth,
  monthBefore,
  parseUkDate,
  yearsBefore,
} from './dates.ts'
import { dateOf, formatDateTime } from './moments.ts'

describe('parseUkDate', () => {
  test.each([
    ['09/03/1961', '1961-03-09'],
    ['9/3/1961', '1961-03-09'],
    [' 09-03-1961 ', '1961-03-09'],
    ['09.03.1961', '1961-03-09'],
    ['29/02/2024', '2024-02-29'],
    ['29/02/2023', undefined],
    ['29/02/1900', undefined],
    ['31/04/2024', undefined],
    ['03/13/1961', undefined],
    ['00/01/1961', undefined],
    ['09/03/61', undefined],
    ['09/03-1961', undefined],
    ['1961-03-09', undefined],
    ['', undefined],
  ])('the date %s is read as %s: the day comes first and must exist (IMP-4)', (text, expected) => {
    expect(parseUkDate(text)).toBe(expected)
  })
})

describe('dateFromParts', () => {
  test('a date typed in three boxes is read only if the day exists (PTN-3)', () => {
    expect(dateFromParts(' 9', '3 ', '1961')).toBe('1961-03-09')
    expect(dateFromParts('30', '2', '2024')).toBeUndefined()
    expect(dateFromParts('', '2', '2024')).toBeUndefined()
  })
})

describe('dateFromSerial', () => {
  test.each([
    [1, 1900, '1900-01-01'],
    [59, 1900, '1900-02-28'],
    [60, 1900, undefined],
    [61, 1900, '1900-03-01'],
    [22_349, 1900, '1961-03-09'],
    [22_349.99, 1900, '1961-03-09'],
    [45_351, 1900, '2024-02-29'],
    [2_958_465, 1900, '9999-12-31'],
    [2_958_466, 1900, undefined],
    [0, 1900, undefined],
    [-5, 1900, undefined],
    [Number.NaN, 1900, undefined],
    [0, 1904, '1904-01-01'],
    [20_887, 1904, '1961-03-09'],
  ] as const)('the spreadsheet serial %d of the %d system is %s (IMP-4)', (serial, system, expected) => {
    expect(dateFromSerial(serial, system)).toBe(expected)
  })

  test('the day after a serial is the next serial in every time zone (IMP-4)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 61, max: 2_958_464 }), (serial) => {
        const date = dateFromSerial(serial)!
        expect(isIsoDate(date)).toBe(true)
        expect(dateFromSerial(serial + 1)).toBe(addDays(date, 1))
        expect(parseUkDate(`${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}`)).toBe(date)
      }),
    )
  })
})

describe('ageOn', () => {
  test.each([
    ['2008-11-21', '2024-11-20', 15],
    ['2008-11-21', '2024-11-21', 16],
    ['2008-02-29', '2024-02-28', 15],
    ['2008-02-29', '2025-02-28', 16],
    ['2008-02-29', '2025-03-01', 17],
  ])('a person born on %s is, on %s, %d years old', (born, today, age) => {
    expect(ageOn(born, today)).toBe(age)
  })
})

describe('yearsBefore', () => {
  test('years before a leap day end on the last day of February', () => {
    expect(yearsBefore('2024-02-29', 1)).toBe('2023-02-28')
    expect(yearsBefore('2024-02-29', 16)).toBe('2008-02-29')
  })
})

describe('formatDate and formatDateTime', () => {
  test('the month is a word, and moments use London time', () => {
    expect(formatDate('1961-03-09')).toBe('09-Mar-1961')
    expect(formatDateTime('2026-07-01T23:30:00Z')).toBe('02-Jul-2026 00:30')
    expect(formatDateTime('2026-01-01T00:05:00Z')).toBe('01-Jan-2026 00:05')
    expect(dateOf('2026-07-01T23:30:00Z')).toBe('2026-07-02')
  })
})

test.each([
  ['2026-06', '2026-06-30', '2026-05'],
  ['2026-01', '2026-01-31', '2025-12'],
  ['2027-02', '2027-02-28', '2027-01'],
  ['2028-02', '2028-02-29', '2028-01'],
])('%s ends on %s and comes after %s (REP-1)', (month, lastDay, before) => {
  expect(lastDayOfMonth(month)).toBe(lastDay)
  expect(monthBefore(month)).toBe(before)
})
