import { sql, type RawBuilder, type SqlBool } from 'kysely'

import type { RequestFilters } from '#contract/requests.ts'
import type { Context } from '#server/platform/context.ts'

/** The filters that the counts answer, as filters_of() calls them (database/migrations/0011-worklist.sql); they answer any statuses besides. */
const narrowings = {
  specialty: 'specialty',
  formId: 'form',
  assignee: 'assignee',
  method: 'method',
  location: 'location',
  urgent: 'urgent',
  notReached: 'unreached',
} as const satisfies Partial<Record<keyof RequestFilters, string>>
const isNarrowing = (name: string): name is keyof typeof narrowings => name in narrowings

/** The one filter besides the status that is in force; undefined where the counts cannot answer what is. */
export function narrowingOf(filters: RequestFilters, memberId: string | null) {
  const inForce = Object.entries(filters).filter(([name, value]) => name !== 'status' && isInForce(value))
  const [first] = inForce
  if (inForce.length > 1 || (first && !isNarrowing(first[0]))) return undefined
  if (!first) return { by: '', values: [''] }
  const [name, value] = first as [keyof typeof narrowings, string[] | boolean] // asked just above
  const asKept = (one: string | boolean) => (name === 'assignee' && one === 'me' ? (memberId ?? '') : String(one))
  // Ids are kept in small letters.
  const values = [value].flat().map(asKept)
  return { by: narrowings[name], values: name === 'formId' || name === 'assignee' ? values.map((one) => one.toLowerCase()) : values }
}
export type Narrowing = NonNullable<ReturnType<typeof narrowingOf>>

export const isInForce = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '')

/** Whose wards limit what they see are answered by ward, where nothing else narrows: row-level security leaves them only their own. */
const theirWards = sql`array(select ward_id::text from member_wards where member_id = ward_limited_member())`

/**
 * How many requests each value of these groupings has, without counting a request: what is kept, and what the worker has not folded into it yet,
 * in one statement, so that a fold in between changes nothing.
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

/** Folds what was changed into the counts of the bound organisation. */
export const foldChanges = ({ tx }: Pick<Context, 'tx'>) => sql`call fold_request_changes()`.execute(tx)
