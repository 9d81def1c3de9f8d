import { sql } from 'kysely'

import type { PatientTimelineEntry } from '#contract/patient-timeline.ts'
import type { MessageMethod, NotificationCategory, NotificationStatus } from '#domain/notification.ts'
import { type PatientRecordEvent, type PatientTimelineFormEvent, timelineNoteLength } from '#domain/patient-timeline.ts'
import type { Context } from '#server/platform/context.ts'

import type { Place } from './timeline-page.sql.ts'

type Entry<Kind extends PatientTimelineEntry['kind']> = Extract<PatientTimelineEntry, { kind: Kind }>
type Asked = Pick<Context, 'tx' | 'organisationId'>

/** Who did something, of a row `t` with an actor. */
const actorOf = sql<string>`coalesce(m.first_name || ' ' || m.last_name, c.name,
  case t.actor_kind when 'patient' then 'Patient' when 'worker' then 'Formward' else 'A former member' end)`
const joinActor = sql`
  left join members m on m.organisation_id = t.organisation_id and m.id = t.actor_id
  left join integration_clients c on c.organisation_id = t.organisation_id and c.id = t.actor_id`
/** The title that the form had when it was sent. */
const joinRequest = sql`
  join form_requests r on r.organisation_id = t.organisation_id and r.id = t.request_id
  join form_versions v on v.organisation_id = r.organisation_id and v.form_id = r.form_id and v.version = r.form_version`
const memberNamed = (key: 'memberId' | 'tookOverFrom') => sql<string | null>`(
  select o.first_name || ' ' || o.last_name from members o where o.organisation_id = t.organisation_id and o.id = (t.detail->>${sql.lit(key)})::uuid)`

type InRequest = { id: string; at: string; by: string; request_id: string; form_title: string }
const toRequest = ({ request_id: id, form_title: formTitle }: InRequest) => ({ id, formTitle })

export async function readFormEntries({ tx, organisationId }: Asked, ids: readonly string[]): Promise<Entry<'forms'>[]> {
  if (ids.length === 0) return []
  type Row = InRequest & {
    kind: PatientTimelineFormEvent
    detail: Record<string, unknown>
    to_name: string | null
    from_name: string | null
  }
  const { rows } = await sql<Row>`
    select t.id::text as id, t.at, t.kind, t.detail, ${actorOf} as "by", t.request_id, v.title as form_title,
      ${memberNamed('memberId')} as to_name, ${memberNamed('tookOverFrom')} as from_name
    from form_request_events t ${joinRequest} ${joinActor}
    where t.organisation_id = ${organisationId}::uuid and t.id = any(${ids}::bigint[])`.execute(tx)
  return rows.map((row) => ({
    key: `forms ${row.id}`,
    kind: 'forms',
    at: row.at,
    by: row.by,
    request: toRequest(row),
    event: row.kind,
    detail: { ...row.detail, ...(row.to_name && { to: row.to_name }), ...(row.from_name && { from: row.from_name }) },
    answers: null,
  }))
}

/** Those of these form requests that are closed. */
export async function findClosed({ tx, organisationId }: Asked, requestIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from form_requests
    where organisation_id = ${organisationId}::uuid and id = any(${requestIds}::uuid[]) and closed_at is not null`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

export async function readMessageEntries({ tx, organisationId }: Asked, ids: readonly string[]): Promise<Entry<'messages'>[]> {
  if (ids.length === 0) return []
  type Row = Omit<InRequest, 'by'> & {
    category: NotificationCategory
    method: MessageMethod
    status: NotificationStatus
    reason: string
    leaves_at: string | null
    sent_at: string | null
    delivered_at: string | null
    read_at: string | null
  }
  const { rows } = await sql<Row>`
    select t.id, t.created_at as at, t.category, t.method, t.status, t.reason, t.sent_at, t.delivered_at, t.read_at,
      case when t.status = 'queued' and t.send_after > now() then t.send_after end as leaves_at,
      t.request_id, v.title as form_title
    from notifications t ${joinRequest}
    where t.organisation_id = ${organisationId}::uuid and t.id = any(${ids}::uuid[])`.execute(tx)
  return rows.map((row) => ({
    key: `messages ${row.id}`,
    kind: 'messages',
    at: row.at,
    by: 'Formward',
    request: toRequest({ ...row, by: '' }),
    category: row.category,
    method: row.method,
    status: row.status,
    reason: row.reason,
    leavesAt: row.leaves_at,
    sentAt: row.sent_at,
    deliveredAt: row.delivered_at,
    readAt: row.read_at,
  }))
}

export async function readNoteEntries({ tx, organisationId }: Asked, ids: readonly string[]): Promise<Entry<'notes'>[]> {
  if (ids.length === 0) return []
  type Row = InRequest & { text: string; is_shortened: boolean; is_correction: boolean; is_corrected: boolean }
  const { rows } = await sql<Row>`
    select t.id, t.created_at as at, m.first_name || ' ' || m.last_name as "by", t.request_id, v.title as form_title,
      left(t.text, ${timelineNoteLength}) as text, char_length(t.text) > ${timelineNoteLength} as is_shortened,
      t.corrects_id is not null as is_correction,
      exists (select from form_request_notes n where n.organisation_id = t.organisation_id and n.corrects_id = t.id) as is_corrected
    from form_request_notes t ${joinRequest}
    join members m on m.organisation_id = t.organisation_id and m.id = t.created_by
    where t.organisation_id = ${organisationId}::uuid and t.id = any(${ids}::uuid[])`.execute(tx)
  return rows.map((row) => ({
    key: `notes ${row.id}`,
    kind: 'notes',
    at: row.at,
    by: row.by,
    request: toRequest(row),
    text: row.text,
    isShortened: row.is_shortened,
    isCorrection: row.is_correction,
    isCorrected: row.is_corrected,
  }))
}

/** The parts of audit events that a timeline tells. The others are for the access log. */
const toldDetails = ['fields', 'identityCheck', 'deceased', 'locale', 'method', 'by', 'reason', 'formRequests', 'series'] as const

export async function readRecordEntries({ tx, organisationId }: Asked, places: readonly Place[]): Promise<Entry<'record'>[]> {
  if (places.length === 0) return []
  type Row = { id: string; at: string; event_type: PatientRecordEvent; by: string; detail: Record<string, unknown> }
  // By moment and id, as an index of the log has them.
  const { rows } = await sql<Row>`
    select t.id::text as id, t.at, t.event_type, t.detail, ${actorOf} as "by"
    from unnest(${places.map(({ at }) => at)}::timestamptz[], ${places.map(({ id }) => id)}::bigint[]) place (at, id)
    join audit_events t on t.organisation_id = ${organisationId}::uuid and t.at = place.at and t.id = place.id
    ${joinActor}`.execute(tx)
  return rows.map(({ id, at, by, event_type: event, detail }) => ({
    key: `record ${id}`,
    kind: 'record',
    at,
    by,
    event,
    detail: Object.fromEntries(toldDetails.flatMap((name) => (detail[name] === undefined ? [] : [[name, detail[name]]]))),
  }))
}
