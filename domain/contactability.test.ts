import { describe, expect, test } from 'vitest'

import { notificationMethods } from './notification.ts'
import { methodFor, reasonUnreachable, type Reachable } from './contactability.ts'

const all = notificationMethods

const patient: Reachable = {
  deceased: false,
  optedOutMethods: [],
  archived: false,
  mayBeContacted: true,
  phoneNumber: '+447700900123',
  emailAddress: 'grace@example.com',
  nhsNumber: '9990000018',
  preferredMethod: null,
}

describe('methodFor', () => {
  test('chooses the method asked for, then the preferred method, then the first available method (REQ-5)', () => {
    expect(methodFor({ ...patient, preferredMethod: 'email' }, 'nhs_app', all)).toBe('nhs_app')
    expect(methodFor({ ...patient, preferredMethod: 'email' }, undefined, all)).toBe('email')
    expect(methodFor(patient, undefined, all)).toBe('sms')
    expect(methodFor({ ...patient, phoneNumber: null }, undefined, all)).toBe('email')
    expect(methodFor({ ...patient, phoneNumber: null, emailAddress: null }, undefined, all)).toBe('nhs_app')
  })
})

describe('reasonUnreachable', () => {
  test('refuses an archived patient, a patient who does not wish to be contacted and a patient without the contact detail (REQ-5, NOT-5)', () => {
    expect(reasonUnreachable(patient, undefined, all)).toBeUndefined()
    expect(reasonUnreachable({ ...patient, archived: true }, undefined, all)).toBe('This patient is archived.')
    expect(reasonUnreachable({ ...patient, mayBeContacted: false }, undefined, all)).toBe('This patient does not wish to be contacted.')
    expect(reasonUnreachable({ ...patient, phoneNumber: null }, 'sms', all)).toBe('This patient has no mobile phone number.')
    expect(reasonUnreachable({ ...patient, emailAddress: '' }, 'email', all)).toBe('This patient has no email address.')
    expect(reasonUnreachable({ ...patient, nhsNumber: null }, 'nhs_app', all)).toBe('This patient has no NHS number.')
    expect(reasonUnreachable({ ...patient, phoneNumber: null, emailAddress: null, nhsNumber: null }, undefined, all)).toBe(
      'This patient has no mobile phone number.',
    )
  })
})

describe('reasonUnreachable and methodFor of a patient who has died or opted out', () => {
  test('a patient who has died is refused before any other reason (NOT-5)', () => {
    const words = 'This patient has died.'
    for (const method of notificationMethods)
      expect(reasonUnreachable({ ...patient, deceased: true, archived: true, mayBeContacted: false }, method, all)).toBe(words)
  })

  test('a method that the patient opted out of is refused when asked for, and otherwise skipped while another is left (NOT-5)', () => {
    const noTexts: Reachable = { ...patient, optedOutMethods: ['sms'], preferredMethod: 'sms' }
    expect(reasonUnreachable(noTexts, 'sms', all)).toBe('This patient has asked not to get text messages.')
    expect(reasonUnreachable({ ...patient, optedOutMethods: ['email'] }, 'email', all)).toBe('This patient has asked not to get emails.')
    expect(methodFor(noTexts, undefined, all)).toBe('email')
    expect(reasonUnreachable(noTexts, undefined, all)).toBeUndefined()
    expect(methodFor({ ...noTexts, emailAddress: null, nhsNumber: null }, undefined, all)).toBe('sms')
    expect(reasonUnreachable({ ...noTexts, emailAddress: null, nhsNumber: null }, undefined, all)).toBe(
      'This patient has asked not to get text messages.',
    )
    expect(reasonUnreachable({ ...patient, optedOutMethods: [...all] }, undefined, all)).toMatch('has asked not to get')
  })
})

describe('methodFor without a method asked for', () => {
  test('never chooses a method that this installation cannot send (NOT-4)', () => {
    expect(methodFor(patient, undefined, ['email'])).toBe('email')
    expect(methodFor({ ...patient, preferredMethod: 'nhs_app' }, undefined, ['sms', 'email'])).toBe('sms')
    expect(methodFor({ ...patient, preferredMethod: 'sms', emailAddress: null }, undefined, ['email'])).toBe('email')
    expect(reasonUnreachable({ ...patient, preferredMethod: 'sms', emailAddress: null }, undefined, ['email'])).toBe(
      'This patient has no email address.',
    )
    expect(reasonUnreachable(patient, 'sms', ['email'])).toBe('SMS messages cannot be sent at the moment.')
  })
})
