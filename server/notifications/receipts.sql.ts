import { sql } from 'kysely'

import type { MessageReason } from '#domain/message-reasons.ts'
import type { NotificationCategory, NotificationMethod, NotificationStatus, ReceiptStatus } from '#domain/notification.ts'
import type { Context } from '#server/platform/context.ts'

import { noTry, reasonColumns } from './sending.sql.ts'

type Received = {
  requestId: string
  method: NotificationMethod
  category: NotificationCategory
  status: NotificationStatus
  providerId: string | null
  hasOpenTry: boolean
  triedRecipient: string | null
  sentTo: string
  patient: { phoneNumber: string | null; emailAddress: string | null; nhsNumber: string | null }
}

/**
 * Locks a message until the transaction ends, so that two receipts of it take turns. Undefined if there is none with this id. The messages that
 * follow it are locked with it, in the order of their ids: a receipt that comes late cancels them after it has changed the form request, and all
 * other work locks messages before form requests.
 */
export async function lockForReceipt({ tx, organisationId }: Context, id: string): Promise<(Received & { id: string }) | undefined> {
  const { rows } = await sql<Omit<Received, 'patient'> & Received['patient'] & { id: string }>`
    with recursive chain as (
      select n.id from notifications n where n.organisation_id = ${organisationId}::uuid and n.id = ${id}::uuid
      union all
      select n.id from notifications n join chain c on n.follows_id = c.id where n.organisation_id = ${organisationId}::uuid)
    select n.id, n.request_id as "requestId", n.method, n.category, n.status, n.provider_id as "providerId",
      n.try_began_at is not null as "hasOpenTry", n.tried_recipient as "triedRecipient", n.sent_to as "sentTo",
      p.phone_number as "phoneNumber", p.email_address as "emailAddress", p.nhs_number as "nhsNumber"
    from notifications n
    join form_requests r on r.organisation_id = n.organisation_id and r.id = n.request_id
    join patients p on p.organisation_id = r.organisation_id and p.id = r.patient_id
    where n.organisation_id = ${organisationId}::uuid and n.id in (select id from chain)
    order by n.id for update of n`.execute(tx)
  const found = rows.find((row) => row.id === id)
  if (!found) return undefined
  const { phoneNumber, emailAddress, nhsNumber, ...message } = found
  return { ...message, patient: { phoneNumber, emailAddress, nhsNumber } }
}

type Known = { status: ReceiptStatus; reason: MessageReason | undefined; channel: string; providerId: string }

/**
 * A receipt can come before the answer to our own call: then it says when the message left, and which id the provider gave it. It is from the
 * account of the only try, and after tries through several accounts nobody knows which of them has this id.
 */
export const setReceipt = async ({ tx, organisationId }: Context, id: string, { status, reason, channel, providerId }: Known) =>
  tx
    .updateTable('notifications')
    .set({
      status,
      ...reasonColumns(reason),
      channel,
      provider_id: providerId,
      provider_account: sql`case when provider_id = ${providerId} then provider_account when not may_be_repeated then tried_account end`,
      sent_at: sql`coalesce(sent_at, now())`,
      ...noTry,
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()

/** A message whose provider has not told its end. */
export type OpenMessage = { id: string; channel: string; providerAccount: string | null; providerId: string }

type Moments = Record<'sentAfter' | 'askedBefore', Date>

/** As in the index notifications_without_end: under the row policies no index is used for a condition on coalesce(). */
const lastAsked = sql<string>`case when receipt_asked_at is null then sent_at else receipt_asked_at end`

/**
 * Messages to ask the provider about: they left after `sentAfter`, and left or were last asked about before `askedBefore`. Without those of accounts
 * that did not answer.
 */
export async function findWithoutEnd(
  { tx, organisationId }: Context,
  { sentAfter, askedBefore }: Moments,
  { silent, limit }: { silent: readonly string[]; limit: number },
): Promise<OpenMessage[]> {
  const rows = await tx
    .selectFrom('notifications')
    .select(['id', 'channel', 'provider_account', 'provider_id'])
    .where('organisation_id', '=', organisationId)
    .where('status', 'in', ['accepted', 'sent'])
    .where('provider_id', 'is not', null)
    .where('channel', 'is not', null)
    .where('sent_at', '>', sentAfter.toISOString())
    // Says nothing new, but leaves out what was last asked about long ago without reading it.
    .where(sql<boolean>`${lastAsked} > ${sentAfter.toISOString()}::timestamptz`)
    .where(sql<boolean>`${lastAsked} < ${askedBefore.toISOString()}::timestamptz`)
    .where(sql<boolean>`(provider_account is null or provider_account <> all(${silent}::text[]))`)
    .orderBy(lastAsked)
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    channel: row.channel!, // both are selected as not null
    providerAccount: row.provider_account,
    providerId: row.provider_id!,
  }))
}

/** `reason`: why the end of the message is not known; '' while the provider can be asked. */
export const setAsked = async ({ tx, organisationId }: Context, id: string, at: Date, reason: string) =>
  tx
    .updateTable('notifications')
    .set({ receipt_asked_at: at.toISOString(), reason })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('status', 'in', ['accepted', 'sent'])
    .execute()
