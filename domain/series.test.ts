import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { runs } from '#test/strength.ts'

import { addDays } from './dates.ts'
import { dateOf, formatDateTime } from './moments.ts'
import { nextSendingMoment, type SendingHours } from './sending-times.ts'
import {
  dayAt,
  dueDays,
  endDateProblem,
  exampleDays,
  inOrder,
  occasionWords,
  type Offset,
  offsetUnits,
  type Plan,
  planOccasions,
  type Schedule,
  scheduleProblem,
  scheduleWords,
  sendingStartOf,
  startDateProblem,
  type StoredOccasion,
} from './series.ts'

const office: SendingHours = { sendingFrom: 8, sendingUntil: 18, sendsOnWeekdaysOnly: true, sendsOnBankHolidays: false }
const daily: SendingHours = { ...office, sendsOnWeekdaysOnly: false, sendsOnBankHolidays: true }

const prom: Schedule = {
  kind: 'offsets',
  offsets: [
    { amount: 6, unit: 'weeks' },
    { amount: 6, unit: 'months' },
    { amount: 12, unit: 'months' },
  ],
}
const every12: Schedule = { kind: 'every', weeks: 12, times: null, until: null }

describe('dayAt', () => {
  test.each([
    ['6 weeks after', '2026-05-12', { amount: 6, unit: 'weeks' }, '2026-06-23'],
    ['2 weeks before', '2026-01-05', { amount: -2, unit: 'weeks' }, '2025-12-22'],
    ['a month after the 31st is the last day of a shorter month', '2026-01-31', { amount: 1, unit: 'months' }, '2026-02-28'],
    ['and 29 February in a leap year', '2028-01-31', { amount: 1, unit: 'months' }, '2028-02-29'],
    ['12 months after 29 February', '2028-02-29', { amount: 12, unit: 'months' }, '2029-02-28'],
    ['a month before 31 March', '2026-03-31', { amount: -1, unit: 'months' }, '2026-02-28'],
    ['13 months after December', '2026-12-15', { amount: 13, unit: 'months' }, '2028-01-15'],
    ['a day across the change to summer time', '2026-03-28', { amount: 1, unit: 'days' }, '2026-03-29'],
    ['a day across the change to winter time', '2026-10-24', { amount: 1, unit: 'days' }, '2026-10-25'],
    ['the day itself', '2026-10-24', { amount: 0, unit: 'days' }, '2026-10-24'],
  ] as const)('%s (REQ-10)', (_name, date, offset, day) => {
    expect(dayAt(date, offset)).toBe(day)
  })
})

describe('sendingStartOf', () => {
  test.each([
    ['in winter', '2026-12-01', office, '01-Dec-2026 08:00'],
    ['in summer', '2026-07-01', office, '01-Jul-2026 08:00'],
    ['on the day on which summer time begins', '2026-03-29', daily, '29-Mar-2026 08:00'],
    ['on the day on which it ends', '2026-10-25', daily, '25-Oct-2026 08:00'],
    ['a Saturday waits for Monday', '2026-11-28', office, '30-Nov-2026 08:00'],
    ['Christmas Day waits for the first day of work', '2026-12-25', office, '29-Dec-2026 08:00'],
    ['an hour that the clock leaves out', '2026-03-29', { ...daily, sendingFrom: 1 }, '29-Mar-2026 02:00'],
  ] as const)('%s (REQ-10)', (_name, day, hours, moment) => {
    expect(formatDateTime(sendingStartOf(day, hours))).toBe(moment)
  })
})

describe('dueDays', () => {
  test.each([
    ['before the sending hours the day is not due', '2026-11-25T07:59:00Z', office, 7, '2026-11-24'],
    ['from the first minute it is', '2026-11-25T08:00:00Z', office, 7, '2026-11-25'],
    ['a weekend is due on Monday', '2026-11-30T08:00:00Z', office, 7, '2026-11-30'],
    ['and not on Sunday', '2026-11-29T12:00:00Z', office, 7, '2026-11-27'],
    ['in summer by the clock of London', '2026-07-01T07:00:00Z', office, 7, '2026-07-01'],
  ] as const)('%s (REQ-10)', (_name, now, hours, late, until) => {
    expect(dueDays(new Date(now), hours, late).until).toBe(until)
  })

  test('what waited for the end of Christmas is not late, even when one day late is too late (REQ-10)', () => {
    expect(dueDays(new Date('2026-12-29T09:00:00Z'), office, 1)).toEqual({ from: '2026-12-25', until: '2026-12-29' })
  })

  test('a day is late when it is longer ago than the days of the series (REQ-10)', () => {
    expect(dueDays(new Date('2026-11-25T09:00:00Z'), daily, 7)).toEqual({ from: '2026-11-19', until: '2026-11-25' })
  })

  test('every day is due once its sending hours begin, and in time then, in any year and with any hours (REQ-10)', () => {
    const hours = fc.record({
      sendingFrom: fc.integer({ min: 0, max: 12 }),
      sendingUntil: fc.integer({ min: 13, max: 24 }),
      sendsOnWeekdaysOnly: fc.boolean(),
      sendsOnBankHolidays: fc.boolean(),
    })
    const moments = fc.date({ min: new Date('2025-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(moments, hours, fc.integer({ min: 1, max: 30 }), (now, asked, late) => {
        const { from, until } = dueDays(now, asked, late)
        expect(sendingStartOf(until, asked).getTime()).toBeLessThanOrEqual(now.getTime())
        expect(sendingStartOf(addDays(until, 1), asked).getTime()).toBeGreaterThan(now.getTime())
        // While messages may be sent, today is always due.
        if (nextSendingMoment(now, asked).getTime() === now.getTime()) expect(until).toBe(dateOf(now))
        if (from <= until) expect(sendingStartOf(from, asked).getTime() + late * 86_400_000).toBeGreaterThanOrEqual(now.getTime())
      }),
      { numRuns: runs(200) },
    )
  })
})

/** The stored occasions after a plan was carried out. */
const carriedOut = (stored: readonly StoredOccasion[], { added, changed, removed }: Plan): StoredOccasion[] => [
  ...stored
    .filter(({ id }) => !removed.includes(id))
    .map((one): StoredOccasion => {
      const change = changed.find(({ id }) => id === one.id)
      if (!change) return one
      return {
        ...one,
        dueOn: change.dueOn,
        ...(change.isPassed ? { state: 'skipped', reason: 'passed' } : { state: 'planned', reason: null }),
      }
    }),
  ...added.map(({ amount, unit, dueOn, isPassed }, index): StoredOccasion => ({
    id: `${stored.length + index} ${amount} ${unit}`,
    amount,
    unit,
    dueOn,
    movedTo: null,
    ...(isPassed ? { state: 'skipped', reason: 'passed' } : { state: 'planned', reason: null }),
  })),
]
const summary = (stored: readonly StoredOccasion[]) =>
  stored.toSorted((a, b) => (a.dueOn < b.dueOn ? -1 : 1)).map(({ dueOn, state }) => `${dueOn} ${state}`)

const enrol = (schedule: Schedule, startsOn: string, today: string) => carriedOut([], planOccasions(schedule, startsOn, [], today))

describe('planOccasions', () => {
  test('an enrolment after the first times plans the others, and skips those that have passed (REQ-10)', () => {
    expect(summary(enrol(prom, '2026-05-31', '2026-08-01'))).toEqual(['2026-07-12 skipped', '2026-11-30 planned', '2027-05-31 planned'])
  })

  test('every 12 weeks plans the next two, and none that have passed (REQ-10)', () => {
    expect(summary(enrol(every12, '2026-01-01', '2026-08-01'))).toEqual(['2026-09-10 planned', '2026-12-03 planned'])
  })

  test('every week plans nine, up to the number of times and the end date (REQ-10)', () => {
    expect(enrol({ ...every12, weeks: 1 }, '2026-01-01', '2026-01-01')).toHaveLength(9)
    expect(enrol({ ...every12, weeks: 1, times: 3 }, '2026-01-01', '2026-01-01')).toHaveLength(3)
    expect(summary(enrol({ ...every12, weeks: 1, until: '2026-01-15' }, '2026-01-01', '2026-01-01'))).toEqual([
      '2026-01-08 planned',
      '2026-01-15 planned',
    ])
    expect(enrol({ ...every12, until: '2026-01-15' }, '2026-01-01', '2026-01-02')).toEqual([])
  })

  test('a corrected date moves what is planned, and what was sent stays (REQ-10)', () => {
    const [first, second, third] = enrol(prom, '2026-05-31', '2026-06-01')
    const stored: StoredOccasion[] = [{ ...first!, state: 'sent' }, { ...second!, state: 'sent' }, third!]
    expect(summary(carriedOut(stored, planOccasions(prom, '2026-06-15', stored, '2026-12-20')))).toEqual([
      '2026-07-12 sent',
      '2026-11-30 sent',
      '2027-06-15 planned',
    ])
  })

  test('a corrected date plans again what had passed only by the wrong date (REQ-10)', () => {
    const stored = enrol(prom, '2026-05-31', '2026-08-01')
    expect(summary(carriedOut(stored, planOccasions(prom, '2026-07-31', stored, '2026-08-02')))[0]).toBe('2026-09-11 planned')
  })

  test('a changed schedule removes what is planned for other times, and keeps what was sent (REQ-10)', () => {
    const [first, ...others] = enrol(prom, '2026-05-31', '2026-06-01')
    const stored: StoredOccasion[] = [{ ...first!, state: 'sent' }, ...others]
    const changed: Schedule = {
      kind: 'offsets',
      offsets: [
        { amount: 3, unit: 'months' },
        { amount: 12, unit: 'months' },
      ],
    }
    expect(summary(carriedOut(stored, planOccasions(changed, '2026-05-31', stored, '2026-08-01')))).toEqual([
      '2026-07-12 sent',
      '2026-08-31 planned',
      '2027-05-31 planned',
    ])
  })

  test('an occasion that is due and not sent yet is left to be sent (REQ-10)', () => {
    const stored = enrol(every12, '2026-01-01', '2026-03-20')
    expect(planOccasions(every12, '2026-01-01', stored, '2026-03-28').changed).toEqual([])
    expect(planOccasions(every12, '2026-01-01', stored, '2026-03-28').removed).toEqual([])
  })

  const offset = fc.record({ amount: fc.integer({ min: -30, max: 60 }), unit: fc.constantFrom(...offsetUnits) })
  const schedules: fc.Arbitrary<Schedule> = fc.oneof(
    fc
      .uniqueArray(offset, { minLength: 1, maxLength: 8, selector: ({ amount, unit }: Offset) => `${amount} ${unit}` })
      .map((offsets): Schedule => ({ kind: 'offsets', offsets: inOrder(offsets) })),
    fc.record({
      kind: fc.constant('every' as const),
      weeks: fc.integer({ min: 1, max: 26 }),
      times: fc.option(fc.integer({ min: 1, max: 12 })),
      until: fc.option(fc.integer({ min: 0, max: 900 }).map((days) => addDays('2026-01-01', days))),
    }),
  )
  const days = fc.integer({ min: 0, max: 900 }).map((count) => addDays('2026-01-01', count))

  test('planning again changes nothing, whatever the schedules and dates before (REQ-10)', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(schedules, days), { minLength: 1, maxLength: 4 }), days, (changes, today) => {
        let stored: StoredOccasion[] = []
        for (const [schedule, startsOn] of changes) {
          stored = carriedOut(stored, planOccasions(schedule, startsOn, stored, today))
          expect(planOccasions(schedule, startsOn, stored, today)).toEqual({ added: [], changed: [], removed: [] })
          expect(new Set(stored.map(({ amount, unit }) => `${amount} ${unit}`)).size).toBe(stored.length)
          expect(stored.filter(({ state, dueOn }) => state === 'planned' && dueOn < today)).toEqual([])
        }
      }),
      { numRuns: runs(300) },
    )
  })

  test('what was sent is never changed or removed (REQ-10)', () => {
    fc.assert(
      fc.property(schedules, schedules, days, days, days, (before, after, startsOn, corrected, today) => {
        const stored = enrol(before, startsOn, startsOn).map((one): StoredOccasion => ({ ...one, state: 'sent' }))
        const { changed, removed } = planOccasions(after, corrected, stored, today)
        expect([...changed.map(({ id }) => id), ...removed]).toEqual([])
      }),
      { numRuns: runs(100) },
    )
  })
})

describe('scheduleProblem', () => {
  test.each([
    [prom, undefined],
    [{ kind: 'offsets', offsets: [] }, 'Add at least 1 time.'],
    [
      {
        kind: 'offsets',
        offsets: [
          { amount: 1, unit: 'weeks' },
          { amount: 7, unit: 'days' },
        ],
      },
      'Two times are the same.',
    ],
    [{ kind: 'offsets', offsets: [{ amount: 121, unit: 'months' }] }, 'Times in months must be whole numbers up to 120.'],
    [{ kind: 'offsets', offsets: [{ amount: 1.5, unit: 'days' }] }, 'Times in days must be whole numbers up to 3,650.'],
    [every12, undefined],
    [{ ...every12, weeks: 0 }, 'Weeks must be a whole number between 1 and 104.'],
    [{ ...every12, times: 0 }, 'Number of times must be a whole number between 1 and 520.'],
    [{ ...every12, until: '2026-02-30' }, 'End date is not a real date.'],
  ] as [Schedule, string | undefined][])('%j: %s (REQ-10)', (schedule, problem) => {
    expect(scheduleProblem(schedule)).toBe(problem)
  })
})

test('the end date of a new schedule is today or later (REQ-10)', () => {
  const until = (day: string): Schedule => ({ ...every12, until: day })
  expect(endDateProblem(until('2026-11-24'), '2026-11-25')).toBe('End date must be today or later.')
  expect(endDateProblem(until('2026-11-25'), '2026-11-25')).toBeUndefined()
  expect([every12, prom].map((schedule) => endDateProblem(schedule, '2026-11-25'))).toEqual([undefined, undefined])
})

test('a date of an enrolment is within ten years of today (REQ-10)', () => {
  expect(startDateProblem('2016-11-24', '2026-11-25')).toBe('Date must be within 10 years of today.')
  expect(startDateProblem('2016-11-25', '2026-11-25')).toBeUndefined()
  expect(startDateProblem('2036-11-26', '2026-11-25')).toBe('Date must be within 10 years of today.')
  expect(startDateProblem('2026-02-29', '2026-11-25')).toBe('Date is not a real date.')
})

test('schedules and occasions in words (REQ-10)', () => {
  expect(scheduleWords(prom)).toBe('6 weeks, 6 months and 12 months after')
  const around: Offset[] = [
    { amount: -1, unit: 'weeks' },
    { amount: 0, unit: 'days' },
    { amount: 1, unit: 'months' },
  ]
  expect(scheduleWords({ kind: 'offsets', offsets: around })).toBe('1 week before, on the day and 1 month after')
  expect(scheduleWords({ kind: 'every', weeks: 12, times: 8, until: '2027-01-31' })).toBe(
    'Every 12 weeks, at most 8 times, until 31-Jan-2027',
  )
  expect(around.map((offset) => occasionWords(offset, 'Date of operation'))).toEqual([
    '1 week before date of operation',
    'on date of operation',
    '1 month after date of operation',
  ])
  expect(exampleDays(every12, '2026-01-01', 2)).toEqual([
    { amount: 12, unit: 'weeks', day: '2026-03-26' },
    { amount: 24, unit: 'weeks', day: '2026-06-18' },
  ])
})
