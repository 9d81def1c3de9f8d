import { sql } from 'kysely'

import type { NotificationCategory, NotificationMethod, NotificationStatus, ReceiptStatus } from '#domain/notification.ts'
import type { Context } from '#server/platform/context.ts'

/** Locks a message until the transaction ends, so that two receipts of it take turns. Undefined if there is none with this id. */
export async function lockForReceipt({ tx }: Context, id: string) {
  const row = await tx
    .selectFrom('notifications')
    .select(['request_id', 'method', 'category', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return (
    row && {
      requestId: row.request_id,
      // check constraints hold the same words
      method: row.method as NotificationMethod,
      category: row.category as NotificationCategory,
      status: row.status as NotificationStatus,
    }
  )
}

type Known = { status: ReceiptStatus; reason: string; channel: string; providerId: string }

/** A receipt can come before the answer to our own call: then it says when the message left, and which id the provider gave it. */
export const setReceipt = async ({ tx }: Context, id: string, { status, reason, channel, providerId }: Known) =>
  tx
    .updateTable('notifications')
    .set({ status, reason, channel, provider_id: providerId, sent_at: sql`coalesce(sent_at, now())` })
    .where('id', '=', id)
    .execute()

/** A message whose provider has not told its end. */
export type OpenMessage = { id: string; channel: string; providerId: string }

/** Messages to ask the provider about: they left after `sentAfter`, and left or were last asked about before `askedBefore`. */
export async function findWithoutEnd(
  { tx }: Context,
  { sentAfter, askedBefore }: Record<'sentAfter' | 'askedBefore', Date>,
  limit: number,
): Promise<OpenMessage[]> {
  const rows = await tx
    .selectFrom('notifications')
    .select(['id', 'channel', 'provider_id'])
    .where('status', 'in', ['accepted', 'sent'])
    .where('provider_id', 'is not', null)
    .where('channel', 'is not', null)
    .where('sent_at', '>', sentAfter.toISOString())
    .where(sql<boolean>`coalesce(receipt_asked_at, sent_at) < ${askedBefore.toISOString()}::timestamptz`)
    .orderBy(sql`coalesce(receipt_asked_at, sent_at)`)
    .limit(limit)
    .execute()
  return rows.map((row) => ({ id: row.id, channel: row.channel!, providerId: row.provider_id! })) // both are selected as not null
}

export const setAsked = async ({ tx }: Context, id: string, at: Date) =>
  tx.updateTable('notifications').set({ receipt_asked_at: at.toISOString() }).where('id', '=', id).execute()
