import { sql } from 'kysely'

import type { MessageReason, MessageReasonCode } from '#domain/message-reasons.ts'
import {
  type MessageMethod,
  type NotificationCategory,
  type NotificationMethod,
  notificationMethods,
  type NotificationStatus,
} from '#domain/notification.ts'
import type { RequestStatus } from '#domain/request-status.ts'
import type { SendingHours } from '#domain/sending-times.ts'
import type { Context } from '#server/platform/context.ts'

import { type UsedTemplate, useParts } from './template-versions.sql.ts'
import { translatedTitle } from './translated-title.sql.ts'

/** A queued message with everything needed to send it. */
export type Sending = {
  id: string
  requestId: string
  method: NotificationMethod
  category: NotificationCategory
  attempts: number
  /** The result of an earlier try is not known. */
  hasOpenTry: boolean
  /** When the open try began; null without one. */
  tryBeganAt: string | null
  /** Names the recipient of the open try (`hashOfRecipient`). Null without one, and for one of an earlier release. */
  triedRecipient: string | null
  /** Where the last try went, as users see it. */
  sentTo: string
  /** The tries that failed because of the message itself. */
  failures: number
  /** When the message was created that this one follows because it did not reach the patient. Null unless it follows one. */
  followedAt: string | null
  /** A moment of the last day on which the patient can undo the approved removal from the waiting list. Null without one. */
  removalFinalAt: string | null
  request: {
    status: RequestStatus
    openedAt: string | null
    expiresAt: string
    specialty: string
    formTitle: string
    translatedTitle: string | null
  }
  patient: {
    firstName: string
    lastName: string
    /** The language that the patient reads; '' if it is not known. */
    locale: string
    phoneNumber: string | null
    emailAddress: string | null
    nhsNumber: string | null
    isDeceased: boolean
    isArchived: boolean
    mayBeContacted: boolean
    optedOutMethods: readonly NotificationMethod[]
  }
  organisationName: string
  odsCode: string
  sendingHours: SendingHours
}

/**
 * Locks messages until the transaction ends. Leaves out those that are no longer queued, so that nothing is sent twice. The order is that of the
 * form requests: work on one message after the other then locks requests as all other work does.
 */
export async function lockSendings({ tx, organisationId, services }: Context, ids: readonly string[]): Promise<Sending[]> {
  // Locks first and reads afterwards: a statement that waits for a lock would read the request as it was before the wait, and would miss a
  // message of a reopened request.
  const held = await tx
    .selectFrom('notifications')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('status', '=', 'queued')
    .where('method', '<>', 'letter') // is printed, and never sent
    .orderBy('id')
    .forUpdate()
    .execute()
  if (held.length === 0) return []
  const rows = await tx
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
    .select([
      'n.id',
      'n.request_id',
      'n.method',
      'n.category',
      'n.attempts',
      'n.failures',
      'n.try_began_at',
      'n.tried_recipient',
      'n.sent_to',
    ])
    .select(['r.status', 'r.opened_at', 'r.expires_at', 'r.specialty', 'v.title', translatedTitle.as('translated_title')])
    .select((e) =>
      e
        .selectFrom('notifications as f')
        .select('f.created_at')
        .whereRef('f.organisation_id', '=', 'n.organisation_id')
        .whereRef('f.id', '=', 'n.follows_id')
        .as('followed_at'),
    )
    .select((e) =>
      e
        .selectFrom('waiting_list_removals as w')
        .select('w.final_at')
        .whereRef('w.organisation_id', '=', 'n.organisation_id')
        .whereRef('w.request_id', '=', 'n.request_id')
        .where('w.state', '=', 'approved')
        .as('removal_final_at'),
    )
    .select([
      'p.first_name',
      'p.last_name',
      'p.locale',
      'p.phone_number',
      'p.email_address',
      'p.nhs_number',
      'p.is_deceased',
      'p.is_archived',
      'p.opted_out_methods',
      'p.may_be_contacted',
      'o.name',
      'o.ods_code',
      'o.sending_from',
      'o.sending_until',
      'o.sends_on_weekdays_only',
      'o.sends_on_bank_holidays',
    ])
    .where('n.organisation_id', '=', organisationId)
    .where(sql<boolean>`n.id = any(${held.map(({ id }) => id)}::uuid[])`)
    .orderBy('n.request_id')
    .orderBy('n.id')
    .execute()
  return rows.map((row) => toSending(row, services.config.EXTRA_BANK_HOLIDAYS))
}

// Check constraints hold the same words as the casts below.
const toSending = (row: Row, proclaimedHolidays: readonly string[]): Sending => ({
  id: row.id,
  requestId: row.request_id,
  method: row.method as NotificationMethod,
  category: row.category as NotificationCategory,
  attempts: row.attempts,
  hasOpenTry: row.try_began_at !== null,
  tryBeganAt: row.try_began_at,
  triedRecipient: row.tried_recipient,
  sentTo: row.sent_to,
  failures: row.failures,
  followedAt: row.followed_at,
  removalFinalAt: row.removal_final_at,
  request: {
    status: row.status as RequestStatus,
    openedAt: row.opened_at,
    expiresAt: row.expires_at,
    specialty: row.specialty,
    formTitle: row.title,
    translatedTitle: row.translated_title,
  },
  patient: {
    firstName: row.first_name,
    lastName: row.last_name,
    locale: row.locale,
    phoneNumber: row.phone_number,
    emailAddress: row.email_address,
    nhsNumber: row.nhs_number,
    isDeceased: row.is_deceased,
    isArchived: row.is_archived,
    optedOutMethods: row.opted_out_methods as NotificationMethod[],
    mayBeContacted: row.may_be_contacted,
  },
  organisationName: row.name,
  odsCode: row.ods_code,
  sendingHours: {
    sendingFrom: row.sending_from,
    sendingUntil: row.sending_until,
    sendsOnWeekdaysOnly: row.sends_on_weekdays_only,
    sendsOnBankHolidays: row.sends_on_bank_holidays,
    proclaimedHolidays,
  },
})

type Row = {
  id: string
  request_id: string
  method: string
  category: string
  attempts: number
  try_began_at: string | null
  tried_recipient: string | null
  sent_to: string
  followed_at: string | null
  removal_final_at: string | null
  failures: number
  status: string
  translated_title: string | null
  locale: string
  opened_at: string | null
  expires_at: string
  specialty: string
  title: string
  first_name: string
  last_name: string
  phone_number: string | null
  email_address: string | null
  nhs_number: string | null
  is_deceased: boolean
  is_archived: boolean
  opted_out_methods: string[]
  may_be_contacted: boolean
  name: string
  ods_code: string
  sending_from: number
  sending_until: number
  sends_on_weekdays_only: boolean
  sends_on_bank_holidays: boolean
}

export const countAttempt = async ({ tx, organisationId }: Context, id: string) =>
  tx
    .updateTable('notifications')
    .set({ attempts: sql`attempts + 1` })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()

/** A message that a channel is about to take. `recipient`: as `hashOfRecipient` names it. `fragments`: of a text message. `template`: what it is written with. */
type Try = { id: string; sentTo: string; recipient: string; fragments: number | null; template?: UsedTemplate }

/**
 * Records that messages are handed to a channel. A try stays open until its result is recorded, also when the process is killed. If the result
 * of the last try is unknown and this account cannot tell whether the message went out, the message may be repeated from now on (NOT-8). Only the
 * account of the last try can tell, and no mail server can. A message that was tried before keeps its template, so its use is counted once. The
 * messages are locked already. `batchId`: the batch that they are in from now on. It is set in the same statement, because a second change of a row
 * in one transaction would lock its form request.
 */
export const beginTries = async (
  { tx, organisationId }: Context,
  { name, providerAccount, mayRepeat = false }: Channel,
  tries: readonly Try[],
  batchId: string | null = null,
) =>
  sql`
    with t as (
      select * from unnest(${tries.map(({ id }) => id)}::uuid[], ${tries.map(({ sentTo }) => sentTo)}::text[],
        ${tries.map(({ fragments }) => fragments)}::integer[], ${tries.map(({ template }) => template?.id ?? null)}::text[], ${tries.map(({ template }) => template?.version ?? null)}::integer[],
        ${tries.map(({ template }) => template?.language ?? null)}::text[], ${tries.map(({ recipient }) => recipient)}::text[])
        as t (id, sent_to, fragments, template_id, template_version, template_language, recipient)),
    began as (
      update notifications n
      set attempts = n.attempts + 1, tried_channel = ${name}, tried_account = ${providerAccount}, fragments = t.fragments, sent_to = t.sent_to, try_began_at = now(), tried_recipient = t.recipient,
        batch_id = coalesce(${batchId}::uuid, n.batch_id),
        may_be_repeated = n.may_be_repeated or n.try_began_at is not null and (${mayRepeat} or n.tried_account is distinct from ${providerAccount}),
        template_id = coalesce(n.template_id, t.template_id),
        template_version = case when n.template_id is null then t.template_version else n.template_version end,
        template_language = case when n.template_id is null then t.template_language else n.template_language end
      from t where n.organisation_id = ${organisationId}::uuid and n.id = t.id)
    insert into notification_template_uses as u (organisation_id, template_id, version, part, messages)
    select ${organisationId}::uuid, t.template_id, t.template_version, pg_backend_pid() % ${useParts}::integer, count(*)
    from t join notifications n on n.organisation_id = ${organisationId}::uuid and n.id = t.id -- as they were before
    where n.template_id is null and t.template_id is not null
    group by t.template_id, t.template_version order by t.template_id, t.template_version
    on conflict (organisation_id, template_id, version, part) do update set messages = u.messages + excluded.messages`.execute(tx)

type Channel = { name: string; providerAccount: string; mayRepeat?: boolean }

/** The columns of a reason, empty for a message without one. */
export const reasonColumns = (reason: MessageReason | undefined) => ({ reason: reason?.words ?? '', reason_code: reason?.code ?? null })

/** The columns of a try, for a message whose result is known. */
export const noTry = { try_began_at: null, tried_recipient: null }

type Ending = {
  reason?: MessageReason
  /** The provider may have sent the message all the same: a try stays open. */
  isUncertain?: boolean
}

/**
 * Ends a message. True for the caller that ended it, false if it had already ended. A message that was cancelled while a provider took it has
 * left, and its record says so.
 */
export async function endNotification(
  { tx, organisationId }: Context,
  id: string,
  status: 'kept' | 'sent' | 'failed' | 'cancelled',
  { reason, isUncertain = status === 'cancelled' }: Ending = {},
) {
  const { numUpdatedRows } = await tx
    .updateTable('notifications')
    .set({
      status,
      ...reasonColumns(reason),
      ...(status === 'sent' && { sent_at: new Date().toISOString() }),
      ...(!isUncertain && noTry),
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('status', 'in', status === 'sent' ? ['queued', 'cancelled'] : ['queued'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A message that a provider has taken. `providerId`: null where only an earlier try was told. */
type Accepted = { id: string; providerId: string | null }

/**
 * Records that a provider has taken messages, also those that were cancelled meanwhile. Returns the ids without those that had already ended, for
 * example by a receipt that came first.
 */
export async function acceptNotifications(
  { tx, organisationId }: Context,
  { name, providerAccount }: Pick<Channel, 'name' | 'providerAccount'>,
  accepted: readonly Accepted[],
) {
  const { rows } = await sql<{ id: string }>`
    update notifications n
    set status = 'accepted', reason = '', reason_code = null, sent_at = ${new Date().toISOString()}::timestamptz, channel = ${name},
      provider_account = ${providerAccount}, provider_id = a.provider_id, try_began_at = null, tried_recipient = null
    from unnest(${accepted.map(({ id }) => id)}::uuid[], ${accepted.map(({ providerId }) => providerId)}::text[]) as a (id, provider_id)
    where n.organisation_id = ${organisationId}::uuid and n.id = a.id and n.status in ('queued', 'cancelled')
    returning n.id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Postpones messages. Their requests show the time. */
export const postpone = async ({ tx, organisationId }: Context, ids: readonly string[], until: Date, reason: string) =>
  tx
    .updateTable('notifications')
    .set({ send_after: until.toISOString(), reason })
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('status', '=', 'queued')
    .execute()

/** Says why a message still waits. */
export const setReason = async ({ tx, organisationId }: Context, id: string, reason: string) =>
  tx
    .updateTable('notifications')
    .set({ reason })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()

/**
 * Closes the tries of messages that certainly did not leave with them. A try stays open if an earlier one was open, and if another worker has
 * begun a later one. `tried`: the messages as they were before the try.
 */
export async function closeTries({ tx, organisationId }: Context, tried: readonly Pick<Sending, 'id' | 'attempts' | 'hasOpenTry'>[]) {
  const certain = tried.filter(({ hasOpenTry }) => !hasOpenTry)
  if (certain.length === 0) return
  await sql`
    update notifications n set try_began_at = null, tried_recipient = null
    from (
      select m.id, t.attempts from notifications m
      join unnest(${certain.map(({ id }) => id)}::uuid[], ${certain.map(({ attempts }) => attempts)}::integer[]) as t (id, attempts) on t.id = m.id
      where m.organisation_id = ${organisationId}::uuid
      order by m.id for update of m) held
    where n.organisation_id = ${organisationId}::uuid and n.id = held.id and n.attempts = held.attempts + 1`.execute(tx)
}

/** Counts a try that failed because of the message, and says why until the next try. */
export const countFailure = async ({ tx, organisationId }: Context, id: string, reason: string) =>
  tx
    .updateTable('notifications')
    .set({ reason, failures: sql`failures + 1` })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .execute()

/** A message about a removal is for an approved removal, any other for an open form request. */
const isStillAbout = sql<boolean>`case n.category when 'removal_approved' then exists (
    select from waiting_list_removals w where w.organisation_id = n.organisation_id and w.request_id = n.request_id and w.state = 'approved')
  else r.status in ('unopened', 'opened') end`

type Contact = Pick<Sending['patient'], 'phoneNumber' | 'emailAddress' | 'nhsNumber'>

/**
 * Those of the messages that are still queued, for an open form request of a patient who may get them, by their ids, with what they can be sent to
 * now.
 */
export async function findWanted({ tx, organisationId }: Context, ids: readonly string[]): Promise<Map<string, Contact>> {
  const { rows } = await sql<Contact & { id: string }>`
    select n.id, p.phone_number as "phoneNumber", p.email_address as "emailAddress", p.nhs_number as "nhsNumber"
    from notifications n
    join form_requests r on r.organisation_id = n.organisation_id and r.id = n.request_id
    join patients p on p.organisation_id = r.organisation_id and p.id = r.patient_id
    where n.organisation_id = ${organisationId}::uuid and n.id = any(${ids}::uuid[]) and n.status = 'queued'
      and ${isStillAbout} and not p.is_deceased and not p.is_archived and p.may_be_contacted
      and not n.method = any(p.opted_out_methods)`.execute(tx)
  return new Map(rows.map(({ id, ...contact }) => [id, contact]))
}

export const holdQueued = async ({ tx, organisationId }: Context, requestIds: readonly string[]) =>
  tx
    .selectFrom('notifications')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`request_id = any(${requestIds}::uuid[])`)
    .where('status', '=', 'queued')
    .orderBy('id')
    .forUpdate()
    .execute()

/** How far the latest message of a request has come, and when it left or was last changed. */
export type LastMessage = { method: MessageMethod; status: NotificationStatus; at: Date }

/** The latest message of each request. */
export async function findLastMessages({ tx, organisationId }: Context, requestIds: readonly string[]) {
  const rows = await tx
    .selectFrom('notifications')
    .distinctOn('request_id')
    .select(['request_id', 'method', 'status', 'sent_at', 'updated_at'])
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`request_id = any(${requestIds}::uuid[])`)
    .orderBy('request_id')
    .orderBy('created_at', 'desc')
    .execute()
  // check constraints hold the same words
  return new Map(
    rows.map((row): [string, LastMessage] => [
      row.request_id,
      { method: row.method as MessageMethod, status: row.status as NotificationStatus, at: new Date(row.sent_at ?? row.updated_at) },
    ]),
  )
}

/** Cancels waiting messages, all or those of one method. Returns the cancelled messages. */
export async function cancelQueued(
  { tx, organisationId }: Context,
  requestIds: readonly string[],
  reason: MessageReason,
  method?: NotificationMethod,
) {
  const rows = await tx
    .updateTable('notifications')
    .set({ status: 'cancelled', ...reasonColumns(reason) })
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`request_id = any(${requestIds}::uuid[])`)
    .where('status', '=', 'queued')
    .$if(method !== undefined, (query) => query.where('method', '=', method!)) // defined, as checked
    .returning(['id', 'request_id'])
    .execute()
  return rows.map(({ id, request_id }) => ({ id, requestId: request_id }))
}

/** Marks those of the open requests as not reached of which no message left or is waiting. Messages are locked before requests. */
export async function markUnreached({ tx, organisationId }: Context, requestIds: readonly string[], code: MessageReasonCode) {
  await sql`
    update form_requests r set is_unreached = true, unreached_reason = ${code}, unreached_at = now()
    where r.organisation_id = ${organisationId}::uuid and r.id = any(${requestIds}::uuid[])
      and r.status in ('unopened', 'opened') and not r.is_unreached and not exists (
      select from notifications n
      where n.organisation_id = r.organisation_id and n.request_id = r.id
        and n.status in ('queued', 'kept', 'accepted', 'sent', 'delivered', 'read'))`.execute(tx)
}

/** The requests with a message that was sent, or may have been sent. */
export async function findGoneOut({ tx, organisationId }: Context, requestIds: readonly string[]) {
  const rows = await tx
    .selectFrom('notifications')
    .select('request_id')
    .distinct()
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`request_id = any(${requestIds}::uuid[])`)
    .where(
      sql<boolean>`(status in ('accepted', 'sent', 'delivered', 'read') or status = 'queued'
        and (try_began_at is not null or method = 'letter' and attempts > 0))`,
    )
    .execute()
  return rows.map(({ request_id }) => request_id)
}

/** The requests without a message that left or is kept in the outbox. */
export async function findWithoutMessage({ tx, organisationId }: Context, requestIds: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select r.id from form_requests r
    where r.organisation_id = ${organisationId}::uuid and r.id = any(${requestIds}::uuid[]) and not exists (
      select from notifications n
      where n.organisation_id = r.organisation_id and n.request_id = r.id and n.status in ('kept', 'accepted', 'sent', 'delivered', 'read'))`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** How many messages by each method wait to be sent until a moment. */
export async function countWaiting({ tx, organisationId }: Context, until: Date) {
  const { rows } = await sql<{ method: NotificationMethod; count: number }>`
    select n.method, count(*) as count from notifications n
    where n.organisation_id = ${organisationId}::uuid and n.status = 'queued' and n.batch_id is null
      and n.method = any(${[...notificationMethods]}::text[]) and n.send_after <= ${until.toISOString()}::timestamptz
    group by n.method`.execute(tx)
  return new Map(rows.map(({ method, count }) => [method, count]))
}
