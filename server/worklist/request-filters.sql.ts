import { expressionBuilder, sql, type ExpressionBuilder, type SqlBool, type Expression } from 'kysely'

import type { RequestFilters } from '#contract/requests.ts'
import type { Tables } from '#server/platform/tables.ts'

import { foundBy, isFoundBy } from './search/request-search.sql.ts'

type RequestTables = Tables & { r: Tables['form_requests'] }
type Requests = ExpressionBuilder<RequestTables, 'r'>
/** For conditions outside a query of the builder's own. */
export const onRequests: Requests = expressionBuilder<RequestTables, 'r'>()
type Conditions = Expression<SqlBool>[]
type ListColumn = 'status' | 'specialty' | 'form_id' | 'notification_method' | 'location' | 'event'

/** A whole day in the United Kingdom, as the moments it begins and ends. */
const startOfDay = (day: string) => sql<string>`(${day}::date)::timestamp at time zone 'Europe/London'`
const startOfNextDay = (day: string) => sql<string>`(${day}::date + 1)::timestamp at time zone 'Europe/London'`

/** What the filters in force ask of a request. */
export function matching(e: Requests, f: RequestFilters, memberId: string | null) {
  return e.and([
    ...oneOf(e, 'status', f.status),
    ...oneOf(e, 'specialty', f.specialty),
    ...oneOf(e, 'form_id', f.formId),
    ...oneOf(e, 'notification_method', f.method),
    ...oneOf(e, 'location', f.location),
    ...oneOf(e, 'event', f.event),
    ...(f.assignee?.length ? [assignedTo(e, f.assignee, memberId)] : []),
    ...(f.id?.length ? [sql<SqlBool>`r.id = any(${f.id}::uuid[])`] : []),
    ...(f.patientId ? [e('r.patient_id', '=', f.patientId)] : []),
    ...(f.importJobId ? [e('r.import_job_id', '=', f.importJobId)] : []),
    ...(f.urgent === undefined ? [] : [is(e, 'is_urgent', f.urgent)]),
    ...(f.notReached === undefined ? [] : [is(e, 'is_unreached', f.notReached)]),
    ...(f.redFlag === undefined ? [] : [flagged(f.redFlag)]),
    ...between(e, f),
    ...(f.search ? [f.id?.length || f.patientId ? isFoundBy(f.search) : foundBy(f.search)] : []),
  ])
}

/** One value is asked for as one, so that an index on the column keeps the order behind it. */
function oneOf(e: Requests, column: ListColumn, values: string[] | undefined): Conditions {
  if (!values?.length) return []
  if (values.length === 1) return [e(`r.${column}`, '=', values[0]!)]
  const list = column === 'form_id' ? sql`${values}::uuid[]` : sql`${values}::text[]`
  return [sql<SqlBool>`${e.ref(`r.${column}`)} = any(${list})`]
}

/** Written without a parameter: only so does a partial index match. */
const is = (e: Requests, column: 'is_urgent' | 'is_unreached', wanted: boolean) =>
  wanted ? sql<SqlBool>`${e.ref(`r.${column}`)}` : sql<SqlBool>`not ${e.ref(`r.${column}`)}`

/** Few are flagged: their ids are found first. As a list, since no plan then goes through all requests to look each up among them. */
const flagged = (wanted: boolean) =>
  wanted
    ? sql<SqlBool>`r.id = any(array(select f.request_id from raised_flags f))`
    : sql<SqlBool>`r.id not in (select f.request_id from raised_flags f)`

function between(e: Requests, f: RequestFilters): Conditions {
  return [
    ...(f.createdFrom ? [e('r.created_at', '>=', startOfDay(f.createdFrom))] : []),
    ...(f.createdTo ? [e('r.created_at', '<', startOfNextDay(f.createdTo))] : []),
    ...(f.submittedFrom ? [e('r.completed_at', '>=', startOfDay(f.submittedFrom))] : []),
    ...(f.submittedTo ? [e('r.completed_at', '<', startOfNextDay(f.submittedTo))] : []),
  ]
}

function assignedTo(e: Requests, assignees: string[], memberId: string | null) {
  const ids = assignees.filter((one) => one !== 'none').map((one) => (one === 'me' ? memberId : one))
  return e.or([
    ...(assignees.includes('none') ? [e('r.assignee_id', 'is', null)] : []),
    ...(ids.length === 1 ? [e('r.assignee_id', '=', ids[0]!)] : []),
    ...(ids.length > 1 ? [sql<SqlBool>`r.assignee_id = any(${ids}::uuid[])`] : []),
  ])
}
