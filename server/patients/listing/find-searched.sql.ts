import { sql, type RawBuilder } from 'kysely'

import type { PatientSearch } from '#domain/patient-search.ts'
import { isNamed, numberConditions, patientsNamed } from '#server/patients/patient-search.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { withGenericPlan } from '#server/platform/generic-plan.sql.ts'

import { all, conditionsOf } from './patient-filters.sql.ts'
import { orderOf, type PatientsPage, type PatientsQuery } from './patients-page.sql.ts'

/** The maximum number of patients to find by number first. If there are more, the list is read in its own order. */
const few = 5_000

/**
 * Finds and counts patients in one statement: by name, and by the start of a number if there are few. With many numbers, returns the rest
 * of the search, without the name if no patient has it.
 */
export async function findSearched(
  ctx: Context,
  query: PatientsQuery,
  search: PatientSearch,
): Promise<PatientsPage | { left: PatientSearch }> {
  const { page, limit, sort = 'lastName', filters } = query
  const conditions = conditionsOf(filters)
  const { name } = search
  const numbers = numberConditions(search).map(
    (number) => sql`${patientsBy}${all([...conditions, number, ...(name ? [sql<boolean>`not ${isNamed(sql`p.name_key`, name)}`] : [])])}`,
  )
  const found = [
    ...(name ? [patientsByName(query, patientsNamed(name))] : []),
    ...(numbers.length > 0 ? [sql`select * from numbered`] : []),
  ]
  if (found.length === 0) return { ids: [], total: 0 }
  const numbered = numbers.length > 0 ? sql.join(numbers, sql` union all `) : sql`select where false`
  const { columns, direction } = orderOf(sort)
  const order = sql.join(columns.map(({ column }) => sql`${column} ${direction === 'asc' ? sql`asc` : sql`desc`} nulls last`))
  const { rows } = await withGenericPlan(ctx, () =>
    sql<{ ids: string[]; total: number; byNumber: number }>`
      with numbered as materialized (${numbered} limit ${sql.lit(few + 1)}),
      p as materialized (${sql.join(found, sql` union all `)})
      select (select count(*) from p) as total, (select count(*) from numbered) as "byNumber",
        array(select p.id from p order by ${order} limit ${sql.lit(limit)} offset ${(page - 1) * limit}) as ids`.execute(ctx.tx),
  )
  const { ids, total, byNumber } = rows[0]! // a select without a table answers one row
  if (byNumber <= few) return { ids, total }
  const { name: _name, ...withoutName } = search
  return { left: total === byNumber ? withoutName : search }
}

/** With the columns of the orders. */
const patientsBy = sql`select p.id, p.name_key, p.date_of_birth, p.nhs_number, p.created_at from patients p where `

/** In the order of names, the search index has every column unless another filter is set. */
function patientsByName({ sort = 'lastName', filters }: PatientsQuery, named: RawBuilder<unknown>) {
  const conditions = conditionsOf(filters)
  const isPlain = conditions.length === 1 && sort.replace('-', '') === 'lastName'
  return isPlain
    ? sql`select n.patient_id as id, n.name_key, null::date as date_of_birth, null as nhs_number, null::timestamptz as created_at
        from (${named}) n where n.is_archived = ${filters.archived}`
    : sql`${patientsBy}p.id = any(array(select n.patient_id from (${named}) n where n.is_archived = ${filters.archived})) and ${all(conditions)}`
}
