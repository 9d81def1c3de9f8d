import { describe, expect, test } from 'vitest'

import type { Organisation } from '#contract/organisations.ts'

import { bodyOf, checkSettings, settingsOf } from './settings-values.ts'

const before = {
  clinicianTimeout: null,
  reminderDays: 3,
  secondReminderDays: 0,
  lastReminderDays: 0,
  expiryDays: 28,
  autoCloseDays: 0,
  removalDays: 14,
  minimumAge: 16,
  sendingFrom: 8,
  sendingUntil: 20,
  sendsOnWeekdaysOnly: false,
  sendsOnBankHolidays: false,
  cascadeMethods: [],
  appUnreadHours: 24,
  notDeliveredHours: 72,
  smsFragmentPrice: null,
  letterPrice: null,
  contactPhone: '',
  contactHours: '',
  contactAddress: '',
  contactWeb: '',
  supportContact: '',
  dataController: '',
  dataProtectionContact: '',
  privacyNotice: '',
  accessibilityStatement: '',
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
