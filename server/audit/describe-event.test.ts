import { describe, expect, test } from 'vitest'

import { auditEvents } from '#domain/audit-events.ts'

import { describeEvent } from './describe-event.ts'

const about = { patient: 'Grace Hopper', nhsNumber: '9990000018', form: 'Pre-assessment', user: 'Marie Curie' }

describe('describeEvent', () => {
  test.each([
    ['patientRead', {}, 'Viewed patient Grace Hopper (NHS number 999 000 0018)'],
    ['patientLocaleUpdated', { locale: 'en' }, 'Changed the language of patient Grace Hopper (NHS number 999 000 0018) to en'],
    ['patientLocaleUpdated', { locale: '' }, 'Changed the language of patient Grace Hopper (NHS number 999 000 0018) to not known'],
    ['formPublished', {}, 'Published form "Pre-assessment"'],
    ['formRequestCreated', {}, 'Sent form "Pre-assessment" to patient Grace Hopper (NHS number 999 000 0018)'],
    ['formRequestAssigned', {}, 'Assigned form "Pre-assessment" of patient Grace Hopper (NHS number 999 000 0018) to user Marie Curie'],
    ['formRequestSubmitted', {}, 'Patient Grace Hopper (NHS number 999 000 0018) submitted form "Pre-assessment"'],
    ['tenantMemberUpdated', {}, 'Updated user Marie Curie'],
    ['tenantMemberUpdated', { isMoved: true }, 'Changed the email address of user Marie Curie'],
    ['tenantMemberUpdated', { role: 'Forms OrgAdmin' }, 'Changed the role of user Marie Curie to Forms Admin'],
    ['tenantMemberLocaleUpdated', {}, 'Changed the language or timezone of user Marie Curie'],
    ['signInSucceeded', { amr: ['pwd', 'otp', 'mfa'], from: '192.0.2.7' }, 'Signed in with a password and a code from 192.0.2.7'],
    ['signInSucceeded', { amr: ['pop', 'user', 'mfa'], from: '192.0.2.7' }, 'Signed in with a passkey from 192.0.2.7'],
    ['tenantMemberMailFailed', { mail: 'invitation' }, 'An email to this account could not be sent (invitation)'],
    ['wardAssigned', { ward: 'North' }, 'Gave user Marie Curie access to ward North'],
    [
      'seriesPatientRefused',
      { series: 'Hip replacement', reason: 'This patient has died.' },
      'Could not enrol patient Grace Hopper (NHS number 999 000 0018) in series "Hip replacement": This patient has died',
    ],
    [
      'integrationClientUpdated',
      { client: 'PAS', permissionsAdded: ['event:read', 'form:read'], permissionsRemoved: ['patient:delete'], expiresOn: '2027-03-01' },
      'Changed the integration client "PAS" (now: read events, see forms; no longer: archive patients; last day: 01-Mar-2027)',
    ],
    ['integrationClientUpdated', { client: 'PAS', fields: ['name'] }, 'Changed the integration client "PAS"'],
    [
      'integrationClientUpdated',
      { client: 'PAS', isSwitchedOff: false, permissionsAdded: ['unknown'] },
      'Switched on the integration client "PAS"',
    ],
    ['madeUpByANewerVersion', {}, 'Unknown event'],
    ['constructor', {}, 'Unknown event'],
  ])('%s with %j reads as a sentence (AUD-2)', (event, detail, words) => {
    expect(describeEvent(event, { ...about, detail })).toBe(words)
  })

  test('every event type has a description, also when nothing is known of its subject (AUD-2)', () => {
    for (const event of auditEvents) expect(describeEvent(event, { detail: {} })).toMatch(/^[A-Z].*\S$/)
    expect(describeEvent('formRequestRead', { detail: {} })).toBe('Viewed a form of a patient')
  })
})
