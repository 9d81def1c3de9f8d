import type { FormDefinition } from '#domain/form/definition.ts'
import { raisedFlags } from '#domain/form/scoring.ts'
import { resumePage, visiblePages } from '#domain/form/path.ts'
import type { Answers } from '#domain/form/question.ts'
import { endOfDayLater } from '#domain/moments.ts'
import type { RequestStatus } from '#domain/request-status.ts'

import { makeAnswers } from './answers.ts'
import { definitionOf, type DemoForm } from './forms.ts'
import type { DemoPatient } from './people.ts'
import type { Random } from './random.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** When a form request expires, as the server counts: at the end of the day four weeks later. */
export const expiryOf = (created: number) => endOfDayLater(new Date(created), 28).getTime()

/** How a user typed the answers for the patient. */
export type Typed = { channel: 'phone'; by: string; checked: string[] }

type Event = { at: number; kind: string; actor: 'member' | 'patient' | 'worker'; memberId?: string; detail?: Record<string, unknown> }
type Cast = {
  random: Random
  now: number
  members: { id: string }[]
  forms: (DemoForm & { id: string; liveVersion: number })[]
  patients: DemoPatient[]
}
export type DemoRequest = ReturnType<typeof makeUnanswered>

/** One request with its history and the answers of the patient. */
export function makeRequest(cast: Cast): DemoRequest {
  const request = makeUnanswered(cast)
  const { random, now } = cast
  const { openedAt, completedAt } = request
  if (openedAt === undefined) return request
  const definition = definitionOf(request.form, request.version)
  const answers = makeAnswers(random, definition, completedAt ?? openedAt)
  if (completedAt === undefined) request.draft = stoppedHalfWay(random, definition, answers)
  else submitAnswers(request, answers, now)
  return request
}

/** Generated in order so that the times fit. */
function makeUnanswered({ random, now, members, forms, patients }: Cast) {
  const form = random.pick(forms)
  const patient = random.pick(patients)
  // More of them lately than half a year ago, in working hours.
  const created = atWork(random, now - 182 * day * (1 - Math.sqrt(random.next())), now)
  const method = reachableBy(random, patient)
  const events: Event[] = [{ at: created, kind: 'created', actor: 'member', memberId: random.pick(members).id }]
  const isSentInError = random.chance(0.03)
  const failed = !isSentInError && random.chance(0.04)
  const sent = created + random.between(0.01, 0.4) * hour
  events.push({ at: sent, kind: failed ? 'not_delivered' : 'sent', actor: 'worker', detail: { method } })
  if (!failed) events.push({ at: sent + random.between(5, 90) * 1000, kind: 'delivered', actor: 'worker', detail: { method } })

  const opened = !failed && !isSentInError && random.chance(0.86) ? awakeTime(sent + random.between(0.2, 1) ** 3 * 9 * day) : undefined
  const completed = opened !== undefined && random.chance(0.88) ? answeredAfter(random, opened) : undefined
  const walk = walkOn({ random, now, members, created, opened, completed, isSentInError, isArchived: patient.archived_at !== null })
  events.push(...walk.events)
  const version = created < now - 60 * day && form.liveVersion > 1 ? form.liveVersion - 1 : form.liveVersion
  return {
    ...walk,
    id: random.uuid(),
    patient,
    form,
    version,
    method,
    failed,
    events: events.filter(({ at }) => at <= now),
    created,
    sent: Math.min(sent, now),
    specialty: specialtyFor(patient, random.pick(form.specialties)),
    location: random.pick(form.locations),
    event: random.pick(form.events),
    pathwayId: `PW-${10_000 + random.whole(8_000)}`,
    isUrgent: false,
    expires: expiryOf(created),
    // Each of these comes later, if at all.
    typed: undefined as Typed | undefined, // by a user, for the patient
    answers: undefined as Answers | undefined,
    draft: undefined as ReturnType<typeof stoppedHalfWay> | undefined,
  }
}

/** Sets the answers to a completed request. As in the product, it is urgent exactly if they raise a red flag. */
export function submitAnswers(request: DemoRequest, answers: Answers, now: number) {
  const { form, version, completedAt = 0 } = request
  request.answers = answers
  request.isUrgent = raisedFlags(definitionOf(form, version), answers).length > 0
  request.events = request.events.filter(({ kind }) => kind !== 'flagged')
  if (!request.isUrgent) return
  request.events.push({ at: completedAt + 1, kind: 'flagged', actor: 'patient' })
  if (request.status !== 'closed' && completedAt < now - urgentWithin) closeUrgent(request, now)
  request.events.sort((one, other) => one.at - other.at)
}

/** Users have closed the urgent requests that are older than this. */
const urgentWithin = 8 * day

/** By a user: an urgent request never closes by itself. */
function closeUrgent(request: DemoRequest, now: number) {
  const { id, assignment, completedAt = 0, events } = request
  const hours = 1 + (Number.parseInt(id.slice(0, 4), 16) % 20)
  const closedAt = Math.min(workingTime((assignment?.at ?? completedAt) + hours * hour), now - hour)
  const memberId = assignment?.memberId ?? events[0]!.memberId! // a user created it
  Object.assign(request, { status: 'closed', closedAt } satisfies Partial<DemoRequest>)
  request.events = [...events.filter(({ kind }) => kind !== 'auto_closed'), { at: closedAt, kind: 'closed', actor: 'member', memberId }]
}

const gynaecology = '502'
const generalSurgery = '100'
const specialtyFor = ({ sex }: DemoPatient, specialty: string) => (specialty === gynaecology && sex === 'male' ? generalSurgery : specialty)

/** The answers of a patient who stopped, and the page that they would have seen next. */
function stoppedHalfWay(random: Random, definition: FormDefinition, answers: Answers) {
  const pages = visiblePages(definition, answers)
  const reached = Object.fromEntries(pages.slice(0, random.whole(pages.length)).map(({ id }) => [id, answers[id] ?? '']))
  return { answers: reached, stopped_at: resumePage(definition, reached)?.id ?? null }
}

/** Most patients answer at once, in minutes; the others come back within five days. */
const answeredAfter = (random: Random, opened: number) => {
  const share = random.between(0.05, 1)
  return share < 0.7 ? opened + share * 25 * minute : awakeTime(opened + share ** 4 * 5 * day)
}

/** A day's 24 hours laid onto those from 06:45 to 22:45: patients sleep. Earlier stays earlier, and what was sent by 18:00 is opened later. */
function awakeTime(at: number): number {
  const today = Math.floor(at / day) * day
  return today + 6.75 * hour + (at - today) * (16 / 24)
}

/** The time, or the next one between 08:00 and 18:00 on a weekday. */
export function workingTime(at: number): number {
  const today = Math.floor(at / day) * day
  const isWeekend = [0, 6].includes(new Date(at).getUTCDay())
  if (isWeekend || at > today + 18 * hour) return workingTime(today + day + 8 * hour + (at % (8 * hour)))
  return at < today + 8 * hour ? today + 8 * hour + (at % (8 * hour)) : at
}

/** A time on the same day between 08:00 and 17:00, never in the future. */
function atWork(random: Random, at: number, now: number) {
  const working = Math.floor(at / day) * day + random.between(8, 17) * hour
  return working < now - hour ? working : working - day
}

/** The patient's own way, or sometimes another one that reaches them. Nobody has set up the NHS App for the demonstration. */
function reachableBy(random: Random, patient: DemoPatient) {
  const ways = [...(patient.phone_number ? (['sms', 'sms'] as const) : []), ...(patient.email_address ? (['email'] as const) : [])]
  return random.pick(ways)
}

type Walk = {
  random: Random
  now: number
  members: { id: string }[]
  created: number
  opened: number | undefined
  completed: number | undefined
  isSentInError: boolean
  isArchived: boolean
}

function walkOn({ random, now, members, created, opened, completed, isSentInError, isArchived }: Walk) {
  const events: Event[] = []
  const openedAt = opened !== undefined && opened < Math.min(now, expiryOf(created)) ? opened : undefined
  const completedAt =
    openedAt !== undefined && completed !== undefined && completed < Math.min(now, expiryOf(created)) ? completed : undefined
  if (openedAt !== undefined) events.push({ at: openedAt, kind: 'opened', actor: 'patient' })
  if (completedAt !== undefined) events.push({ at: completedAt, kind: 'completed', actor: 'patient' })

  let status: RequestStatus = completedAt !== undefined ? 'completed' : openedAt !== undefined ? 'opened' : 'unopened'
  let closedAt: number | undefined
  let assignment: { memberId: string; at: number } | undefined
  const end = (next: RequestStatus, kind: string, at: number, actor: Event['actor'], memberId?: string) => {
    status = next
    closedAt = at
    events.push({ at, kind, actor, ...(memberId && { memberId }) })
  }
  const member = random.pick(members).id
  if (completedAt !== undefined && random.chance(0.62)) {
    const at = workingTime(completedAt + random.between(0.5, 70) * hour)
    if (at < now) {
      assignment = { memberId: member, at }
      events.push({ at, kind: 'assigned', actor: 'member', memberId: member, detail: { memberId: member } })
    }
  }
  const reviewed = workingTime((assignment?.at ?? completedAt ?? created) + random.between(1, 120) * hour)
  if (isSentInError && created + 3 * hour < now) end('sent_in_error', 'sent_in_error', created + 3 * hour, 'member', member)
  else if (completedAt !== undefined && reviewed < now && random.chance(0.72))
    end('closed', 'closed', reviewed, 'member', assignment?.memberId ?? member)
  else if (completedAt !== undefined && completedAt + 90 * day < now) end('auto_closed', 'auto_closed', completedAt + 90 * day, 'worker')
  else if (completedAt === undefined && isArchived) end('auto_closed', 'auto_closed', Math.min(now - hour, created + 2 * day), 'worker')
  else if (completedAt === undefined && expiryOf(created) < now) end('expired', 'expired', expiryOf(created), 'worker')
  return {
    status: status as RequestStatus, // end() may have changed it
    openedAt,
    completedAt,
    closedAt,
    assignment,
    events: events.sort((a, b) => a.at - b.at),
  }
}
