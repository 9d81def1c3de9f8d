import { sql, type SqlBool } from 'kysely'

import type { WaitingListEntry, WaitingListFilters } from '#contract/waiting-list.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import { answerText } from '#domain/form/answers.ts'
import type { Answers } from '#domain/form/question.ts'
import { dateOf } from '#domain/moments.ts'
import type { RequestStatus } from '#domain/request-status.ts'
import { latestStart } from '#domain/waiting-since.ts'
import type { WaitingListQueue } from '#domain/waiting-list-queues.ts'
import { shownQuestions, type WaitingListDecision } from '#domain/waiting-list.ts'
import { translatedTitle } from '#server/notifications/notifications.ts'
import type { Context } from '#server/platform/context.ts'
import { readPage, type Order } from '#server/platform/paging/read-page.sql.ts'

type Filters = Omit<WaitingListFilters, 'queue'>

const isOneOf = (column: 'specialty' | 'form_id', values: readonly string[] | undefined) =>
  values === undefined || values.length === 0
    ? sql<SqlBool>`true`
    : column === 'specialty'
      ? sql<SqlBool>`w.specialty = any(${values}::text[])`
      : sql<SqlBool>`w.form_id = any(${values}::uuid[])`

export const isOpen = ({ organisationId }: Context) => sql<SqlBool>`w.organisation_id = ${organisationId}::uuid and w.state = 'open'`

/** The weeks of waiting are counted to the day of `at`. */
export const waitedSince = (waited: Filters['waited'], at: Date | string) =>
  waited === undefined ? sql<SqlBool>`true` : sql<SqlBool>`w.waiting_since <= ${latestStart(waited, dateOf(at))}::date`

export const isListed = (ctx: Context, queue: WaitingListQueue, { specialty, formId, waited }: Filters, at: Date | string) =>
  sql<SqlBool>`${isOpen(ctx)} and w.queue = ${queue} and ${isOneOf('specialty', specialty)} and ${isOneOf('form_id', formId)}
    and ${waitedSince(waited, at)}`

const openedAt: Order = {
  direction: 'asc',
  columns: [
    { column: sql`w.opened_at`, type: 'timestamptz' },
    { column: sql`w.request_id`, type: 'uuid' },
  ],
}

type Page = { page: number; limit: number; cursor?: string | undefined; sort?: 'openedAt' | '-openedAt' | undefined }

export const findEntries = (
  ctx: Context,
  { sort = 'openedAt', ...asked }: Page,
  queue: WaitingListQueue,
  filters: Filters,
  { total, at }: { total: number; at: Date },
) =>
  readPage(ctx, asked, {
    name: ['waiting list', queue, sort, filters],
    from: sql`waiting_list_reviews w`,
    where: isListed(ctx, queue, filters, at),
    order: { ...openedAt, direction: sort === 'openedAt' ? 'asc' : 'desc' },
    total: () => Promise.resolve(total),
  })

/** The open entries that were there at a moment, the oldest first. */
export async function findOpenUntil(ctx: Context, queue: WaitingListQueue, filters: Filters, until: string, limit: number) {
  const where = sql<SqlBool>`${isListed(ctx, queue, filters, until)} and w.opened_at <= ${until}::timestamptz`
  const { rows } = await sql<{ id: string; total: number }>`
    select w.request_id as id, count(*) over () as total from waiting_list_reviews w where ${where}
    order by w.opened_at, w.request_id limit ${limit}`.execute(ctx.tx)
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}

export type Place = { openedAt: string; id: string }

/** The open entries of a queue after a place, the oldest first. The time is text, because a Date would lose its microseconds. */
export async function findOpenAfter(
  ctx: Context,
  queue: WaitingListQueue,
  filters: Filters,
  { at, after, limit }: { at: Date; after: Place | undefined; limit: number },
) {
  const isLater = after
    ? sql<SqlBool>`(w.opened_at, w.request_id) > (${after.openedAt}::timestamptz, ${after.id}::uuid)`
    : sql<SqlBool>`true`
  const { rows } = await sql<Place>`
    select w.request_id as id, w.opened_at::text as "openedAt" from waiting_list_reviews w
    where ${isListed(ctx, queue, filters, at)} and ${isLater}
    order by w.opened_at, w.request_id limit ${limit}`.execute(ctx.tx)
  return rows
}

type Row = Omit<
  WaitingListEntry,
  'patient' | 'form' | 'reason' | 'symptoms' | 'localPatientId' | 'pathwayId' | 'approvedBy' | 'approvalReason'
> & {
  patientId: string
  firstName: string
  lastName: string
  nhsNumber: string | null
  dateOfBirth: string
  formId: string
  formTitle: string
  answers: Answers | null
  definition: FormDefinition
  status: RequestStatus
  finalAt: string | null
  localPatientId: string | null
  pathwayId: string | null
  approvedBy: string | null
  approvalReason: string | null
}

/** The rows of these entries, in the given order. */
export async function readEntries({ tx, organisationId }: Context, queue: WaitingListQueue, ids: readonly string[]) {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`
    select w.request_id as id, w.opened_at as "openedAt", r.specialty, r.status, r.is_urgent as "isUrgent", r.waiting_since as "waitingSince",
      r.completed_at as "answeredAt", p.id as "patientId", p.first_name as "firstName", p.last_name as "lastName",
      p.nhs_number as "nhsNumber", p.date_of_birth as "dateOfBirth", v.form_id as "formId", v.title as "formTitle", v.definition, s.answers,
      p.local_patient_id as "localPatientId", r.pathway_id as "pathwayId", coalesce(x.ended_at, x.final_at) as "finalAt",
      x.reason as "approvalReason", m.first_name || ' ' || m.last_name as "approvedBy",
      exists (
        select from form_requests o
        join waiting_list_reviews y on y.organisation_id = o.organisation_id and y.request_id = o.id and y.queue = 'worse' and y.state = 'open'
        where o.organisation_id = r.organisation_id and o.patient_id = r.patient_id) as "saysWorse"
    from waiting_list_reviews w
    join form_requests r on r.organisation_id = w.organisation_id and r.id = w.request_id
    join patients p on p.organisation_id = r.organisation_id and p.id = r.patient_id
    join form_versions v on v.organisation_id = r.organisation_id and v.form_id = r.form_id and v.version = r.form_version
    left join submissions s on s.organisation_id = r.organisation_id and s.request_id = r.id
    left join waiting_list_removals x on x.organisation_id = w.organisation_id and x.request_id = w.request_id and x.state in ('approved', 'final')
    left join members m on m.organisation_id = x.organisation_id and m.id = x.approved_by
    where w.organisation_id = ${organisationId}::uuid and w.queue = ${queue} and w.request_id = any(${ids}::uuid[])`.execute(tx)
  const byId = new Map(rows.map((row) => [row.id, toEntry(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function toEntry({
  answers,
  definition,
  patientId,
  firstName,
  lastName,
  nhsNumber,
  dateOfBirth,
  formId,
  formTitle,
  localPatientId,
  pathwayId,
  approvedBy,
  approvalReason,
  ...row
}: Row): WaitingListEntry {
  const textOf = (id: string) => {
    const question = definition.questions.find((one) => one.id === id)
    return question && answers?.[id] !== undefined ? answerText(question, answers[id]) : ''
  }
  return {
    ...row,
    patient: { id: patientId, firstName, lastName, nhsNumber, dateOfBirth },
    form: { id: formId, title: formTitle },
    localPatientId: localPatientId ?? '',
    pathwayId: pathwayId ?? '',
    approvedBy: approvedBy ?? '',
    approvalReason: approvalReason ?? '',
    reason: textOf(shownQuestions.reason),
    symptoms: textOf(shownQuestions.symptoms),
  }
}

/** The open entries of these form requests, and what the message about a removal says. */
export async function findOpenEntries({ tx, organisationId }: Context, queue: WaitingListQueue, ids: readonly string[]) {
  const { rows } = await sql<{
    requestId: string
    patientId: string
    specialty: string
    formTitle: string
    translatedTitle: string | null
  }>`
    select w.request_id as "requestId", r.patient_id as "patientId", r.specialty, v.title as "formTitle", ${translatedTitle} as "translatedTitle"
    from waiting_list_reviews w
    join form_requests r on r.organisation_id = w.organisation_id and r.id = w.request_id
    join patients p on p.organisation_id = r.organisation_id and p.id = r.patient_id
    join form_versions v on v.organisation_id = r.organisation_id and v.form_id = r.form_id and v.version = r.form_version
    where w.organisation_id = ${organisationId}::uuid and w.queue = ${queue} and w.state = 'open' and w.request_id = any(${ids}::uuid[])`.execute(
    tx,
  )
  return rows
}

export type LockedEntry = {
  requestId: string
  patientId: string
  isOpen: boolean
  decision: string | null
  decidedAt: string | null
  decidedBy: string | null
}

/**
 * Locks form requests and their entries in a queue, in the order in which other work locks them. The form requests get the lock that contacting
 * their patients needs: two calls that both asked for a stronger one later could not both go on.
 */
export async function lockEntries(
  { tx, organisationId }: Context,
  queue: WaitingListQueue,
  ids: readonly string[],
): Promise<LockedEntry[]> {
  await sql`
    select from form_requests where organisation_id = ${organisationId}::uuid and id = any(${ids}::uuid[]) order by id for update`.execute(
    tx,
  )
  const { rows } = await sql<LockedEntry>`
    select w.request_id as "requestId", r.patient_id as "patientId",
      w.state = 'open' as "isOpen", w.decision, w.decided_at as "decidedAt",
      (select m.first_name || ' ' || m.last_name from members m where m.organisation_id = w.organisation_id and m.id = w.decided_by) as "decidedBy"
    from waiting_list_reviews w join form_requests r on r.organisation_id = w.organisation_id and r.id = w.request_id
    where w.organisation_id = ${organisationId}::uuid and w.queue = ${queue} and w.request_id = any(${ids}::uuid[])
    order by w.request_id for update of w`.execute(tx)
  return rows
}

type Decided = { queue: WaitingListQueue; decision: WaitingListDecision; note: string }

export const setDecided = async ({ tx, organisationId, actor }: Context, ids: readonly string[], { queue, decision, note }: Decided) =>
  sql`
    update waiting_list_reviews set state = 'done', decision = ${decision}, decided_by = ${actor.id}::uuid, decided_at = now(), note = ${note}
    where organisation_id = ${organisationId}::uuid and queue = ${queue} and request_id = any(${ids}::uuid[])`.execute(tx)

/** The titles of forms. */
export async function findFormTitles({ tx, organisationId }: Context, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; title: string }>`
    select id, title from forms where organisation_id = ${organisationId}::uuid and id = any(${ids}::uuid[])`.execute(tx)
  return new Map(rows.map(({ id, title }) => [id, title]))
}
