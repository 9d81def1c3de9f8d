import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { Context } from '#server/platform/context.ts'
import { plannedOnce } from '#server/platform/planned-once.sql.ts'

import { all, conditionsOf } from './patient-filters.sql.ts'
import { orderOf, type PatientsPage, type PatientsQuery } from './patients-page.sql.ts'

/** Few or many, they are found and counted in one go: the words come in their own order. */
export async function findByWords(ctx: Context, query: PatientsQuery, words: string[]): Promise<PatientsPage> {
  const { sort = 'lastName', filters } = query
  const byWords = sql`select s.patient_id as id, s.name_key from search_patients(${words}::text[]) s where s.is_archived = ${filters.archived}`
  const conditions = conditionsOf(filters)
  const isPlain = conditions.length === 1 && sort.replace('-', '') === 'lastName'
  if (isPlain) return showFound(ctx, query, byWords)
  return showFound(ctx, query, sql`${patientsBy}p.id = any(array(select f.id from (${byWords}) f)) and ${all(conditions)}`)
}

/** So many are found by their number first; more of them come along the list's own order. */
const few = 5_000

/** Of numbers that begin alike there are mostly few. */
export async function findFewByNumber(ctx: Context, query: PatientsQuery, numbers: RawBuilder<SqlBool>[]) {
  const conditions = conditionsOf(query.filters)
  const byNumber = numbers.map((number) => sql`${patientsBy}${all([...conditions, number])}`)
  const page = await showFound(ctx, query, sql`${sql.join(byNumber, sql` union all `)} limit ${sql.lit(few + 1)}`)
  return page.total > few ? undefined : page
}

/** With what the orders go by. */
const patientsBy = sql`select p.id, p.name_key, p.date_of_birth, p.nhs_number, p.created_at from patients p where `

async function showFound(
  ctx: Context,
  { page, limit, sort = 'lastName' }: PatientsQuery,
  found: RawBuilder<unknown>,
): Promise<PatientsPage> {
  const { columns, direction } = orderOf(sort)
  const order = sql.join(columns.map(({ column }) => sql`${column} ${direction === 'asc' ? sql`asc` : sql`desc`} nulls last`))
  const { rows } = await plannedOnce(ctx, () =>
    sql<{ ids: string[]; total: number }>`
      with p as materialized (${found})
      select (select count(*) from p) as total,
        array(select p.id from p order by ${order} limit ${sql.lit(limit)} offset ${(page - 1) * limit}) as ids`.execute(ctx.tx),
  )
  return rows[0]! // a select without a table answers one row
}
