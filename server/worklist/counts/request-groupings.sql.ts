import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'

import type { RequestFilters, RequestGroupings } from '#contract/request-filters.ts'
import { type RequestStatus, requestStatuses } from '#domain/request-status.ts'
import { specialtyName } from '#domain/specialties.ts'
import { type CountedFilterName, countedFilterNames, type CountedIdName, isOffered, worklistFilter } from '#domain/worklist-filters.ts'
import { compilable, compiledOnce, type Later } from '#server/platform/compiled-once.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { tenOrMore, withCustomPlan } from '#server/platform/generic-plan.sql.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'
import { isSet, matching, onRequests } from '#server/worklist/request-filters.sql.ts'

import { foldIfMany } from './fold-by-size.ts'
import { isLimited, narrowingOf, sumCounts } from './request-counts.sql.ts'

export type Name = CountedFilterName
export type Counts = Record<Name, Map<string, number>>
/** Groupings that one query counts, and the filters of that query. */
export type CountQuery = { names: Name[]; filters: RequestFilters }

/** The counted value of a request with the alias `r`. */
function countedValue(name: Name) {
  const { column, takes } = worklistFilter(name)
  const ref = sql.ref(`r.${column}`)
  if (takes.kind === 'assignees' || takes.kind === 'ids or none') return sql<string>`coalesce(${ref}::text, 'none')`
  return takes.kind === 'ids' || takes.kind === 'flag' ? sql<string>`${ref}::text` : sql<string>`${ref}`
}

/** A grouping whose own filter is set needs a query without that filter. All other groupings share one query. */
export function countQueries(filters: RequestFilters): CountQuery[] {
  const names = countedFilterNames.filter((name) => isOffered(name, filters))
  const free = names.filter((name) => !isSet(filters[name]))
  const own = names.filter((name) => isSet(filters[name])).map((name) => ({ names: [name], filters: withoutOwn(filters, name) }))
  return free.length > 0 ? [{ names: free, filters }, ...own] : own
}

/** Answers belong to the questions of one form, so another form is counted without them. */
const withoutOwn = (filters: RequestFilters, name: Name): RequestFilters => ({
  ...filters,
  [name]: undefined,
  ...(name === 'formId' && { answer: undefined }),
})

/** What a total needs: counts by status under all filters that are set, and no other counts. */
export const statusQueries = (filters: RequestFilters): CountQuery[] => [{ names: ['status'], filters }]

/** How many requests match, by status. */
export async function countByStatus(ctx: Context, filters: RequestFilters): Promise<Map<string, number>> {
  return (await countStatuses(ctx, filters)).status
}

/** The same, in the shape of all counts. */
export const countStatuses = (ctx: Context, filters: RequestFilters) => runCountQueries(ctx, statusQueries(filters))

/** Counts by status and by the values of each filter, under the other filters that are set (REQ-1). */
export const countGroupings = (ctx: Context, filters: RequestFilters) => runCountQueries(ctx, countQueries(filters))

async function runCountQueries(ctx: Context, queries: CountQuery[]): Promise<Counts> {
  const areLimited = await isLimited(ctx)
  const counted = await Promise.all(queries.map((query) => runCountQuery(ctx, query, areLimited)))
  const byName = new Map(counted.flat())
  return Object.fromEntries(countedFilterNames.map((name) => [name, byName.get(name) ?? new Map()])) as Counts // every name is there
}

export function totalOf({ status }: Counts, filters: RequestFilters) {
  const chosen: readonly RequestStatus[] = filters.status?.length ? [...new Set(filters.status)] : requestStatuses
  return chosen.reduce((sum, one) => sum + (status.get(one) ?? 0), 0)
}

const noCounts: ReadonlyMap<string, Map<string, number>> = new Map()

/** From the stored counts if they can answer, else from the requests. */
async function runCountQuery(ctx: Context, { names, filters }: CountQuery, areLimited: boolean): Promise<[Name, Map<string, number>][]> {
  const narrowing = narrowingOf(filters, ctx.actor.id)
  const isByWard = narrowing?.by === 'ward' // row-level security leaves a member who is limited to wards their own wards
  if (!narrowing || (areLimited && narrowing.by !== '' && !isByWard)) return countInOnePass(ctx, { names, filters })
  const [stored, live] = [names.filter((name) => storedAs(name) !== undefined), names.filter((name) => storedAs(name) === undefined)]
  const statuses = filters.status?.length ? filters.status : undefined
  const storedNames = stored.map((name) => storedAs(name) ?? '')
  const [{ counts, unfolded }, counted] = await Promise.all([
    stored.length > 0 ? sumCounts(ctx, narrowing, areLimited && !isByWard, statuses, storedNames) : { counts: noCounts, unfolded: 0 },
    live.length > 0 ? countInOnePass(ctx, { names: live, filters }) : [],
  ])
  foldIfMany(ctx.services, ctx.organisationId, unfolded)
  const found = stored.map((name): [Name, Map<string, number>] => [name, counts.get(storedAs(name) ?? '') ?? new Map()])
  return [...found, ...counted]
}

function storedAs(name: Name): string | undefined {
  const { counts } = worklistFilter(name)
  return counts === null || counts === 'live' || 'liveWith' in counts ? undefined : counts.stored
}

async function countInOnePass(ctx: Context, { names, filters }: CountQuery): Promise<[Name, Map<string, number>][]> {
  const count = () =>
    countsOf(
      sql`form_requests r`,
      sql<SqlBool>`${ofThisOrganisation('r')} and ${matching(onRequests, filters, ctx.actor.id)}`,
      names,
    ).execute(ctx.tx)
  const { rows } = await (isSet(filters.waited) ? withCustomPlan(ctx, count) : count())
  return names.map((name) => [name, countsIn(rows, name)])
}

export type Counted = { name: Name; value: string; count: number }
export const countsIn = (rows: Counted[], wanted: Name) =>
  new Map(rows.filter(({ name }) => name === wanted).map(({ value, count }) => [value, count]))

/** The number of requests with the alias `r` for each value of these groupings, in one query. No value is null. */
export function countsOf(from: RawBuilder<unknown>, where: Expression<SqlBool>, names: Name[]) {
  const values = names.map(countedValue)
  // Each bit from the left is 0 if the row counts the values of that column.
  const which = names.map(
    (name, nth) => sql`when ${sql.lit((2 ** names.length - 1) & ~(2 ** (names.length - 1 - nth)))} then ${sql.lit(name)}`,
  )
  return sql<Counted>`
    select case grouping(${sql.join(values)}) ${sql.join(which, sql` `)} end as name, coalesce(${sql.join(values)}) as value, count(*) as count
    from ${from} where ${where} group by grouping sets (${sql.join(values.map((value) => sql`(${value})`))})`
}

const maxValues = 200

/** The label of a counted value. Ids are looked up; a text is its own label. */
async function labelsOf(ctx: Context, values: (name: CountedIdName) => { value: string }[]) {
  const { titles, members, outcomes, wards } = await namesOf(ctx, {
    forms: values('formId'),
    members: values('assignee'),
    outcomes: values('outcome'),
    wards: values('wardId'),
  })
  return {
    specialty: (code) => `${code} ${specialtyName(code) ?? ''}`.trim(),
    formId: (id) => titles.get(id) ?? 'Unknown form',
    assignee: (id) => (id === 'none' ? 'Unassigned' : (members.get(id) ?? 'Unknown user')),
    outcome: (id) => (id === 'none' ? 'No outcome' : (outcomes.get(id) ?? 'Unknown outcome')),
    wardId: (id) => (id === 'none' ? 'No ward' : (wards.get(id) ?? 'Unknown ward')),
  } satisfies Record<CountedIdName, (value: string) => string> & Partial<Record<Name, (value: string) => string>>
}

export async function withLabels(ctx: Context, filters: RequestFilters, counts: Counts): Promise<RequestGroupings> {
  const counted = (name: Name, value: string) => counts[name].get(value) ?? 0
  // Chosen values stay in the list, even with a count of 0.
  const sorted = new Map<Name, { value: string; count: number }[]>()
  const valuesOf = (name: Name) => {
    const values =
      sorted.get(name) ??
      [...new Set([...counts[name].keys(), ...[filters[name] ?? []].flat().map(String)])]
        .filter((value) => value !== '' && value !== 'me')
        .map((value) => ({ value, count: counted(name, value) }))
        .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
        .slice(0, maxValues)
    sorted.set(name, values)
    return values
  }
  const labels: Partial<Record<Name, (value: string) => string>> = await labelsOf(ctx, valuesOf)
  const groupingOf = (name: Name) => {
    const { takes } = worklistFilter(name)
    if (name === 'status') return Object.fromEntries(requestStatuses.map((one) => [one, counted(name, one)]))
    if (takes.kind === 'flag') return counted(name, 'true')
    if (takes.kind === 'choices')
      return takes.values.map((value) => ({ value, label: takes.labelOf(value as never), count: counted(name, value) })) // one of its values
    return valuesOf(name).map((one) => ({ ...one, label: labels[name]?.(one.value) ?? one.value }))
  }
  return Object.fromEntries(countedFilterNames.map((name) => [name, groupingOf(name)])) as RequestGroupings // every name, in the shape of its kind
}

type Value = { value: string }

/** Titles of forms and names of members, outcomes and wards, looked up once for each value. */
async function namesOf({ tx }: Context, values: Record<'forms' | 'members' | 'outcomes' | 'wards', Value[]>) {
  const idsOf = (found: Value[]) => found.map(({ value }) => value).filter((value) => value !== 'none')
  const [forms, members, outcomes, wards] = [idsOf(values.forms), idsOf(values.members), idsOf(values.outcomes), idsOf(values.wards)]
  const rows =
    forms.length + members.length + outcomes.length + wards.length === 0
      ? []
      : await findNames(tx, tenOrMore(forms), tenOrMore(members), tenOrMore(outcomes), tenOrMore(wards))
  const asMap = (wanted: string) => new Map(rows.filter(({ kind }) => kind === wanted).map(({ id, name }) => [id, name]))
  return { titles: asMap('form'), members: asMap('member'), outcomes: asMap('outcome'), wards: asMap('ward') }
}

type Ids = Later<string[]>
type Named = { id: string; name: string; kind: 'form' | 'member' | 'outcome' | 'ward' }

const findNames = compiledOnce((tx, forms: Ids, members: Ids, outcomes: Ids, wards: Ids) =>
  compilable(
    tx,
    sql<Named>`
      select id, title as name, 'form' as kind from forms where ${ofThisOrganisation('forms')} and id = any(${forms}::uuid[])
      union all select id, first_name || ' ' || last_name, 'member' from members where ${ofThisOrganisation('members')} and id = any(${members}::uuid[])
      union all select id, name, 'outcome' from outcomes where ${ofThisOrganisation('outcomes')} and id = any(${outcomes}::uuid[])
      union all select id, name, 'ward' from wards where ${ofThisOrganisation('wards')} and id = any(${wards}::uuid[])`,
  ),
)
