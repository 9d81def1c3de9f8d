import { sql, type SqlBool } from 'kysely'

import type { OccasionInList, series } from '#contract/series.ts'
import type { Input } from '#contract/route.ts'
import type { RequestStatus } from '#domain/request-status.ts'
import {
  type OccasionReason,
  occasionReasonWords,
  type OccasionState,
  type Offset,
  type OffsetUnit,
  type Plan,
  type StoredOccasion,
} from '#domain/series.ts'
import type { Context } from '#server/platform/context.ts'
import { readPage } from '#server/platform/paging/read-page.sql.ts'

import { requireSeries } from './series.sql.ts'

export type Occasion = StoredOccasion & { enrolmentId: string; day: string; note: string; requestId: string | null }

const columns = sql`o.id, o.enrolment_id as "enrolmentId", o.amount, o.unit, o.due_on as "dueOn", o.moved_to as "movedTo", o.day, o.state,
  o.reason, o.note, o.request_id as "requestId"`

/** The occasions of enrolments, by day. */
export async function findOccasionsOf({ tx, organisationId }: Context, enrolmentIds: readonly string[]) {
  const { rows } = await sql<Occasion>`
    select ${columns} from series_occasions o
    where o.organisation_id = ${organisationId}::uuid and o.enrolment_id = any(${[...enrolmentIds]}::uuid[])
    order by o.day, o.id`.execute(tx)
  return rows
}

/** Occasions of one series. Read again after their enrolments were locked. */
export async function findOccasions({ tx, organisationId }: Context, seriesId: string, ids: readonly string[]) {
  const { rows } = await sql<Occasion & { patientId: string }>`
    select ${columns}, e.patient_id as "patientId" from series_occasions o
    join series_enrolments e on e.organisation_id = o.organisation_id and e.id = o.enrolment_id
    where o.organisation_id = ${organisationId}::uuid and o.series_id = ${seriesId}::uuid and o.id = any(${[...ids]}::uuid[])
    order by o.day, o.id`.execute(tx)
  return rows
}

/** Carries out the plans of several enrolments of one series. */
export async function applyPlans({ tx, organisationId }: Context, seriesId: string, plans: readonly { enrolmentId: string; plan: Plan }[]) {
  const removed = plans.flatMap(({ plan }) => plan.removed)
  if (removed.length > 0)
    await sql`delete from series_occasions where organisation_id = ${organisationId}::uuid and id = any(${removed}::uuid[])`.execute(tx)
  const changed = plans.flatMap(({ plan }) => plan.changed)
  if (changed.length > 0)
    await sql`
      update series_occasions o
      set due_on = n.due_on, state = case when n.is_passed then 'skipped' else 'planned' end, reason = case when n.is_passed then 'passed' end
      from unnest(${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ dueOn }) => dueOn)}::date[],
        ${changed.map(({ isPassed }) => isPassed)}::boolean[]) as n(id, due_on, is_passed)
      where o.organisation_id = ${organisationId}::uuid and o.id = n.id`.execute(tx)
  const added = plans.flatMap(({ enrolmentId, plan }) => plan.added.map((one) => ({ enrolmentId, ...one })))
  if (added.length > 0)
    await sql`
      insert into series_occasions (organisation_id, series_id, enrolment_id, amount, unit, due_on, state, reason)
      select ${organisationId}::uuid, ${seriesId}::uuid, n.enrolment_id, n.amount, n.unit, n.due_on,
        case when n.is_passed then 'skipped' else 'planned' end, case when n.is_passed then 'passed' end
      from unnest(${added.map(({ enrolmentId }) => enrolmentId)}::uuid[], ${added.map(({ amount }) => amount)}::int[],
        ${added.map(({ unit }) => unit)}::text[], ${added.map(({ dueOn }) => dueOn)}::date[],
        ${added.map(({ isPassed }) => isPassed)}::boolean[]) as n(enrolment_id, amount, unit, due_on, is_passed)`.execute(tx)
}

type Decided = { state: Exclude<OccasionState, 'planned' | 'sent'>; reason: OccasionReason; note?: string }

/** Records that occasions were missed, not sent or skipped. */
export async function decideOccasions({ tx, organisationId }: Context, ids: readonly string[], { state, reason, note = '' }: Decided) {
  if (ids.length === 0) return
  await sql`
    update series_occasions set state = ${state}, reason = ${reason}, note = ${note}, decided_at = now()
    where organisation_id = ${organisationId}::uuid and id = any(${[...ids]}::uuid[])`.execute(tx)
}

/** Skips what is planned for enrolments that have ended. */
export async function skipPlanned({ tx, organisationId }: Context, enrolmentIds: readonly string[]) {
  await sql`
    update series_occasions set state = 'skipped', reason = 'ended', decided_at = now()
    where organisation_id = ${organisationId}::uuid and enrolment_id = any(${[...enrolmentIds]}::uuid[]) and state = 'planned'`.execute(tx)
}

/** What fell due while an enrolment was paused was missed. */
export async function missPlannedBefore({ tx, organisationId }: Context, enrolmentIds: readonly string[], day: string) {
  await sql`
    update series_occasions set state = 'missed', reason = 'paused', decided_at = now()
    where organisation_id = ${organisationId}::uuid and enrolment_id = any(${[...enrolmentIds]}::uuid[]) and state = 'planned'
      and day < ${day}::date`.execute(tx)
}

export async function setSent({ tx, organisationId }: Context, sent: readonly { id: string; requestId: string }[]) {
  if (sent.length === 0) return
  await sql`
    update series_occasions o set state = 'sent', reason = null, note = '', request_id = n.request_id, decided_at = now()
    from unnest(${sent.map(({ id }) => id)}::uuid[], ${sent.map(({ requestId }) => requestId)}::uuid[]) as n(id, request_id)
    where o.organisation_id = ${organisationId}::uuid and o.id = n.id`.execute(tx)
}

export async function setMoved({ tx, organisationId }: Context, ids: readonly string[], day: string) {
  await sql`
    update series_occasions set state = 'planned', reason = null, note = '', decided_at = null, moved_to = ${day}::date
    where organisation_id = ${organisationId}::uuid and id = any(${[...ids]}::uuid[])`.execute(tx)
}

export type DueCursor = { day: string; id: string }
type Due = { id: string; enrolmentId: string; patientId: string; day: string }
type Wanted = { seriesId: string; scheduleVersion: number; from: string; until: string; after?: DueCursor | undefined; limit: number }

/** Planned occasions of these days, the earliest first. Those of paused enrolments are left out, and those that wait to be planned again. */
export async function findDue({ tx, organisationId }: Context, { seriesId, scheduleVersion, from, until, after, limit }: Wanted) {
  const { rows } = await sql<Due>`
    select o.id, o.enrolment_id as "enrolmentId", e.patient_id as "patientId", o.day from series_occasions o
    join series_enrolments e on e.organisation_id = o.organisation_id and e.id = o.enrolment_id and e.state = 'active'
      and e.schedule_version = ${scheduleVersion}
    where o.organisation_id = ${organisationId}::uuid and o.series_id = ${seriesId}::uuid and o.state = 'planned'
      and o.day >= ${from}::date and o.day <= ${until}::date
      and ${after ? sql`(o.day, o.id) > (${after.day}::date, ${after.id}::uuid)` : sql`true`}
    order by o.day, o.id limit ${limit}`.execute(tx)
  return rows
}

/** Those of planned occasions that a later one of the same enrolment, also due, takes the place of. */
export async function findOvertaken({ tx, organisationId }: Context, ids: readonly string[], until: string) {
  const { rows } = await sql<{ id: string }>`
    select o.id from series_occasions o
    where o.organisation_id = ${organisationId}::uuid and o.id = any(${[...ids]}::uuid[]) and exists (
      select from series_occasions l
      where l.organisation_id = o.organisation_id and l.enrolment_id = o.enrolment_id and l.state = 'planned'
        and l.day <= ${until}::date and (l.day, l.id) > (o.day, o.id))`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

type Overdue = { id: string; enrolmentId: string; patientId: string; day: string }

/** Planned occasions that are no longer sent: those before `before`, and those of paused enrolments before today. */
export async function findOverdue(
  { tx, organisationId }: Context,
  {
    seriesId,
    before,
    today,
    after,
    limit,
  }: { seriesId: string; before: string; today: string; after?: DueCursor | undefined; limit: number },
) {
  const { rows } = await sql<Overdue>`
    select o.id, o.enrolment_id as "enrolmentId", e.patient_id as "patientId", o.day from series_occasions o
    join series_enrolments e on e.organisation_id = o.organisation_id and e.id = o.enrolment_id and e.state <> 'ended'
    where o.organisation_id = ${organisationId}::uuid and o.series_id = ${seriesId}::uuid and o.state = 'planned'
      and o.day < ${today}::date and (o.day < ${before}::date or e.state = 'paused')
      and ${after ? sql`(o.day, o.id) > (${after.day}::date, ${after.id}::uuid)` : sql`true`}
    order by o.day, o.id limit ${limit}`.execute(tx)
  return rows
}

type Row = {
  id: string
  amount: number
  unit: OffsetUnit
  day: string
  dueOn: string
  movedTo: string | null
  state: OccasionState
  reason: OccasionReason | null
  note: string
  enrolmentId: string
  startsOn: string
  patientId: string
  firstName: string
  lastName: string
  nhsNumber: string | null
  dateOfBirth: string
}

/** Why an occasion was missed, not sent or skipped; '' for others. */
export const reasonOf = ({ reason, note }: { reason: OccasionReason | null; note: string }) =>
  reason === null ? '' : reason === 'unreachable' ? note : occasionReasonWords[reason]

export const offsetOf = ({ amount, unit }: Offset): Offset => ({ amount, unit })

type Query = Input<typeof series.occasions>['query']

/** One page of the occasions of a series, by day. */
export async function listOccasions(ctx: Context, seriesId: string, { page, limit, cursor, sort = 'day', filters }: Query) {
  await requireSeries(ctx, seriesId)
  const where = sql<SqlBool>`o.organisation_id = ${ctx.organisationId}::uuid and o.series_id = ${seriesId}::uuid
    and ${filters.state ? sql`o.state = any(${filters.state}::text[])` : sql`true`}
    and ${filters.day === undefined ? sql`true` : sql`o.day = ${filters.day}::date`}`
  const { rows: counted } = await sql<{ count: number }>`select count(*) as count from series_occasions o where ${where}`.execute(ctx.tx)
  const totalDocs = counted[0]?.count ?? 0
  const found = await readPage(
    ctx,
    { page, limit, cursor },
    {
      name: ['occasions', seriesId, sort, filters, ctx.actor.id],
      from: sql`series_occasions o`,
      where,
      order: {
        direction: sort.startsWith('-') ? 'desc' : 'asc',
        columns: [
          { column: sql`o.day`, type: 'date' },
          { column: sql`o.id`, type: 'uuid' },
        ],
      },
      total: async () => totalDocs,
    },
  )
  const { rows } = await sql<Row>`
    select o.id, o.amount, o.unit, o.day, o.due_on as "dueOn", o.moved_to as "movedTo", o.state, o.reason, o.note, e.id as "enrolmentId",
      e.starts_on as "startsOn", p.id as "patientId", p.first_name as "firstName", p.last_name as "lastName", p.nhs_number as "nhsNumber",
      p.date_of_birth as "dateOfBirth"
    from series_occasions o
    join series_enrolments e on e.organisation_id = o.organisation_id and e.id = o.enrolment_id
    join patients p on p.organisation_id = e.organisation_id and p.id = e.patient_id
    where o.organisation_id = ${ctx.organisationId}::uuid and o.id = any(${found.ids}::uuid[])
    order by array_position(${found.ids}::uuid[], o.id)`.execute(ctx.tx)
  const docs = rows.map((row): OccasionInList => ({
    id: row.id,
    offset: offsetOf(row),
    day: row.day,
    movedFrom: row.movedTo === null ? null : row.dueOn,
    state: row.state,
    reason: reasonOf(row),
    enrolmentId: row.enrolmentId,
    startsOn: row.startsOn,
    patient: {
      id: row.patientId,
      firstName: row.firstName,
      lastName: row.lastName,
      nhsNumber: row.nhsNumber,
      dateOfBirth: row.dateOfBirth,
    },
  }))
  return { docs, page, totalDocs, ...(found.cursor !== undefined && { cursor: found.cursor }) }
}

/** Those of these form requests that belong to the patient: one that was sent during a merge stays with another patient when the merge is undone. */
export async function findRequestsOf({ tx, organisationId }: Context, patientId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; status: RequestStatus; sentAt: string; formVersion: number }>`
    select id, status, created_at as "sentAt", form_version as "formVersion" from form_requests
    where organisation_id = ${organisationId}::uuid and patient_id = ${patientId}::uuid and id = any(${[...ids]}::uuid[])`.execute(tx)
  return rows
}
