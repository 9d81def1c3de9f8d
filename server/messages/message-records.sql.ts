import { sql } from 'kysely'

import type { Message, MessageRecord } from '#contract/messages.ts'
import { doubtOf } from '#domain/message-records.ts'
import type { MessageReasonCode } from '#domain/message-reasons.ts'
import type { MessageMethod, NotificationCategory, NotificationStatus } from '#domain/notification.ts'
import type { Context } from '#server/platform/context.ts'

const selectRecords = ({ tx }: Pick<Context, 'tx'>) =>
  tx
    .selectFrom('notifications as n')
    .select(['n.id', 'n.category', 'n.method', 'n.status', 'n.reason', 'n.reason_code', 'n.attempts', 'n.fragments', 'n.price'])
    .select([
      'n.channel',
      'n.tried_channel',
      'n.reminder_number',
      'n.provider_id',
      'n.try_began_at',
      'n.may_be_repeated',
      'n.created_at',
      'n.send_after',
      'n.sent_at',
      'n.sent_to',
    ])
    .select(['n.accepted_at', 'n.provider_sent_at', 'n.delivered_at', 'n.read_at', 'n.failed_at', 'n.cancelled_at'])
    .select(sql<boolean>`n.send_after > n.created_at + interval '1 second'`.as('was_held'))
type Row = Awaited<ReturnType<ReturnType<typeof selectRecords>['executeTakeFirstOrThrow']>>

/** With what reminders are planned from. */
type StoredRecord = MessageRecord & { sendAfter: string; reminderNumber: number | null }

function toRecord(row: Row): StoredRecord {
  const status = row.status as NotificationStatus // check constraints hold the same words, here and below
  return {
    id: row.id,
    category: row.category as NotificationCategory,
    method: row.method as MessageMethod,
    status,
    reason: row.reason,
    reasonCode: row.reason_code as MessageReasonCode | null,
    attempts: row.attempts,
    fragments: row.fragments,
    price: row.price === null ? null : Number(row.price),
    provider: row.channel ?? row.tried_channel,
    providerReference: row.provider_id,
    sentTo: row.sent_to,
    doubt: doubtOf({ status, hasOpenTry: row.try_began_at !== null, mayBeRepeated: row.may_be_repeated }),
    createdAt: row.created_at,
    heldUntil: row.was_held ? row.send_after : null,
    sentAt: row.sent_at,
    acceptedAt: row.accepted_at,
    providerSentAt: row.provider_sent_at,
    deliveredAt: row.delivered_at,
    readAt: row.read_at,
    failedAt: row.failed_at,
    cancelledAt: row.cancelled_at,
    sendAfter: row.send_after,
    reminderNumber: row.reminder_number,
  }
}

/** Every message about one form request, oldest first. */
export async function listMessagesOf(ctx: Pick<Context, 'tx'>, requestId: string) {
  const rows = await selectRecords(ctx).where('n.request_id', '=', requestId).orderBy('n.created_at').orderBy('n.id').execute()
  return rows.map(toRecord)
}

/** The messages with these ids, in the given order. */
export async function findMessages(ctx: Pick<Context, 'tx'>, ids: readonly string[]): Promise<Message[]> {
  if (ids.length === 0) return []
  const rows = await selectRecords(ctx)
    .innerJoin('form_requests as r', (on) => on.onRef('r.organisation_id', '=', 'n.organisation_id').onRef('r.id', '=', 'n.request_id'))
    .innerJoin('patients as p', (on) => on.onRef('p.organisation_id', '=', 'r.organisation_id').onRef('p.id', '=', 'r.patient_id'))
    .innerJoin('form_versions as v', (on) =>
      on
        .onRef('v.organisation_id', '=', 'r.organisation_id')
        .onRef('v.form_id', '=', 'r.form_id')
        .onRef('v.version', '=', 'r.form_version'),
    )
    .select(['n.request_id', 'n.form_id', 'v.title', 'r.patient_id', 'p.first_name', 'p.last_name', 'p.nhs_number', 'p.date_of_birth'])
    .where(sql<boolean>`n.id = any(${ids}::uuid[])`)
    .execute()
  const byId = new Map(
    rows.map((row): [string, Message] => [
      row.id,
      {
        ...toRecord(row),
        requestId: row.request_id,
        patient: {
          id: row.patient_id,
          firstName: row.first_name,
          lastName: row.last_name,
          nhsNumber: row.nhs_number,
          dateOfBirth: row.date_of_birth,
        },
        form: { id: row.form_id, title: row.title },
      },
    ]),
  )
  return ids.flatMap((id) => byId.get(id) ?? [])
}
