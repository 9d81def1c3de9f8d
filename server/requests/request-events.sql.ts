import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'

export type EventKind =
  | 'created'
  | 'queued'
  | 'sent'
  | 'delivered'
  | 'not_delivered'
  | 'reminded'
  | 'opened'
  | 'saved'
  | 'completed'
  | 'flagged'
  | 'alerted'
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

/** Adds one line to the timeline of each request. Details hold ids, methods and reasons; never answers or contact details. */
export async function insertEvents(
  { tx, actor, organisationId }: Context,
  requestIds: string[],
  kind: EventKind,
  detail: Record<string, unknown> = {},
) {
  await sql`
    insert into form_request_events (organisation_id, request_id, kind, actor_kind, actor_id, detail)
    select ${organisationId}::uuid, id, ${kind}, ${actor.kind}, ${actor.id}::uuid, ${JSON.stringify(detail)}::jsonb
    from unnest(${requestIds}::uuid[]) as id`.execute(tx)
}
