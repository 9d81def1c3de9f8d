import { sql } from 'kysely'

import type { MessageReason } from '#domain/message-reasons.ts'
import type { NotificationCategory } from '#domain/notification.ts'
import type { ReminderNumber } from '#domain/reminders.ts'
import type { Context } from '#server/platform/context.ts'

import { reasonColumns } from './sending.sql.ts'

type Replaced = { requestId: string; category: NotificationCategory; reminderNumber: ReminderNumber | null; followsId: string | null }

/**
 * Cancels a queued message, and frees its place for another one: which reminder it is, and which message it follows. Its try stays open. Undefined if
 * it is no longer queued.
 */
export async function takePlaceOf({ tx, organisationId }: Context, id: string, reason: MessageReason): Promise<Replaced | undefined> {
  const { reason: words, reason_code: code } = reasonColumns(reason)
  const { rows } = await sql<Replaced>`
    with held as (
      select n.id, n.request_id as "requestId", n.category, n.reminder_number as "reminderNumber", n.follows_id as "followsId"
      from notifications n
      where n.organisation_id = ${organisationId}::uuid and n.id = ${id}::uuid and n.status = 'queued' for update),
    ended as (
      update notifications n
      set status = 'cancelled', reason = ${words}, reason_code = ${code}, reminder_number = null, follows_id = null
      from held h where n.organisation_id = ${organisationId}::uuid and n.id = h.id)
    select "requestId", category, "reminderNumber", "followsId" from held`.execute(tx)
  return rows[0]
}
