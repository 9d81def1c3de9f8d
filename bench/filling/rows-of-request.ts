import { createHash } from 'node:crypto'

import type { Answers } from '#domain/form/question.ts'
import { queuesOf } from '#domain/waiting-list.ts'
import { hashOfLink, linkToken } from '#server/notifications/notifications.ts'
import type { Keys } from '#server/platform/keys.ts'

import type { Row } from './copy.ts'
import { day, iso } from './moments.ts'
import { toRequest, waitingSince, type BenchRequest } from './requests.ts'

/** Every table that a request has rows in, and how they are made of it. */
export const rowsOfRequest: Record<string, (request: BenchRequest, keys: Keys) => Row[]> = {
  form_requests: (request) => [toRequest(request)],
  patient_links: (request, keys) => [{ ...of(request), token_hash: `\\x${hashOf(request, keys).toString('hex')}`, wrong_attempts: 0 }],
  form_request_events: toEvents,
  notifications: toMessages,
  submissions: (request) =>
    request.filled
      ? [
          {
            ...ofForm(request),
            id: request.submissionId,
            answers: request.filled.answers,
            channel: 'web',
            submitted_at: iso(request.completed),
          },
        ]
      : [],
  answer_drafts: (request) => (request.status === 'opened' ? [{ ...of(request), answers: '{}', updated_at: iso(request.opened) }] : []),
  submission_scores: toScores,
  raised_flags: toFlags,
  waiting_list_reviews: toReviews,
  audit_events: toAuditEvents,
}

const of = ({ id, patient }: BenchRequest) => ({ organisation_id: patient.organisation_id, request_id: id })
const ofForm = (request: BenchRequest) => ({ ...of(request), form_id: request.form.id, form_version: request.version.version })

/** A link that can still be opened is a real one; an ended request has an unknown one. Two organisations may have requests with the same ID. */
const hashOf = ({ id, status, patient }: BenchRequest, keys: Keys) =>
  status === 'unopened' || status === 'opened'
    ? hashOfLink(linkToken(keys, id))
    : createHash('sha256').update(`${patient.organisation_id} ${id}`).digest()

/** The message about the form, and for some forms that nobody answered a reminder. None waits. */
function toMessages(request: BenchRequest): Row[] {
  const { created, notificationId, reminderId, reminded } = request
  const message = toMessage(request, { id: notificationId, category: 'request_created', reminder_number: null, at: created })
  if (reminded === undefined) return [message]
  return [message, toMessage(request, { id: reminderId, category: 'request_reminder', reminder_number: 1, at: reminded })]
}

type MessageKind = { id: string; category: string; reminder_number: number | null; at: number }

function toMessage(request: BenchRequest, { at, ...kind }: MessageKind): Row {
  const { created, sent, opened, failed, reason, cancelled, fragments, method, now } = request
  const left = at + sent - created
  const [isUnsent, isRead] = [failed || cancelled, method === 'nhs_app' && opened !== undefined]
  // A mail server reports nothing, and a provider has not yet reported on the messages of the last hours.
  const end = method === 'email' ? 'sent' : left > now - day / 4 ? 'accepted' : isRead ? 'read' : 'delivered'
  const status = failed ? 'failed' : cancelled ? 'cancelled' : end
  const when = (is: boolean) => (is ? iso(left) : null)
  return {
    ...of(request),
    ...kind,
    form_id: request.form.id,
    ward_id: request.patient.ward_id,
    method,
    status,
    reason: reason?.words ?? '',
    reason_code: reason?.code ?? null,
    attempts: failed ? 3 : cancelled ? 0 : 1,
    fragments: method === 'sms' && !isUnsent ? fragments : null,
    price: method === 'sms' && !isUnsent ? 2.4 * fragments : null,
    channel: isUnsent ? null : { sms: 'govuk-notify', email: 'smtp', nhs_app: 'nhs-notify' }[method],
    send_after: iso(at),
    sent_at: when(!isUnsent),
    accepted_at: when(!isUnsent && method !== 'email'),
    delivered_at: when(status === 'delivered' || status === 'read'),
    read_at: when(status === 'read'),
    failed_at: when(failed),
    cancelled_at: when(cancelled),
    created_at: iso(at),
    updated_at: iso(left),
  }
}

function toEvents(request: BenchRequest): Row[] {
  const { created, sent, opened, completed, closed, failed, cancelled, status, assignee, creator } = request
  const event = (at: number | undefined, kind: string, actor_kind: string, actor_id: string | null = null): Row[] =>
    at === undefined ? [] : [{ ...of(request), at: iso(at), kind, actor_kind, actor_id }]
  return [
    ...event(created, 'created', 'member', creator),
    ...event(sent, failed ? 'not_delivered' : cancelled ? 'message_cancelled' : 'sent', 'worker'),
    ...event(opened, 'opened', 'patient'),
    ...event(completed, 'completed', 'patient'),
    ...event(assignee === null ? undefined : (completed ?? opened), 'assigned', 'member', assignee),
    ...event(closed, status, status === 'closed' || status === 'sent_in_error' ? 'member' : 'worker', status === 'closed' ? creator : null),
  ]
}

function toScores(request: BenchRequest): Row[] {
  return (request.filled?.scores ?? []).map(({ id, outOf, ...result }, position) => ({
    ...ofForm(request),
    patient_id: request.patient.id,
    score_id: id,
    position,
    ...result,
    out_of: outOf,
    submitted_at: iso(request.completed),
  }))
}

/** Marked as alerted long ago, so that a measurement sends no alert. */
function toFlags(request: BenchRequest): Row[] {
  return (request.filled?.flags ?? []).map(({ id, name, alertMinutes }, position) => ({
    ...of(request),
    flag_id: id,
    position,
    name,
    alert_minutes: alertMinutes ?? null,
    raised_at: iso(request.completed),
    alerted_at: iso(request.completed),
  }))
}

/** What staff have to decide about a waiting-list form: open while the form request is completed or has expired unanswered. */
function toReviews(request: BenchRequest): Row[] {
  const { form, status, filled, completed, closed, creator, specialty } = request
  if (form.type !== 'waiting_list') return []
  const silent = status === 'expired' ? (['no_reply'] as const) : []
  const queues = filled ? queuesOf(JSON.parse(filled.answers) as Answers) : silent // written by makeAnswers()
  const isDone = completed !== undefined && closed !== undefined
  return queues.map((queue) => ({
    ...of(request),
    queue,
    state: isDone ? 'done' : 'open',
    opened_at: iso(completed ?? closed),
    decision: isDone ? 'reviewed' : null,
    decided_by: isDone ? creator : null,
    decided_at: isDone ? iso(closed) : null,
    form_id: form.id,
    specialty,
    waiting_since: waitingSince(request),
  }))
}

/**
 * That the form request was created, and read once it was completed. All in one lane. The hashes do not continue each other: nothing here checks
 * the chain.
 */
function toAuditEvents({ id, number, patient, created, completed, creator, assignee }: BenchRequest): Row[] {
  const event = (at: number | undefined, event_type: string, actor_id: string, nth: number): Row[] =>
    at === undefined
      ? []
      : [
          {
            organisation_id: patient.organisation_id,
            at: iso(at),
            event_type,
            actor_kind: 'member',
            actor_id,
            subject_id: id,
            patient_id: patient.id,
            lane: 0,
            seq: 2 * number + nth,
            hash: `\\x${createHash('sha256').update(`${id} ${nth}`).digest('hex')}`,
          },
        ]
  return [...event(created, 'formRequestCreated', creator, 1), ...event(completed, 'formRequestRead', assignee ?? creator, 2)]
}
