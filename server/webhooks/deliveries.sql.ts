import { sql } from 'kysely'

import type { WebhookDelivery } from '#contract/webhooks.ts'
import type { EventType } from '#domain/events.ts'
import type { DeliveryState, WebhookFailure } from '#domain/webhooks.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import type { EventRow } from './events.sql.ts'

type ListQuery = { state?: DeliveryState | undefined; before?: number | undefined; limit: number }

const deliveriesOf = ({ tx, organisationId }: Context, endpointId: string) =>
  tx
    .selectFrom('webhook_deliveries as d')
    .innerJoin('integration_events as e', (on) => on.onRef('e.organisation_id', '=', 'd.organisation_id').onRef('e.id', '=', 'd.event_id'))
    .select([
      'd.event_id',
      'd.position',
      'd.state',
      'd.tries',
      'd.last_tried_at',
      'd.next_try_at',
      'd.status',
      'd.failure',
      'd.duration_ms',
    ])
    .select(['e.type', 'e.occurred_at', 'e.form_request_id'])
    .where('d.organisation_id', '=', organisationId)
    .where('d.endpoint_id', '=', endpointId)

type Row = Awaited<ReturnType<ReturnType<typeof deliveriesOf>['executeTakeFirstOrThrow']>>

const toDelivery = (row: Row): WebhookDelivery => ({
  eventId: row.event_id,
  type: row.type as EventType, // written by published events only
  occurredAt: row.occurred_at,
  formRequestId: row.form_request_id,
  state: row.state as DeliveryState, // the check of the column holds the same names
  tries: row.tries,
  lastTriedAt: row.last_tried_at,
  nextTryAt: row.state === 'waiting' ? row.next_try_at : null,
  status: row.status,
  failure: row.failure as WebhookFailure | null, // written by setTried and assignPositions only
  durationMs: row.duration_ms,
})

/** The newest first, with the position before which the next page starts. */
export async function listDeliveries(ctx: Context, endpointId: string, { state, before, limit }: ListQuery) {
  const rows = await deliveriesOf(ctx, endpointId)
    .$if(state !== undefined, (query) => query.where('d.state', '=', state!))
    .$if(before !== undefined, (query) => query.where('d.position', '<', before!))
    .orderBy('d.position', 'desc')
    .limit(limit + 1)
    .execute()
  const docs = rows.slice(0, limit)
  return { docs: docs.map(toDelivery), next: rows.length > limit ? docs.at(-1)!.position : null }
}

/** Throws not_found. */
export async function getDelivery(ctx: Context, endpointId: string, eventId: string) {
  const row = await deliveriesOf(ctx, endpointId).where('d.event_id', '=', eventId).executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return toDelivery(row)
}

export type DueDelivery = EventRow & { tries: number; first_tried_at: string | null }

/**
 * The next events for an endpoint. Of the events about one form request or patient only the oldest is due, so that they arrive in their order, also
 * when one must be tried again.
 */
export async function findDue({ tx, organisationId }: Context, endpointId: string, limit: number) {
  const { rows } = await sql<DueDelivery>`
    select e.id, e.type, e.form_request_id, e.form_id, e.patient_id, e.occurred_at, d.tries, d.first_tried_at
    from webhook_deliveries d
    join integration_events e on e.organisation_id = d.organisation_id and e.id = d.event_id
    where d.organisation_id = ${organisationId}::uuid and d.endpoint_id = ${endpointId}::uuid and d.state = 'waiting' and d.next_try_at <= now()
      and not exists (
        select from webhook_deliveries b
        where b.organisation_id = d.organisation_id and b.endpoint_id = d.endpoint_id and b.resource_id = d.resource_id
          and b.state = 'waiting' and b.position < d.position)
    order by d.position limit ${limit}`.execute(tx)
  return rows
}

/** The endpoints that have due events and may be tried. */
export async function listDueEndpoints({ tx, organisationId }: Context) {
  const { rows } = await sql<{ id: string }>`
    select w.id from webhook_endpoints w
    where w.organisation_id = ${organisationId}::uuid and w.switched_off_at is null and (w.paused_until is null or w.paused_until <= now())
      and exists (
        select from webhook_deliveries d
        where d.organisation_id = w.organisation_id and d.endpoint_id = w.id and d.state = 'waiting' and d.next_try_at <= now())`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** When the endpoint has something to do next. Undefined if nothing waits. */
export async function findNextTry({ tx, organisationId }: Context, endpointId: string) {
  const { rows } = await sql<{ at: string | null }>`
    select greatest(w.paused_until, (
      select min(d.next_try_at) from webhook_deliveries d
      where d.organisation_id = w.organisation_id and d.endpoint_id = w.id and d.state = 'waiting'
        and not exists (
          select from webhook_deliveries b
          where b.organisation_id = d.organisation_id and b.endpoint_id = d.endpoint_id and b.resource_id = d.resource_id
            and b.state = 'waiting' and b.position < d.position))) as at
    from webhook_endpoints w
    where w.organisation_id = ${organisationId}::uuid and w.id = ${endpointId}::uuid and w.switched_off_at is null
      and exists (
        select from webhook_deliveries d
        where d.organisation_id = w.organisation_id and d.endpoint_id = w.id and d.state = 'waiting')`.execute(tx)
  const at = rows[0]?.at
  return at ? new Date(at) : undefined
}

export type Tried = {
  eventId: string
  state: DeliveryState
  status: number | null
  failure: WebhookFailure | null
  durationMs: number
  triedAt: Date
  nextTryAt: Date
}

/** Records the results of tries, in one statement. */
export async function setTried({ tx, organisationId }: Context, endpointId: string, tried: readonly Tried[]) {
  await sql`
    update webhook_deliveries d set state = t.state, tries = d.tries + 1, status = t.status, failure = t.failure, duration_ms = t.duration_ms,
      first_tried_at = coalesce(d.first_tried_at, t.tried_at), last_tried_at = t.tried_at, next_try_at = t.next_try_at
    from unnest(${tried.map(({ eventId }) => eventId)}::uuid[], ${tried.map(({ state }) => state)}::text[],
      ${tried.map(({ status }) => status)}::integer[], ${tried.map(({ failure }) => failure)}::text[],
      ${tried.map(({ durationMs }) => durationMs)}::integer[], ${tried.map(({ triedAt }) => triedAt.toISOString())}::timestamptz[],
      ${tried.map(({ nextTryAt }) => nextTryAt.toISOString())}::timestamptz[])
      as t(event_id, state, status, failure, duration_ms, tried_at, next_try_at)
    where d.organisation_id = ${organisationId}::uuid and d.endpoint_id = ${endpointId}::uuid and d.event_id = t.event_id`.execute(tx)
}

/** Gives up what waits for an endpoint that is switched off. An event that was tried keeps the reason of its last failure. */
export const endWaiting = ({ tx, organisationId }: Context, endpointId: string) =>
  tx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', failure: sql<string>`coalesce(failure, 'switched_off')` })
    .where('organisation_id', '=', organisationId)
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', sql.lit('waiting'))
    .execute()

/** Makes everything that waits for an endpoint due now. */
export const endWaits = ({ tx, organisationId }: Context, endpointId: string) =>
  tx
    .updateTable('webhook_deliveries')
    .set({ next_try_at: sql<string>`now()` })
    .where('organisation_id', '=', organisationId)
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', sql.lit('waiting'))
    .execute()

/** A replayed event has three days again. */
const again = { state: 'waiting', tries: 0, first_tried_at: null, next_try_at: sql<string>`now()`, status: null, failure: null }

/** Makes one event due again. False if there is none. */
export async function replayOne({ tx, organisationId }: Context, endpointId: string, eventId: string) {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set(again)
    .where('organisation_id', '=', organisationId)
    .where('endpoint_id', '=', endpointId)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Makes the failed events that happened since a moment due again. Returns how many. */
export async function replayFailedSince({ tx, organisationId }: Context, endpointId: string, since: string) {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries as d')
    .from('integration_events as e')
    .set(again)
    .where('d.organisation_id', '=', organisationId)
    .where('d.endpoint_id', '=', endpointId)
    .where('d.state', '=', sql.lit('failed'))
    .whereRef('e.organisation_id', '=', 'd.organisation_id')
    .whereRef('e.id', '=', 'd.event_id')
    .where('e.occurred_at', '>=', since)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
