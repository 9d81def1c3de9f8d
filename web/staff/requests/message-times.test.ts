import { describe, expect, test } from 'vitest'

import { isUnusualTime, messageTimes } from './message-times.ts'

/** A Monday evening in London. */
const now = new Date('2026-11-23T19:30:00Z')
const sms = (from: string | null, waitsForSendingHours = false) => ({ method: 'sms', count: 2, from, waitsForSendingHours }) as const
const email = (from: string | null, waitsForSendingHours = false) => ({ ...sms(from, waitsForSendingHours), method: 'email' }) as const
const nhsApp = (from: string | null) => ({ ...sms(from), method: 'nhs_app' }) as const

describe('the text that says when messages are sent', () => {
  test.each([
    ['at once', [sms(null)], ['Messages go out now: Monday 23-Nov-2026 19:30.']],
    ['at once, by two methods', [sms(null), email(null)], ['Messages go out now: Monday 23-Nov-2026 19:30.']],
    ['later today', [email('2026-11-23T21:00:00Z')], ['Messages go out today at 21:00.']],
    [
      'tomorrow, as the sending hours are over',
      [sms('2026-11-24T08:00:00Z', true), email('2026-11-24T08:00:00Z', true), nhsApp(null)],
      [
        'Text messages and emails go out tomorrow, Tuesday 24-Nov-2026, at 08:00, when your sending hours begin.',
        'NHS App messages go out now: Monday 23-Nov-2026 19:30.',
      ],
    ],
    ['on a day in summer', [sms('2027-07-01T08:00:00Z')], ['Messages go out on Thursday 01-Jul-2027 at 09:00.']],
  ])('%s (REQ-5, ORG-6)', (_name, messages, words) => {
    expect(messageTimes(messages, { now })).toEqual(words)
  })

  test('without a real channel no text says that a message is sent (NOT-7, REQ-5)', () => {
    expect(messageTimes([sms(null)], { areKept: true, now })).toEqual(['Messages are put in the outbox now: Monday 23-Nov-2026 19:30.'])
  })

  test('an hour of the evening or a day of the weekend is unusual, unless the sending hours begin then (ORG-6)', () => {
    expect(isUnusualTime([sms(null)], now)).toBe(false)
    expect(isUnusualTime([sms(null)], new Date('2026-11-23T20:00:00Z'))).toBe(true)
    expect(isUnusualTime([sms('2026-11-28T10:00:00Z')], now)).toBe(true)
    expect(isUnusualTime([sms('2026-11-28T10:00:00Z', true)], now)).toBe(false)
  })
})
