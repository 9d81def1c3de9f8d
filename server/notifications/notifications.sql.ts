import { sql } from 'kysely'

import type { NotificationCategory, NotificationMethod } from '#domain/notification.ts'
import type { Context } from '#server/platform/context.ts'

/** Inserts one queued message for each request and returns the ids. Leaves out requests with a waiting message. */
export async function insertNotifications(
  { tx, organisationId }: Context,
  wanted: { requestId: string; method: NotificationMethod }[],
  category: NotificationCategory,
  sendAfter: Date,
) {
  const { rows } = await sql<{ id: string }>`
    insert into notifications (organisation_id, request_id, category, method, send_after)
    select ${organisationId}::uuid, n.request_id, ${category}, n.method, ${sendAfter.toISOString()}::timestamptz
    from unnest(${wanted.map(({ requestId }) => requestId)}::uuid[], ${wanted.map(({ method }) => method)}::text[]) as n(request_id, method)
    on conflict do nothing
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
