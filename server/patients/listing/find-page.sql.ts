import { sql, type RawBuilder } from 'kysely'

import type { patients } from '#contract/patients.ts'
import type { Input } from '#contract/route.ts'
import { wardLimitOf, type Context } from '#server/platform/context.ts'
import { readPage, type Order } from '#server/platform/paging/read-page.sql.ts'

import { isLimitedToWards } from '#server/patients/is-limited-to-wards.ts'
import { countPatients } from './count-patients.sql.ts'
import { all, any, conditionsOf } from './patient-filters.sql.ts'
import { readSearch } from './patient-search.sql.ts'

export type PatientsQuery = Input<typeof patients.list>['query']
type Page = { ids: string[]; total: number; cursor?: string }

const id = { column: sql`p.id`, type: 'uuid' } as const
/** Each is an index (migration 0004). */
const orders = {
  lastName: { columns: [{ column: sql`p.name_key`, type: 'text' }, id] },
  dateOfBirth: { columns: [{ column: sql`p.date_of_birth`, type: 'date' }, id] },
  nhsNumber: { columns: [{ column: sql`p.nhs_number`, type: 'text' }, id], mayBeBlank: true },
  createdAt: { columns: [{ column: sql`p.created_at`, type: 'timestamptz' }, id] },
} as const

export function orderOf(sort: NonNullable<PatientsQuery['sort']>): Order {
  const { columns, ...others } = orders[sort.replace('-', '') as keyof typeof orders] // the contract lets only the four names through
  return { columns: [...columns], direction: sort.startsWith('-') ? 'desc' : 'asc', ...others }
}

/** The ids of a page of patients and how many there are in all. */
export async function findPage(ctx: Context, query: PatientsQuery): Promise<Page> {
  const search = query.filters.search ? readSearch(query.filters.search) : undefined
  if (search?.kind === 'nothing') return { ids: [], total: 0 }
  if (search?.kind === 'words') return findByName(ctx, query, search.words)
  return findInOrder(ctx, query, search?.conditions ?? [])
}

/** They come along the index of the order, unless they are so few that passing by all others would cost more than finding them first. */
async function findInOrder(ctx: Context, { sort = 'lastName', filters, ...asked }: PatientsQuery, searched: Searched): Promise<Page> {
  const { total, everybody } = await countPatients(ctx, filters, searched)
  if (total === 0) return { ids: [], total }
  const conditions = [...conditionsOf(filters), ...(searched.length > 0 ? [any(searched)] : [])]
  const isFew = !isInOrder(sort, conditions, filters) && total <= fewOf(sort, searched, everybody * asked.limit * pagesPassed(asked, total))
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

/** Nobody else is in between: whether archived begins every index of an order, and one letter is a stretch of the names. */
const isInOrder = (sort: Sort, conditions: unknown[], { search }: PatientsQuery['filters']) =>
  conditions.length === 1 || (conditions.length === 2 && search !== undefined && !/\d/.test(search) && sort.endsWith('lastName'))

/** From the nearest known place, as readPage goes: the page that was shown, the start or the end of the list. */
const pagesPassed = ({ page, limit, cursor }: Pick<PatientsQuery, 'page' | 'limit' | 'cursor'>, total: number) =>
  cursor ? 1 : Math.max(1, Math.min(page, Math.ceil(total / limit) - page + 1))

/**
 * Along the order one passes by everybody, times what is shown, over the total: as many as there are to find where the total is the square root. That
 * is so where who is wanted lies anywhere in the order. Numbers and kinds may go with the moment of creation, and then all others may come first.
 */
function fewOf(sort: Sort, searched: Searched, shownOfEverybody: number) {
  if (/lastName|dateOfBirth/.test(sort)) return Math.sqrt(shownOfEverybody)
  return searched.length > 0 ? 50_000 : 5_000
}

/** What the policy says already, once more so that an index can be asked for it. */
const ofMyWards = async (ctx: Context) =>
  wardLimitOf(ctx.actor) && (await isLimitedToWards(ctx))
    ? [sql<boolean>`p.ward_id = any(array(select m.ward_id from member_wards m where m.member_id = ${ctx.actor.id}))`]
    : []

/** Few or many, they are found and counted in one go: the words come in their own order. */
async function findByName({ tx }: Context, { page, limit, sort = 'lastName', filters }: PatientsQuery, words: string[]): Promise<Page> {
  const { columns, direction } = orderOf(sort)
  const byWords = sql`select s.patient_id as id, s.name_key from search_patients(${words}::text[]) s where s.is_archived = ${filters.archived}`
  const conditions = conditionsOf(filters)
  const isPlain = conditions.length === 1 && sort.replace('-', '') === 'lastName'
  const found = isPlain
    ? byWords
    : sql`select p.id, p.name_key, p.date_of_birth, p.nhs_number, p.created_at from patients p
        where p.id = any(array(select f.id from (${byWords}) f)) and ${all(conditions)}`
  const order = sql.join(columns.map(({ column }) => sql`${column} ${way(direction)} nulls last`))
  const { rows } = await sql<{ ids: string[]; total: number }>`
    with p as materialized (${found})
    select (select count(*) from p) as total, array(select p.id from p order by ${order} limit ${limit} offset ${(page - 1) * limit}) as ids`.execute(
    tx,
  )
  return rows[0]! // a select without a table answers one row
}
const way = (direction: Order['direction']): RawBuilder<unknown> => (direction === 'asc' ? sql`asc` : sql`desc`)
