import { expect, test } from 'vitest'

import { runs } from '#test/strength.ts'
import { waitingListQueues, type WaitingListQueue } from '#domain/waiting-list-queues.ts'

import { followedForm } from './followed-score.ts'
import { demoForms } from './forms.ts'
import { makeRequests } from './make-requests.ts'
import { makePatient } from './people.ts'
import { randomFrom } from './random.ts'
import { makeWaitingList } from './waiting-list.ts'

const hour = 3_600_000

/** The demonstration's largest organisation as it is filled at that moment. */
function organisationAt(now: number) {
  const random = randomFrom(2026)
  const wards = [{ id: random.uuid(), name: 'Clinic 2' }]
  const patients = Array.from({ length: 220 }, (_, n) => makePatient(random, n, now, wards))
  const forms = [...demoForms, followedForm].map((form) => ({ ...form, id: random.uuid(), liveVersion: form.versions }))
  const members = [true, false, true, false].map((isClinician) => ({ id: random.uuid(), isClinician }))
  const { requests, letter } = makeRequests({ random, now, members, forms, patients }, 1_520)
  return { requests, letter, waitingList: makeWaitingList({ random, now, members }, requests) }
}

test('whenever the demonstration is filled, each queue of the waiting list has entries, a patient has answered by letter and others by phone, and nothing happened in the future (PTN-5, RUN-1)', () => {
  const missing: string[] = []
  // Through a whole year, at different hours of the day and on each day of the week.
  const times = runs(381)
  for (let time = 0; time < times; time++) {
    const now = Date.parse('2026-01-01T00:30:00Z') + Math.floor((time * 381) / times) * 23 * hour
    const { requests, letter, waitingList } = organisationAt(now)
    const open = waitingList.reviews.flatMap((review) => {
      const { queue, state } = review as { queue: WaitingListQueue; state: string }
      return state === 'open' ? [queue] : []
    })
    const lacks = [
      ...waitingListQueues.filter((queue) => !open.includes(queue)),
      ...(letter ? [] : ['letter']),
      ...(requests.some(({ typed }) => typed) ? [] : ['phone']),
      ...(requests.some(({ events }) => events.some(({ at }) => at > now)) ? ['future'] : []),
    ]
    if (lacks.length > 0) missing.push(`${new Date(now).toISOString()}: ${lacks.join(', ')}`)
  }
  expect(missing).toEqual([])
})

test('patients open and answer when they are awake, after the message and in minutes or days (RUN-1)', () => {
  const { requests } = organisationAt(Date.parse('2026-11-20T12:00:00Z'))
  const opened = requests.filter(({ openedAt }) => openedAt !== undefined)
  const hourOf = (at: number) => (at % (24 * hour)) / hour
  const asleep = opened.filter(({ openedAt, completedAt, typed }) =>
    [openedAt!, ...(completedAt === undefined || typed ? [] : [completedAt])].some((at) => hourOf(at) < 6.5 || hourOf(at) > 23.1),
  )
  const outOfOrder = opened.filter(({ sent, openedAt, completedAt }) => openedAt! < sent || (completedAt ?? Infinity) < openedAt!)

  expect(opened.length).toBeGreaterThan(500)
  expect(asleep.length, 'a few cannot sleep').toBeLessThan(opened.length / 100)
  expect(outOfOrder).toEqual([])
})
