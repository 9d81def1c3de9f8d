import type { AuditEventType } from '#domain/audit-events.ts'
import { specialtyName } from '#domain/specialties.ts'
import { fillIn } from '#domain/template.ts'
import { defaultTemplate } from '#server/notifications/default-templates.ts'
import { hashOfLink, linkAddress, linkToken } from '#server/notifications/notifications.ts'

import type { Demo } from './fill-demo.ts'
import { followedForm, makeFollowUps, toFlags, toScores } from './followed-score.ts'
import type { DemoForm } from './forms.ts'
import { insertRows } from './insert.ts'
import type { DemoPatient } from './people.ts'
import { makeRequest, type DemoRequest } from './requests.ts'

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })
const iso = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString())

type Cast = { members: { id: string }[]; patients: DemoPatient[]; forms: (DemoForm & { id: string; liveVersion: number })[] }

export async function fillRequests(demo: Demo, organisation: { id: string; name: string }, count: number, cast: Cast) {
  const organisationId = organisation.id
  const { client, random, now } = demo
  const once = cast.forms.filter(({ key }) => key !== followedForm.key)
  const requests = [
    ...Array.from({ length: count }, () => makeRequest({ random, now, ...cast, forms: once })),
    ...makeFollowUps({ now, ...cast }, count),
  ]
  const of = <Row extends object>(make: (request: DemoRequest) => Row) =>
    requests.map((request) => ({ organisation_id: organisationId, ...make(request) }))

  await insertRows(client, 'form_requests', of(toRow))
  await insertRows(
    client,
    'patient_links',
    of(({ id }) => ({ request_id: id, token_hash: `\\x${hashOfLink(linkToken(demo.keys, id)).toString('hex')}`, wrong_attempts: 0 })),
  )
  await insertRows(
    client,
    'form_request_events',
    of(({ id }) => ({ request_id: id })).flatMap((row, index) =>
      eventsOf(requests[index]!).map((event) => ({
        ...row,
        at: iso(event.at),
        kind: event.kind,
        actor_kind: event.actor,
        actor_id: event.memberId ?? null,
        detail: event.detail ?? {},
      })),
    ),
  )
  const notifications = of((request) => toNotification(demo, request))
  await insertRows(client, 'notifications', notifications)
  await insertRows(
    client,
    'submissions',
    of((request) => toSubmission(demo, request)).filter(({ answers }) => answers !== undefined),
  )
  await insertRows(
    client,
    'answer_drafts',
    of(({ id, draft, openedAt }) => ({ request_id: id, ...draft, updated_at: iso(openedAt) })).filter(
      ({ answers }) => answers !== undefined,
    ),
  )
  const answered = requests.filter(({ answers }) => answers !== undefined)
  const inOrganisation = (row: object) => ({ organisation_id: organisationId, ...row })
  await insertRows(client, 'submission_scores', answered.flatMap(toScores).map(inOrganisation))
  await insertRows(client, 'raised_flags', answered.flatMap(toFlags).map(inOrganisation))
  await insertRows(
    client,
    'outbox_messages',
    requests.flatMap((request, index) => toOutbox(demo, request, organisation, notifications[index]!.id)),
  )
  await insertRows(
    client,
    'audit_events',
    requests.flatMap((request) => toAudit(request, organisationId)).sort((a, b) => a.at.localeCompare(b.at)),
  )
}

/** The messages of open requests are in the outbox and were not sent (NOT-7). */
const isKept = ({ failed, status }: DemoRequest) => !failed && (status === 'unopened' || status === 'opened')

const eventsOf = (request: DemoRequest) =>
  isKept(request)
    ? request.events.flatMap((event) =>
        event.kind === 'delivered' ? [] : [{ ...event, kind: event.kind === 'sent' ? 'kept' : event.kind }],
      )
    : request.events

const toRow = (request: DemoRequest) => ({
  id: request.id,
  patient_id: request.patient.id,
  form_id: request.form.id,
  form_version: request.version,
  status: request.status,
  specialty: request.specialty,
  pathway_id: request.pathwayId,
  location: request.location,
  event: request.event,
  notification_method: request.method,
  notified_at: request.failed || isKept(request) ? null : iso(request.sent),
  send_at: iso(request.created),
  expires_at: iso(request.expires),
  assignee_id: request.assignment?.memberId ?? null,
  assigned_at: iso(request.assignment?.at),
  is_urgent: request.isUrgent,
  opened_at: iso(request.openedAt),
  completed_at: iso(request.completedAt),
  closed_at: iso(request.closedAt),
  patient_name_key: request.patient.name_key,
  ward_id: request.patient.ward_id,
  created_by: request.events[0]!.memberId ?? null,
  created_at: iso(request.created),
  updated_at: iso(request.events.at(-1)!.at),
})

const toNotification = ({ random }: Demo, request: DemoRequest) => ({
  id: random.uuid(),
  request_id: request.id,
  category: 'request_created',
  method: request.method,
  status: request.failed ? 'failed' : isKept(request) ? 'kept' : 'delivered',
  reason: request.failed ? 'Permanent failure: the number or address does not exist.' : '',
  attempts: request.failed ? 3 : 1,
  send_after: iso(request.created),
  sent_at: request.failed || isKept(request) ? null : iso(request.sent),
  created_at: iso(request.created),
  updated_at: iso(request.sent),
})

const toSubmission = ({ random }: Demo, { id, form, version, answers, completedAt }: DemoRequest) => ({
  id: random.uuid(),
  request_id: id,
  form_id: form.id,
  form_version: version,
  answers,
  channel: 'web',
  submitted_at: iso(completedAt),
})

/** Each message in the outbox holds its link, to be tried. */
function toOutbox(
  { keys, publicUrl, random }: Demo,
  request: DemoRequest,
  organisation: { id: string; name: string },
  notificationId: string,
) {
  if (!isKept(request)) return []
  const { patient, form, method, sent, id } = request
  const { subject, body } = fillIn(defaultTemplate(method, 'request_created'), {
    firstName: patient.first_name,
    lastName: patient.last_name,
    fullName: `${patient.first_name} ${patient.last_name}`,
    organisationName: organisation.name,
    formTitle: form.title,
    link: linkAddress(publicUrl, keys, id),
    expiryDate: longDay.format(request.expires),
    specialty: specialtyName(request.specialty) ?? '',
  })
  const recipient =
    method === 'email' ? (patient.email_address ?? '') : method === 'sms' ? (patient.phone_number ?? '') : (patient.nhs_number ?? '')
  return [
    {
      organisation_id: organisation.id,
      id: random.uuid(),
      notification_id: notificationId,
      method,
      recipient,
      subject,
      body,
      created_at: iso(sent),
    },
  ]
}

const auditOf: Record<string, AuditEventType> = {
  created: 'formRequestCreated',
  assigned: 'formRequestAssigned',
  closed: 'formRequestClosed',
  sent_in_error: 'formRequestMarkedSentInError',
  opened: 'formRequestOpened',
  completed: 'formRequestSubmitted',
  flagged: 'redFlagRaised',
  expired: 'formRequestExpired',
  auto_closed: 'formRequestAutoClosed',
}

const toAudit = ({ id, patient, events }: DemoRequest, organisationId: string) =>
  events.flatMap(({ at, kind, actor, memberId, detail = {} }) =>
    auditOf[kind]
      ? [
          {
            organisation_id: organisationId,
            at: new Date(at).toISOString(),
            event_type: auditOf[kind],
            actor_kind: actor,
            actor_id: actor === 'patient' ? id : (memberId ?? null),
            subject_id: id,
            patient_id: patient.id,
            detail,
          },
        ]
      : [],
  )
