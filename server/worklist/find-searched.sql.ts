import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { RequestFilters } from '#contract/request-filters.ts'
import { countedFilterNames } from '#domain/worklist-filters.ts'
import type { Context } from '#server/platform/context.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'
import { readPage } from '#server/platform/paging/read-page.sql.ts'
import { withGenericPlan } from '#server/platform/generic-plan.sql.ts'
import {
  countsIn,
  countsOf,
  countQueries,
  statusQueries,
  totalOf,
  type Counted,
  type Counts,
  type CountQuery,
} from './counts/request-groupings.sql.ts'
import { matching, onRequests } from './request-filters.sql.ts'
import { orderOf, type WorklistPage } from './worklist.sql.ts'

import { isFoundBy, pathwaysFoundBy, patientsFoundBy } from './search/request-search.sql.ts'

/** The maximum number of patients or pathways to find first, and of requests to count for a search with more. */
const bounds = { few: 10_000, looked: 5_000 }

/** `groupings: false`: counts for the total only, and not the values of all filters. */
type Asked = WorklistPage & { search: string; groupings?: boolean }
type Searched = { ids: string[]; counts: Counts; total: number; isCountCapped: boolean; cursor?: string | undefined }

/**
 * The requests that a search matches. A search with few matches is found once, then shown and counted. A search for one or two letters may
 * match much of a million requests: then the page is read in list order, and only the newest requests are counted, which the result says.
 */
export async function findSearched(ctx: Context, query: Asked, { few, looked } = bounds): Promise<Searched> {
  const { search: _search, ...filters } = query.filters
  const asked = { ...query, filters }
  return (await findFew(ctx, asked, few)) ?? findAmongMany(ctx, asked, looked)
}

const whereOf = (ctx: Context, filters: RequestFilters) => matching(onRequests, filters, ctx.actor.id)

async function findFew(
  ctx: Context,
  { page, limit, sort = '-createdAt', filters, search, groupings = true }: Asked,
  few: number,
): Promise<Searched | undefined> {
  const { columns, direction } = orderOf(sort)
  const order = sql.join(columns.map(({ column }) => sql`${column} ${direction === 'asc' ? sql`asc` : sql`desc`} nulls last`))
  const counting = queriesOf(filters, groupings).map((pass) => countsOf(sql`r`, whereOf(ctx, pass.filters), pass.names))
  const { rows } = await withGenericPlan(ctx, () =>
    sql<{ areFew: boolean; ids: string[]; counted: Counted[] | null }>`
      with found as materialized (select f.id from (${patientsFoundBy(search)}) f(id) limit ${sql.lit(few + 1)}),
      pathways as materialized (${pathwaysFoundBy(search)} limit ${sql.lit(few + 1)}),
      size as materialized (select (select count(*) from found) <= ${sql.lit(few)} and (select count(*) from pathways) <= ${sql.lit(few)} as "areFew"),
      r as materialized (
        select r.* from form_requests r where ${ofThisOrganisation('r')} and (select "areFew" from size) and r.patient_id = any(array(select id from found))
        union all
        select r.* from form_requests r where ${ofThisOrganisation('r')} and (select "areFew" from size) and r.id = any(array(select id from pathways))
          and r.patient_id not in (select id from found))
      select "areFew",
        array(select r.id from r where ${whereOf(ctx, filters)} order by ${order} limit ${sql.lit(limit)} offset ${(page - 1) * limit}) as ids,
        (select json_agg(c) from (${sql.join(counting, sql` union all `)}) c) as counted
      from size`.execute(ctx.tx),
  )
  const { areFew, ids, counted } = rows[0]! // a select of one row
  if (!areFew) return undefined
  const counts = toCounts(counted ?? [])
  return { ids, counts, total: totalOf(counts, filters), isCountCapped: false }
}

const queriesOf = (filters: RequestFilters, groupings: boolean) => (groupings ? countQueries(filters) : statusQueries(filters))

async function findAmongMany(
  ctx: Context,
  { sort = '-createdAt', filters, search, groupings = true, ...asked }: Asked,
  most: number,
): Promise<Searched> {
  const isFound = isFoundBy(search)
  const showing = readPage(ctx, asked, {
    name: ['requests', sort, filters, search],
    from: sql`form_requests as r`,
    where: sql<SqlBool>`${ofThisOrganisation('r')} and ${whereOf(ctx, filters)} and ${isFound}`,
    order: orderOf(sort),
    total: async () => Infinity, // the total is unknown
  })
  const passes = queriesOf(filters, groupings)
  // If not every grouping has its own filter set, one query counts under all filters.
  const isWhole = !groupings || passes[0]!.names.length > 1
  const counting = (isWhole ? passes : [{ names: [], filters }, ...passes]).map((pass) => countNewest(ctx, pass, isFound, most))
  const [{ ids, cursor }, [whole, ...own]] = await Promise.all([showing, Promise.all(counting)])
  const counts = toCounts([whole!, ...own].flatMap(({ counted }) => counted)) // there is at least one query
  const shown = ids.length > 0 ? (asked.page - 1) * asked.limit + ids.length : 0
  const isEnd = ids.length > 0 && ids.length < asked.limit
  const isCountCapped = whole!.areMore && !isEnd
  return { ids, cursor, counts, total: isEnd ? shown : Math.max(whole!.total, shown), isCountCapped }
}

/** From the newest requests that the filters match, in any order of the list. */
async function countNewest(ctx: Context, { names, filters }: CountQuery, isFound: RawBuilder<SqlBool>, most: number) {
  const { rows } = await sql<{ looked: number; total: number; counted: Counted[] | null }>`
    with newest as materialized (
      select r.* from form_requests r where ${ofThisOrganisation('r')} and ${whereOf(ctx, filters)} order by r.created_at desc, r.id desc limit ${sql.lit(most)}),
    r as materialized (select r.* from newest r where ${isFound})
    select (select count(*) from newest) as looked, (select count(*) from r) as total,
      ${names.length > 0 ? sql`(select json_agg(c) from (${countsOf(sql`r`, sql<SqlBool>`true`, names)}) c)` : sql`null`} as counted`.execute(
    ctx.tx,
  )
  const { looked, total, counted } = rows[0]! // a select without a table answers one row
  return { areMore: looked === most, total, counted: counted ?? [] }
}

const toCounts = (rows: Counted[]) => Object.fromEntries(countedFilterNames.map((name) => [name, countsIn(rows, name)])) as Counts // every name is one of these
