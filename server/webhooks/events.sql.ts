import { sql } from 'kysely'

import type { IntegrationEvent } from '#contract/events.ts'
import type { EventType } from '#domain/events.ts'
import type { Context } from '#server/platform/context.ts'

/** The columns of an event that its payload needs. */
export type EventRow = {
  id: string
  type: EventType
  form_request_id: string | null
  form_id: string | null
  patient_id: string
  occurred_at: string
}

/** The payload of an event, for webhooks and for the list of events: ids and an address, and nothing about the person (INT-3). */
export function payloadOf(publicUrl: string, row: EventRow): IntegrationEvent {
  const isOfRequest = row.form_request_id !== null && row.form_id !== null
  return {
    id: row.id,
    type: row.type,
    timestamp: row.occurred_at,
    data: {
      ...(isOfRequest && { formRequestId: row.form_request_id!, formId: row.form_id! }), // checked in the line above
      patientId: row.patient_id,
      address: isOfRequest
        ? `${publicUrl}/api/forms/request/${row.form_request_id}`
        : `${publicUrl}/api/patients/patient?id=${row.patient_id}`,
    },
  }
}

/** Events after a position, oldest first. */
export async function listEvents({ tx, organisationId }: Context, after: number, limit: number) {
  const { rows } = await sql<EventRow & { position: number }>`
    select id, type, form_request_id, form_id, patient_id, occurred_at, position from integration_events
    where organisation_id = ${organisationId}::uuid and position > ${after}::bigint
    order by position limit ${limit}`.execute(tx)
  return rows
}

/** The last position that was given to an event; 0 before the first. */
export async function findLastPosition({ tx, organisationId }: Context) {
  const row = await tx.selectFrom('event_feeds').select('last_position').where('organisation_id', '=', organisationId).executeTakeFirst()
  return row?.last_position ?? 0
}

/** Makes the worker check the events and deliveries of the organisation at a moment. */
export const scheduleCheck = ({ tx, organisationId }: Context, dueAt: Date) =>
  tx.insertInto('event_wakeups').values({ organisation_id: organisationId, due_at: dueAt.toISOString() }).execute()

/**
 * Locks the feed of the organisation and removes the checks that are due. False if another worker has the lock: that worker does the check. An event
 * that it does not see yet has a check of its own.
 */
export async function takeDueChecks({ tx, organisationId }: Context) {
  await sql`insert into event_feeds (organisation_id) values (${organisationId}::uuid) on conflict do nothing`.execute(tx)
  const { rows } = await sql`
    select from event_feeds where organisation_id = ${organisationId}::uuid for update skip locked`.execute(tx)
  if (rows.length === 0) return false
  await sql`delete from event_wakeups where organisation_id = ${organisationId}::uuid and due_at <= now()`.execute(tx)
  return true
}

/**
 * Gives the next committed events their positions, and each endpoint its deliveries. The deliveries of an endpoint that is switched off are failed and
 * can be replayed. An endpoint that was created after the event gets no delivery. Returns the number of events.
 */
export async function assignPositions({ tx, organisationId }: Context, limit: number) {
  const { rows } = await sql<{ count: number }>`
    with next as (
      select e.id, f.last_position + row_number() over (order by e.seq) as position
      from (select id, seq from integration_events where organisation_id = ${organisationId}::uuid and position is null
            order by seq limit ${limit}) e
      join event_feeds f on f.organisation_id = ${organisationId}::uuid
    ), positioned as (
      update integration_events e set position = n.position from next n
      where e.organisation_id = ${organisationId}::uuid and e.id = n.id
      returning e.*
    ), delivered as (
      insert into webhook_deliveries (organisation_id, event_id, endpoint_id, position, resource_id, state, failure)
      select p.organisation_id, p.id, w.id, p.position, coalesce(p.form_request_id, p.patient_id),
        case when w.switched_off_at is null then 'waiting' else 'failed' end,
        case when w.switched_off_at is null then null else 'switched_off' end
      from positioned p join webhook_endpoints w on w.organisation_id = p.organisation_id
      where p.type = any(w.event_types) and w.created_at <= p.occurred_at
    ), moved as (
      update event_feeds f set last_position = (select max(position) from positioned)
      where f.organisation_id = ${organisationId}::uuid and exists (select from positioned)
    )
    select count(*) as count from positioned`.execute(tx)
  return rows[0]!.count // an aggregate answers one row
}

/** Removes the oldest events that are too old, with their deliveries, in every organisation: the policy shows the system organisation only those. */
export async function deleteOldEvents({ tx }: Context, days: number, limit: number) {
  const { rows } = await sql`
    delete from integration_events where (organisation_id, id) in (
      select organisation_id, id from integration_events where occurred_at < now() - make_interval(days => ${days})
      order by occurred_at limit ${limit})
    returning 1`.execute(tx)
  return rows.length
}
