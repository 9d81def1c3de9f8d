import { sql } from 'kysely'

import { wardLimitOf, type Context } from '#server/platform/context.ts'
import { readPage } from '#server/platform/paging/read-page.sql.ts'

import { readPatientSearch, type PatientSearch } from '#domain/patient-search.ts'
import { isLimitedToWards } from '#server/patients/is-limited-to-wards.ts'
import { isNamed, numberConditions, patientsNamed } from '#server/patients/patient-search.sql.ts'
import { countPatients } from './count-patients.sql.ts'
import { findSearched } from './find-searched.sql.ts'
import { all, any, conditionsOf } from './patient-filters.sql.ts'
import { orderOf, type PatientsPage, type PatientsQuery } from './patients-page.sql.ts'

/** The ids of one page of patients, and the total. */
export async function findPage(ctx: Context, query: PatientsQuery): Promise<PatientsPage> {
  if (!query.filters.search) return findInOrder(ctx, query, [])
  const search = readPatientSearch(query.filters.search)
  if (isLetter(search)) return findInOrder(ctx, query, [isNamed(sql`p.name_key`, search.name)], true)
  const found = await findSearched(ctx, query, search)
  return 'ids' in found ? found : findInOrder(ctx, query, searchConditions(found.left))
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
  isStretchOfNames = false,
): Promise<PatientsPage> {
  const { total, everybody } = await countPatients(ctx, filters, searched)
  if (total === 0) return { ids: [], total }
  const conditions = [...conditionsOf(filters), ...(searched.length > 0 ? [any(searched)] : [])]
  const isFew =
    !isInOrder(sort, conditions, isStretchOfNames) && total <= fewOf(sort, searched, everybody * asked.limit * pagesPassed(asked, total))
  const found = sql`(select p.* from patients p where ${all([...conditions, ...(isFew ? await ofMyWards(ctx) : [])])} offset 0) p`
  const page = await readPage(ctx, asked, {
    name: ['patients', sort, filters],
    from: isFew ? found : sql`patients p`,
    where: isFew ? sql`true` : all(conditions),
    order: orderOf(sort),
    total: async () => total,
  })
  return { ...page, total }
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
function fewOf(sort: Sort, searched: Searched, shownOfEverybody: number) {
  if (/lastName|dateOfBirth/.test(sort)) return Math.sqrt(shownOfEverybody)
  return searched.length > 0 ? 50_000 : 5_000
}

/** Repeats the condition of the policy, so that an index can serve it. */
const ofMyWards = async (ctx: Context) =>
  wardLimitOf(ctx.actor) && (await isLimitedToWards(ctx))
    ? [sql<boolean>`p.ward_id = any(array(select m.ward_id from member_wards m where m.member_id = ${ctx.actor.id}))`]
    : []
