import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { runs } from '#test/strength.ts'

import { dueReminder, plannedReminders, type RemindedRequest, reminderRuleWords, reasonWithoutReminders } from './reminders.ts'
import { nextSendingMoment } from './sending-times.ts'

const dayMs = 86_400_000
const rule = { firstDays: 3, secondDays: 7, lastDays: 2 }
const request: RemindedRequest = {
  status: 'unopened',
  leftAt: '2026-11-02T10:00:00Z',
  lastMessageAt: '2026-11-02T10:00:00Z',
  method: 'sms',
  isUnreached: false,
  expiresAt: '2026-11-30T10:00:00Z',
  reminded: 0,
}
const atAnyHour = (moment: Date) => moment
const inOfficeHours = (moment: Date) =>
  nextSendingMoment(moment, { sendingFrom: 8, sendingUntil: 18, sendsOnWeekdaysOnly: true, sendsOnBankHolidays: false })

const datesOf = (changed: Partial<RemindedRequest> = {}, { now = '2026-11-02T12:00:00Z', days = rule, sendingMoment = atAnyHour } = {}) =>
  plannedReminders({ ...request, ...changed }, { rule: days, sendingMoment, now: new Date(now) }).map(
    ({ number, at }) => `${number} ${at.toISOString().slice(0, 16)}`,
  )

describe('plannedReminders', () => {
  test('two are counted from the message and the last one back from the expiry, also for a form that was opened (NOT-5)', () => {
    const expected = ['1 2026-11-05T10:00', '2 2026-11-09T10:00', '3 2026-11-28T10:00']
    expect(datesOf()).toEqual(expected)
    expect(datesOf({ status: 'opened' })).toEqual(expected)
    expect(datesOf({ reminded: 1 })).toEqual(expected.slice(1))
    expect(datesOf({ reminded: 2 })).toEqual(expected.slice(2))
    expect(datesOf({}, { days: { firstDays: 0, secondDays: 0, lastDays: 0 } })).toEqual([])
  })

  test.each([
    ['no message has left', { leftAt: null, lastMessageAt: null }],
    ['the message did not arrive', { isUnreached: true }],
    ['a letter was the last to leave', { method: 'letter' as const }],
    ['it is answered', { status: 'completed' }],
    ['it is closed', { status: 'closed' }],
    ['every reminder was sent', { reminded: 3 }],
    ['it expires first', { expiresAt: '2026-11-04T09:00:00Z' }],
  ])('there are none if %s (NOT-5)', (_name, changed) => {
    expect(datesOf(changed)).toEqual([])
  })

  test.each([
    [
      'the second is within a day of the last: the last is kept',
      { expiresAt: '2026-11-11T20:00:00Z' },
      ['1 2026-11-05T10:00', '3 2026-11-09T10:00'],
    ],
    ['the last would come within a day of the message', { expiresAt: '2026-11-04T23:59:59.999Z' }, []],
    ['the second falls after the expiry', { expiresAt: '2026-11-08T10:00:00Z' }, ['1 2026-11-05T10:00', '3 2026-11-06T10:00']],
    [
      'a member has reminded the patient an hour before: a day later',
      { lastMessageAt: '2026-11-05T09:00:00Z' },
      ['1 2026-11-06T09:00', '2 2026-11-09T10:00', '3 2026-11-28T10:00'],
    ],
    [
      'the form was sent again: counted from then',
      { leftAt: '2026-11-10T10:00:00Z', lastMessageAt: '2026-11-10T10:00:00Z', reminded: 1 },
      ['2 2026-11-17T10:00', '3 2026-11-28T10:00'],
    ],
  ])('%s (NOT-5)', (_name, changed, expected) => {
    expect(datesOf(changed)).toEqual(expected)
  })

  test('each date is moved into the sending hours, past weekends and bank holidays (NOT-5)', () => {
    const overChristmas = { leftAt: '2026-12-22T10:00:00Z', lastMessageAt: '2026-12-22T10:00:00Z', expiresAt: '2027-01-19T10:00:00Z' }
    // The third day is Christmas Day, a Friday; Monday is the substitute day of Boxing Day.
    expect(datesOf(overChristmas, { now: '2026-12-22T12:00:00Z', sendingMoment: inOfficeHours })).toEqual([
      '2 2026-12-29T10:00',
      '3 2027-01-18T08:00',
    ])
  })

  test('days are calendar days in London, also where the clocks change, so a reminder keeps the time of day of the message (NOT-5)', () => {
    // The clocks go back on 25 October 2026 and forward on 28 March 2027, so these days have 25 and 23 hours.
    const inOctober = { leftAt: '2026-10-24T09:00:00Z', lastMessageAt: '2026-10-24T09:00:00Z', expiresAt: '2026-11-21T10:00:00Z' }
    expect(datesOf(inOctober, { now: '2026-10-24T12:00:00Z' })).toEqual(['1 2026-10-27T10:00', '2 2026-10-31T10:00', '3 2026-11-19T10:00'])
    const inMarch = { leftAt: '2027-03-27T10:00:00Z', lastMessageAt: '2027-03-27T10:00:00Z', expiresAt: '2027-03-29T09:00:00Z' }
    const everyDay = { firstDays: 1, secondDays: 0, lastDays: 0 }
    expect(datesOf(inMarch, { now: '2027-03-27T12:00:00Z', days: everyDay })).toEqual(['1 2027-03-28T09:00'])
  })

  test('of those that fell due while no worker ran, one is sent, and none that is more than three days late (NOT-5)', () => {
    const days = { firstDays: 3, secondDays: 5, lastDays: 0 }
    expect(datesOf({}, { days, now: '2026-11-07T12:00:00Z' })).toEqual(['2 2026-11-07T12:00'])
    expect(datesOf({}, { days, now: '2026-11-10T11:00:00Z' })).toEqual([])
  })

  test('for any request and rule: at least a day apart, before the expiry, after the message, in order, each number once (NOT-5)', () => {
    const moment = fc.integer({ min: 0, max: 60 * 24 }).map((hour) => new Date(Date.parse('2026-12-01T00:00:00Z') + hour * 3_600_000))
    const days = fc.integer({ min: 0, max: 40 })
    fc.assert(
      fc.property(
        moment,
        moment,
        moment,
        moment,
        fc.record({ firstDays: days, secondDays: days, lastDays: days }),
        fc.integer({ min: 0, max: 3 }),
        (left, last, expires, now, any, reminded) => {
          fc.pre(left <= last && last <= now)
          const asked = {
            ...request,
            leftAt: left.toISOString(),
            lastMessageAt: last.toISOString(),
            expiresAt: expires.toISOString(),
            reminded,
          }
          const planned = plannedReminders(asked, { rule: any, sendingMoment: inOfficeHours, now })
          planned.forEach(({ number, at }, index) => {
            const before = index === 0 ? last : planned[index - 1]!.at
            expect(at.getTime() - before.getTime()).toBeGreaterThanOrEqual(dayMs)
            expect(at.getTime()).toBeGreaterThanOrEqual(now.getTime())
            expect(at.getTime()).toBeLessThan(expires.getTime())
            expect(inOfficeHours(at)).toEqual(at)
            expect(number).toBeGreaterThan(index === 0 ? reminded : planned[index - 1]!.number)
          })
          const due = dueReminder(asked, { rule: any, sendingMoment: inOfficeHours, now })
          expect(due === undefined || due.at.getTime() === now.getTime(), 'what is due now is what is shown for now').toBe(true)
        },
      ),
      { numRuns: runs(500) },
    )
  })
})

describe('reasonWithoutReminders', () => {
  const patient = { deceased: false, archived: false, mayBeContacted: true, optedOutMethods: [] }
  test('names the reason that counts most, and only for an open form request (NOT-5)', () => {
    expect(reasonWithoutReminders(request, patient, rule)).toBeUndefined()
    expect(reasonWithoutReminders(request, { ...patient, deceased: true, archived: true }, rule)).toBe('deceased')
    expect(reasonWithoutReminders(request, { ...patient, optedOutMethods: ['sms'] }, rule)).toBe('opted_out')
    expect(reasonWithoutReminders({ ...request, method: 'email' }, { ...patient, optedOutMethods: ['sms'] }, rule)).toBeUndefined()
    expect(reasonWithoutReminders({ ...request, method: 'letter' }, { ...patient, optedOutMethods: ['sms'] }, rule)).toBe('letter')
    expect(reasonWithoutReminders(request, patient, { firstDays: 0, secondDays: 0, lastDays: 0 })).toBe('turned_off')
    expect(reasonWithoutReminders({ ...request, leftAt: null }, patient, rule)).toBe('not_sent')
    expect(reasonWithoutReminders({ ...request, status: 'closed' }, { ...patient, deceased: true }, rule)).toBeUndefined()
  })
})

describe('reminderRuleWords', () => {
  test.each([
    [{ firstDays: 3, secondDays: 7, lastDays: 2 }, 'after 3 and 7 days, and 2 days before the form expires'],
    [{ firstDays: 1, secondDays: 0, lastDays: 0 }, 'after 1 day'],
    [{ firstDays: 0, secondDays: 0, lastDays: 1 }, '1 day before the form expires'],
    [{ firstDays: 0, secondDays: 0, lastDays: 0 }, undefined],
  ])('%j is "%s" (NOT-5)', (days, words) => {
    expect(reminderRuleWords(days)).toBe(words)
  })
})
