import { createHash } from 'node:crypto'

import { hashOfLink, linkToken } from '#server/notifications/notifications.ts'
import type { Keys } from '#server/platform/keys.ts'

import type { Row } from './copy.ts'
import { iso } from './moments.ts'
import { toRequest, type BenchRequest } from './requests.ts'

/** Every table that a request has rows in, and how they are made of it. */
export const rowsOfRequest: Record<string, (request: BenchRequest, keys: Keys) => Row[]> = {
  form_requests: (request) => [toRequest(request)],
  patient_links: (request, keys) => [{ ...of(request), token_hash: `\\x${hashOf(request, keys).toString('hex')}`, wrong_attempts: 0 }],
  form_request_events: toEvents,
  notifications: toNotification,
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
}

const of = ({ id, patient }: BenchRequest) => ({ organisation_id: patient.organisation_id, request_id: id })
const ofForm = (request: BenchRequest) => ({ ...of(request), form_id: request.form.id, form_version: request.version.version })

/** A link that can still be opened is a real one; an ended request has an unknown one. */
const hashOf = ({ id, status }: BenchRequest, keys: Keys) =>
  status === 'unopened' || status === 'opened' ? hashOfLink(linkToken(keys, id)) : createHash('sha256').update(id).digest()

function toNotification(request: BenchRequest): Row[] {
  const { created, sent, failed } = request
  return [
    {
      ...of(request),
      id: request.notificationId,
      category: 'request_created',
      method: request.method,
      status: failed ? 'failed' : 'delivered',
      reason: failed ? 'Permanent failure: the number or address does not exist.' : '',
      attempts: failed ? 3 : 1,
      send_after: iso(created),
      sent_at: failed ? null : iso(sent),
      created_at: iso(created),
      updated_at: iso(sent),
    },
  ]
}

function toEvents(request: BenchRequest): Row[] {
  const { created, sent, opened, completed, closed, failed, status, assignee, creator } = request
  const event = (at: number | undefined, kind: string, actor_kind: string, actor_id: string | null = null): Row[] =>
    at === undefined ? [] : [{ ...of(request), at: iso(at), kind, actor_kind, actor_id }]
  return [
    ...event(created, 'created', 'member', creator),
    ...event(sent, failed ? 'not_delivered' : 'sent', 'worker'),
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
