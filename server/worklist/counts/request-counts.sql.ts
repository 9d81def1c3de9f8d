import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { RequestFilters } from '#contract/request-filters.ts'
import { worklistFilter, worklistFilterNames } from '#domain/worklist-filters.ts'
import { isLimitedToWards } from '#server/patients/patients.ts'
import { compilable, compiledOnce, type Later } from '#server/platform/compiled-once.sql.ts'
import { type Context, wardLimitOf } from '#server/platform/context.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'
import { isSet } from '#server/worklist/request-filters.sql.ts'

/** The only filter set besides the status, in the form of the stored counts. Undefined if the stored counts cannot answer. */
export function narrowingOf(filters: RequestFilters, memberId: string | null) {
  const set = worklistFilterNames.filter((name) => name !== 'status' && isSet(filters[name]))
  const [name] = set
  if (!name) return { by: '', values: [''] }
  const { storedFilter, takes } = worklistFilter(name)
  if (set.length > 1 || !storedFilter) return undefined
  const values = [filters[name]].flat().map((one) => (takes.kind === 'assignees' && one === 'me' ? (memberId ?? '') : String(one)))
  // Ids are stored in lower case.
  const areIds = takes.kind === 'ids' || takes.kind === 'ids or none' || takes.kind === 'assignees'
  return { by: storedFilter, values: areIds ? values.map((one) => one.toLowerCase()) : values }
}
export type Narrowing = NonNullable<ReturnType<typeof narrowingOf>>

export const isLimited = async (ctx: Context) => wardLimitOf(ctx.actor) !== '' && (await isLimitedToWards(ctx))

/** Members who are limited to wards get counts by ward if there is no other filter: row-level security leaves them their own wards. */
export const theirWards = sql`array(select ward_id::text from member_wards where ${ofThisOrganisation('member_wards')} and member_id = ward_limited_member())`

/**
 * The number of requests for each value of these groupings, without counting requests: stored counts and changes not folded yet, in one
 * statement so that folding in between changes nothing. Without any filter, the stored sums over all statuses are read. `counts`: by grouping and
 * value, without zeros. `unfolded`: how many changes were added up.
 */
export async function sumCounts(
  { tx }: Context,
  { by, values }: Narrowing,
  isLimited: boolean,
  statuses: string[] | undefined,
  groupedBy: string[],
) {
  const shape: Shape = {
    narrowedBy: isLimited ? 'ward' : by,
    isLimited,
    isOneValue: values.length === 1,
    hasStatuses: statuses !== undefined,
    isOneStatus: statuses?.length === 1,
    groupedBy,
  }
  const [value = ''] = values
  const [status = ''] = statuses ?? []
  const rows = await statementFor(shape)(tx, shape.isOneValue ? value : values, shape.isOneStatus ? status : (statuses ?? []))
  const counts = new Map(groupedBy.map((name) => [name, new Map<string, number>()]))
  for (const { grouped_by, by_value } of rows) {
    const ofGrouping = counts.get(grouped_by)
    for (const [value, count] of Object.entries(by_value)) {
      const sum = (ofGrouping?.get(value) ?? 0) + count
      if (sum === 0) ofGrouping?.delete(value)
      else ofGrouping?.set(value, sum)
    }
  }
  return { counts, unfolded: rows.find((row) => row.grouped_by === 'unfolded')?.by_value[''] ?? 0 }
}

/** What the text of the statement depends on: which filters are set, and whether to one value or to several. */
type Shape = {
  narrowedBy: string
  isLimited: boolean
  isOneValue: boolean
  hasStatuses: boolean
  isOneStatus: boolean
  groupedBy: string[]
}
type Sums = { grouped_by: string; by_value: Record<string, number> }
type Values = Later<string | string[]>

const statements = new Map<string, ReturnType<typeof buildStatement>>()

/** The statement of this shape, built at its first use: building it takes longer than sending it. */
function statementFor(shape: Shape) {
  const key = JSON.stringify(shape)
  const statement = statements.get(key) ?? buildStatement(shape)
  statements.set(key, statement)
  return statement
}

const buildStatement = (shape: Shape) =>
  compiledOnce((tx, values: Values, statuses: Values) => compilable<Sums>(tx, sumOf(shape, values, statuses)))

function sumOf({ narrowedBy, isLimited, isOneValue, hasStatuses, isOneStatus, groupedBy }: Shape, values: Values, statuses: Values) {
  const isNarrowed = (column: RawBuilder<unknown>) =>
    isLimited ? sql<SqlBool>`${column} = any(${theirWards})` : isOneOf(column, values, isOneValue)
  const hasStatus = hasStatuses ? isOneOf(sql`status`, statuses, isOneStatus) : sql<SqlBool>`true`
  const stored = (groupings: string[], ofStatus: RawBuilder<SqlBool>) => sql`
    select grouped_by, case grouped_by when '' then status else value end as value, count from form_request_counts
    where ${ofThisOrganisation('form_request_counts')} and narrowed_by = ${sql.lit(narrowedBy)} and ${isNarrowed(sql`narrowed_to`)}
      and grouped_by in (${sql.join(groupings.map((one) => sql.lit(one)))}) and ${ofStatus}`
  const summed = (groupings: string[]) => sql`
    select grouped_by, value, sum(count)::bigint as count from (${stored(groupings, hasStatus)}) s group by 1, 2`
  const named = groupedBy.filter((one) => one !== '')
  const isUnnarrowed = narrowedBy === ''
  const parts = [
    ...(groupedBy.includes('') ? [isUnnarrowed ? stored([''], hasStatus) : summed([''])] : []),
    ...(named.length > 0 ? [isUnnarrowed && !hasStatuses ? stored(named, sql<SqlBool>`status = ''`) : summed(named)] : []),
    changesBy(groupedBy, sql<SqlBool>`${isUnnarrowed ? sql`true` : isNarrowed(changeColumn(narrowedBy))} and ${hasStatus}`),
  ]
  // Added up by the program, because the database would sort all rows for it, which takes as long as reading them. One object for each grouping is read
  // faster than a row for each value.
  const asObjects = parts.map((part) => sql`select grouped_by, json_object_agg(value, count) as by_value from (${part}) p group by 1`)
  return sql<Sums>`${sql.join(asObjects, sql` union all `)}`
}

/** The value of a filter or grouping in a change, as the stored counts have it: fold_request_changes() in the migrations. */
const changeColumns: Record<string, RawBuilder<string>> = {
  specialty: sql`specialty`,
  form: sql`form_id::text`,
  assignee: sql`coalesce(assignee_id::text, 'none')`,
  method: sql`notification_method`,
  location: sql`location`,
  event: sql`event`,
  urgent: sql`is_urgent::text`,
  unreached: sql`is_unreached::text`,
  outcome: sql`coalesce(outcome_id::text, 'none')`,
  ward: sql`coalesce(ward_id::text, 'none')`,
  in_ward: sql`coalesce(ward_id::text, 'none')`,
}
function changeColumn(name: string) {
  const column = changeColumns[name]
  if (!column) throw new Error(`The stored counts know no ${name}`)
  return column
}

/**
 * Changes that are not folded, added up by each grouping in one pass: after an import there may be tens of thousands. '' stands for the status alone,
 * and 'unfolded' is how many changes there are.
 */
function changesBy(groupedBy: readonly string[], where: RawBuilder<SqlBool>) {
  const groups = groupedBy.map((name, nth) => ({ name, column: name === '' ? sql`status` : changeColumn(name), value: sql.ref(`v${nth}`) }))
  const columns = sql.join(groups.map(({ column, value }) => sql`${column} as ${value}`))
  const values = sql.join(groups.map(({ value }) => value))
  // Each bit from the left is 0 if the row counts the values of that column.
  const all = 2 ** groups.length - 1
  const which = groups.map(({ name }, nth) => sql`when ${sql.lit(all & ~(2 ** (groups.length - 1 - nth)))} then ${sql.lit(name)}`)
  return sql`
    select case grouping(${values}) ${sql.join(which, sql` `)} else 'unfolded' end as grouped_by, coalesce(${values}, '') as value,
      case grouping(${values}) when ${sql.lit(all)} then count(*) else sum(count)::bigint end as count
    from (select count, ${columns} from form_request_changes where ${ofThisOrganisation('form_request_changes')} and ${where}) c
    group by grouping sets (${sql.join(groups.map(({ value }) => sql`(${value})`))}, ())`
}

const isOneOf = (column: RawBuilder<unknown>, values: Values, isOne: boolean) =>
  isOne ? sql<SqlBool>`${column} = ${values}` : sql<SqlBool>`${column} = any(${values}::text[])`

/** Folds the changes into the counts of the bound organisation. */
export const foldChanges = ({ tx }: Pick<Context, 'tx'>) => sql`call fold_request_changes()`.execute(tx)

/** The same for the queues of the waiting list. */
export const foldWaitingListChanges = ({ tx }: Pick<Context, 'tx'>) => sql`call fold_waiting_list_changes()`.execute(tx)

/** How many changes of all organisations are not folded, by the statistics of PostgreSQL. */
export async function estimateUnfolded({ tx }: Pick<Context, 'tx'>) {
  const { rows } = await sql<{ changes: number }>`
    select coalesce(sum(n_live_tup), 0)::bigint as changes from pg_stat_user_tables
    where schemaname = 'public' and relname in ('form_request_changes', 'answer_changes', 'message_changes', 'waiting_list_changes')`.execute(
    tx,
  )
  return rows[0]!.changes
}
