import { describe, expect, test } from 'vitest'

import { isBankHoliday } from '#domain/bank-holidays.ts'
import { ageOn } from '#domain/dates.ts'
import { checkAnswers } from '#domain/form/answers.ts'
import { visibleQuestions } from '#domain/form/path.ts'
import { raisedFlags, scoreResults } from '#domain/form/scoring.ts'
import { dateOf, hourOf, weekdayOf } from '#domain/moments.ts'
import { isNhsNumber } from '#domain/nhs-number.ts'
import { queuesOf } from '#domain/waiting-list.ts'
import { runs } from '#test/strength.ts'

import { followedForm } from './followed-score.ts'
import { demoForms } from './forms.ts'
import { makePatientStories, type Story } from './patient-stories.ts'
import { randomFrom } from './random.ts'

const day = 86_400_000

function storiesAt(now: number) {
  const random = randomFrom(1)
  const forms = [...demoForms, followedForm].map((form) => ({ ...form, id: random.uuid(), liveVersion: form.versions }))
  const wards = ['Outpatients', 'Clinic 2'].map((name) => ({ id: random.uuid(), name }))
  return makePatientStories({ now, forms, wards, memberNamed: (name) => name })
}

/** Days of two years at changing hours, with each day of the week, 29 February, both changes of clocks, Easter and Christmas among them. */
const moments = [
  ...Array.from({ length: runs(731) }, (_, n) => Date.parse('2027-06-01T00:30:00Z') + Math.floor((n * 731) / runs(731)) * 23 * 3_600_000),
  ...['2028-02-29T09:00:00Z', '2028-03-26T00:59:00Z', '2028-03-26T01:00:00Z', '2028-10-29T00:30:00Z', '2028-10-29T01:30:00Z'].map(
    (moment) => Date.parse(moment),
  ),
  ...['2027-12-25T12:00:00Z', '2028-01-01T00:00:00Z', '2028-04-17T08:00:00Z', '2026-11-29T23:59:00Z'].map((moment) => Date.parse(moment)),
]

/** What is wrong with the times of a story that is told at that moment. */
const oddTimes = ({ patient, requests, contactChange }: Story, now: number) =>
  requests.flatMap(({ steps, messages, created, expires, events }) => [
    ...(steps[0]?.kind === 'created' ? [] : ['something happens before the form request is created']),
    ...(steps.some(({ at }, nth) => at < (steps[nth - 1]?.at ?? 0)) ? ['a step is out of order'] : []),
    ...(steps.at(-1)?.kind === 'closed' ? [] : ['something happens after closing']),
    ...([...steps, ...(contactChange ? [contactChange] : [])].some(({ at }) => at > now) ? ['a step is in the future'] : []),
    ...(events.some(({ at }) => at >= expires) ? ['something happens after the form request has expired'] : []),
    ...(Date.parse(patient.created_at) > created ? ['the record is newer than a form request'] : []),
    ...(messages.some(({ at, endedAt }) => at < created || endedAt < at) ? ['a message is out of order'] : []),
    ...steps.flatMap(({ at, kind, by }) => {
      const moment = new Date(at)
      const [hour, weekday] = [hourOf(moment), weekdayOf(moment)]
      if (by === undefined) return []
      if (by === 'patient') return hour < 7 || hour > 21 ? [`the patient is awake at ${hour}`] : []
      const isOff = weekday === 'Saturday' || weekday === 'Sunday' || isBankHoliday(dateOf(moment))
      return isOff || hour < 8 || hour > 17 ? [`${by} works on ${dateOf(moment)} at ${hour} (${kind})`] : []
    }),
  ])

describe('The stories of the demonstration', () => {
  test('whenever the demonstration is filled: everything is in order, staff work on working days, and nothing is in the future (RUN-1)', () => {
    const odd = moments.flatMap((now) =>
      Object.entries(storiesAt(now)).flatMap(([name, story]) =>
        oddTimes(story, now).map((what) => `${new Date(now).toISOString()}, ${name}: ${what}`),
      ),
    )
    expect(odd.slice(0, 10)).toEqual([])
  })

  test('the stories end in the last weeks, each form request is closed within days, and the patients have the same ids and ages on every day (RUN-1)', () => {
    const people = (now: number) =>
      Object.values(storiesAt(now)).map(({ patient }) => [
        patient.id,
        patient.nhs_number,
        ageOn(patient.date_of_birth, dateOf(new Date(now))),
      ])
    const first = people(moments[0]!)
    expect(first.map(([, , age]) => age)).toEqual([67, 34, 79])
    for (const now of moments) {
      expect(people(now)).toEqual(first)
      for (const { requests } of Object.values(storiesAt(now))) {
        expect(now - requests.at(-1)!.created, 'the last form request').toBeLessThan(45 * day)
        for (const { events } of requests) expect(events.at(-1)!.at - events[0]!.at, 'from sending to closing').toBeLessThan(9 * day)
      }
    }
    for (const { patient } of Object.values(storiesAt(moments[0]!))) expect(isNhsNumber(patient.nhs_number!)).toBe(true)
  })

  test('the answers are those of the forms, and the red flags and queues follow from them (FORM-6, FORM-7, PTN-5)', () => {
    for (const { patient, requests } of Object.values(storiesAt(moments[0]!)))
      for (const { form, answers = {}, steps, isUrgent } of requests) {
        expect(checkAnswers(form.definition, answers), patient.last_name).toEqual([])
        expect(
          Object.keys(answers).filter((id) => !visibleQuestions(form.definition, answers).some((question) => question.id === id)),
        ).toEqual([])
        expect(isUrgent).toBe(raisedFlags(form.definition, answers).length > 0)
        const decided = steps.flatMap(({ kind, detail }) => (kind === 'waiting_list_decided' ? [detail?.['queue']] : []))
        if (form.type === 'waiting_list') expect(decided, 'each queue is decided').toEqual(queuesOf(answers))
      }
  })

  test('a patient on the waiting list has become much worse: a red flag, a phone call the next working day, and an earlier operation (RUN-1)', () => {
    const [first, second] = storiesAt(moments[0]!).worse.requests
    expect([first!.answers!['changed'], second!.answers!['changed']]).toEqual(['no_change', 'much_worse'])
    expect([first!.isUrgent, second!.isUrgent]).toEqual([false, true])
    expect(second!.steps.map(({ kind }) => kind)).toEqual([
      'created',
      'sent',
      'delivered',
      'opened',
      'completed',
      'flagged',
      'assigned',
      'note_added',
      'waiting_list_decided',
      'note_added',
      'closed',
    ])
    for (const now of moments) {
      const note = storiesAt(now).worse.requests[1]!.steps.findLast(({ kind }) => kind === 'note_added')!.text!
      const [before, after] = [...note.matchAll(/\d{2}-\w{3}-\d{4}/g)].map(([date]) => Date.parse(date))
      expect(after!, 'the operation is still to come').toBeGreaterThan(now)
      expect(before! - after!, 'weeks earlier').toBeGreaterThan(50 * day)
    }
  })

  test('the PHQ-9 falls from 19 to 6 in 12 weeks, and thoughts of self-harm are in the first answers only (RUN-1, FORM-6)', () => {
    const { requests } = storiesAt(moments[0]!).therapy
    expect(requests.map(({ form, answers = {} }) => scoreResults(form.definition, answers)[0]!.value)).toEqual([19, 17, 14, 12, 10, 8, 6])
    expect(requests.map(({ isUrgent }) => isUrgent)).toEqual([true, ...Array.from({ length: 6 }, () => false)])
    const { completedAt, steps, outcome } = requests[0]!
    expect(steps.find(({ kind }) => kind === 'note_added')!.at - completedAt!, 'within the hour').toBeLessThan(3_600_000)
    expect(outcome).toBe('Telephoned the patient')
    for (const now of moments) {
      const created = storiesAt(now).therapy.requests.map((request) => request.created)
      for (const gap of created.slice(1).map((at, nth) => (at - created[nth]!) / day)) expect(Math.abs(gap - 14)).toBeLessThan(6)
    }
  })

  test('a patient whom no message reached is reached at the corrected number, and a user types the answers by phone (RUN-1, NOT-9, PTN-6)', () => {
    const { patient, requests, contactChange } = storiesAt(moments[0]!).unreached
    const { messages, typed, steps } = requests[0]!
    expect(messages.map(({ method, failure }) => [method, failure?.code])).toEqual([
      ['sms', 'wrong_contact_detail'],
      ['email', 'wrong_contact_detail'],
      ['sms', undefined],
    ])
    expect(messages[2]!.sentTo.slice(-3)).toBe(patient.phone_number!.slice(-3))
    expect(messages[0]!.sentTo).not.toBe(messages[2]!.sentTo)
    expect(contactChange!.at).toBeGreaterThan(messages[1]!.endedAt)
    expect(contactChange!.at).toBeLessThan(messages[2]!.at)
    // A number that was corrected a day before would prove nothing.
    expect(typed).toEqual({ channel: 'phone', by: 'bookings', checked: ['name', 'dateOfBirth', 'address'] })
    expect(steps.filter(({ by }) => by === 'patient')).toEqual([])
  })
})
