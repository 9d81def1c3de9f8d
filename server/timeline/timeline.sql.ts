import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'

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
  | 'reminded'
  | 'opened'
  | 'saved'
  | 'completed'
  | 'flagged'
  | 'alerted'
  | 'alert_kept'
  | 'not_alerted'
  | 'assigned'
  | 'unassigned'
  | 'closed'
  | 'reopened'
  | 'sent_in_error'
  | 'expired'
  | 'auto_closed'
  | 'locked'
  | 'unlocked'

/** Adds one event to the timeline of each request. `detail` holds ids, methods and reasons; never answers or contact details. */
export const insertEvents = (ctx: Context, requestIds: readonly string[], kind: EventKind, detail: Record<string, unknown> = {}) =>
  insertEventsOf(
    ctx,
    kind,
    requestIds.map((subjectId) => ({ subjectId, detail })),
  )

/** Adds one event with its own detail to the timeline of each request. */
export async function insertEventsOf(
  { tx, actor, organisationId }: Context,
  kind: EventKind,
  subjects: readonly { subjectId: string; detail: Record<string, unknown> }[],
) {
  await sql`
    insert into form_request_events (organisation_id, request_id, kind, actor_kind, actor_id, detail)
    select ${organisationId}::uuid, n.id, ${kind}, ${actor.kind}, ${actor.id}::uuid, n.detail
    from unnest(${subjects.map(({ subjectId }) => subjectId)}::uuid[], ${subjects.map(({ detail }) => JSON.stringify(detail))}::jsonb[])
      as n(id, detail)`.execute(tx)
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
