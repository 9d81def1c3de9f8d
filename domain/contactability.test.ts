import { expect, test } from 'vitest'

import { notificationMethods } from './notification.ts'
import { methodFor, reasonUnreachable, type Reachable } from './contactability.ts'

const all = notificationMethods

const patient: Reachable = {
  archived: false,
  mayBeContacted: true,
  phoneNumber: '+447700900123',
  emailAddress: 'grace@example.com',
  nhsNumber: '9990000018',
  preferredMethod: null,
}

test('REQ-5 a patient is written to as asked, else as they prefer, else the first way there is', () => {
  expect(methodFor({ ...patient, preferredMethod: 'email' }, 'nhs_app', all)).toBe('nhs_app')
  expect(methodFor({ ...patient, preferredMethod: 'email' }, undefined, all)).toBe('email')
  expect(methodFor(patient, undefined, all)).toBe('sms')
  expect(methodFor({ ...patient, phoneNumber: null }, undefined, all)).toBe('email')
  expect(methodFor({ ...patient, phoneNumber: null, emailAddress: null }, undefined, all)).toBe('nhs_app')
})

test('REQ-5 NOT-5 who is archived, does not wish it or lacks what it takes cannot be written to', () => {
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

test('methodFor: no preference leads to a method that this installation does not carry (NOT-4)', () => {
  expect(methodFor(patient, undefined, ['email'])).toBe('email')
  expect(methodFor({ ...patient, preferredMethod: 'nhs_app' }, undefined, ['sms', 'email'])).toBe('sms')
  expect(methodFor({ ...patient, preferredMethod: 'sms', emailAddress: null }, undefined, ['email'])).toBe('email')
  expect(reasonUnreachable({ ...patient, preferredMethod: 'sms', emailAddress: null }, undefined, ['email'])).toBe(
    'This patient has no email address.',
  )
  expect(reasonUnreachable(patient, 'sms', ['email'])).toBe('SMS messages cannot be sent at the moment.')
})
