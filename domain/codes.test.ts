import { describe, expect, test } from 'vitest'

import {
  categoryLabel,
  isCustomisable,
  methodFromText,
  methodLabel,
  notificationCategories,
  notificationMethods,
  templateTypeLabel,
} from './notification.ts'
import { isSpecialty, selectableSpecialties, specialties, specialtyName } from './specialties.ts'

describe('specialties', () => {
  test('the main specialty codes run from 100 to 990, and retired codes are known but not offered (IMP-4)', () => {
    expect(specialties).toHaveLength(97)
    expect(specialties.at(0)).toEqual({ code: '100', name: 'General Surgery' })
    expect(specialties.at(-1)?.code).toBe('990')
    expect([specialtyName('320'), specialtyName('420'), specialtyName('950')]).toEqual(['Cardiology', 'Paediatrics', 'Nursing'])
    expect(isSpecialty('191')).toBe(true)
    expect(isSpecialty('101 ')).toBe(false)
    expect(selectableSpecialties.map(({ code }) => code)).not.toContain('191')
    expect(selectableSpecialties).toHaveLength(97 - 8)
  })
})

describe('notification labels', () => {
  test('three methods and two categories have labels, and NHS App texts are fixed (NOT-1)', () => {
    expect(notificationMethods.map(methodLabel)).toEqual(['SMS', 'Email', 'NHS App'])
    expect(notificationCategories.map(categoryLabel)).toEqual([
      'Form request created',
      'Form request reminder',
      'Removal from the waiting list approved',
    ])
    expect(templateTypeLabel('custom')).toBe('Custom')
    expect(notificationMethods.filter(isCustomisable)).toEqual(['sms', 'email'])
  })
})

describe('methodFromText', () => {
  test.each([
    ['SMS', 'sms'],
    ['sms', 'sms'],
    ['E-mail', 'email'],
    ['nhs app', 'nhs_app'],
    ['NHSApp', 'nhs_app'],
    ['post', undefined],
    ['', undefined],
  ])('the method written %s is read as %s (IMP-4)', (text, method) => {
    expect(methodFromText(text)).toBe(method)
  })
})
