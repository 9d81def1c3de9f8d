import { describe, expect, test } from 'vitest'

import { exportName } from './exports.ts'

describe('exportName', () => {
  test('the name holds the UTC time, and a marker when personal data is left out (EXP-1)', () => {
    const moment = new Date('2026-07-01T23:05:09.123+01:00')
    expect(exportName(moment, { withPersonalData: true })).toBe('form-requests-20260701-220509.xlsx')
    expect(exportName(moment, { withPersonalData: false })).toBe('form-requests-20260701-220509-without-personal-data.xlsx')
    expect(exportName(moment, { withPersonalData: true, format: 'csv' })).toBe('form-requests-20260701-220509.csv')
  })
})
