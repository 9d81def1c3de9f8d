import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { PatientFilters } from '#contract/patients.ts'
import type { Context } from '#server/platform/context.ts'

import { all, conditionsOf, ofKind } from './patient-filters.sql.ts'

/**
 * The number of patients in a list, and in the whole organisation. Totals by kind are stored (patient_counts); only patients of a search,
 * or with a waiting request, are counted.
 */
export async function countPatients({ tx }: Context, filters: PatientFilters, searched: RawBuilder<SqlBool>[]) {
  const conditions = conditionsOf(filters)
  const counts = searched.map((condition) => counted([...conditions, condition]))
  if (searched.length === 0) counts.push(filters.hasOpenRequest === undefined ? keptCount(filters) : counted(conditions))
  const { rows } = await sql<{ total: number; everybody: number }>`
    select (${sql.join(counts, sql` + `)})::bigint as total, ${inOrganisation(filters)}::bigint as everybody`.execute(tx)
  return rows[0]! // a select without a table answers one row
}

const counted = (conditions: RawBuilder<SqlBool>[]) => sql`(select count(*) from patients p where ${all(conditions)})`

function keptCount(filters: PatientFilters) {
  const ofKinds = sql`(select coalesce(sum(p.patients), 0) from patient_counts p where ${all(ofKind(filters))})`
  if (ofKind(filters).length > 1) return ofKinds
  return sql`case when ward_limited_member() is null then ${inOrganisation(filters)} else ${ofKinds} end`
}

const inOrganisation = ({ archived }: PatientFilters) => sql`(
  select coalesce(sum(${archived ? sql`patients - active_patients` : sql`active_patients`}), 0) from organisation_totals
  where organisation_id = current_organisation())`
