import { describe, expect, test } from 'vitest'

import type { Organisation } from '#contract/organisations.ts'

import { bodyOf, checkSettings, settingsOf } from './settings-values.ts'

const before = {
  clinicianTimeout: null,
  expiryDays: 28,
  autoCloseDays: 0,
  minimumAge: 16,
  sendingFrom: 8,
  sendingUntil: 20,
  sendsOnWeekdaysOnly: false,
  wardAccess: 'all',
  secondFactorRequired: true,
  secondFactorFrom: null,
} as unknown as Organisation // the settings read no other fields

describe('an organisation that requires a second factor without a day', () => {
  test('saving another setting sends no day, so the requirement still applies (SIGN-9)', () => {
    const values = { ...settingsOf(before), expiryDays: '14' }

    expect(checkSettings(values, before).secondFactorFrom).toBeUndefined()
    expect(bodyOf(values)).not.toHaveProperty('secondFactorFrom')
  })

  test('a new requirement without a day is refused (SIGN-9)', () => {
    const off = { ...before, secondFactorRequired: false }
    const values = { ...settingsOf(off), secondFactorRequired: true, secondFactorFrom: '' }

    expect(checkSettings(values, off).secondFactorFrom).toBe('Enter a real date.')
  })
})
