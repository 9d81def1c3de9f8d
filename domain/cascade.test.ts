import { describe, expect, test } from 'vitest'

import { type Cascade, isReached, nextMethod, orderFor, orderInWords } from './cascade.ts'
import type { MessageMethod, NotificationMethod, NotificationStatus } from './notification.ts'

const cascade: Cascade = { methods: ['nhs_app', 'sms', 'email'], appUnreadHours: 24, notDeliveredHours: 72 }
const everyMethod = ['sms', 'email', 'nhs_app'] as const
const patient = {
  deceased: false,
  archived: false,
  optedOutMethods: [],
  mayBeContacted: true,
  phoneNumber: '+447700900001',
  emailAddress: 'grace@example.com',
  nhsNumber: '9990000001',
  preferredMethod: null,
}

describe('nextMethod', () => {
  test.each<[string, NotificationMethod | undefined, { after: MessageMethod; tried?: MessageMethod[] } & Record<string, unknown>]>([
    ['the method behind the one that failed', 'sms', { after: 'nhs_app' }],
    ['the last one after the second', 'email', { after: 'sms', tried: ['nhs_app', 'sms'] }],
    ['nothing after the last', undefined, { after: 'email', tried: ['nhs_app', 'sms', 'email'] }],
    ['the first again when the last was sent on purpose', 'nhs_app', { after: 'email' }],
    [
      'the first after a method that is not in the order',
      'nhs_app',
      { after: 'sms', cascade: { ...cascade, methods: ['nhs_app', 'email'] } },
    ],
    ['nothing where the organisation has no order', undefined, { after: 'sms', cascade: { ...cascade, methods: [] } }],
    ['the one behind, when the patient has no phone number', 'email', { after: 'nhs_app', patient: { ...patient, phoneNumber: null } }],
    ['the one behind, when nobody carries text messages', 'email', { after: 'nhs_app', carried: ['nhs_app', 'email'] }],
    ['nothing for an archived patient', undefined, { after: 'nhs_app', patient: { ...patient, archived: true } }],
    [
      'the one behind, when the patient opted out of text messages',
      'email',
      { after: 'nhs_app', patient: { ...patient, optedOutMethods: ['sms'] } },
    ],
    ['nothing for a patient who has died', undefined, { after: 'nhs_app', patient: { ...patient, deceased: true } }],
    ['nothing for a patient who is not to be contacted', undefined, { after: 'sms', patient: { ...patient, mayBeContacted: false } }],
  ])('tries %s (NOT-6)', (_name, expected, { after, tried = [after], ...changed }) => {
    expect(nextMethod({ cascade, patient, carried: everyMethod, after, tried, ...changed })).toBe(expected)
  })
})

describe('isReached', () => {
  test.each<[MessageMethod, NotificationStatus, boolean]>([
    ['nhs_app', 'accepted', false],
    ['nhs_app', 'delivered', false],
    ['nhs_app', 'read', true],
    ['sms', 'sent', false],
    ['sms', 'delivered', true],
    ['email', 'accepted', false],
    ['email', 'failed', false],
    ['sms', 'queued', false],
    ['sms', 'kept', false],
    ['letter', 'cancelled', false],
  ])('%s %s: %s (NOT-6)', (method, status, expected) => {
    expect(isReached({ method, status })).toBe(expected)
  })
})

describe('The order of methods in words', () => {
  const wordsFor = (after: NotificationMethod, changed: object = {}) =>
    orderInWords(orderFor({ cascade, after, patient, carried: everyMethod, ...changed }))

  test('names each method with the wait before it (NOT-6)', () => {
    expect(wordsFor('nhs_app')).toBe('NHS App, then SMS after 24 hours, then email after 72 hours')
    expect(wordsFor('email', { cascade: { ...cascade, notDeliveredHours: 1 } })).toBe(
      'Email, then NHS App after 1 hour, then SMS after 24 hours',
    )
  })

  test('leaves out what cannot reach the patient, and is one method without an order (NOT-6)', () => {
    expect(wordsFor('nhs_app', { patient: { ...patient, phoneNumber: null } })).toBe('NHS App, then email after 24 hours')
    expect(wordsFor('sms', { cascade: { ...cascade, methods: [] } })).toBe('SMS')
  })
})
