import { addDays } from '#domain/dates.ts'
import { dateOf } from '#domain/moments.ts'
import { dayAt, type EndReason, inOrder, type OccasionReason, type OccasionState, type Offset, type Schedule } from '#domain/series.ts'

import { followedForm, improvingAnswers } from './followed-score.ts'
import type { DemoPatient } from './people.ts'
import { randomFrom } from './random.ts'
import { expiryOf, makeRequest, submitAnswers, type DemoRequest } from './requests.ts'

type Cast = Omit<Parameters<typeof makeRequest>[0], 'random'>

const weeks = (amount: number): Offset => ({ amount, unit: 'weeks' })
const months = (amount: number): Offset => ({ amount, unit: 'months' })
const prom: Schedule = { kind: 'offsets', offsets: inOrder([weeks(6), months(6), months(12)]) }
const everyTwelveWeeks: Schedule = { kind: 'every', weeks: 12, times: null, until: null }

type Decided = { state: OccasionState; reason?: OccasionReason; note?: string; movedBy?: number }
const sent: Decided = { state: 'sent' }
const planned: Decided = { state: 'planned' }
const ended: Decided = { state: 'skipped', reason: 'ended' }

type Example = { daysAgo: number; state?: 'paused' | EndReason; occasions: Decided[] }

/** Patients in every state that an enrolment and an occasion can have. */
const promExamples: Example[] = [
  ...[205, 215, 230, 250].map((daysAgo): Example => ({ daysAgo, occasions: [sent, sent, planned] })),
  ...[390, 400].map((daysAgo): Example => ({ daysAgo, state: 'completed', occasions: [sent, sent, sent] })),
  ...[-3, 5, 11, 18, 25, 33, 39, 40].map((daysAgo): Example => ({ daysAgo, occasions: [planned, planned, planned] })),
  { daysAgo: 60, occasions: [{ state: 'missed', reason: 'late' }, planned, planned] },
  { daysAgo: 75, occasions: [{ state: 'missed', reason: 'late' }, planned, planned] },
  { daysAgo: 90, state: 'paused', occasions: [{ state: 'missed', reason: 'paused' }, planned, planned] },
  {
    daysAgo: 80,
    occasions: [{ state: 'not_sent', reason: 'unreachable', note: 'This patient has no mobile phone number.' }, planned, planned],
  },
  { daysAgo: 120, occasions: [{ state: 'skipped', reason: 'user' }, planned, planned] },
  { daysAgo: 130, occasions: [{ state: 'skipped', reason: 'passed' }, planned, planned] },
  { daysAgo: 38, occasions: [{ state: 'planned', movedBy: 9 }, planned, planned] },
  { daysAgo: 100, state: 'user', occasions: [sent, ended, ended] },
]
const waitingExamples: Example[] = [10, 50, 79, 82].map((daysAgo) => ({ daysAgo, occasions: [planned, planned] }))

const seriesOf = [
  { name: 'PHQ-9 after an operation', form: followedForm.key, dateLabel: 'Date of operation', schedule: prom, examples: promExamples },
  {
    name: 'Waiting list check every 12 weeks',
    form: 'waiting-list',
    dateLabel: 'Date of joining the list',
    schedule: everyTwelveWeeks,
    examples: waitingExamples,
  },
]

/** Two series with their patients. From a random of its own: whatever else the demonstration holds stays as it is. */
export function makeSeries({ now, forms, patients, members }: Cast, seed: number) {
  const random = randomFrom(seed)
  const today = dateOf(new Date(now))
  const isSuitable = (patient: DemoPatient) => patient.archived_at === null && patient.may_be_contacted
  const free = patients.filter(isSuitable)
  const requests: DemoRequest[] = []
  const rows: Record<'series' | 'series_enrolments' | 'series_occasions', object[]> = {
    series: [],
    series_enrolments: [],
    series_occasions: [],
  }
  for (const { name, form: key, dateLabel, schedule, examples } of seriesOf) {
    const form = forms.find((one) => one.key === key)
    if (!form) continue
    const seriesId = random.uuid()
    rows.series.push({ id: seriesId, name, form_id: form.id, date_label: dateLabel, schedule, created_by: members[0]?.id ?? null })
    for (const { daysAgo, state, occasions } of examples.slice(0, free.length)) {
      const patient = free.splice(random.whole(free.length), 1)[0]
      if (!patient) break
      const enrolmentId = random.uuid()
      const startsOn = addDays(today, -daysAgo)
      const isPaused = state === 'paused'
      rows.series_enrolments.push({
        id: enrolmentId,
        series_id: seriesId,
        patient_id: patient.id,
        starts_on: startsOn,
        state: state === undefined ? 'active' : isPaused ? 'paused' : 'ended',
        end_reason: state === undefined || isPaused ? null : state,
        schedule_version: 1,
        patient_name_key: patient.name_key,
        ward_id: patient.ward_id,
        created_by: members[0]?.id ?? null,
      })
      occasions.forEach((decided, index) => {
        const offset = schedule.kind === 'offsets' ? schedule.offsets[index] : weeks(schedule.weeks * (index + 1))
        if (!offset) return
        const dueOn = dayAt(startsOn, offset)
        const request = decided.state === 'sent' ? answeredOn(dueOn, index) : undefined
        if (request) requests.push(request)
        rows.series_occasions.push({
          id: random.uuid(),
          series_id: seriesId,
          enrolment_id: enrolmentId,
          ...offset,
          due_on: dueOn,
          moved_to: decided.movedBy === undefined ? null : addDays(dueOn, decided.movedBy),
          state: decided.state,
          reason: decided.reason ?? null,
          note: decided.note ?? '',
          request_id: request?.id ?? null,
          decided_at: decided.state === 'planned' ? null : new Date(`${dueOn}T09:00:00Z`).toISOString(),
        })
      })

      function answeredOn(dueOn: string, index: number): DemoRequest {
        const cast = { random, now, members, forms: [form!], patients: [patient!] } // both were found above
        let request = makeRequest(cast)
        while (!request.answers) request = makeRequest(cast)
        submitAnswers(request, improvingAnswers(random, index / 3), now)
        return shifted({ ...request, event: name }, Date.parse(`${dueOn}T09:00:00Z`))
      }
    }
  }
  return { requests, rows }
}

/** The same request with another time of creation. */
function shifted(request: DemoRequest, created: number): DemoRequest {
  const by = created - request.created
  const later = (at: number | undefined) => (at === undefined ? undefined : at + by)
  return {
    ...request,
    created,
    sent: request.sent + by,
    expires: expiryOf(created),
    openedAt: later(request.openedAt),
    completedAt: later(request.completedAt),
    closedAt: later(request.closedAt),
    ...(request.assignment && { assignment: { ...request.assignment, at: request.assignment.at + by } }),
    events: request.events.map((event) => ({ ...event, at: event.at + by })),
  }
}
