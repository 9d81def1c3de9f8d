import { sql } from 'kysely'

import type { Series, series } from '#contract/series.ts'
import type { Input } from '#contract/route.ts'
import { addDays } from '#domain/dates.ts'
import type { Question } from '#domain/form/definition.ts'
import { choicesOf } from '#domain/form/logic/condition.ts'
import { dateOf } from '#domain/moments.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import type { SeriesState } from '#domain/series-states.ts'
import type { OpenRule, Schedule, StoredOccasion } from '#domain/series.ts'
import { unsupportedMethods } from '#server/channels/channels.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

type Row = {
  id: string
  name: string
  formId: string
  formTitle: string
  isFormArchived: boolean
  isFormPublished: boolean
  dateLabel: string
  schedule: Schedule
  stopQuestion: string | null
  stopValues: string[]
  /** As it is in the published version of the form. */
  publishedStopQuestion: Question | null
  method: NotificationMethod | null
  specialty: string
  lateDays: number
  whenOpen: OpenRule
  state: SeriesState
  createdAt: string
  enrolled: number
  dueSoon: number
  missed: number
  notSent: number
}

const soonDays = 7

const countOf = (state: 'missed' | 'not_sent') =>
  sql`(select count(*) from series_occasions o where o.organisation_id = s.organisation_id and o.series_id = s.id and o.state = ${sql.lit(state)})`

/** Each count reads one index of the series. */
const selectSeries = () => sql`
  select s.id, s.name, s.form_id as "formId", coalesce(v.title, f.title) as "formTitle", f.archived_at is not null as "isFormArchived",
    v.version is not null as "isFormPublished", s.date_label as "dateLabel", s.schedule, s.stop_question as "stopQuestion",
    s.stop_values as "stopValues", s.method, s.specialty, s.late_days as "lateDays", s.when_open as "whenOpen", s.state,
    s.created_at as "createdAt",
    case when s.stop_question is not null then (
      select q from jsonb_array_elements(v.definition -> 'questions') q where q ->> 'id' = s.stop_question limit 1) end as "publishedStopQuestion",
    (select count(*) from series_enrolments e
      where e.organisation_id = s.organisation_id and e.series_id = s.id and e.state in ('active', 'paused')) as enrolled,
    case when s.state <> 'active' then 0 else (
      select count(*) from series_occasions o
      join series_enrolments e on e.organisation_id = o.organisation_id and e.id = o.enrolment_id and e.state = 'active'
      where o.organisation_id = s.organisation_id and o.series_id = s.id and o.state = 'planned'
        and o.day < ${addDays(dateOf(new Date()), soonDays)}::date) end as "dueSoon",
    ${countOf('missed')} as missed, ${countOf('not_sent')} as "notSent"
  from series s
  join forms f on f.organisation_id = s.organisation_id and f.id = s.form_id
  left join form_versions v on v.organisation_id = f.organisation_id and v.form_id = f.id and v.version = f.live_version`

type Unsupported = Partial<Record<NotificationMethod, string>>

/** Why nothing of a series can be sent at the moment. */
function problemOf(row: Pick<Row, 'isFormArchived' | 'isFormPublished' | 'method' | 'state'>, unsupported: Unsupported): string | null {
  if (row.state === 'ended') return null
  if (row.isFormArchived) return 'The form is archived.'
  if (!row.isFormPublished) return 'The form has no published version.'
  return (row.method && unsupported[row.method]) ?? null
}

/** Why the answers that were chosen no longer stop a series. A new version of the form may have lost them. */
function stopProblemOf({ state, isFormPublished, stopQuestion, stopValues, publishedStopQuestion }: Row): string | null {
  if (state === 'ended' || !isFormPublished || stopQuestion === null) return null
  const choices = publishedStopQuestion ? choicesOf(publishedStopQuestion) : undefined
  if (!choices) return 'No answer stops the series. The form no longer has the question that was chosen.'
  const lost = stopValues.filter((value) => !choices.some((choice) => choice.value === value))
  if (lost.length === 0) return null
  return lost.length === stopValues.length
    ? 'No answer stops the series. The form no longer has the answers that were chosen.'
    : 'Some answers no longer stop the series. The form no longer has all answers that were chosen.'
}

const toSeries = (row: Row, unsupported: Unsupported): Series => ({
  id: row.id,
  name: row.name,
  form: { id: row.formId, title: row.formTitle },
  dateLabel: row.dateLabel,
  schedule: toContract(row.schedule),
  stopAnswer: row.stopQuestion === null ? null : { questionId: row.stopQuestion, values: row.stopValues },
  method: row.method,
  specialty: row.specialty,
  lateDays: row.lateDays,
  whenOpen: row.whenOpen,
  state: row.state,
  problem: problemOf(row, unsupported),
  stopProblem: stopProblemOf(row),
  counts: { enrolled: row.enrolled, dueSoon: row.dueSoon, missed: row.missed, notSent: row.notSent },
  createdAt: row.createdAt,
})

const toContract = (schedule: Schedule): Series['schedule'] =>
  schedule.kind === 'offsets' ? { kind: 'offsets', offsets: [...schedule.offsets] } : schedule

/** Throws not_found. */
export async function getSeries(ctx: Context, id: string): Promise<Series> {
  const unsupported = await unsupportedMethods(ctx)
  const { rows } = await sql<Row>`${selectSeries()} where s.organisation_id = ${ctx.organisationId}::uuid and s.id = ${id}::uuid`.execute(
    ctx.tx,
  )
  if (!rows[0]) throw new Problem('not_found')
  return toSeries(rows[0], unsupported)
}

/** Throws not_found. */
export async function requireSeries({ tx, organisationId }: Pick<Context, 'tx' | 'organisationId'>, id: string) {
  const row = await tx
    .selectFrom('series')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Problem('not_found')
}

/** One page of the series, by name. Users make each by hand, so there are never very many. */
export async function listSeries(ctx: Context, { page, limit, sort = 'name', filters }: Input<typeof series.list>['query']) {
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  const by = sort.endsWith('createdAt') ? sql`s.created_at` : sql`lower(s.name)`
  const where = sql`s.organisation_id = ${ctx.organisationId}::uuid
    and ${filters.state ? sql`s.state = any(${filters.state}::text[])` : sql`true`}
    and ${filters.search ? sql`position(lower(${filters.search}) in lower(s.name)) > 0` : sql`true`}`
  const { rows: counted } = await sql<{ count: number }>`select count(*) as count from series s where ${where}`.execute(ctx.tx)
  const { rows } = await sql<Row>`
    ${selectSeries()} where ${where} order by ${by} ${direction}, s.id limit ${limit} offset ${(page - 1) * limit}`.execute(ctx.tx)
  const unsupported = await unsupportedMethods(ctx)
  return { docs: rows.map((row) => toSeries(row, unsupported)), page, totalDocs: counted[0]?.count ?? 0 }
}

/** What the acts on a series need of it. */
export type LockedSeries = {
  id: string
  name: string
  formId: string
  dateLabel: string
  schedule: Schedule
  scheduleVersion: number
  stopQuestion: string | null
  stopValues: string[]
  method: NotificationMethod | null
  specialty: string
  lateDays: number
  whenOpen: OpenRule
  state: SeriesState
  /** What fell due before this day was missed while the series was paused. */
  resumedOn: string | null
}

/** Locks the series before anything else that belongs to it. A reader shares its lock with others. Undefined if it does not exist. */
export async function lockSeries({ tx, organisationId }: Context, id: string, strength: 'share' | 'update') {
  const { rows } = await sql<LockedSeries>`
    select id, name, form_id as "formId", date_label as "dateLabel", schedule, schedule_version as "scheduleVersion",
      stop_question as "stopQuestion", stop_values as "stopValues", method, specialty, late_days as "lateDays", when_open as "whenOpen", state,
      resumed_on as "resumedOn"
    from series where organisation_id = ${organisationId}::uuid and id = ${id}::uuid
    for ${strength === 'share' ? sql`share` : sql`update`}`.execute(tx)
  return rows[0]
}

export type SeriesFields = {
  name: string
  formId: string
  dateLabel: string
  schedule: Schedule
  stopAnswer: { questionId: string; values: string[] } | null
  method: NotificationMethod | null
  specialty: string
  lateDays: number
  whenOpen: OpenRule
}

/** The fields that are given. */
export type SeriesChanges = { [Name in keyof SeriesFields]?: SeriesFields[Name] | undefined }

const columnsOf = ({ name, formId, dateLabel, schedule, stopAnswer, method, specialty, lateDays, whenOpen }: SeriesChanges) => ({
  ...(name !== undefined && { name }),
  ...(formId !== undefined && { form_id: formId }),
  ...(dateLabel !== undefined && { date_label: dateLabel }),
  ...(schedule !== undefined && { schedule: JSON.stringify(schedule) }),
  ...(stopAnswer !== undefined && { stop_question: stopAnswer?.questionId ?? null, stop_values: stopAnswer?.values ?? [] }),
  ...(method !== undefined && { method }),
  ...(specialty !== undefined && { specialty }),
  ...(lateDays !== undefined && { late_days: lateDays }),
  ...(whenOpen !== undefined && { when_open: whenOpen }),
})

export async function insertSeries({ tx, actor, organisationId }: Context, { name, formId, dateLabel, schedule, ...others }: SeriesFields) {
  const { id } = await tx
    .insertInto('series')
    .values({
      organisation_id: organisationId,
      name,
      form_id: formId,
      date_label: dateLabel,
      schedule: JSON.stringify(schedule),
      ...columnsOf(others),
      created_by: actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A new version of the schedule makes the enrolments wait to be planned again. */
export async function setSeries(
  { tx, organisationId }: Context,
  id: string,
  change: SeriesChanges & { state?: SeriesState; resumedOn?: string },
  { isReplanned = false } = {},
) {
  const { state, resumedOn, ...fields } = change
  await tx
    .updateTable('series')
    .set({
      ...columnsOf(fields),
      ...(state !== undefined && { state }),
      ...(resumedOn !== undefined && { resumed_on: resumedOn }),
      ...(isReplanned && { schedule_version: sql<number>`schedule_version + 1` }),
      updated_at: sql<string>`now()`,
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
}

/** The series whose forms the job sends. */
export async function listRunningSeries({ tx, organisationId }: Context) {
  const rows = await tx
    .selectFrom('series')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('state', 'in', ['active', 'paused'])
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Series that have ended and still have enrolments that have not. */
export async function listSeriesToEnd({ tx, organisationId }: Context) {
  const { rows } = await sql<{ id: string }>`
    select s.id from series s cross join lateral (
      select from series_enrolments e
      where e.organisation_id = s.organisation_id and e.series_id = s.id and e.state <> 'ended'
      limit 1) unended
    where s.organisation_id = ${organisationId}::uuid and s.state = 'ended' order by s.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The days from today on with planned occasions of patients whose enrolment is active. */
export async function countDays({ tx, organisationId }: Context, seriesId: string, until: string) {
  const { rows } = await sql<{ day: string; count: number }>`
    select o.day, count(*) as count from series_occasions o
    join series_enrolments e on e.organisation_id = o.organisation_id and e.id = o.enrolment_id and e.state = 'active'
    where o.organisation_id = ${organisationId}::uuid and o.series_id = ${seriesId}::uuid and o.state = 'planned' and o.day <= ${until}::date
    group by o.day order by o.day`.execute(tx)
  return rows
}

/** Enrolments that are planned for an older schedule. */
export async function countWaitingForPlan({ tx, organisationId }: Context, seriesId: string) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from series s
    join series_enrolments e on e.organisation_id = s.organisation_id and e.series_id = s.id and e.state <> 'ended'
      and e.schedule_version < s.schedule_version
    where s.organisation_id = ${organisationId}::uuid and s.id = ${seriesId}::uuid`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Enrolments of the same day with the same occasions. An occasion has its time as its id. */
type Alike = { startsOn: string; occasions: StoredOccasion[]; enrolments: number }

/** The enrolments of a series that have not ended, by their starting days and occasions. For the preview of a change. */
export async function countAlike({ tx, organisationId }: Context, seriesId: string) {
  const { rows } = await sql<Alike>`
    select e.starts_on as "startsOn", o.occasions, count(*) as enrolments
    from series_enrolments e cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('id', concat(o.amount, ' ', o.unit), 'amount', o.amount, 'unit', o.unit,
        'dueOn', o.due_on, 'movedTo', o.moved_to, 'state', o.state, 'reason', o.reason) order by o.amount, o.unit), '[]') as occasions
      from series_occasions o where o.organisation_id = e.organisation_id and o.enrolment_id = e.id) o
    where e.organisation_id = ${organisationId}::uuid and e.series_id = ${seriesId}::uuid and e.state <> 'ended'
    group by 1, 2`.execute(tx)
  return rows
}

/** How many forms of a series were sent. */
export async function countSent({ tx, organisationId }: Context, seriesId: string) {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from series_occasions o
    where o.organisation_id = ${organisationId}::uuid and o.series_id = ${seriesId}::uuid and o.state = 'sent'`.execute(tx)
  return rows[0]?.count ?? 0
}
