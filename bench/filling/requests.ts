import { randomFrom, type Random } from '#database/demo/random.ts'
import type { MessageReasonCode } from '#domain/message-reasons.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import type { RequestStatus } from '#domain/request-status.ts'

import { day, iso, timestampOf, uuid } from './moments.ts'
import { pickSkewed } from './names.ts'
import type { Organisation } from './organisations.ts'
import { patientOf } from './patients.ts'

/** How long a request of the organisation that is measured stays open, and how long a completed one waits before it is closed. */
export const [expiryDays, autoCloseDays] = [60, 730]
const [expiry, autoClose] = [expiryDays * day, autoCloseDays * day]

export type BenchRequest = ReturnType<typeof requestOf>

/** The n-th request of ten years with its outcome. Nothing is due, so a worker has nothing to do. */
export function requestOf(organisation: Organisation, n: number) {
  const { seed, now, patients, requests, members, forms, events, wards } = organisation
  const random = randomFrom(seed * 104_729 + n * 40_503 + 13)
  const created = timestampOf(n, requests, now)
  const patientNumber = random.whole(Math.max(1, Math.floor((patients * n) / requests)))
  const patient = patientOf(organisation, patientNumber)
  const form = pickSkewed(random, forms)
  const version = form.versions[Math.min(form.versions.length - 1, Math.floor((n / requests) * form.versions.length))]!
  const specialty = random.chance(0.9) ? form.specialties[0]! : random.pick(form.specialties)
  const failed = random.chance(0.03)
  const walk = walkOn(random, { created, now, failed, isArchived: patient.archived_at !== null })
  const isAssigned = walk.status !== 'unopened' && walk.status !== 'expired' && random.chance(0.6)
  return {
    ...walk,
    id: uuid(random),
    number: n,
    patient,
    patientNumber,
    form,
    version,
    created,
    sent: Math.min(now, created + 60_000 + random.whole(3_600_000)),
    failed,
    filled: walk.completed === undefined ? undefined : random.pick(version.filled),
    specialty,
    location: wards[Number(specialty) % wards.length]!.name,
    event: pickSkewed(random, events),
    pathwayId: random.chance(0.85) ? `PW-${100_000 + random.whole(4 * requests)}` : '',
    method: reachableBy(random, patient),
    urgent: random.chance(0.02),
    assignee: isAssigned ? pickSkewed(random, members).id : null,
    creator: random.pick(members).id,
    notificationId: uuid(random),
    submissionId: uuid(random),
    reminderId: uuid(random),
    now,
    ...messagesOf(random, { ...walk, created, failed, now }),
  }
}

type Failure = { code: MessageReasonCode; words: string }

/** Why messages did not arrive, the frequent reasons several times. */
const failures: Failure[] = [
  ...Array.from({ length: 8 }, (): Failure => ({
    code: 'wrong_contact_detail',
    words: 'The phone number does not exist, or its network refused the message.',
  })),
  ...Array.from({ length: 5 }, (): Failure => ({ code: 'temporary_failure', words: 'The phone was off for three days.' })),
  { code: 'no_contact_detail', words: 'The patient has no mobile phone number.' },
  { code: 'unknown_patient', words: 'NHS Notify does not know the patient.' },
  { code: 'technical_failure', words: 'GOV.UK Notify had a technical problem.' },
]

type Walked = Pick<Walk, 'status' | 'opened' | 'completed'> & { created: number; failed: boolean; now: number }

/** What happened to the messages. A request that was sent in error before anybody opened it lost its message. */
function messagesOf(random: Random, { status, opened, completed, created, failed, now }: Walked) {
  const failure = random.pick(failures)
  const cancelled = !failed && status === 'sent_in_error' && opened === undefined
  const remindedAt = created + (7 + random.whole(7)) * day
  const isReminded = !failed && !cancelled && completed === undefined && random.chance(0.5) && remindedAt < now
  const notOpen: Failure = { code: 'not_open', words: 'The form request is no longer open.' }
  return {
    reason: failed ? failure : cancelled ? notOpen : undefined,
    cancelled,
    reminded: isReminded ? remindedAt : undefined,
    fragments: random.chance(0.6) ? 1 : 2,
  }
}

function reachableBy(
  random: Random,
  { phone_number, email_address }: { phone_number: string | null; email_address: string | null },
): NotificationMethod {
  if (phone_number === null || (email_address !== null && random.chance(0.25))) return 'email'
  return random.chance(0.3) ? 'nhs_app' : 'sms'
}

type Start = { created: number; now: number; failed: boolean; isArchived: boolean }
type Walk = {
  status: RequestStatus
  opened: number | undefined
  completed: number | undefined
  closed: number | undefined
  updated: number
}

/** Three in four are answered; all old ones have ended. */
function walkOn(random: Random, { created, now, failed, isArchived }: Start): Walk {
  const opens = !failed && random.chance(0.86)
  const openedAt = created + random.next() ** 3 * 20 * day
  const completedAt = openedAt + random.next() ** 4 * 20 * day
  const opened = opens && openedAt < now ? openedAt : undefined
  const completed = opened !== undefined && random.chance(0.9) && completedAt < now ? completedAt : undefined
  const end = (status: RequestStatus, at: number): Walk => ({ status, opened, completed, closed: at, updated: at })
  const errorAt = created + random.next() * 2 * day
  if (completed === undefined && random.chance(0.08) && errorAt < now) return end('sent_in_error', errorAt)
  if (completed === undefined && created + expiry < now) return end('expired', created + expiry)
  const closedAt = (completed ?? created) + random.next() * 60 * day
  if (completed !== undefined && random.chance(0.6) && closedAt < now) return end('closed', closedAt)
  if (completed !== undefined && completed + autoClose < now) return end('auto_closed', completed + autoClose)
  if (completed === undefined && isArchived) return end('auto_closed', Math.min(now, created + 3 * day))
  const status = completed !== undefined ? 'completed' : opened !== undefined ? 'opened' : 'unopened'
  return { status, opened, completed, closed: undefined, updated: completed ?? opened ?? created }
}

/** Most patients of a waiting-list form have waited for less than half a year, few for more than a year. */
export function waitingSince({ id, form, created }: BenchRequest) {
  const wait = Number.parseInt(id.slice(0, 4), 16) / 0xffff
  return form.type === 'waiting_list' ? iso(created - (20 + wait ** 2 * 480) * day)!.slice(0, 10) : null // a number gives a moment
}

/** Its row in the worklist; whatever is copied there from the patient is, under the patient's own name for it, too. */
export const toRequest = (request: BenchRequest) => ({
  organisation_id: request.patient.organisation_id,
  id: request.id,
  patient_id: request.patient.id,
  form_id: request.form.id,
  form_version: request.version.version,
  status: request.status,
  specialty: request.specialty,
  pathway_id: request.pathwayId,
  location: request.location,
  event: request.event,
  notification_method: request.method,
  notified_at: request.failed ? null : iso(request.sent),
  send_at: iso(request.created),
  expires_at: iso(request.created + expiry),
  assignee_id: request.assignee,
  assigned_at: request.assignee ? iso(request.updated) : null,
  is_urgent: request.urgent || (request.filled?.flags.length ?? 0) > 0,
  is_unreached: request.failed,
  unreached_reason: request.failed ? request.reason!.code : null, // a failed message has one
  unreached_at: request.failed ? iso(request.sent) : null,
  opened_at: iso(request.opened),
  completed_at: iso(request.completed),
  closed_at: iso(request.closed),
  waiting_since: waitingSince(request),
  patient_name_key: request.patient.name_key,
  patient_ward_id: request.patient.ward_id,
  ward_id: request.patient.ward_id,
  created_by: request.creator,
  created_at: iso(request.created),
  updated_at: iso(request.updated),
})
