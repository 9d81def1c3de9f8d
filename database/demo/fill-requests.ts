import { dateOf } from '#domain/moments.ts'
import { chosenAnswers } from '#domain/form/chosen-answers.ts'
import type { AuditEventType } from '#domain/audit-events.ts'
import { defaultOutcomes } from '#domain/outcomes.ts'
import { specialtyName } from '#domain/specialties.ts'
import { fillIn } from '#domain/template.ts'
import { defaultTemplate } from '#server/notifications/default-templates.ts'
import { hashOfLink, linkAddress, linkToken } from '#server/notifications/notifications.ts'

import type { Demo } from './fill-demo.ts'
import { toFlags, toScores } from './followed-score.ts'
import { definitionOf, type DemoForm } from './forms.ts'
import { insertRows } from './insert.ts'
import { insertLetter } from './letter.ts'
import { makeRequests } from './make-requests.ts'
import { makeWaitingList } from './waiting-list.ts'
import { randomFrom } from './random.ts'
import type { DemoPatient } from './people.ts'
import type { DemoRequest } from './requests.ts'

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })
const iso = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString())

export type DemoOutcome = { id: string; name: string }
type Cast = {
  members: { id: string; isClinician: boolean }[]
  patients: DemoPatient[]
  forms: (DemoForm & { id: string; liveVersion: number })[]
}

export async function fillRequests(
  demo: Demo,
  organisation: { id: string; name: string },
  count: number,
  { outcomes, ...cast }: Cast & { outcomes: DemoOutcome[] },
) {
  const organisationId = organisation.id
  const { client } = demo
  const { requests, series, letter } = makeRequests({ ...demo, ...cast }, count)
  const of = <Row extends object>(make: (request: DemoRequest) => Row) =>
    requests.map((request) => ({ organisation_id: organisationId, ...make(request) }))

  const outcomeOf = outcomesOf(outcomes)
  await insertRows(
    client,
    'form_requests',
    of((request) => ({ ...toRow(request), outcome_id: outcomeOf(request)?.id ?? null, outcome_name: outcomeOf(request)?.name ?? null })),
  )
  await insertRows(
    client,
    'form_request_notes',
    requests.flatMap(toNotes).map((note) => ({ organisation_id: organisationId, ...note })),
  )
  await insertRows(
    client,
    'patient_links',
    of((request) => toLink(demo, request)),
  )
  await insertRows(
    client,
    'form_request_events',
    of(({ id }) => ({ request_id: id })).flatMap((row, index) =>
      [...eventsOf(requests[index]!), ...toNotes(requests[index]!).map(noteEvent)].map((event) => ({
        ...row,
        at: iso(event.at),
        kind: event.kind,
        actor_kind: event.actor,
        actor_id: event.memberId ?? null,
        detail: event.kind === 'closed' ? { outcome: outcomeOf(requests[index]!)?.name } : (event.detail ?? {}),
      })),
    ),
  )
  const notifications = of((request) => toNotification(demo, request))
  await insertRows(client, 'notifications', notifications)
  if (letter) await insertLetter(client, { organisationId, keys: demo.keys }, letter)
  await client.query(
    `update form_requests r set unreached_at = n.failed_at from notifications n
     where r.organisation_id = $1 and r.is_unreached and n.organisation_id = $1 and n.request_id = r.id and n.status = 'failed'`,
    [organisationId],
  )
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
  await insertRows(client, 'series', series.rows.series.map(inOrganisation))
  await insertRows(client, 'series_enrolments', series.rows.series_enrolments.map(inOrganisation))
  await insertRows(client, 'series_occasions', series.rows.series_occasions.map(inOrganisation))
  await insertRows(client, 'submission_scores', answered.flatMap(toScores).map(inOrganisation))
  await insertRows(client, 'chosen_answers', answered.flatMap(toChosenAnswers).map(inOrganisation))
  const waitingList = makeWaitingList({ ...demo, members: cast.members }, requests)
  for (const { id, lockedAt } of waitingList.locked)
    await client.query(
      'update patient_links set locked_at = $3, wrong_attempts = 5, wrong_in_all = 5 where organisation_id = $1 and request_id = $2',
      [organisationId, id, lockedAt],
    )
  await insertRows(client, 'waiting_list_reviews', waitingList.reviews.map(inOrganisation))
  await insertRows(client, 'waiting_list_removals', waitingList.removals.map(inOrganisation))
  await insertRows(client, 'form_request_events', waitingList.events.map(inOrganisation))
  await insertRows(
    client,
    'notifications',
    waitingList.messages.map(({ row }) => inOrganisation(row)),
  )
  await insertRows(client, 'raised_flags', answered.flatMap(toFlags).map(inOrganisation))
  await insertRows(client, 'outbox_messages', [
    ...requests.flatMap((request, index) =>
      isKept(request)
        ? [
            toOutbox(demo, request, organisation, {
              id: demo.random.uuid(),
              notificationId: notifications[index]!.id,
              template: templateOf(request),
              at: request.sent,
              until: request.expires,
            }),
          ]
        : [],
    ),
    ...waitingList.messages
      .filter(({ row }) => row.status === 'kept')
      .map(({ request, row, finalAt }) =>
        toOutbox(demo, request, organisation, {
          id: row.id,
          notificationId: row.id,
          template: defaultTemplate(request.method, 'removal_approved'),
          at: Date.parse(row.created_at),
          until: finalAt,
        }),
      ),
  ])
  await insertRows(
    client,
    'audit_events',
    requests.flatMap((request) => toAudit(request, organisationId)).sort((a, b) => a.at.localeCompare(b.at)),
  )
}

/** Counts the messages of each version of a template. */
export async function fillTemplateUses(client: Demo['client'], organisationId: string) {
  await client.query(
    `insert into notification_template_uses (organisation_id, template_id, version, part, messages)
     select organisation_id, template_id, template_version, 0, count(*) from notifications where organisation_id = $1 and template_id is not null
     group by organisation_id, template_id, template_version`,
    [organisationId],
  )
}

/** Their ids come from numbers of their own, so that everything after them stays as it was. */
export async function fillOutcomes(client: Demo['client'], organisationId: string) {
  const random = randomFrom(Number.parseInt(organisationId.slice(0, 8), 16))
  const outcomes = defaultOutcomes.map((name, at) => ({ id: random.uuid(), name, position: at + 1 }))
  const now = new Date().toISOString()
  await insertRows(
    client,
    'outcomes',
    outcomes.map((outcome) => ({ organisation_id: organisationId, ...outcome, is_in_use: true, created_at: now, updated_at: now })),
  )
  return outcomes
}

/** The outcome of a request that staff have closed: the same each time. */
const outcomesOf = (outcomes: readonly DemoOutcome[]) => (request: DemoRequest) =>
  request.status === 'closed' ? outcomes[Number.parseInt(request.id.slice(0, 4), 16) % outcomes.length] : undefined

/** Staff wrote down what they did about an urgent answer. */
function toNotes({ id, isUrgent, status, closedAt, assignment }: DemoRequest) {
  if (!isUrgent || status !== 'closed' || closedAt === undefined || !assignment) return []
  const text = 'Phoned the patient and went through the answers. The team knows, and the patient has our number if anything changes.'
  return [{ request_id: id, text, created_by: assignment.memberId, created_at: iso(closedAt) }]
}
const noteEvent = ({ created_by: memberId, created_at: at }: ReturnType<typeof toNotes>[number]) =>
  ({ at: Date.parse(at!), kind: 'note_added', actor: 'member', memberId, detail: undefined }) as const // a closed request has the time

/** The messages of open requests are in the outbox and were not sent (NOT-7). */
const isKept = ({ failed, status }: DemoRequest) => !failed && (status === 'unopened' || status === 'opened')

const eventsOf = (request: DemoRequest) =>
  isKept(request)
    ? request.events.flatMap((event) =>
        event.kind === 'delivered' ? [] : [{ ...event, kind: event.kind === 'sent' ? 'kept' : event.kind }],
      )
    : request.events

/**
 * The day since when the patient of a waiting-list form has been waiting, made from the id, so that everything else stays as it was. Most
 * patients have waited for less than half a year; of some the day is not known.
 */
function waitingSince({ id, form, created }: DemoRequest) {
  const [known, wait] = [Number.parseInt(id.slice(0, 2), 16), Number.parseInt(id.slice(2, 6), 16) / 0xffff]
  if (form.type !== 'waiting_list' || known < 20) return null
  return dateOf(new Date(created - (20 + wait ** 2 * 480) * 86_400_000))
}

export const toRow = (request: DemoRequest) => ({
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
  waiting_since: waitingSince(request),
  created_by: request.events[0]!.memberId ?? null,
  created_at: iso(request.created),
  updated_at: iso(request.events.at(-1)!.at),
})

export const toLink = ({ keys }: Demo, { id }: DemoRequest) => ({
  request_id: id,
  token_hash: `\\x${hashOfLink(linkToken(keys, id)).toString('hex')}`,
  wrong_attempts: 0,
})

const isDelivered = (request: DemoRequest) => !request.failed && !isKept(request)

const templateOf = ({ method }: DemoRequest) => defaultTemplate(method, 'request_created')

const toNotification = ({ random }: Demo, request: DemoRequest) => ({
  id: random.uuid(),
  request_id: request.id,
  template_id: templateOf(request).id,
  template_version: templateOf(request).version,
  category: 'request_created',
  method: request.method,
  status: request.failed ? 'failed' : isKept(request) ? 'kept' : 'delivered',
  reason: request.failed ? 'Permanent failure: the number or address does not exist.' : '',
  reason_code: request.failed ? 'wrong_contact_detail' : null,
  attempts: request.failed ? 3 : 1,
  send_after: iso(request.created),
  sent_at: isDelivered(request) ? iso(request.sent) : null,
  delivered_at: isDelivered(request) ? iso(request.sent) : null,
  failed_at: request.failed ? iso(request.sent) : null,
  // The default text message is one fragment.
  fragments: request.method === 'sms' && isDelivered(request) ? 1 : null,
  created_at: iso(request.created),
  updated_at: iso(request.sent),
})

export const toSubmission = ({ random }: Demo, { id, form, version, answers, completedAt, typed }: DemoRequest) => ({
  id: random.uuid(),
  request_id: id,
  form_id: form.id,
  form_version: version,
  answers,
  channel: typed?.channel ?? 'web',
  typed_by: typed?.by ?? null,
  checked_details: typed?.checked ?? [],
  submitted_at: iso(completedAt),
})

export const toChosenAnswers = ({ id, form, version, answers = {}, created }: DemoRequest) =>
  chosenAnswers(definitionOf(form, version), answers).map((answer) => ({
    request_id: id,
    ...answer,
    form_id: form.id,
    created_at: iso(created),
  }))

/** Each message in the outbox holds its link, to be tried. */
function toOutbox(
  { keys, publicUrl }: Demo,
  request: DemoRequest,
  organisation: { id: string; name: string },
  message: { id: string; notificationId: string; template: { subject: string; body: string }; at: number; until: number },
) {
  const { patient, form, method, id } = request
  const { subject, body } = fillIn(message.template, {
    firstName: patient.first_name,
    lastName: patient.last_name,
    fullName: `${patient.first_name} ${patient.last_name}`,
    organisationName: organisation.name,
    formTitle: form.title,
    link: linkAddress(publicUrl, keys, id),
    expiryDate: longDay.format(message.until),
    specialty: specialtyName(request.specialty) ?? '',
  })
  const recipient = (method === 'email' ? patient.email_address : patient.phone_number) ?? ''
  return {
    organisation_id: organisation.id,
    id: message.id,
    notification_id: message.notificationId,
    method,
    recipient,
    subject,
    body,
    created_at: iso(message.at),
  }
}

const auditOf: Record<string, AuditEventType> = {
  created: 'formRequestCreated',
  assigned: 'formRequestAssigned',
  closed: 'formRequestClosed',
  sent_in_error: 'formRequestMarkedSentInError',
  opened: 'formRequestOpened',
  answering_started: 'formRequestAnsweringStarted',
  completed: 'formRequestSubmitted',
  flagged: 'redFlagRaised',
  expired: 'formRequestExpired',
  auto_closed: 'formRequestAutoClosed',
  queued: 'formRequestSentAgain',
  note_added: 'formRequestNoteAdded',
  waiting_list_decided: 'waitingListDecided',
}

export const toAudit = ({ id, patient, events }: DemoRequest, organisationId: string) =>
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
