import { expect, test } from 'vitest'

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

test('IMP-4 the main specialty codes run from 100 to 990, and retired ones are known but not offered', () => {
  expect(specialties).toHaveLength(97)
  expect(specialties.at(0)).toEqual({ code: '100', name: 'General Surgery' })
  expect(specialties.at(-1)?.code).toBe('990')
  expect([specialtyName('320'), specialtyName('420'), specialtyName('950')]).toEqual(['Cardiology', 'Paediatrics', 'Nursing'])
  expect(isSpecialty('191')).toBe(true)
  expect(isSpecialty('101 ')).toBe(false)
  expect(selectableSpecialties.map(({ code }) => code)).not.toContain('191')
  expect(selectableSpecialties).toHaveLength(97 - 8)
})

test('NOT-1 three methods and two categories, in words; the texts of the NHS App are fixed', () => {
  expect(notificationMethods.map(methodLabel)).toEqual(['SMS', 'Email', 'NHS App'])
  expect(notificationCategories.map(categoryLabel)).toEqual(['Form request created', 'Form request reminder'])
  expect(templateTypeLabel('custom')).toBe('Custom')
  expect(notificationMethods.filter(isCustomisable)).toEqual(['sms', 'email'])
})

test.each([
  ['SMS', 'sms'],
  ['sms', 'sms'],
  ['E-mail', 'email'],
  ['nhs app', 'nhs_app'],
  ['NHSApp', 'nhs_app'],
  ['post', undefined],
  ['', undefined],
])('IMP-4 the method written %s is %s', (text, method) => {
  expect(methodFromText(text)).toBe(method)
})
