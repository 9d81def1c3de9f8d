import { sql, type ExpressionBuilder, type SqlBool, type Expression } from 'kysely'

import type { RequestFilters } from '#contract/requests.ts'
import { normaliseName } from '#domain/patient-match.ts'
import type { Tables } from '#server/platform/tables.ts'

type Requests = ExpressionBuilder<Tables & { r: Tables['form_requests'] }, 'r'>
type Conditions = Expression<SqlBool>[]

/** A whole day in the United Kingdom, as the moments it begins and ends. */
const startOfDay = (day: string) => sql<string>`(${day}::date)::timestamp at time zone 'Europe/London'`
const startOfNextDay = (day: string) => sql<string>`(${day}::date + 1)::timestamp at time zone 'Europe/London'`

/** What the filters in force ask of a request. `without` leaves one out: the counts beside a filter are of what choosing another value would show. */
export function matching(e: Requests, filters: RequestFilters, memberId: string | null, without?: keyof RequestFilters) {
  const f: RequestFilters = without ? { ...filters, [without]: undefined } : filters
  const one = (column: 'status' | 'specialty' | 'form_id' | 'notification_method' | 'location' | 'event', values: string[] | undefined) =>
    values?.length ? [sql<SqlBool>`${e.ref(`r.${column}`)} = any(${values}${column === 'form_id' ? sql`::uuid[]` : sql``})`] : []
  return e.and([
    ...one('status', f.status),
    ...one('specialty', f.specialty),
    ...one('form_id', f.formId),
    ...one('notification_method', f.method),
    ...one('location', f.location),
    ...one('event', f.event),
    ...(f.assignee?.length ? [assignedTo(e, f.assignee, memberId)] : []),
    ...(f.patientId ? [e('r.patient_id', '=', f.patientId)] : []),
    ...(f.importJobId ? [e('r.import_job_id', '=', f.importJobId)] : []),
    ...(f.urgent === undefined ? [] : [e('r.is_urgent', '=', f.urgent)]),
    ...between(e, f),
    ...(f.notReached ? [notReached(e)] : []),
    ...(f.search ? [found(e, f.search)] : []),
  ])
}

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
    ...(ids.length ? [sql<SqlBool>`r.assignee_id = any(${ids}::uuid[])`] : []),
  ])
}

/** The last message did not arrive. */
const notReached = (e: Requests) =>
  sql<SqlBool>`(select n.status from notifications n where n.organisation_id = r.organisation_id and n.request_id = ${e.ref('r.id')} order by n.created_at desc limit 1) = 'failed'`

/** By the start of any word of the name, the NHS number, the local id or the pathway id. */
function found(e: Requests, search: string) {
  const digits = search.replace(/[\s-]/g, '')
  const name = normaliseName(search).replace(/[%_\\]/g, '\\$&')
  return e.or([
    sql<SqlBool>`exists (
      select from patients p where p.organisation_id = r.organisation_id and p.id = r.patient_id and (
        p.name_key like ${`${name}%`} or p.name_key like ${`% ${name}%`}
        or p.local_patient_id = ${search.trim()}
        ${/^\d{3,10}$/.test(digits) ? sql`or p.nhs_number like ${`${digits}%`}` : sql``}))`,
    e('r.pathway_id', '=', search.trim()),
  ])
}
