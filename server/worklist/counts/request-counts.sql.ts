import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { RequestFilters } from '#contract/request-filters.ts'
import { worklistFilter, worklistFilterNames } from '#domain/worklist-filters.ts'
import type { Context } from '#server/platform/context.ts'
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

/** Members who are limited to wards get counts by ward if there is no other filter: row-level security leaves them their own wards. */
const theirWards = sql`array(select ward_id::text from member_wards where member_id = ward_limited_member())`

/**
 * The number of requests for each value of these groupings, without counting requests: stored counts and changes not folded yet, in one
 * statement so that folding in between changes nothing.
 */
export async function sumCounts(
  { tx }: Context,
  { by, values }: Narrowing,
  isLimited: boolean,
  statuses: string[] | undefined,
  groupedBy: string[],
) {
  const isNarrowed = isLimited
    ? sql<SqlBool>`narrowed_by = 'ward' and narrowed_to = any(${theirWards})`
    : sql<SqlBool>`narrowed_by = ${sql.lit(by)} and ${isOneOf(sql`narrowed_to`, values)}`
  const groupings = sql.join(groupedBy.map((one) => sql.lit(one)))
  const isWanted = sql<SqlBool>`${isNarrowed} and grouped_by in (${groupings})${statuses ? sql` and ${isOneOf(sql`status`, statuses)}` : sql``}`
  const { rows } = await sql<{ grouped_by: string; value: string; count: number }>`
    select grouped_by, case grouped_by when '' then status else value end as value, sum(count)::bigint as count
    from (
      select grouped_by, value, status, count from form_request_counts where ${isWanted}
      union all
      select grouped_by, value, status, count from form_request_changes c, filters_of(c) f, groupings_of(c) g where ${isWanted}) counted
    group by 1, 2 having sum(count) <> 0`.execute(tx)
  return rows
}

const isOneOf = (column: RawBuilder<unknown>, values: string[]) =>
  values.length === 1 ? sql<SqlBool>`${column} = ${values[0]}` : sql<SqlBool>`${column} = any(${values}::text[])`

/** Folds the changes into the counts of the bound organisation. */
export const foldChanges = ({ tx }: Pick<Context, 'tx'>) => sql`call fold_request_changes()`.execute(tx)

/** The same for the queues of the waiting list. */
export const foldWaitingListChanges = ({ tx }: Pick<Context, 'tx'>) => sql`call fold_waiting_list_changes()`.execute(tx)
