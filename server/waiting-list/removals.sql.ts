import { sql } from 'kysely'

import type { NotificationStatus } from '#domain/notification.ts'
import { removableQueues } from '#domain/waiting-list.ts'
import type { Context } from '#server/platform/context.ts'

/** Those of the patients who have said that symptoms are worse, in any form request that nobody has reviewed yet. */
export async function findWorse({ tx, organisationId }: Context, patientIds: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select distinct r.patient_id as id
    from form_requests r join waiting_list_reviews w on w.organisation_id = r.organisation_id and w.request_id = r.id
    where r.organisation_id = ${organisationId}::uuid and r.patient_id = any(${patientIds}::uuid[]) and w.queue = 'worse' and w.state = 'open'`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

/** So many calendar days from now, at the same time of day in London, as `daysLater` in domain/moments.ts counts. */
const daysFromNow = (days: number) =>
  sql<string>`(now() at time zone 'Europe/London' + make_interval(days => ${days})) at time zone 'Europe/London'`

/** Stores approved removals, takes the form requests out of the queues from which removals are approved, and lists them as approved. */
export async function insertRemovals({ tx, organisationId, actor }: Context, ids: readonly string[], reason: string, days: number) {
  await sql`
    insert into waiting_list_removals (organisation_id, request_id, reason, approved_by, final_at)
    select ${organisationId}::uuid, id, ${reason}, ${actor.id}::uuid, ${daysFromNow(days)} from unnest(${ids}::uuid[]) id
    on conflict (organisation_id, request_id) do update
      set state = 'approved', reason = excluded.reason, approved_by = excluded.approved_by, approved_at = now(), final_at = excluded.final_at,
        told_by = null, told_at = null, ended_by = null, ended_at = null`.execute(tx)
  await sql`
    update waiting_list_reviews
    set state = 'done', decision = 'removal_approved', decided_by = ${actor.id}::uuid, decided_at = now(), note = ${reason}
    where organisation_id = ${organisationId}::uuid and request_id = any(${ids}::uuid[]) and state = 'open'
      and (queue = any(${removableQueues}::text[]) or queue in ('removal_withdrawn', 'take_off_list'))`.execute(tx)
}

/** Opens an entry of these form requests in a queue. */
export const openEntries = async (
  { tx, organisationId }: Context,
  ids: readonly string[],
  queue: 'changed_mind' | 'not_told' | 'removal_approved' | 'removal_withdrawn' | 'take_off_list',
) =>
  sql`
    insert into waiting_list_reviews (organisation_id, request_id, queue, form_id, specialty)
    select r.organisation_id, r.id, ${queue}, r.form_id, r.specialty
    from form_requests r where r.organisation_id = ${organisationId}::uuid and r.id = any(${ids}::uuid[])
    on conflict (organisation_id, request_id, queue) do update
      set state = 'open', opened_at = now(), decision = null, decided_by = null, decided_at = null, note = ''`.execute(tx)

type End = {
  from: readonly ('approved' | 'final')[]
  state: 'changed_mind' | 'withdrawn' | 'final'
  decision: 'changed_mind' | 'removal_withdrawn' | 'final'
  note?: string
}

/**
 * Ends removals, each once, and takes their form requests out of the queues that follow a removal. Returns those that it ended. The form requests
 * are locked already.
 */
export async function endRemovals(
  { tx, organisationId, actor }: Context,
  ids: readonly string[],
  { from, state, decision, note = '' }: End,
) {
  const memberId = actor.kind === 'member' ? actor.id : null
  const { rows } = await sql<{ id: string; patientId: string }>`
    update waiting_list_removals w set state = ${state}, ended_at = now(), ended_by = ${memberId}::uuid
    from form_requests r
    where w.organisation_id = ${organisationId}::uuid and w.request_id = any(${ids}::uuid[])
      and w.state = any(${from}::text[])
      and r.organisation_id = w.organisation_id and r.id = w.request_id
    returning w.request_id as id, r.patient_id as "patientId"`.execute(tx)
  await sql`
    update waiting_list_reviews set state = 'done', decision = ${decision}, decided_by = ${memberId}::uuid, decided_at = now(), note = ${note}
    where organisation_id = ${organisationId}::uuid and request_id = any(${rows.map(({ id }) => id)}::uuid[]) and state = 'open'
      and queue in ('removal_approved', 'not_told', 'link_locked', 'take_off_list')`.execute(tx)
  return rows
}

/** A member has told the patients. The time to change their mind is counted from now. */
export const setTold = async ({ tx, organisationId, actor }: Context, ids: readonly string[], days: number) =>
  sql`
    update waiting_list_removals set told_at = now(), told_by = ${actor.id}::uuid, final_at = ${daysFromNow(days)}
    where organisation_id = ${organisationId}::uuid and request_id = any(${ids}::uuid[]) and state = 'approved'`.execute(tx)

/**
 * Letters tell the patients: the time to change their mind is counted from now. The last day never becomes earlier, because a letter names it.
 */
export const extendRemovals = async ({ tx, organisationId }: Context, ids: readonly string[], days: number) =>
  sql`
    update waiting_list_removals set final_at = greatest(final_at, ${daysFromNow(days)})
    where organisation_id = ${organisationId}::uuid and request_id = any(${ids}::uuid[]) and state = 'approved'`.execute(tx)

export const lockFormRequests = async ({ tx, organisationId }: Context, ids: readonly string[]) =>
  sql`
    select from form_requests where organisation_id = ${organisationId}::uuid and id = any(${ids}::uuid[]) order by id for no key update`.execute(
    tx,
  )

/**
 * The latest message about the removal. A letter that was cancelled, such as a reprint, does not hide the one before, nor does a message that was
 * cancelled because one before it had reached the patient after all.
 */
const lastMessage = sql`
  lateral (
    select n.status, n.method, coalesce(n.sent_at, n.updated_at) as left_at from notifications n
    where n.organisation_id = w.organisation_id and n.request_id = w.request_id and n.category = 'removal_approved'
      and n.created_at >= w.approved_at
    order by n.status = 'cancelled' and (n.method = 'letter' or n.reason_code is not distinct from 'already_reached'), n.created_at desc
    limit 1)`
/** Only in a demonstration a message in the outbox counts as sent: otherwise it has told nobody. */
const statusesOfLeft = ({ services: { config } }: Context): NotificationStatus[] => [
  ...(config.DEMO ? (['kept'] as const) : []),
  'accepted',
  'sent',
  'delivered',
  'read',
]

/** A patient is told the last day, and may still change their mind until its end. */
const isDayOver = sql`(date_trunc('day', w.final_at at time zone 'Europe/London') + interval '1 day') at time zone 'Europe/London' <= now()`

/**
 * Approved removals whose last day is over, and of which the patient is known to have been told: by a message that left and did not fail, long
 * enough ago, by a letter that was printed, or by a member. A patient who has died need not be told. None while a form request of the patient says
 * that symptoms are worse, while a letter waits to be printed, or while the link is locked, so that the patient cannot undo the removal.
 */
export async function findFinal(ctx: Context, limit: number) {
  const { tx, organisationId } = ctx
  const { rows } = await sql<{ id: string }>`
    select w.request_id as id
    from waiting_list_removals w
    join form_requests r on r.organisation_id = w.organisation_id and r.id = w.request_id
    join patients p on p.organisation_id = r.organisation_id and p.id = r.patient_id
    left join ${lastMessage} m on true
    where w.organisation_id = ${organisationId}::uuid and w.state = 'approved' and w.final_at <= now() and ${isDayOver}
      and (p.is_deceased
        or (m.method = 'letter' and m.status = 'queued') is not true
          and not exists (
            select from patient_links l
            where l.organisation_id = w.organisation_id and l.request_id = w.request_id and l.locked_at is not null)
          and (w.told_at is not null
            -- Printing a letter has set the last day.
            or m.status = any(${statusesOfLeft(ctx)}::text[]) and (m.method = 'letter' or m.left_at + (w.final_at - w.approved_at) <= now())))
      and not exists (
        select from form_requests o join waiting_list_reviews x on x.organisation_id = o.organisation_id and x.request_id = o.id
        where o.organisation_id = r.organisation_id and o.patient_id = r.patient_id and x.queue = 'worse' and x.state = 'open')
    order by w.request_id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** How long a form that was sent before the patient was taken off the list may be answered: longer than any form is open. */
const yearsOfAnswers = 1

/**
 * Removals, approved or final, of patients who have since answered another waiting-list form of the specialty that they still need the appointment.
 * A patient who was taken off the list is among them if the form was sent before that: a form that was sent later is about a new place on the list.
 * Another specialty has a waiting list of its own.
 *
 * @param requestIds only removals of these form requests
 */
export async function findStillNeeded({ tx, organisationId }: Context, limit: number, requestIds?: readonly string[]) {
  const isAsked = requestIds ? sql`w.request_id = any(${requestIds}::uuid[])` : sql`true`
  const { rows } = await sql<{ id: string }>`
    select w.request_id as id
    from waiting_list_removals w
    join form_requests r on r.organisation_id = w.organisation_id and r.id = w.request_id
    left join waiting_list_reviews x
      on x.organisation_id = w.organisation_id and x.request_id = w.request_id and x.queue = 'take_off_list' and w.state = 'final'
    where w.organisation_id = ${organisationId}::uuid and ${isAsked}
      and (w.state = 'approved' or x.state = 'open' or x.decision = 'taken_off' and x.decided_at > now() - make_interval(years => ${yearsOfAnswers}))
      and exists (
      select from form_requests o
      join forms f on f.organisation_id = o.organisation_id and f.id = o.form_id and f.type = 'waiting_list'
      join chosen_answers a on a.organisation_id = o.organisation_id and a.request_id = o.id and a.question = 'needed' and a.value = 'yes'
      where o.organisation_id = r.organisation_id and o.patient_id = r.patient_id and o.id <> r.id and o.specialty = r.specialty
        and o.completed_at > w.approved_at and (x.decided_at is null or o.created_at < x.decided_at))
    order by w.request_id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Approved removals of which the patient could not be told, and that no member has been asked about yet. */
export async function findUntold(ctx: Context, limit: number) {
  const { tx, organisationId } = ctx
  const { rows } = await sql<{ id: string }>`
    select w.request_id as id
    from waiting_list_removals w
    join form_requests r on r.organisation_id = w.organisation_id and r.id = w.request_id
    join patients p on p.organisation_id = r.organisation_id and p.id = r.patient_id
    left join ${lastMessage} m on true
    where w.organisation_id = ${organisationId}::uuid and w.state = 'approved' and w.told_at is null and not p.is_deceased
      and (m.status is null or m.status <> 'queued' and not m.status = any(${statusesOfLeft(ctx)}::text[]))
      and not exists (
        select from waiting_list_reviews x
        where x.organisation_id = w.organisation_id and x.request_id = w.request_id and x.queue = 'not_told' and x.state = 'open')
    order by w.request_id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Those of these removals of which the patient may know: a member has told them, or a message left or may have left. A letter in a batch
 * may be in its envelope already. A patient who has died is told nothing.
 */
export async function findMayKnow(ctx: Context, ids: readonly string[]) {
  const { tx, organisationId } = ctx
  const { rows } = await sql<{ id: string }>`
    select w.request_id as id
    from waiting_list_removals w
    join form_requests r on r.organisation_id = w.organisation_id and r.id = w.request_id
    join patients p on p.organisation_id = r.organisation_id and p.id = r.patient_id
    where w.organisation_id = ${organisationId}::uuid and w.request_id = any(${ids}::uuid[]) and w.state in ('approved', 'final')
      and not p.is_deceased and (w.told_at is not null or exists (
        select from notifications n
        where n.organisation_id = w.organisation_id and n.request_id = w.request_id and n.category = 'removal_approved'
          and n.created_at >= w.approved_at and (n.status = any(${statusesOfLeft(ctx)}::text[]) or n.try_began_at is not null
            or n.method = 'letter' and n.status = 'queued' and n.letter_batch_id is not null)))`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The form requests with a message or letter about the removal that waits. */
export async function findWaiting({ tx, organisationId }: Context, ids: readonly string[]) {
  const { rows } = await sql<{ id: string }>`
    select request_id as id from notifications
    where organisation_id = ${organisationId}::uuid and request_id = any(${ids}::uuid[]) and category = 'removal_approved'
      and status = 'queued'`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Locks the letters by which the patients were told of approved removals: form request and letter. None where a later message was queued, unless
 * it was cancelled, such as a reprint: it never left.
 */
export async function lockPrintedLetters({ tx, organisationId }: Context, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; requestId: string }>`
    select n.id, n.request_id as "requestId" from notifications n
    join waiting_list_removals w on w.organisation_id = n.organisation_id and w.request_id = n.request_id and w.state = 'approved'
    where n.organisation_id = ${organisationId}::uuid and n.request_id = any(${ids}::uuid[]) and n.category = 'removal_approved'
      and n.method = 'letter' and n.status = 'sent' and n.created_at >= w.approved_at
      and not exists (
        select from notifications l
        where l.organisation_id = n.organisation_id and l.request_id = n.request_id and l.category = n.category and l.created_at > n.created_at
          and l.status <> 'cancelled')
    order by n.id for update of n`.execute(tx)
  return new Map(rows.map(({ id, requestId }) => [requestId, id]))
}

/** Letters came back by post. */
export const setLettersReturned = async ({ tx, organisationId }: Context, ids: readonly string[]) =>
  sql`
    update notifications set status = 'failed', reason = 'The letter came back.', reason_code = 'wrong_contact_detail'
    where organisation_id = ${organisationId}::uuid and id = any(${ids}::uuid[]) and status = 'sent'`.execute(tx)

/** `isKnown`: the patient may know of the removal that was withdrawn. */
export type Removal = { state: 'approved' | 'changed_mind' | 'withdrawn' | 'final'; finalAt: string; isKnown: boolean }

/** The removal of a form request, for its patient. */
export async function findRemoval({ tx, organisationId }: Context, requestId: string) {
  const { rows } = await sql<Removal>`
    select state, final_at as "finalAt", exists (
      select from waiting_list_reviews x
      where x.organisation_id = w.organisation_id and x.request_id = w.request_id and x.queue = 'removal_withdrawn') as "isKnown"
    from waiting_list_removals w where organisation_id = ${organisationId}::uuid and request_id = ${requestId}::uuid`.execute(tx)
  return rows[0]
}
