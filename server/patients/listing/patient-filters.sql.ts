import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { PatientFilters } from '#contract/patients.ts'

/**
 * The conditions that are counted by kind (patient_counts), on `p`: a patient, or a count of patients. Constants are part of the query, so
 * that no new plan is needed.
 */
export function ofKind({ archived, sex, wardId, method, admissionStatus }: PatientFilters): RawBuilder<SqlBool>[] {
  const all: RawBuilder<SqlBool>[] = [sql`p.is_archived = ${sql.lit(archived)}`]
  if (sex) all.push(isOneOf(sql`p.sex`, sex, sql`text[]`))
  if (wardId) all.push(isOneOf(sql`p.ward_id`, wardId, sql`uuid[]`))
  if (method) all.push(isOneOf(sql`p.preferred_method`, method, sql`text[]`))
  if (admissionStatus) all.push(isOneOf(sql`p.admission_status`, admissionStatus, sql`text[]`))
  return all
}

const isOneOf = (column: RawBuilder<unknown>, values: string[], type: RawBuilder<unknown>) =>
  values.length === 1 ? sql<SqlBool>`${column} = ${values[0]}` : sql<SqlBool>`${column} = any(${values}::${type})`

/** Whether every condition of a list is counted by kind. */
export const isOfKindOnly = ({ hasOpenRequest, deceased, optedOut }: PatientFilters) =>
  hasOpenRequest === undefined && deceased === undefined && optedOut === undefined

/** The conditions of a list without the search, on patients with the alias `p`. */
export function conditionsOf(filters: PatientFilters) {
  const { hasOpenRequest, deceased, optedOut } = filters
  const conditions = ofKind(filters)
  if (hasOpenRequest !== undefined) conditions.push(hasOpenRequest ? sql`exists (${openRequests})` : sql`not exists (${openRequests})`)
  if (deceased !== undefined) conditions.push(deceased ? sql`p.is_deceased` : sql`not p.is_deceased`)
  if (optedOut !== undefined) conditions.push(optedOut ? sql`p.opted_out_methods <> '{}'` : sql`p.opted_out_methods = '{}'`)
  return conditions
}

export const all = (conditions: RawBuilder<SqlBool>[]) => sql.join<SqlBool>(conditions, sql` and `)
export const any = (conditions: RawBuilder<SqlBool>[]) => sql<SqlBool>`(${sql.join<SqlBool>(conditions, sql` or `)})`

export const openRequests = sql`select 1 from form_requests r
  where r.organisation_id = p.organisation_id and r.patient_id = p.id and r.status in ('unopened', 'opened')`
