import { describe, expect, test } from 'vitest'

import { messageTimes } from '#web/staff/requests/message-times.ts'

import { messagesOf } from './import-messages.ts'

const planByMethod = { sms: 2, email: 0, nhs_app: 3 }

describe('the messages of an import that is completed', () => {
  test('at 23:00 NHS App messages wait until 6:00 and text messages until 8:00, and the dialog says both (IMP-5, NOT-5)', () => {
    const now = new Date('2026-11-23T23:00:00Z')

    const messages = messagesOf({ planByMethod, messagesFrom: '2026-11-24T08:00:00Z', appMessagesFrom: '2026-11-24T06:00:00Z' }, now)

    expect(messages).toEqual([
      { method: 'sms', count: 2, from: '2026-11-24T08:00:00Z', waitsForSendingHours: true },
      { method: 'nhs_app', count: 3, from: '2026-11-24T06:00:00Z', waitsForSendingHours: true },
    ])
    expect(messageTimes(messages, { now })).toEqual([
      'Text messages go out tomorrow, Tuesday 24-Nov-2026, at 08:00, when your sending hours begin.',
      'NHS App messages go out tomorrow, Tuesday 24-Nov-2026, at 06:00.',
    ])
  })

  test('at 21:00 NHS App messages go out now while text messages wait (IMP-5, NOT-5)', () => {
    const now = new Date('2026-11-23T21:00:00Z')

    const messages = messagesOf({ planByMethod, messagesFrom: '2026-11-24T08:00:00Z', appMessagesFrom: '2026-11-23T20:59:58Z' }, now)

    expect(messages).toMatchObject([{ from: '2026-11-24T08:00:00Z' }, { from: null, waitsForSendingHours: false }])
  })
})
