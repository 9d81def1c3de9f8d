import { type RawBuilder, sql } from 'kysely'

import type { EventType } from '#domain/events.ts'

import type { Context } from './context.ts'

type Publishing = Pick<Context, 'organisationId'>

/** Whether a webhook endpoint or an integration client reads the events of the organisation. Without a reader no event is written. */
const hasReaders = ({ organisationId }: Publishing) => sql`(
  exists (select from webhook_endpoints w where w.organisation_id = ${organisationId}::uuid)
  or exists (select from integration_clients c where c.organisation_id = ${organisationId}::uuid and 'event:read' = any(c.permissions)))`

/** The worker checks the events of the organisations that have a row in this table. */
const schedulingCheck = ({ organisationId }: Publishing) =>
  sql`insert into event_wakeups (organisation_id) select ${organisationId}::uuid where exists (select from published)`

/**
 * Common table expressions that publish an event about each form request of `n`, a list with the columns id and detail (INT-3). They are part of
 * the statement that writes the timeline, so an event costs no round trip, and an organisation without readers costs nothing.
 *
 * @param condition further conditions on `n`
 */
export const publishingRequests = (ctx: Publishing, type: EventType, condition: RawBuilder<unknown> = sql`true`) => sql`
  published as (
    insert into integration_events (organisation_id, type, form_request_id, form_id, patient_id)
    select r.organisation_id, ${type}, r.id, r.form_id, r.patient_id
    from n join form_requests r on r.organisation_id = ${ctx.organisationId}::uuid and r.id = n.id
    where ${hasReaders(ctx)} and ${condition}
    order by r.id
    returning 1
  ), scheduled as (${schedulingCheck(ctx)})`

/** Publishes an event about each patient, in the transaction of the act and in one statement (INT-3). */
export async function publishPatients(ctx: Pick<Context, 'tx' | 'organisationId'>, type: EventType, patientIds: readonly string[]) {
  if (patientIds.length === 0) return
  await sql`
    with published as (
      insert into integration_events (organisation_id, type, patient_id)
      select ${ctx.organisationId}::uuid, ${type}, n.id from unnest(${[...patientIds]}::uuid[]) as n(id) where ${hasReaders(ctx)}
      order by n.id
      returning 1
    )
    ${schedulingCheck(ctx)}`.execute(ctx.tx)
}
