import { sql, type RawBuilder } from 'kysely'

import type { OutboxMessage } from '#contract/notifications.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import type { Context } from '#server/platform/context.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'

import type { OutgoingMessage } from './channel.ts'

/** Stores a message in the outbox, each notification once. An email to staff has no notification. */
export async function insertOutboxMessage({ tx }: Context, { notificationId, method, recipient, subject, body }: OutgoingMessage) {
  await tx
    .insertInto('outbox_messages')
    .values({ notification_id: notificationId ?? null, method, recipient, subject, body })
    .onConflict((on) => on.columns(['organisation_id', 'notification_id']).doNothing())
    .execute()
}

type Filters = { search?: string | undefined; method?: NotificationMethod[] | undefined; withStaffMail: boolean; withLinks: boolean }

export async function listOutbox(ctx: Context, filters: Filters, page: number, limit: number): Promise<OutboxMessage[]> {
  const rows = await found(ctx, filters)
    .select(['m.id', 'm.method', 'm.recipient', 'm.subject', 'm.body', 'm.created_at'])
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return rows.map((row) => ({ ...row, method: row.method as NotificationMethod, createdAt: row.created_at })) // a check constraint holds the same three
}

export async function countOutbox(ctx: Context, filters: Filters) {
  const { count } = await found(ctx, filters)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const holdsLink = sql<boolean>`(m.body like '%://%' or m.subject like '%://%')`

function found({ tx }: Context, { search, method, withStaffMail, withLinks }: Filters) {
  let messages = tx.selectFrom('outbox_messages as m')
  if (!withStaffMail) messages = messages.where('m.notification_id', 'is not', null)
  if (!withLinks) messages = messages.where((e) => e.not(holdsLink))
  if (method) messages = messages.where('m.method', 'in', method)
  if (search) {
    const words = `%${search.replace(/[\\%_]/g, '\\$&')}%`
    messages = messages.where((eb) =>
      eb.or([sql<boolean>`m.recipient ilike ${words}`, sql<boolean>`m.subject ilike ${words}`, sql<boolean>`m.body ilike ${words}`]),
    )
  }
  return messages
}

const batchSize = 5_000

/** Deletes a batch of the messages kept before that moment; false when none is left. */
export const deleteOldMessages = (ctx: Context, before: Date) =>
  deleteMessages(ctx, sql`m.created_at < ${before.toISOString()}::timestamptz`)

/** Deletes a batch of the messages that hold a link; false when none is left. */
export const deleteMessagesWithLinks = (ctx: Context) => deleteMessages(ctx, holdsLink)

async function deleteMessages({ tx, organisationId }: Context, condition: RawBuilder<unknown>) {
  const { rows } = await sql`
    delete from outbox_messages where ${ofThisOrganisation('outbox_messages')} and id in (
      select m.id from outbox_messages m
      where m.organisation_id = ${organisationId}::uuid and ${condition} limit ${batchSize})
    returning id`.execute(tx)
  return rows.length > 0
}
