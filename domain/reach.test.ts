import { expect, test } from 'vitest'

import { methodFor, reasonUnreachable, type Reachable } from './reach.ts'

const patient: Reachable = {
  archived: false,
  mayBeContacted: true,
  phoneNumber: '+447700900123',
  emailAddress: 'grace@example.com',
  nhsNumber: '9990000018',
  preferredMethod: null,
}

test('REQ-5 a patient is written to as asked, else as they prefer, else the first way there is', () => {
  expect(methodFor({ ...patient, preferredMethod: 'email' }, 'nhs_app')).toBe('nhs_app')
  expect(methodFor({ ...patient, preferredMethod: 'email' })).toBe('email')
  expect(methodFor(patient)).toBe('sms')
  expect(methodFor({ ...patient, phoneNumber: null })).toBe('email')
  expect(methodFor({ ...patient, phoneNumber: null, emailAddress: null })).toBe('nhs_app')
})

test('REQ-5 NOT-5 who is archived, does not wish it or lacks what it takes cannot be written to', () => {
  expect(reasonUnreachable(patient)).toBeUndefined()
  expect(reasonUnreachable({ ...patient, archived: true })).toBe('This patient is archived.')
  expect(reasonUnreachable({ ...patient, mayBeContacted: false })).toBe('This patient does not wish to be contacted.')
  expect(reasonUnreachable({ ...patient, phoneNumber: null }, 'sms')).toBe('This patient has no mobile phone number.')
  expect(reasonUnreachable({ ...patient, emailAddress: '' }, 'email')).toBe('This patient has no email address.')
  expect(reasonUnreachable({ ...patient, nhsNumber: null }, 'nhs_app')).toBe('This patient has no NHS number.')
  expect(reasonUnreachable({ ...patient, phoneNumber: null, emailAddress: null, nhsNumber: null })).toBe(
    'This patient has no mobile phone number.',
  )
})
