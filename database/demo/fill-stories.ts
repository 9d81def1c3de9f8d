import { defaultTemplate } from '#server/notifications/default-templates.ts'

import type { Demo } from './fill-demo.ts'
import { type DemoOutcome, toAudit, toChosenAnswers, toLink, toRow, toSubmission } from './fill-requests.ts'
import { toFlags, toScores } from './followed-score.ts'
import { insertRows } from './insert.ts'
import { makePatientStories, type Story, type StoryMessage, type StoryRequest } from './patient-stories.ts'

type Cast = Pick<Parameters<typeof makePatientStories>[0], 'forms' | 'wards'> & {
  members: readonly { id: string; emailAddress: string }[]
  outcomes: readonly DemoOutcome[]
}

const iso = (at: number) => new Date(at).toISOString()

/** The patients of the tour with their histories (patient-stories.ts). */
export async function fillStories(demo: Demo, organisationId: string, { members, outcomes, ...cast }: Cast) {
  const memberNamed = (name: string) => {
    const member = members.find(({ emailAddress }) => emailAddress.startsWith(`${name}@`))
    if (!member) throw new Error(`The demonstration has no member ${name}`)
    return member.id
  }
  const stories = Object.values(makePatientStories({ ...cast, now: demo.now, memberNamed }))
  const requests = stories.flatMap((story) => story.requests)
  const insert = (table: string, rows: object[]) =>
    insertRows(
      demo.client,
      table,
      rows.map((row) => ({ organisation_id: organisationId, ...row })),
    )
  await insert(
    'patients',
    stories.map(({ patient, contactChange }) => ({
      locale: 'en',
      updated_at: contactChange ? iso(contactChange.at) : patient.created_at,
      phone_changed_at: contactChange ? iso(contactChange.at) : null,
      ...patient,
    })),
  )
  await insert('form_requests', requests.map(requestRow(outcomes)))
  await insert(
    'patient_links',
    requests.map((request) => toLink(demo, request)),
  )
  await insert('form_request_events', requests.flatMap(toEvents))
  await insert('form_request_notes', requests.flatMap(toNotes))
  await insert('notifications', requests.flatMap(toMessages))
  await insert(
    'submissions',
    requests.map((request) => toSubmission(demo, request)),
  )
  await insert('submission_scores', requests.flatMap(toScores))
  await insert('chosen_answers', requests.flatMap(toChosenAnswers))
  await insert('raised_flags', requests.flatMap(toFlags))
  await insert('waiting_list_reviews', requests.flatMap(toReviews))
  await insertRows(
    demo.client,
    'audit_events',
    [
      ...requests.flatMap((request) => toAudit(request, organisationId)),
      ...requests.map((request) => toReading(request, organisationId)),
      ...stories.flatMap((story) => recordEvents(story, organisationId)),
    ].toSorted((one, other) => one.at.localeCompare(other.at)),
  )
}

const requestRow = (outcomes: readonly DemoOutcome[]) => (request: StoryRequest) => {
  const outcome = outcomes.find(({ name }) => name === request.outcome)
  return { ...toRow(request), waiting_since: request.waitingSince, outcome_id: outcome?.id ?? null, outcome_name: outcome?.name ?? null }
}

const toEvents = ({ id, events }: StoryRequest) =>
  events.map(({ at, kind, actor, memberId, detail = {} }) => ({
    request_id: id,
    at: iso(at),
    kind,
    actor_kind: actor,
    actor_id: memberId ?? (actor === 'patient' ? id : null),
    detail,
  }))

const toNotes = ({ id, steps }: StoryRequest) =>
  steps.flatMap(({ at, kind, by, text }) => (kind === 'note_added' ? [{ request_id: id, text, created_by: by, created_at: iso(at) }] : []))

const toMessages = ({ id, messages }: StoryRequest) => messages.map((message) => ({ request_id: id, ...toMessage(message) }))

function toMessage({ id, method, sentTo, at, endedAt, followsId, failure }: StoryMessage) {
  const template = defaultTemplate(method, 'request_created')
  return {
    id,
    follows_id: followsId,
    template_id: template.id,
    template_version: template.version,
    category: 'request_created',
    method,
    status: failure ? 'failed' : 'delivered',
    reason: failure?.words ?? '',
    reason_code: failure?.code ?? null,
    attempts: 1,
    send_after: iso(at),
    sent_at: failure ? null : iso(at + 20_000),
    delivered_at: failure ? null : iso(endedAt),
    failed_at: failure ? iso(endedAt) : null,
    fragments: method === 'sms' && !failure ? 1 : null,
    sent_to: sentTo,
    created_at: iso(at),
    updated_at: iso(endedAt),
  }
}

const toReviews = ({ id, form, specialty, completedAt = 0, waitingSince, steps }: StoryRequest) =>
  steps.flatMap(({ at, kind, by, detail, text = '' }) =>
    kind === 'waiting_list_decided'
      ? [
          {
            request_id: id,
            queue: detail?.['queue'],
            state: 'done',
            opened_at: iso(completedAt),
            decision: detail?.['decision'],
            decided_by: by,
            decided_at: iso(at),
            note: text,
            form_id: form.id,
            specialty,
            waiting_since: waitingSince,
          },
        ]
      : [],
  )

type Audited = ReturnType<typeof toAudit>[number]

/** Somebody read the answers a minute before they took the form request on. */
const toReading = ({ id, patient, assignment }: StoryRequest, organisationId: string): Audited => ({
  organisation_id: organisationId,
  at: iso((assignment?.at ?? 0) - 60_000), // each is assigned
  event_type: 'formRequestRead',
  actor_kind: 'member',
  actor_id: assignment?.memberId ?? null,
  subject_id: id,
  patient_id: patient.id,
  detail: {},
})

function recordEvents({ patient, requests, contactChange }: Story, organisationId: string): Audited[] {
  const about = { organisation_id: organisationId, actor_kind: 'member', subject_id: patient.id, patient_id: patient.id } as const
  const creator = requests[0]?.events[0]?.memberId ?? null
  return [
    { ...about, at: patient.created_at, event_type: 'patientCreated', actor_id: creator, detail: {} },
    ...(contactChange
      ? [
          {
            ...about,
            at: iso(contactChange.at),
            event_type: 'patientUpdated' as const,
            actor_id: contactChange.by ?? null,
            detail: contactChange.detail ?? {},
          },
        ]
      : []),
  ]
}
