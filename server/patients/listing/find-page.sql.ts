import { type RawBuilder, sql, type SqlBool } from 'kysely'

import type { PatientFilters } from '#contract/patients.ts'
import { type PatientSearch, readPatientSearch } from '#domain/patient-search.ts'
import { isLimitedToWards } from '#server/patients/is-limited-to-wards.ts'
import { isNamed, isWholeNhsNumber, numberConditions, patientsNamed } from '#server/patients/patient-search.sql.ts'
import { type Context, wardLimitOf } from '#server/platform/context.ts'
import { withCustomPlan, withGenericPlan } from '#server/platform/generic-plan.sql.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'
import { readPage } from '#server/platform/paging/read-page.sql.ts'

import { all, any, conditionsOf, isOfKindOnly, ofKind } from './patient-filters.sql.ts'
import { orderOf, type PatientsPage, type PatientsQuery } from './patients-page.sql.ts'

/**
 * `few`: the maximum number of patients to find by number first. If there are more, the list is read in its own order. `counted`: the maximum
 * number that a search counts. A digit is the start of every fourth NHS number: nobody reads so many rows.
 */
const bounds = { few: 5_000, counted: 50_000 }

/** The ids of one page of patients, and the total. */
export async function findPage(ctx: Context, query: PatientsQuery, { few, counted } = bounds): Promise<PatientsPage> {
  if (!query.filters.search) return findInOrder(ctx, query, [], counted)
  const search = readPatientSearch(query.filters.search)
  if (isLetter(search)) return findInOrder(ctx, query, [isNamed(sql`p.name_key`, search.name)], counted, true)
  const found = await findSearched(ctx, query, search, few)
  return 'ids' in found ? found : findInOrder(ctx, query, searchConditions(found.left), counted)
}

const isLetter = (search: PatientSearch): search is { name: { letter: string } } => search.name !== undefined && 'letter' in search.name

/** The cases exclude each other, so each is counted by itself. */
function searchConditions(search: PatientSearch) {
  const numbers = numberConditions(search)
  const { name } = search
  if (!name) return numbers
  const isAlsoNamed = isNamed(sql`p.name_key`, name)
  return [
    sql<boolean>`p.id in (select n.patient_id from (${patientsNamed(name)}) n)`,
    ...numbers.map((number) => sql<boolean>`(${number} and not ${isAlsoNamed})`),
  ]
}

/** Patients are read in the order of the index, unless there are so few that finding them first costs less. */
async function findInOrder(
  ctx: Context,
  { sort = 'lastName', filters, ...asked }: PatientsQuery,
  searched: Searched,
  mostCounted: number,
  isStretchOfNames = false,
): Promise<PatientsPage> {
  const { total, everybody } = await countPatients(ctx, filters, searched, mostCounted)
  if (total === 0) return { ids: [], total, isCountCapped: false }
  const isCountCapped = searched.length > 0 && total > mostCounted
  const conditions = [...conditionsOf(filters), ...(searched.length > 0 ? [any(searched)] : [])]
  const most = fewOf(sort, searched.length > 0 ? mostCounted : 5_000, everybody * asked.limit * pagesPassed(asked, total))
  const isFew = !isInOrder(sort, conditions, isStretchOfNames) && total <= most
  const found = sql`(select p.* from patients p where ${all([ofThisOrganisation('p'), ...conditions, ...(isFew ? await ofMyWards(ctx) : [])])} offset 0) p`
  const page = await readPage(ctx, asked, {
    name: ['patients', sort, filters],
    from: isFew ? found : sql`patients p`,
    where: isFew ? sql`true` : all([ofThisOrganisation('p'), ...conditions]),
    order: orderOf(sort),
    total: async () => (isCountCapped ? Infinity : total),
  })
  if (!isCountCapped) return { ...page, total, isCountCapped }
  const shown = page.ids.length > 0 ? (asked.page - 1) * asked.limit + page.ids.length : 0
  const isEnd = page.ids.length > 0 && page.ids.length < asked.limit
  return { ...page, total: isEnd ? shown : Math.max(mostCounted, shown), isCountCapped: !isEnd }
}
type Searched = Parameters<typeof countPatients>[2]
type Sort = NonNullable<PatientsQuery['sort']>

/** No other patients lie between them: every index of an order starts with the archived flag, and a letter is a range of names. */
const isInOrder = (sort: Sort, conditions: unknown[], isStretchOfNames: boolean) =>
  conditions.length === 1 || (conditions.length === 2 && isStretchOfNames && sort.endsWith('lastName'))

/** Read from the nearest known row, see readPage: the shown page, the start or the end of the list. */
const pagesPassed = ({ page, limit, cursor }: Pick<PatientsQuery, 'page' | 'limit' | 'cursor'>, total: number) =>
  cursor ? 1 : Math.max(1, Math.min(page, Math.ceil(total / limit) - page + 1))

/**
 * Reading in order skips about page size × total / matches rows, so both ways cost the same when the matches are the square root of the
 * total. This holds if matches are spread evenly. NHS numbers and kinds may depend on the time of creation, and then all others may come
 * first.
 */
const fewOf = (sort: Sort, most: number, shownOfEverybody: number) =>
  /lastName|dateOfBirth/.test(sort) ? Math.sqrt(shownOfEverybody) : most

/** Repeats the condition of the policy, so that an index can serve it. */
const ofMyWards = async (ctx: Context) =>
  wardLimitOf(ctx.actor) && (await isLimitedToWards(ctx))
    ? [
        sql<boolean>`p.ward_id = any(array(select m.ward_id from member_wards m where ${ofThisOrganisation('m')} and m.member_id = ${ctx.actor.id}))`,
      ]
    : []

/**
 * The number of patients in a list, and in the whole organisation. Totals by kind are stored (patient_counts); only patients of a search,
 * or with a waiting request, are counted. A search counts at most one more than `mostCounted` for each of its conditions.
 */
async function countPatients({ tx }: Context, filters: PatientFilters, searched: RawBuilder<SqlBool>[], mostCounted: number) {
  const conditions = conditionsOf(filters)
  const counts = searched.map((condition) => countedUpTo(mostCounted + 1, [...conditions, condition]))
  if (searched.length === 0) counts.push(isOfKindOnly(filters) ? keptCount(filters) : counted(conditions))
  const { rows } = await sql<{ total: number; everybody: number }>`
    select (${sql.join(counts, sql` + `)})::bigint as total, ${inOrganisation(filters)}::bigint as everybody`.execute(tx)
  return rows[0]! // a select without a table answers one row
}

const counted = (conditions: RawBuilder<SqlBool>[]) =>
  sql`(select count(*) from patients p where ${all([ofThisOrganisation('p'), ...conditions])})`
const countedUpTo = (most: number, conditions: RawBuilder<SqlBool>[]) =>
  sql`(select count(*) from (select from patients p where ${all([ofThisOrganisation('p'), ...conditions])} limit ${sql.lit(most)}) counted)`

function keptCount(filters: PatientFilters) {
  const ofKinds = sql`(select coalesce(sum(p.patients), 0) from patient_counts p where ${all([ofThisOrganisation('p'), ...ofKind(filters)])})`
  if (ofKind(filters).length > 1) return ofKinds
  return sql`case when ward_limited_member() is null then ${inOrganisation(filters)} else ${ofKinds} end`
}

const inOrganisation = ({ archived }: PatientFilters) => sql`(
  select coalesce(sum(${archived ? sql`patients - active_patients` : sql`active_patients`}), 0) from organisation_totals
  where ${ofThisOrganisation('organisation_totals')})`

/**
 * Finds and counts patients in one statement: by name, and by the start of a number if there are few. With many numbers, returns the rest
 * of the search, without the name if no patient has it.
 */
export async function findSearched(
  ctx: Context,
  query: PatientsQuery,
  search: PatientSearch,
  few = bounds.few,
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
  if (found.length === 0) return { ids: [], total: 0, isCountCapped: false }
  const numbered = numbers.length > 0 ? sql.join(numbers, sql` union all `) : sql`select where false`
  const { columns, direction } = orderOf(sort)
  const order = sql.join(columns.map(({ column }) => sql`${column} ${direction === 'asc' ? sql`asc` : sql`desc`} nulls last`))
  // How many patients have numbers with this start decides how their index is read, and a plan without the values cannot know. A name is
  // hardly ever the start of a local patient ID. A whole NHS number is that of one patient, and hardly ever such a start either.
  const isStartOfMany = /\d/.test(search.localPatientId ?? search.nhsNumber ?? '') && !isWholeNhsNumber(search.nhsNumber)
  const withPlan = isStartOfMany ? withCustomPlan : withGenericPlan
  const { rows } = await withPlan(ctx, () =>
    sql<{ ids: string[]; total: number; byNumber: number }>`
      with numbered as materialized (${numbered} limit ${sql.lit(few + 1)}),
      p as materialized (${sql.join(found, sql` union all `)})
      select (select count(*) from p) as total, (select count(*) from numbered) as "byNumber",
        array(select p.id from p order by ${order} limit ${sql.lit(limit)} offset ${(page - 1) * limit}) as ids`.execute(ctx.tx),
  )
  const { ids, total, byNumber } = rows[0]! // a select without a table answers one row
  if (byNumber <= few) return { ids, total, isCountCapped: false }
  const { name: _name, ...withoutName } = search
  return { left: total === byNumber ? withoutName : search }
}

/** With the columns of the orders. */
const patientsBy = sql`select p.id, p.name_key, p.date_of_birth, p.nhs_number, p.created_at from patients p where ${ofThisOrganisation('p')} and `

/** In the order of names, the search index has every column unless another filter is set. */
function patientsByName({ sort = 'lastName', filters }: PatientsQuery, named: RawBuilder<unknown>) {
  const conditions = conditionsOf(filters)
  const isPlain = conditions.length === 1 && sort.replace('-', '') === 'lastName'
  return isPlain
    ? sql`select n.patient_id as id, n.name_key, null::date as date_of_birth, null as nhs_number, null::timestamptz as created_at
        from (${named}) n where n.is_archived = ${filters.archived}`
    : sql`${patientsBy}p.id = any(array(select n.patient_id from (${named}) n where n.is_archived = ${filters.archived})) and ${all(conditions)}`
}
