import { describe, expect, test } from 'vitest'

import { readSearchDate } from './search-date.ts'

describe('readSearchDate', () => {
  test.each([
    ['2026', { from: '2026-01-01T00:00:00.000Z', before: '2027-01-01T00:00:00.000Z' }],
    ['eq2026-02', { from: '2026-02-01T00:00:00.000Z', before: '2026-03-01T00:00:00.000Z' }],
    ['2024-02-29', { from: '2024-02-29T00:00:00.000Z', before: '2024-03-01T00:00:00.000Z' }],
    ['ge2026-07-01T08:30:00+01:00', { from: '2026-07-01T07:30:00.000Z' }],
    ['gt2026-07-01T08:30:00Z', { from: '2026-07-01T08:30:01.000Z' }],
    ['gt2026-07-01T08:30:00.123Z', { from: '2026-07-01T08:30:00.124Z' }],
    ['gt2026-07-01T08:30:00.1Z', { from: '2026-07-01T08:30:00.200Z' }],
    ['le2026-07-01T08:30Z', { before: '2026-07-01T08:31:00.000Z' }],
    ['lt2026-07-01', { before: '2026-07-01T00:00:00.000Z' }],
  ])('%s is the span that FHIR gives it (INT-5)', (text, range) => {
    expect(readSearchDate(text)).toEqual(range)
  })

  test.each([
    '',
    'yesterday',
    '2026-13',
    '2026-02-30',
    '2026-07-01T08:30:00',
    '2026-07-01T25:00:00Z',
    'ne2026',
    '0000',
    '9999',
    '12026',
    '01/07/2026',
  ])('%s is no date (INT-5)', (text) => {
    expect(readSearchDate(text)).toBeUndefined()
  })
})
