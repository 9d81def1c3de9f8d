import { sql } from 'kysely'

import type { EventType } from '#domain/events.ts'
import type { Context } from '#server/platform/context.ts'
import { publishingRequests } from '#server/platform/events.sql.ts'
import { withGenericPlan } from '#server/platform/generic-plan.sql.ts'

export type EventKind =
  | 'created'
  | 'queued'
  | 'message_cancelled'
  | 'kept'
  | 'accepted'
  | 'sent'
  | 'delivered'
  | 'read'
  | 'not_delivered'
  | 'next_method'
  | 'letter_queued'
  | 'letter_printed'
  | 'letter_printed_again'
  | 'reminded'
  | 'opened'
  | 'answering_started'
  | 'saved'
  | 'completed'
  | 'flagged'
  | 'alerted'
  | 'alert_kept'
  | 'not_alerted'
  | 'assigned'
  | 'unassigned'
  | 'closed'
  | 'outcome_set'
  | 'waiting_since_set'
  | 'note_added'
  | 'reopened'
  | 'sent_in_error'
  | 'expired'
  | 'auto_closed'
  | 'locked'
  | 'unlocked'
  | 'opted_out'
  | 'contact_changed'
  | 'link_copied'
  | 'deceased'
  | 'waiting_list_decided'

/** What other systems are told about (INT-3). The other kinds are for users only. */
const published: Partial<Record<EventKind, EventType>> = {
  created: 'form_request.created',
  accepted: 'form_request.sent',
  sent: 'form_request.sent',
  letter_printed: 'form_request.sent',
  not_delivered: 'form_request.message_not_delivered',
  opened: 'form_request.opened',
  completed: 'form_request.submitted',
  flagged: 'form_request.urgent_answer',
  closed: 'form_request.closed',
  auto_closed: 'form_request.closed',
  outcome_set: 'form_request.outcome_recorded',
  reopened: 'form_request.reopened',
  expired: 'form_request.expired',
  sent_in_error: 'form_request.cancelled',
  waiting_list_decided: 'waiting_list.decided',
}

/** A message or letter with the form itself, once: the receipt of a message that its provider had accepted is no other sending. */
const isFormItself = sql`n.detail->>'category' = 'request_created' and not exists (
  select from form_request_events e
  where e.organisation_id = r.organisation_id and e.request_id = r.id and e.kind = 'accepted'
    and e.detail->>'notificationId' = n.detail->>'notificationId')`

/** Adds one event to the timeline of each request. `detail` holds ids, methods and reasons; never answers or contact details. */
export const insertEvents = (ctx: Context, requestIds: readonly string[], kind: EventKind, detail: Record<string, unknown> = {}) =>
  insertEventsOf(
    ctx,
    kind,
    requestIds.map((subjectId) => ({ subjectId, detail })),
  )

/** Adds one event with its own detail to the timeline of each request. */
export async function insertEventsOf(
  ctx: Context,
  kind: EventKind,
  subjects: readonly { subjectId: string; detail: Record<string, unknown> }[],
) {
  const { tx, actor, organisationId } = ctx
  const type = published[kind]
  const condition = type === 'form_request.sent' ? isFormItself : undefined
  const insert = sql`
    with n as materialized (
      select * from unnest(${subjects.map(({ subjectId }) => subjectId)}::uuid[], ${subjects.map(({ detail }) => JSON.stringify(detail))}::jsonb[])
        as n(id, detail)
    ) ${type ? sql`, ${publishingRequests({ organisationId }, type, condition)}` : sql``}
    insert into form_request_events (organisation_id, request_id, kind, actor_kind, actor_id, detail)
    select ${organisationId}::uuid, n.id, ${kind}, ${actor.kind}, ${actor.id}::uuid, n.detail from n
    order by n.id -- an event holds its form request, and other work locks these in the order of their ids`
  // For one form request PostgreSQL would make the plan of the longer statement again each time.
  await (type ? withGenericPlan(ctx, () => insert.execute(tx)) : insert.execute(tx))
}

/** Adds one event to the timelines of the open form requests of a patient. */
export async function insertEventOfPatient(
  { tx, actor, organisationId }: Context,
  patientId: string,
  kind: EventKind,
  detail: Record<string, unknown>,
) {
  await sql`
    insert into form_request_events (organisation_id, request_id, kind, actor_kind, actor_id, detail)
    select r.organisation_id, r.id, ${kind}, ${actor.kind}, ${actor.id}::uuid, ${JSON.stringify(detail)}::jsonb
    from form_requests r
    where r.organisation_id = ${organisationId}::uuid and r.patient_id = ${patientId}::uuid and r.status in ('unopened', 'opened')
    order by r.id -- an event holds its form request, and other work locks these in the order of their ids`.execute(tx)
}

/**
 * Sets the time of the first message of form requests, and for those that had one before the time at which the form was last sent again: reminders
 * are counted from then. `isFormItself`: the message is no reminder. Several form requests are locked before, in the order of their ids.
 */
export async function setLeft({ tx, organisationId }: Context, left: readonly { requestId: string; isFormItself: boolean }[]) {
  const now = new Date().toISOString()
  await sql`
    update form_requests r
    set notified_at = coalesce(r.notified_at, ${now}::timestamptz),
      sent_again_at = case when r.notified_at is null then r.sent_again_at else ${now}::timestamptz end
    from unnest(${left.map(({ requestId }) => requestId)}::uuid[], ${left.map(({ isFormItself }) => isFormItself)}::boolean[])
      as l (request_id, is_form_itself)
    where r.organisation_id = ${organisationId}::uuid and r.id = l.request_id and (r.notified_at is null or l.is_form_itself)`.execute(tx)
}

/** Sets the time of the first message, once. */
export async function setNotified({ tx }: Context, id: string) {
  await tx
    .updateTable('form_requests')
    .set({ notified_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('notified_at', 'is', null)
    .execute()
}
