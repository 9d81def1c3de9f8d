import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { Enrolment, series } from '#contract/series.ts'
import type { Input } from '#contract/route.ts'
import { readPatientSearch } from '#domain/patient-search.ts'
import type { SeriesState } from '#domain/series-states.ts'
import type { EndReason, OffsetUnit } from '#domain/series.ts'
import { numberConditions, patientsNamed } from '#server/patients/patients.ts'
import type { Context } from '#server/platform/context.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'
import { type Order, readPage } from '#server/platform/paging/read-page.sql.ts'
import { Problem } from '#server/platform/problem.ts'

import { requireSeries } from './series.sql.ts'

export type LockedEnrolment = {
  id: string
  seriesId: string
  patientId: string
  startsOn: string
  state: SeriesState
  endReason: EndReason | null
  scheduleVersion: number
}

const columns = sql`e.id, e.series_id as "seriesId", e.patient_id as "patientId", e.starts_on as "startsOn", e.state,
  e.end_reason as "endReason", e.schedule_version as "scheduleVersion"`

/**
 * Locks enrolments, in the order of their ids. Their occasions are written only while the enrolment is locked. A job leaves out those that another
 * transaction has locked.
 */
export async function lockEnrolments({ tx, organisationId }: Context, ids: readonly string[], { skipsLocked = false } = {}) {
  const { rows } = await sql<LockedEnrolment>`
    select ${columns} from series_enrolments e
    where e.organisation_id = ${organisationId}::uuid and e.id = any(${[...ids]}::uuid[])
    order by e.id for update ${skipsLocked ? sql`skip locked` : sql``}`.execute(tx)
  return rows
}

/** The enrolments of a patient that have not ended, locked. */
export async function lockEnrolmentsOf({ tx, organisationId }: Context, patientId: string) {
  const { rows } = await sql<LockedEnrolment & { seriesName: string }>`
    select ${columns}, s.name as "seriesName" from series_enrolments e
    join series s on s.organisation_id = e.organisation_id and s.id = e.series_id
    where e.organisation_id = ${organisationId}::uuid and e.patient_id = ${patientId}::uuid and e.state <> 'ended'
    order by e.id for update of e`.execute(tx)
  return rows
}

/** Enrolments of a series that have not ended, locked. With `before`, only those that are planned for an older schedule than this version. */
export async function lockUnended({ tx, organisationId }: Context, seriesId: string, limit: number, { before }: { before?: number } = {}) {
  const { rows } = await sql<LockedEnrolment>`
    select ${columns} from series_enrolments e
    where e.organisation_id = ${organisationId}::uuid and e.series_id = ${seriesId}::uuid and e.state <> 'ended'
      and ${before === undefined ? sql`true` : sql`e.schedule_version < ${before}`}
    order by ${before === undefined ? sql`e.id` : sql`e.schedule_version, e.id`} limit ${limit} for update`.execute(tx)
  return rows
}

type NewEnrolment = { patientId: string; startsOn: string }

/** Those of the asked enrolments that the patients have already. */
export async function findAlreadyEnrolled({ tx, organisationId }: Context, seriesId: string, wanted: readonly NewEnrolment[]) {
  const { rows } = await sql<NewEnrolment>`
    select e.patient_id as "patientId", e.starts_on as "startsOn" from series_enrolments e
    join unnest(${wanted.map(({ patientId }) => patientId)}::uuid[], ${wanted.map(({ startsOn }) => startsOn)}::date[]) as n(patient_id, starts_on)
      on n.patient_id = e.patient_id and n.starts_on = e.starts_on
    where e.organisation_id = ${organisationId}::uuid and e.series_id = ${seriesId}::uuid and e.state <> 'ended'`.execute(tx)
  return rows
}

export async function insertEnrolments(
  { tx, actor, organisationId }: Context,
  { seriesId, scheduleVersion }: { seriesId: string; scheduleVersion: number },
  rows: readonly (NewEnrolment & { id: string })[],
) {
  await sql`
    insert into series_enrolments (organisation_id, id, series_id, patient_id, starts_on, schedule_version, patient_name_key, ward_id, created_by)
    select ${organisationId}::uuid, n.id, ${seriesId}::uuid, n.patient_id, n.starts_on, ${scheduleVersion}, p.name_key, p.ward_id,
      ${actor.kind === 'member' ? actor.id : null}::uuid
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ patientId }) => patientId)}::uuid[],
      ${rows.map(({ startsOn }) => startsOn)}::date[]) as n(id, patient_id, starts_on)
    join patients p on p.organisation_id = ${organisationId}::uuid and p.id = n.patient_id`.execute(tx)
}

type Change = { state?: SeriesState; endReason?: EndReason | null; startsOn?: string; scheduleVersion?: number }

export async function setEnrolments({ tx, organisationId }: Context, ids: readonly string[], change: Change) {
  if (ids.length === 0) return
  const { state, endReason, startsOn, scheduleVersion } = change
  await tx
    .updateTable('series_enrolments')
    .set({
      ...(state !== undefined && { state, end_reason: endReason ?? null }),
      ...(startsOn !== undefined && { starts_on: startsOn }),
      ...(scheduleVersion !== undefined && { schedule_version: scheduleVersion }),
      updated_at: sql<string>`now()`,
    })
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .execute()
}

/** Ends those of the enrolments that have no planned occasion left. Returns the ended ones. */
export async function completeEnrolments({ tx, organisationId }: Context, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; patientId: string }>`
    update series_enrolments e set state = 'ended', end_reason = 'completed', updated_at = now()
    where e.organisation_id = ${organisationId}::uuid and e.id = any(${[...ids]}::uuid[]) and e.state <> 'ended'
      and not exists (select from series_occasions o
        where o.organisation_id = e.organisation_id and o.enrolment_id = e.id and o.state = 'planned')
    returning e.id, e.patient_id as "patientId"`.execute(tx)
  return rows
}

/**
 * Enrolments in which the patient gave one of the answers that stop the series. After a merge was undone, a form request of the series may belong to
 * another patient (docs/decisions/0084-merging-patients.md); its answers do not count here.
 */
export async function findStoppedByAnswer(
  { tx, organisationId }: Context,
  enrolmentIds: readonly string[],
  { questionId, values }: { questionId: string; values: readonly string[] },
) {
  const { rows } = await sql<{ id: string }>`
    select distinct o.enrolment_id as id from series_occasions o
    join series_enrolments e on e.organisation_id = o.organisation_id and e.id = o.enrolment_id
    join form_requests r on r.organisation_id = o.organisation_id and r.id = o.request_id and r.patient_id = e.patient_id
    join submissions s on s.organisation_id = o.organisation_id and s.request_id = o.request_id
    where o.organisation_id = ${organisationId}::uuid and o.enrolment_id = any(${[...enrolmentIds]}::uuid[])
      and jsonb_exists_any(s.answers -> ${questionId}, ${[...values]}::text[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Active and paused enrolments that an answer of these days stops. */
export async function findJustStopped(
  { tx, organisationId }: Context,
  { seriesId, formId, questionId, values }: { seriesId: string; formId: string; questionId: string; values: readonly string[] },
  since: Date,
  limit: number,
) {
  const { rows } = await sql<{ id: string }>`
    select distinct e.id from submissions s
    join series_occasions o on o.organisation_id = s.organisation_id and o.request_id = s.request_id and o.series_id = ${seriesId}::uuid
    join series_enrolments e on e.organisation_id = o.organisation_id and e.id = o.enrolment_id and e.state <> 'ended'
    join form_requests r on r.organisation_id = s.organisation_id and r.id = s.request_id and r.patient_id = e.patient_id
    where s.organisation_id = ${organisationId}::uuid and s.form_id = ${formId}::uuid and s.submitted_at > ${since.toISOString()}::timestamptz
      and jsonb_exists_any(s.answers -> ${questionId}, ${[...values]}::text[])
    limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Form requests of earlier occasions that the patient can still answer. */
export async function findOpenEarlier({ tx, organisationId }: Context, enrolmentIds: readonly string[]) {
  const { rows } = await sql<{ enrolmentId: string; requestId: string }>`
    select o.enrolment_id as "enrolmentId", r.id as "requestId" from series_occasions o
    join series_enrolments e on e.organisation_id = o.organisation_id and e.id = o.enrolment_id
    join form_requests r on r.organisation_id = o.organisation_id and r.id = o.request_id and r.patient_id = e.patient_id
      and r.status in ('unopened', 'opened')
    where o.organisation_id = ${organisationId}::uuid and o.enrolment_id = any(${[...enrolmentIds]}::uuid[]) and o.state = 'sent'
    order by r.id`.execute(tx)
  return Map.groupBy(rows, ({ enrolmentId }) => enrolmentId)
}

type Row = {
  id: string
  startsOn: string
  state: SeriesState
  endReason: EndReason | null
  createdAt: string
  patientId: string
  firstName: string
  lastName: string
  nhsNumber: string | null
  dateOfBirth: string
  nextId: string | null
  nextAmount: number
  nextUnit: OffsetUnit
  nextDay: string
  sent: number
  missed: number
  notSent: number
}

const toEnrolment = (row: Row): Enrolment => ({
  id: row.id,
  startsOn: row.startsOn,
  state: row.state,
  endReason: row.endReason,
  createdAt: row.createdAt,
  patient: {
    id: row.patientId,
    firstName: row.firstName,
    lastName: row.lastName,
    nhsNumber: row.nhsNumber,
    dateOfBirth: row.dateOfBirth,
  },
  next: row.nextId === null ? null : { id: row.nextId, offset: { amount: row.nextAmount, unit: row.nextUnit }, day: row.nextDay },
  counts: { sent: row.sent, missed: row.missed, notSent: row.notSent },
})

type Query = Input<typeof series.enrolments>['query']

const orders: Record<'lastName' | 'startsOn', Order['columns']> = {
  lastName: [
    { column: sql`e.patient_name_key`, type: 'text' },
    { column: sql`e.id`, type: 'uuid' },
  ],
  startsOn: [
    { column: sql`e.starts_on`, type: 'date' },
    { column: sql`e.id`, type: 'uuid' },
  ],
}

/** One page of the enrolments of a series. */
export async function listEnrolments(ctx: Context, seriesId: string, { page, limit, cursor, sort = 'lastName', filters }: Query) {
  await requireSeries(ctx, seriesId)
  const where = sql<SqlBool>`e.organisation_id = ${ctx.organisationId}::uuid and e.series_id = ${seriesId}::uuid
    and ${filters.state ? sql`e.state = any(${filters.state}::text[])` : sql`true`} and ${isFoundBy(filters.search)}`
  const { rows: counted } = await sql<{ count: number }>`select count(*) as count from series_enrolments e where ${where}`.execute(ctx.tx)
  const totalDocs = counted[0]?.count ?? 0
  const found = await readPage(
    ctx,
    { page, limit, cursor },
    {
      name: ['enrolments', seriesId, sort, filters, ctx.actor.id],
      from: sql`series_enrolments e`,
      where,
      order: { direction: sort.startsWith('-') ? 'desc' : 'asc', columns: orders[sort.endsWith('startsOn') ? 'startsOn' : 'lastName'] },
      total: async () => totalDocs,
    },
  )
  const { rows } = await sql<Row>`
    select e.id, e.starts_on as "startsOn", e.state, e.end_reason as "endReason", e.created_at as "createdAt",
      p.id as "patientId", p.first_name as "firstName", p.last_name as "lastName", p.nhs_number as "nhsNumber", p.date_of_birth as "dateOfBirth",
      n.id as "nextId", n.amount as "nextAmount", n.unit as "nextUnit", n.day as "nextDay", c.sent, c.missed, c.not_sent as "notSent"
    from series_enrolments e
    join patients p on p.organisation_id = e.organisation_id and p.id = e.patient_id
    left join lateral (select o.id, o.amount, o.unit, o.day from series_occasions o
      where o.organisation_id = e.organisation_id and o.enrolment_id = e.id and o.state = 'planned' order by o.day limit 1) n on true
    cross join lateral (select count(*) filter (where o.state = 'sent') as sent, count(*) filter (where o.state = 'missed') as missed,
        count(*) filter (where o.state = 'not_sent') as not_sent
      from series_occasions o where o.organisation_id = e.organisation_id and o.enrolment_id = e.id) c
    where e.organisation_id = ${ctx.organisationId}::uuid and e.id = any(${found.ids}::uuid[])
    order by array_position(${found.ids}::uuid[], e.id)`.execute(ctx.tx)
  return { docs: rows.map(toEnrolment), page, totalDocs, ...(found.cursor !== undefined && { cursor: found.cursor }) }
}

/** By name, NHS number or local patient ID. */
function isFoundBy(search: string | undefined): RawBuilder<unknown> {
  if (!search) return sql`true`
  const read = readPatientSearch(search)
  const byNumber = numberConditions(read).map(
    (condition) => sql`select p.id from patients p where ${ofThisOrganisation('p')} and ${condition}`,
  )
  const found = [...(read.name ? [sql`select f.patient_id from (${patientsNamed(read.name)}) f`] : []), ...byNumber]
  return found.length === 0 ? sql`false` : sql`e.patient_id in (${sql.join(found, sql` union all `)})`
}

/** Throws not_found. */
export async function getEnrolmentRow({ tx, organisationId }: Context, id: string) {
  const { rows } = await sql<Pick<Row, 'id' | 'startsOn' | 'state' | 'endReason' | 'createdAt'>>`
    select id, starts_on as "startsOn", state, end_reason as "endReason", created_at as "createdAt" from series_enrolments
    where organisation_id = ${organisationId}::uuid and id = ${id}::uuid`.execute(tx)
  if (!rows[0]) throw new Problem('not_found')
  return rows[0]
}

/** Every enrolment of a patient, the newest first. */
export async function listEnrolmentsOf({ tx, organisationId }: Context, patientId: string) {
  const { rows } = await sql<OfPatient>`
    select e.id, e.starts_on as "startsOn", e.state, e.end_reason as "endReason", e.created_at as "createdAt",
      jsonb_build_object('id', s.id, 'name', s.name, 'dateLabel', s.date_label, 'state', s.state,
        'form', jsonb_build_object('id', f.id, 'title', coalesce(v.title, f.title))) as series
    from series_enrolments e
    join series s on s.organisation_id = e.organisation_id and s.id = e.series_id
    join forms f on f.organisation_id = s.organisation_id and f.id = s.form_id
    left join form_versions v on v.organisation_id = f.organisation_id and v.form_id = f.id and v.version = f.live_version
    where e.organisation_id = ${organisationId}::uuid and e.patient_id = ${patientId}::uuid
    order by e.state = 'ended', e.created_at desc, e.id limit ${maxOfPatient}`.execute(tx)
  return rows
}

/** More than a person can follow on one page. */
const maxOfPatient = 50
type OfPatient = Pick<Row, 'id' | 'startsOn' | 'state' | 'endReason' | 'createdAt'> & {
  series: { id: string; name: string; dateLabel: string; state: SeriesState; form: { id: string; title: string } }
}
