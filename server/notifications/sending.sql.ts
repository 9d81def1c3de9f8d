import { sql } from 'kysely'

import type { NotificationCategory, NotificationMethod, NotificationStatus } from '#domain/notification.ts'
import type { RequestStatus } from '#domain/request-status.ts'
import type { SendingHours } from '#domain/sending-times.ts'
import type { Context } from '#server/platform/context.ts'

/** A queued message with everything needed to send it. */
export type Sending = {
  id: string
  requestId: string
  method: NotificationMethod
  category: NotificationCategory
  attempts: number
  request: { status: RequestStatus; expiresAt: string; specialty: string; formTitle: string }
  patient: {
    firstName: string
    lastName: string
    phoneNumber: string | null
    emailAddress: string | null
    nhsNumber: string | null
    isArchived: boolean
    mayBeContacted: boolean
  }
  organisationName: string
  odsCode: string
  sendingHours: SendingHours
}

/** Locks the message until the transaction ends. Undefined if it is no longer queued, so that nothing is sent twice. */
export async function lockSending({ tx }: Context, id: string): Promise<Sending | undefined> {
  // Locks first and reads afterwards: a statement that waits for a lock would read the request as it was before the wait, and would miss a
  // message of a reopened request.
  const held = await tx
    .selectFrom('notifications')
    .select('id')
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .forUpdate()
    .executeTakeFirst()
  if (!held) return undefined
  const row = await tx
    .selectFrom('notifications as n')
    .innerJoin('form_requests as r', (on) => on.onRef('r.organisation_id', '=', 'n.organisation_id').onRef('r.id', '=', 'n.request_id'))
    .innerJoin('patients as p', (on) => on.onRef('p.organisation_id', '=', 'r.organisation_id').onRef('p.id', '=', 'r.patient_id'))
    .innerJoin('form_versions as v', (on) =>
      on
        .onRef('v.organisation_id', '=', 'r.organisation_id')
        .onRef('v.form_id', '=', 'r.form_id')
        .onRef('v.version', '=', 'r.form_version'),
    )
    .innerJoin('organisations as o', 'o.id', 'n.organisation_id')
    .select(['n.id', 'n.request_id', 'n.method', 'n.category', 'n.attempts', 'r.status', 'r.expires_at', 'r.specialty', 'v.title'])
    .select([
      'p.first_name',
      'p.last_name',
      'p.phone_number',
      'p.email_address',
      'p.nhs_number',
      'p.is_archived',
      'p.may_be_contacted',
      'o.name',
      'o.ods_code',
      'o.sending_from',
      'o.sending_until',
      'o.sends_on_weekdays_only',
    ])
    .where('n.id', '=', id)
    .executeTakeFirst()
  return row && toSending(row)
}

// Check constraints hold the same words as the casts below.
const toSending = (row: Row): Sending => ({
  id: row.id,
  requestId: row.request_id,
  method: row.method as NotificationMethod,
  category: row.category as NotificationCategory,
  attempts: row.attempts,
  request: { status: row.status as RequestStatus, expiresAt: row.expires_at, specialty: row.specialty, formTitle: row.title },
  patient: {
    firstName: row.first_name,
    lastName: row.last_name,
    phoneNumber: row.phone_number,
    emailAddress: row.email_address,
    nhsNumber: row.nhs_number,
    isArchived: row.is_archived,
    mayBeContacted: row.may_be_contacted,
  },
  organisationName: row.name,
  odsCode: row.ods_code,
  sendingHours: { sendingFrom: row.sending_from, sendingUntil: row.sending_until, sendsOnWeekdaysOnly: row.sends_on_weekdays_only },
})

type Row = {
  id: string
  request_id: string
  method: string
  category: string
  attempts: number
  status: string
  expires_at: string
  specialty: string
  title: string
  first_name: string
  last_name: string
  phone_number: string | null
  email_address: string | null
  nhs_number: string | null
  is_archived: boolean
  may_be_contacted: boolean
  name: string
  ods_code: string
  sending_from: number
  sending_until: number
  sends_on_weekdays_only: boolean
}

export const countAttempt = async ({ tx }: Context, id: string) =>
  tx
    .updateTable('notifications')
    .set({ attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .execute()

/** Ends a message. True for the caller that ended it, false if it had already ended. */
export async function endNotification({ tx }: Context, id: string, status: 'kept' | 'sent' | 'failed' | 'cancelled', reason = '') {
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ status, reason, ...(status === 'sent' && { sent_at: new Date().toISOString() }) })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records that the provider has taken a message. False if the message had already ended, for example by a receipt that came first. */
export async function acceptNotification(
  { tx }: Context,
  id: string,
  { channel, providerId }: { channel: string; providerId: string | null },
) {
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({ status: 'accepted', reason: '', sent_at: new Date().toISOString(), channel, provider_id: providerId })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Postpones a message. The request shows the time. */
export const postpone = async ({ tx }: Context, id: string, until: Date, reason: string) =>
  tx.updateTable('notifications').set({ send_after: until.toISOString(), reason }).where('id', '=', id).execute()

/** The reason why the last try failed, until the next one. */
export const setReason = async ({ tx }: Context, id: string, reason: string) =>
  tx.updateTable('notifications').set({ reason }).where('id', '=', id).where('status', '=', 'queued').execute()

export const holdQueued = async ({ tx }: Context, requestIds: readonly string[]) =>
  tx
    .selectFrom('notifications')
    .select('id')
    .where(sql<boolean>`request_id = any(${requestIds}::uuid[])`)
    .where('status', '=', 'queued')
    .orderBy('id')
    .forUpdate()
    .execute()

/** How far the latest message of a request has come, and when it left or was last changed. */
export type LastMessage = { status: NotificationStatus; at: Date }

/** The latest message of each request. */
export async function findLastMessages({ tx }: Context, requestIds: readonly string[]) {
  const rows = await tx
    .selectFrom('notifications')
    .distinctOn('request_id')
    .select(['request_id', 'status', 'sent_at', 'updated_at'])
    .where(sql<boolean>`request_id = any(${requestIds}::uuid[])`)
    .orderBy('request_id')
    .orderBy('created_at', 'desc')
    .execute()
  // a check constraint holds the same statuses
  return new Map(
    rows.map((row): [string, LastMessage] => [
      row.request_id,
      { status: row.status as NotificationStatus, at: new Date(row.sent_at ?? row.updated_at) },
    ]),
  )
}

export const cancelQueued = async ({ tx }: Context, requestIds: readonly string[], reason: string) =>
  tx
    .updateTable('notifications')
    .set({ status: 'cancelled', reason })
    .where(sql<boolean>`request_id = any(${requestIds}::uuid[])`)
    .where('status', '=', 'queued')
    .execute()

/** The requests with a message that was sent, or may have been sent. */
export async function findGoneOut({ tx }: Context, requestIds: readonly string[]) {
  const rows = await tx
    .selectFrom('notifications')
    .select('request_id')
    .distinct()
    .where(sql<boolean>`request_id = any(${requestIds}::uuid[])`)
    .where(sql<boolean>`(status in ('accepted', 'sent', 'delivered', 'read') or status = 'queued' and attempts > 0)`)
    .execute()
  return rows.map(({ request_id }) => request_id)
}

/** The requests without a message that left or is kept in the outbox. */
export async function findWithoutMessage({ tx }: Context, requestIds: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select r.id from form_requests r
    where r.id = any(${requestIds}::uuid[]) and not exists (
      select from notifications n
      where n.organisation_id = r.organisation_id and n.request_id = r.id and n.status in ('kept', 'accepted', 'sent', 'delivered', 'read'))`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}
