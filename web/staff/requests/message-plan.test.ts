import { describe, expect, test } from 'vitest'

import { finishInWords, nextInWords, plannedMessages } from './message-plan.ts'

const sms = {
  method: 'sms',
  count: 120,
  fragments: 245,
  tooLong: 0,
  finishedAt: null,
  isAccountShared: false,
  nextAfterHours: 72,
  next: [],
} as const
const plan = { messages: [], fragmentPrice: 2.4, price: null, waiting: 0 }

describe('The plan of messages in words', () => {
  test('names patients, fragments and price, or that no price is set (NOT-6)', () => {
    expect(plannedMessages({ ...sms, next: [] }, plan)).toBe('SMS: 120 messages, 245 fragments, £5.88')
    expect(plannedMessages({ ...sms, next: [], tooLong: 1 }, { ...plan, fragmentPrice: null })).toBe(
      'SMS: 120 messages, 245 fragments, price not set, 1 message too long to send',
    )
    expect(plannedMessages({ ...sms, method: 'nhs_app', count: 1, fragments: null, next: [] }, plan)).toBe('NHS App: 1 message')
  })

  test('says what follows when a message does not reach the patient (NOT-6)', () => {
    const next = [
      { method: 'sms' as const, count: 110 },
      { method: null, count: 1 },
    ]
    expect(nextInWords({ ...sms, method: 'nhs_app', nextAfterHours: 24, next })).toBe(
      'NHS App not read within 24 hours: then by SMS for 110 patients, no other method for 1 patient',
    )
    expect(nextInWords({ ...sms, next: [] })).toBeUndefined()
  })

  test('says when the last message will be sent and how many are sent first (NOT-6)', () => {
    const messages = [
      { ...sms, next: [], finishedAt: '2026-11-25T10:00:00.000Z' },
      { ...sms, method: 'email' as const, next: [], finishedAt: '2026-11-26T09:30:00.000Z' },
    ]
    expect(finishInWords({ ...plan, messages, waiting: 3 })).toBe(
      'The last message will be sent by Thursday 26-Nov-2026 09:30. 3 other messages are sent first.',
    )
    expect(finishInWords({ ...plan, messages: [{ ...sms, next: [] }] })).toBe('')
  })

  test('promises no time on an account that other organisations use too (NOT-6)', () => {
    const messages = [{ ...sms, next: [], finishedAt: '2026-11-25T10:00:00.000Z', isAccountShared: true }]
    expect(finishInWords({ ...plan, messages, waiting: 0 })).toBe(
      'The last message will be sent on Wednesday 25-Nov-2026 10:00 at the earliest. Other organisations can send through the same account.',
    )
  })
})
