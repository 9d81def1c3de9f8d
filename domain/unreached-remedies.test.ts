import { describe, expect, test } from 'vitest'

import { notificationMethods } from './notification.ts'
import { unreachedReasons } from './unreached.ts'
import { type Remedy, remedyOf } from './unreached-remedies.ts'

describe('remedyOf', () => {
  test.each<[Parameters<typeof remedyOf>, Remedy]>([
    [['no_contact_detail', 'sms'], { act: 'contact', words: 'Add a mobile phone number and send again.' }],
    [['no_contact_detail', 'email'], { act: 'contact', words: 'Add an email address and send again.' }],
    [['wrong_contact_detail', 'sms'], { act: 'contact', words: 'Correct the mobile phone number and send again.' }],
    [['unknown_patient', 'nhs_app'], { act: 'contact', words: 'Check the NHS number, or send by another method.' }],
    [['not_read', 'nhs_app'], { act: 'contact', words: 'Add a mobile phone number or email address and send again.' }],
    [['temporary_failure', 'sms'], { act: 'send', words: 'Send again, or phone the patient.' }],
    [['method_not_set_up', 'sms'], { act: 'contact', words: 'SMS is not set up. Send by another method.' }],
    [['deceased', 'sms'], { act: 'request', words: 'Close the form request.' }],
  ])('%j: %j (NOT-6)', (asked, expected) => {
    expect(remedyOf(...asked)).toEqual(expected)
  })

  test('every reason has an act and words for every method (NOT-6)', () => {
    for (const reason of unreachedReasons)
      for (const method of notificationMethods) expect(remedyOf(reason, method).words).toMatch(/^[A-Z].*\.$/)
  })

  test('no remedy sends to a patient who opted out, does not want to be contacted, has died or is archived (NOT-6)', () => {
    for (const reason of ['opted_out', 'not_to_be_contacted', 'deceased', 'archived'] as const)
      for (const method of notificationMethods) expect(remedyOf(reason, method).act).toBe('request')
  })
})
