import { describe, expect, test } from 'vitest'

import { bankHolidaysOf, isBankHoliday } from './bank-holidays.ts'

/** The published list for England and Wales, https://www.gov.uk/bank-holidays.json, which ends with 2028; older years from its archive. */
const published: Record<number, string> = {
  2019: '01-01 04-19 04-22 05-06 05-27 08-26 12-25 12-26',
  2020: '01-01 04-10 04-13 05-08 05-25 08-31 12-25 12-28',
  2021: '01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28',
  2022: '01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27',
  2023: '01-02 04-07 04-10 05-01 05-08 05-29 08-28 12-25 12-26',
  2024: '01-01 03-29 04-01 05-06 05-27 08-26 12-25 12-26',
  2025: '01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26',
  2026: '01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28',
  2027: '01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28',
  2028: '01-03 04-14 04-17 05-01 05-29 08-28 12-25 12-26',
}

describe('bankHolidaysOf', () => {
  test.each(Object.entries(published))('%s has the days of the published list (NOT-5)', (year, days) => {
    expect([...bankHolidaysOf(Number(year))]).toEqual(days.split(' ').map((day) => `${year}-${day}`))
  })

  test('Easter of far years is right, also where the rule has exceptions (NOT-5)', () => {
    // Easter Sundays of https://www.census.gov/data/software/x13as/genhol/easter-dates.html
    const sundays = { 1954: '04-18', 1981: '04-19', 2038: '04-25', 2049: '04-18', 2076: '04-19', 2099: '04-12' }
    for (const [year, sunday] of Object.entries(sundays)) {
      const friday = new Date(Date.parse(`${year}-${sunday}T00:00:00Z`) - 2 * 86_400_000).toISOString().slice(0, 10)
      expect(bankHolidaysOf(Number(year)).has(friday), year).toBe(true)
    }
  })
})

describe('isBankHoliday', () => {
  test('also knows days that were proclaimed later (NOT-5)', () => {
    expect(isBankHoliday('2026-12-28')).toBe(true)
    expect(isBankHoliday('2026-06-11')).toBe(false)
    expect(isBankHoliday('2026-06-11', ['2026-06-11'])).toBe(true)
  })
})
