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

describe('settings of an organisation that has required a second factor without a day', () => {
  test('saving another setting names no day, so that the requirement stays in force (SIGN-9)', () => {
    const values = { ...settingsOf(before), expiryDays: '14' }

    expect(checkSettings(values, before).secondFactorFrom).toBeUndefined()
    expect(bodyOf(values)).not.toHaveProperty('secondFactorFrom')
  })

  test('a day is needed when the requirement begins (SIGN-9)', () => {
    const off = { ...before, secondFactorRequired: false }
    const values = { ...settingsOf(off), secondFactorRequired: true, secondFactorFrom: '' }

    expect(checkSettings(values, off).secondFactorFrom).toBe('Enter a real date.')
  })
})
