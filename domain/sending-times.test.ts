import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { runs } from '#test/strength.ts'

import { dateOf, formatDateTime } from './moments.ts'
import { nextSendingMoment, sendDateProblem, type SendingHours, sendingMomentOf } from './sending-times.ts'

const office: SendingHours = { sendingFrom: 8, sendingUntil: 18, sendsOnWeekdaysOnly: true, sendsOnBankHolidays: true }
const daily: SendingHours = { ...office, sendsOnWeekdaysOnly: false, sendsOnBankHolidays: true }
const always: SendingHours = { sendingFrom: 0, sendingUntil: 24, sendsOnWeekdaysOnly: false, sendsOnBankHolidays: true }

describe('nextSendingMoment', () => {
  test.each([
    ['in office hours it goes at once', office, '2026-11-23T10:15:30Z', '2026-11-23T10:15:30Z'],
    ['at the very minute they begin', office, '2026-11-23T08:00:00Z', '2026-11-23T08:00:00Z'],
    ['early in the morning it waits for them', office, '2026-11-23T06:59:59Z', '2026-11-23T08:00:00Z'],
    ['the minute they end is too late', office, '2026-11-23T18:00:00Z', '2026-11-24T08:00:00Z'],
    ['a minute before is not', office, '2026-11-23T17:59:59Z', '2026-11-23T17:59:59Z'],
    ['on Friday evening it waits for Monday', office, '2026-11-27T18:30:00Z', '2026-11-30T08:00:00Z'],
    ['on Sunday too', office, '2026-11-29T12:00:00Z', '2026-11-30T08:00:00Z'],
    ['with weekends it waits for the morning only', daily, '2026-11-27T18:30:00Z', '2026-11-28T08:00:00Z'],
    ['in summer the clock of London is an hour ahead', office, '2026-07-01T06:30:00Z', '2026-07-01T07:00:00Z'],
    ['and so is the evening', office, '2026-07-01T17:00:00Z', '2026-07-02T07:00:00Z'],
    ['over the change to summer time', office, '2026-03-27T19:00:00Z', '2026-03-30T07:00:00Z'],
    ['over the change to winter time', office, '2026-10-23T18:00:00Z', '2026-10-26T08:00:00Z'],
    ['an hour that the clock leaves out begins at the next', { ...daily, sendingFrom: 1 }, '2026-03-29T00:30:00Z', '2026-03-29T01:00:00Z'],
    ['an hour that comes twice begins with the first', { ...daily, sendingFrom: 1 }, '2026-10-24T23:30:00Z', '2026-10-25T00:00:00Z'],
    ['with sending hours from 0 to 24 it never waits', always, '2026-12-26T03:00:00Z', '2026-12-26T03:00:00Z'],
    [
      'weekdays at any hour: after Friday comes Monday',
      { ...always, sendsOnWeekdaysOnly: true, sendsOnBankHolidays: true },
      '2026-11-28T09:00:00Z',
      '2026-11-30T00:00:00Z',
    ],
  ])('%s (ORG-6)', (_name, hours, moment, expected) => {
    expect(nextSendingMoment(new Date(moment), hours).toISOString()).toBe(new Date(expected).toISOString())
  })

  test('for any hours and moment, the message is sent within the hours, not before the moment and within four days (ORG-6)', () => {
    const hours = fc
      .record({ sendingFrom: fc.integer({ min: 0, max: 23 }), length: fc.integer({ min: 1, max: 24 }), sendsOnWeekdaysOnly: fc.boolean() })
      .map(({ length, ...rest }) => ({ ...rest, sendsOnBankHolidays: true, sendingUntil: Math.min(24, rest.sendingFrom + length) }))
    const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(moments, hours, (moment, hoursOf) => {
        const { sendingFrom, sendingUntil, sendsOnWeekdaysOnly } = hoursOf
        const next = nextSendingMoment(moment, hoursOf)
        const hour = Number(formatDateTime(next).slice(12, 14))
        const weekday = new Date(dateOf(next)).getUTCDay()
        expect(next.getTime()).toBeGreaterThanOrEqual(moment.getTime())
        expect(next.getTime() - moment.getTime()).toBeLessThan(4 * 86_400_000)
        // One hour of the year does not exist in London. Sending hours of that hour alone begin with the next hour, or a day later.
        expect(hour).toBeGreaterThanOrEqual(sendingFrom)
        expect(hour).toBeLessThan(sendingUntil)
        expect(sendsOnWeekdaysOnly && [0, 6].includes(weekday)).toBe(false)
        expect(nextSendingMoment(next, hoursOf)).toEqual(next)
      }),
      { numRuns: runs(300) },
    )
  })
})

describe('nextSendingMoment on bank holidays', () => {
  const closed = { ...office, sendsOnBankHolidays: false }
  test.each([
    ['over Easter it waits from Maundy Thursday evening for Tuesday', closed, '2026-04-02T18:00:00Z', '2026-04-07T07:00:00Z'],
    ['over Christmas it waits for the day after the substitute day', closed, '2026-12-24T19:00:00Z', '2026-12-29T08:00:00Z'],
    ['an organisation that sends on bank holidays does not wait', office, '2026-12-25T10:00:00Z', '2026-12-25T10:00:00Z'],
    ['a day that was proclaimed later', { ...closed, proclaimedHolidays: ['2026-11-25'] }, '2026-11-25T10:00:00Z', '2026-11-26T08:00:00Z'],
  ])('%s (NOT-5)', (_name, hours, moment, expected) => {
    expect(nextSendingMoment(new Date(moment), hours)).toEqual(new Date(expected))
  })
})

describe('sendingMomentOf', () => {
  const closed = { ...office, sendsOnBankHolidays: false }
  test.each([
    ['nhs_app', 'on Christmas Day in the evening', '2026-12-25T21:59:00Z', '2026-12-25T21:59:00Z'],
    ['nhs_app', 'at night it waits for six', '2026-12-25T22:00:00Z', '2026-12-26T06:00:00Z'],
    ['sms', 'on Christmas Day', '2026-12-25T10:00:00Z', '2026-12-29T08:00:00Z'],
    ['email', 'on Christmas Day', '2026-12-25T10:00:00Z', '2026-12-29T08:00:00Z'],
  ] as const)('%s %s (NOT-5)', (method, _name, moment, expected) => {
    expect(sendingMomentOf(method, new Date(moment), closed)).toEqual(new Date(expected))
  })

  test('nhs_app is sent at night where the organisation sends everything at night (NOT-5)', () => {
    expect(sendingMomentOf('nhs_app', new Date('2026-12-25T03:00:00Z'), always)).toEqual(new Date('2026-12-25T03:00:00Z'))
  })
})

describe('sendDateProblem', () => {
  test('a send date must be today or later, and within ten years (VAL-2)', () => {
    const words = 'Send date must be today or later.'
    expect(sendDateProblem('2026-11-22', '2026-11-23')).toBe(words)
    expect(sendDateProblem('2026-11-23', '2026-11-23')).toBeUndefined()
    expect(sendDateProblem('2026-11-24', '2026-11-23')).toBeUndefined()
    expect(sendDateProblem('2036-11-23', '2026-11-23')).toBeUndefined()
    expect(sendDateProblem('2036-11-24', '2026-11-23')).toBe('Send date must be within the next 10 years.')
  })

  test('today is the day in London: half past midnight in summer is already the new day (VAL-2)', () => {
    expect(sendDateProblem(dateOf('2026-07-01T23:30:00Z'), '2026-07-02')).toBeUndefined()
    expect(sendDateProblem(dateOf('2026-07-01T22:30:00Z'), '2026-07-02')).toBeDefined()
  })
})
