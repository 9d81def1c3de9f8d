import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { DateRange } from '#domain/fhir/search-date.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import type { Answers } from '#domain/form/question.ts'
import type { Context } from '#server/platform/context.ts'
import { answeringColumns, toAnswering, typedByName } from '#server/submissions/submissions.ts'

/** The last row of a page: its value in the order, with microseconds, and its id. */
export type Place = { at: string; id: string }
export type Asked = { after?: Place | undefined; limit: number }

type Parts = RawBuilder<SqlBool>[]
const all = (parts: Parts) => (parts.length === 0 ? sql<SqlBool>`true` : sql.join<SqlBool>(parts, sql` and `))
const given = <T>(value: T | undefined, part: (value: T) => RawBuilder<SqlBool>): Parts => (value === undefined ? [] : [part(value)])
const within = (column: RawBuilder<unknown>, ranges: readonly DateRange[] = []): Parts =>
  ranges.flatMap(({ from, before }) => [
    ...given(from, (one) => sql`${column} >= ${one}::timestamptz`),
    ...given(before, (one) => sql`${column} < ${one}::timestamptz`),
  ])
const beyond = (column: RawBuilder<unknown>, id: RawBuilder<unknown>, after: Place | undefined): Parts =>
  given(after, (place) => sql`(${column}, ${id}) > (${place.at}::timestamptz, ${place.id}::uuid)`)
const ofPatient = ({ patientId, nhsNumber }: { patientId?: string | undefined; nhsNumber?: string | undefined }): Parts => [
  ...given(patientId, (one) => sql`r.patient_id = ${one}::uuid`),
  ...given(nhsNumber, (one) => sql`p.nhs_number = ${one}`),
]

export type ResponseFilter = {
  id?: string | undefined
  patientId?: string | undefined
  nhsNumber?: string | undefined
  formId?: string | undefined
  sent?: DateRange[] | undefined
  sentBetween?: { after: string | null; until: string } | undefined
}

/** Submissions with the version that they answer, in the order in which they were sent. They never change. */
export async function listResponses(ctx: Context, filter: ResponseFilter, { after, limit }: Asked) {
  const { tx, organisationId } = ctx
  const at = sql`s.submitted_at`
  const rows = await tx
    .selectFrom('submissions as s')
    .innerJoin('form_requests as r', (on) => on.onRef('r.organisation_id', '=', 's.organisation_id').onRef('r.id', '=', 's.request_id'))
    .innerJoin('patients as p', (on) => on.onRef('p.organisation_id', '=', 'r.organisation_id').onRef('p.id', '=', 'r.patient_id'))
    .leftJoin('members as m', (on) => on.onRef('m.organisation_id', '=', 's.organisation_id').onRef('m.id', '=', 's.typed_by'))
    .select([...answeringColumns, typedByName.as('typed_by_name'), sql<string>`s.submitted_at::text`.as('place')])
    .select(['s.id', 's.request_id', 's.form_id', 's.form_version', 's.submitted_at', 's.answers'])
    .select(['p.id as patient_id', 'p.first_name', 'p.last_name', 'p.nhs_number'])
    .where('s.organisation_id', '=', organisationId)
    .where(
      all([
        ...given(filter.id, (id) => sql`s.id = ${id}::uuid`),
        ...given(filter.formId, (id) => sql`s.form_id = ${id}::uuid`),
        ...ofPatient(filter),
        ...within(at, filter.sent),
        ...given(filter.sentBetween?.after ?? undefined, (one) => sql`${at} > ${one}::timestamptz`),
        ...given(filter.sentBetween?.until, (one) => sql`${at} <= ${one}::timestamptz`),
        ...beyond(at, sql`s.id`, after),
      ]),
    )
    .orderBy('s.submitted_at')
    .orderBy('s.id')
    .limit(limit)
    .execute()
  const definitions = await definitionsOf(ctx, rows)
  return rows.map((row) => ({
    id: row.id,
    place: { at: row.place, id: row.id },
    requestId: row.request_id,
    formId: row.form_id,
    version: row.form_version,
    submittedAt: row.submitted_at,
    definition: definitions.get(`${row.form_id} ${row.form_version}`)!, // a foreign key holds every version that was answered
    answers: row.answers as Answers, // checked against the version before they were stored
    answering: toAnswering(row),
    patient: { id: row.patient_id, firstName: row.first_name, lastName: row.last_name, nhsNumber: row.nhs_number },
  }))
}
type AnsweredVersion = { form_id: string; form_version: number }

/** The definitions of form versions, each read once however many responses answer it. */
async function definitionsOf({ tx, organisationId }: Context, answered: readonly AnsweredVersion[]) {
  const rows = await tx
    .selectFrom('form_versions')
    .select(['form_id', 'version', 'definition'])
    .where('organisation_id', '=', organisationId)
    .where(
      sql<SqlBool>`(form_id, version) in (
        select * from unnest(${answered.map((one) => one.form_id)}::uuid[], ${answered.map((one) => one.form_version)}::integer[]))`,
    )
    .execute()
  return new Map(rows.map((row) => [`${row.form_id} ${row.version}`, row.definition as FormDefinition])) // published from a checked draft
}

export type FoundResponse = Awaited<ReturnType<typeof listResponses>>[number]

/**
 * Which form requests have a status of FHIR (https://hl7.org/fhir/R4/valueset-task-status.html). Each has one. An answered form stays completed
 * when it is closed.
 */
const conditions = {
  requested: sql<SqlBool>`r.status = 'unopened' and s.request_id is null and r.expires_at >= now()`,
  'in-progress': sql<SqlBool>`r.status = 'opened' and s.request_id is null and r.expires_at >= now()`,
  'entered-in-error': sql<SqlBool>`r.status = 'sent_in_error'`,
  completed: sql<SqlBool>`r.status <> 'sent_in_error' and s.id is not null`,
  cancelled: sql<SqlBool>`r.status <> 'sent_in_error' and s.request_id is null and (r.status not in ('unopened', 'opened') or r.expires_at < now())`,
}
type TaskStatus = keyof typeof conditions
const taskStatuses = Object.keys(conditions) as TaskStatus[] // Object.keys forgets the names

const taskStatus = sql<TaskStatus>`case ${sql.join(
  taskStatuses.map((status) => sql`when ${conditions[status]} then ${status}`),
  sql` `,
)} end`

export type TaskFilter = {
  id?: string | undefined
  patientId?: string | undefined
  nhsNumber?: string | undefined
  formId?: string | undefined
  statuses?: string[] | undefined
  /** With a time of change, tasks are in the order of their changes, else in the order in which they were created. */
  changed?: DateRange[] | undefined
}

/**
 * Form requests, one statement for each status that is asked for: PostgreSQL reads each status in order from its index. In one statement for
 * several, it would read all that have ended before it finds those that are open.
 */
export async function listTasks(ctx: Context, filter: TaskFilter, asked: Asked) {
  if (!filter.statuses) return listTasksIn(ctx, undefined, filter, asked)
  const { statuses } = filter
  const found = await Promise.all(
    taskStatuses.filter((status) => statuses.includes(status)).map((status) => listTasksIn(ctx, status, filter, asked)),
  )
  // Moments as text of PostgreSQL, in UTC, and ids have the order of their values.
  const placeOf = ({ place }: FoundTask) => `${place.at} ${place.id}`
  return found
    .flat()
    .toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
    .slice(0, asked.limit)
}

async function listTasksIn({ tx, organisationId }: Context, status: TaskStatus | undefined, filter: TaskFilter, { after, limit }: Asked) {
  const at = filter.changed ? sql`r.updated_at` : sql`r.created_at`
  const rows = await tx
    .selectFrom('form_requests as r')
    .innerJoin('patients as p', (on) => on.onRef('p.organisation_id', '=', 'r.organisation_id').onRef('p.id', '=', 'r.patient_id'))
    .leftJoin('submissions as s', (on) => on.onRef('s.organisation_id', '=', 'r.organisation_id').onRef('s.request_id', '=', 'r.id'))
    .select(['r.id', 'r.form_id', 'r.created_at', 'r.updated_at', 'r.expires_at', 's.id as submission_id'])
    .select(['p.id as patient_id', 'p.first_name', 'p.last_name', 'p.nhs_number'])
    .select([taskStatus.as('status'), sql<string>`${at}::text`.as('place')])
    .where('r.organisation_id', '=', organisationId)
    .where(
      all([
        ...given(filter.id, (id) => sql`r.id = ${id}::uuid`),
        ...given(filter.formId, (id) => sql`r.form_id = ${id}::uuid`),
        ...ofPatient(filter),
        ...given(status, (one) => conditions[one]),
        ...within(sql`r.updated_at`, filter.changed),
        ...beyond(at, sql`r.id`, after),
      ]),
    )
    .orderBy(at)
    .orderBy('r.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    place: { at: row.place, id: row.id },
    status: row.status,
    formId: row.form_id,
    submissionId: row.submission_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    expiresAt: row.expires_at,
    patient: { id: row.patient_id, firstName: row.first_name, lastName: row.last_name, nhsNumber: row.nhs_number },
  }))
}
export type FoundTask = Awaited<ReturnType<typeof listTasksIn>>[number]

export type QuestionnaireFilter = {
  id?: string | undefined
  /** Any version instead of the live one. */
  version?: number | undefined
  statuses?: string[] | undefined
  published?: DateRange[] | undefined
}

/** Form versions, the live ones unless another is asked for, in the order in which they were published. */
export async function listQuestionnaires({ tx, organisationId }: Context, filter: QuestionnaireFilter, { after, limit }: Asked) {
  const at = sql`v.published_at`
  const isActive = sql<boolean>`f.archived_at is null and f.live_version = v.version`
  const rows = await tx
    .selectFrom('forms as f')
    .innerJoin('form_versions as v', (on) => on.onRef('v.organisation_id', '=', 'f.organisation_id').onRef('v.form_id', '=', 'f.id'))
    .select(['f.id', 'f.type', 'v.version', 'v.title', 'v.description', 'v.definition', 'v.published_at'])
    .select([isActive.as('is_live'), sql<string>`v.published_at::text`.as('place')])
    .where('f.organisation_id', '=', organisationId)
    .where(
      all([
        filter.version === undefined ? sql`v.version = f.live_version` : sql`v.version = ${filter.version}`,
        ...given(filter.id, (id) => sql`f.id = ${id}::uuid`),
        ...given(filter.statuses, (statuses) => sql`case when ${isActive} then 'active' else 'retired' end = any(${statuses}::text[])`),
        ...within(at, filter.published),
        ...beyond(at, sql`f.id`, after),
      ]),
    )
    .orderBy(at)
    .orderBy('f.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    place: { at: row.place, id: row.id },
    type: row.type,
    version: row.version,
    isLive: row.is_live,
    title: row.title,
    description: row.description,
    publishedAt: row.published_at,
    definition: row.definition as FormDefinition, // published from a checked draft
  }))
}
export type FoundQuestionnaire = Awaited<ReturnType<typeof listQuestionnaires>>[number]
