import { sql } from 'kysely'

import type { Reachable } from '#domain/contactability.ts'
import type { MessageReason, MessageReasonCode } from '#domain/message-reasons.ts'
import type { MessageMethod, NotificationCategory, NotificationMethod } from '#domain/notification.ts'
import type { RequestStatus } from '#domain/request-status.ts'
import type { Context } from '#server/platform/context.ts'

import { reasonColumns } from './sending.sql.ts'

/** A message that another one may follow. */
export type Followable = {
  id: string
  requestId: string
  category: NotificationCategory
  method: MessageMethod
  /** The methods since the last message that a member sent on purpose, this one included. */
  tried: MessageMethod[]
  patient: Reachable
}

/**
 * Those of the messages whose patient may need another one: the request has one of these statuses and no later message of the same kind, and
 * no message before has reached the patient.
 */
export async function findFollowable(
  { tx, organisationId }: Context,
  ids: readonly string[],
  { statuses, areCancelled }: { statuses: readonly RequestStatus[]; areCancelled: boolean },
): Promise<Followable[]> {
  const { rows } = await sql<Omit<Followable, 'patient'> & Reachable>`
    with recursive chain as (
      select n.id as start, n.method, n.status, n.follows_id from notifications n
      where n.organisation_id = ${organisationId}::uuid and n.id = any(${ids}::uuid[])
      union all
      select c.start, n.method, n.status, n.follows_id from notifications n join chain c on n.id = c.follows_id
      where n.organisation_id = ${organisationId}::uuid)
    select n.id, n.request_id as "requestId", n.category, n.method, array(select c.method from chain c where c.start = n.id) as tried,
      p.is_deceased as deceased, p.is_archived as archived, p.opted_out_methods as "optedOutMethods", p.may_be_contacted as "mayBeContacted", p.phone_number as "phoneNumber", p.email_address as "emailAddress",
      p.nhs_number as "nhsNumber", p.preferred_method as "preferredMethod"
    from notifications n
    join form_requests r on r.organisation_id = n.organisation_id and r.id = n.request_id
    join patients p on p.organisation_id = r.organisation_id and p.id = r.patient_id
    where n.organisation_id = ${organisationId}::uuid and n.id = any(${ids}::uuid[])
      and case n.category when 'removal_approved' then exists (
          select from waiting_list_removals w where w.organisation_id = n.organisation_id and w.request_id = n.request_id and w.state = 'approved')
        else r.status = any(${statuses}::text[]) and r.expires_at > now() end
      -- A message that somebody cancelled while the provider took it is not followed.
      and (n.cancelled_at is null or ${areCancelled})
      and not exists (
        select from chain c where c.start = n.id and (c.status = 'read' or c.status = 'delivered' and c.method <> 'nhs_app'))
      and not exists (
        select from notifications l
        where l.organisation_id = n.organisation_id and l.request_id = n.request_id and l.category = n.category
          and l.created_at > n.created_at and l.status <> 'cancelled')
    order by n.id`.execute(tx)
  return rows.map(({ id, requestId, category, method, tried, ...patient }) => ({ id, requestId, category, method, tried, patient }))
}

/** Locks form requests until the transaction ends, in the order of their ids as everything that locks several does. */
export const lockRequests = async ({ tx, organisationId }: Context, ids: readonly string[]) =>
  sql`
    select r.id from form_requests r
    where r.organisation_id = ${organisationId}::uuid and r.id = any(${ids}::uuid[])
    order by r.id for update`.execute(tx)

/** Locks the form requests of messages in the same order. The messages are locked before. */
export const lockRequestsOf = async ({ tx, organisationId }: Context, ids: readonly string[]) =>
  sql`
    select r.id from form_requests r
    where r.organisation_id = ${organisationId}::uuid and r.id in (
      select n.request_id from notifications n where n.organisation_id = ${organisationId}::uuid and n.id = any(${ids}::uuid[]))
    order by r.id for update`.execute(tx)

/** Locks messages by a method whose wait has ended, those that waited longest first. Leaves out those that another worker has. */
export async function lockWaitedFor(
  { tx, organisationId }: Context,
  method: NotificationMethod,
  { sentAfter, sentUntil, limit }: { sentAfter: Date; sentUntil: Date; limit: number },
) {
  // The condition on the status is the one of the index.
  const { rows } = await sql<{ id: string }>`
    select n.id from notifications n
    where n.organisation_id = ${organisationId}::uuid and n.method = ${method}
      and n.wait_ended_at is null and n.channel is not null
      and (n.status in ('accepted', 'sent') or n.status = 'delivered' and n.method = 'nhs_app')
      and n.sent_at > ${sentAfter.toISOString()}::timestamptz and n.sent_at <= ${sentUntil.toISOString()}::timestamptz
    order by n.sent_at limit ${limit} for update skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

export const endWait = async ({ tx, organisationId }: Context, ids: readonly string[]) =>
  tx
    .updateTable('notifications')
    .set({ wait_ended_at: sql`now()` })
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()

/** Cancels the messages that follow this one and have not left. */
export const cancelFollowing = async ({ tx, organisationId }: Context, id: string, reason: MessageReason) =>
  sql`
    with recursive following as (
      select n.id from notifications n where n.organisation_id = ${organisationId}::uuid and n.follows_id = ${id}::uuid
      union all
      select n.id from notifications n join following f on n.follows_id = f.id where n.organisation_id = ${organisationId}::uuid)
    update notifications n set status = 'cancelled', reason = ${reasonColumns(reason).reason}, reason_code = ${reason.code}
    from following f
    where n.organisation_id = ${organisationId}::uuid and n.id = f.id
      and n.status = 'queued' and n.try_began_at is null and n.batch_id is null`.execute(tx)

/** Marks open requests as not reached. Requests that are marked already keep their reason. */
export const setUnreached = async ({ tx, organisationId }: Context, requestIds: readonly string[], code: MessageReasonCode) =>
  tx
    .updateTable('form_requests')
    .set({ is_unreached: true, unreached_reason: code, unreached_at: sql`now()` })
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`id = any(${requestIds}::uuid[])`)
    .where('status', 'in', ['unopened', 'opened'])
    .where('is_unreached', '=', false)
    .execute()
