import { describe, expect, test } from 'vitest'

import { finishTime } from './finish-time.ts'
import { nextSendingMoment, type SendingHours } from './sending-times.ts'

const hours: SendingHours = { sendingFrom: 8, sendingUntil: 18, sendsOnWeekdaysOnly: true, sendsOnBankHolidays: false }
const always: SendingHours = { sendingFrom: 0, sendingUntil: 24, sendsOnWeekdaysOnly: false, sendsOnBankHolidays: true }

describe('The time at which the last message has left', () => {
  test.each<[string, number, number, SendingHours, string, string]>([
    ['no message takes no time', 0, 100, hours, '2026-11-25T10:00:00Z', '2026-11-25T10:00:00Z'],
    ['one message takes a minute', 1, 3000, hours, '2026-11-25T10:00:00Z', '2026-11-25T10:01:00Z'],
    ['many go at the pace of the provider', 3000, 100, hours, '2026-11-25T10:00:00Z', '2026-11-25T10:30:00Z'],
    ['the sending hours of the day end before', 1000, 100, hours, '2026-11-25T17:55:00Z', '2026-11-26T08:05:00Z'],
    ['a Friday evening goes on on Monday', 1000, 100, hours, '2026-11-27T17:55:00Z', '2026-11-30T08:05:00Z'],
    ['Christmas and Boxing Day are left out', 12_000, 100, hours, '2026-12-24T17:00:00Z', '2026-12-29T09:00:00Z'],
    ['the clocks go forward in between', 6000, 100, hours, '2026-03-27T17:30:00Z', '2026-03-30T07:30:00Z'],
    ['a hundred thousand at once need several days', 100_000, 100, hours, '2026-11-25T08:00:00Z', '2026-11-26T14:40:00Z'],
    ['without sending hours the night counts too', 100_000, 100, always, '2026-11-25T08:00:00Z', '2026-11-26T00:40:00Z'],
  ])('%s (NOT-6)', (_name, count, perMinute, sending, from, expected) => {
    const sendingMoment = (moment: Date) => nextSendingMoment(moment, sending)
    expect(finishTime(count, new Date(from), { perMinute, sendingMoment }).toISOString()).toBe(new Date(expected).toISOString())
  })
})
