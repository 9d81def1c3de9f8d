import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'

import type { RequestFilters, RequestGroupings } from '#contract/requests.ts'
import { methodLabel, notificationMethods } from '#domain/notification.ts'
import { requestStatuses, type RequestStatus } from '#domain/request-status.ts'
import { specialtyName } from '#domain/specialties.ts'
import { isLimitedToWards } from '#server/patients/patients.ts'
import { wardLimitOf, type Context } from '#server/platform/context.ts'
import { matching, onRequests } from '#server/worklist/request-filters.sql.ts'

import { isInForce, narrowingOf, sumCounts } from './request-counts.sql.ts'
import { namesOf } from './request-names.sql.ts'

const groupings = {
  status: { filter: 'status', value: sql<string>`r.status` },
  specialty: { filter: 'specialty', value: sql<string>`r.specialty` },
  form: { filter: 'formId', value: sql<string>`r.form_id::text` },
  assignee: { filter: 'assignee', value: sql<string>`coalesce(r.assignee_id::text, 'none')` },
  method: { filter: 'method', value: sql<string>`r.notification_method` },
  location: { filter: 'location', value: sql<string>`r.location` },
  event: { filter: 'event', value: sql<string>`r.event` },
  urgent: { filter: 'urgent', value: sql<string>`r.is_urgent::text` },
} as const
export type Name = keyof typeof groupings
export type Counts = Record<Name, Map<string, number>>
/** Groupings that one question answers, and the filters it is asked under. */
export type Pass = { names: Name[]; filters: RequestFilters }
const names = Object.keys(groupings) as Name[] // exactly the keys above

/** Groupings whose own filter is in force each ask a question of their own, without it; all the others ask one together. */
export function passesOf(filters: RequestFilters): Pass[] {
  const isOwnInForce = (name: Name) => isInForce(filters[groupings[name].filter])
  const free = names.filter((name) => !isOwnInForce(name))
  const own = names.filter(isOwnInForce).map((name) => ({ names: [name], filters: { ...filters, [groupings[name].filter]: undefined } }))
  return free.length > 0 ? [{ names: free, filters }, ...own] : own
}

/** Counts by status and by each filter's values, all true for the filters in force (REQ-1). */
export async function countGroupings(ctx: Context, filters: RequestFilters): Promise<Counts> {
  const isLimited = wardLimitOf(ctx.actor) !== '' && (await isLimitedToWards(ctx))
  const counted = await Promise.all(passesOf(filters).map((pass) => countPass(ctx, pass, isLimited)))
  return Object.fromEntries(counted.flat()) as Counts // every name is in exactly one pass
}

export function totalOf({ status }: Counts, filters: RequestFilters) {
  const chosen: readonly RequestStatus[] = filters.status?.length ? [...new Set(filters.status)] : requestStatuses
  return chosen.reduce((sum, one) => sum + (status.get(one) ?? 0), 0)
}

/** From the counts that are kept, where they can answer; else from the requests themselves. */
async function countPass(ctx: Context, { names, filters }: Pass, isLimited: boolean): Promise<[Name, Map<string, number>][]> {
  const narrowing = narrowingOf(filters, ctx.actor.id)
  if (!narrowing || (isLimited && narrowing.by !== '')) return countInOnePass(ctx, { names, filters })
  const nameIn = (name: Name) => (name === 'status' ? '' : name)
  const statuses = filters.status?.length ? filters.status : undefined
  const rows = await sumCounts(ctx, narrowing, isLimited, statuses, names.map(nameIn))
  const byName = Map.groupBy(rows, (row) => row.grouped_by)
  return names.map((name) => [name, new Map(byName.get(nameIn(name))?.map(({ value, count }) => [value, count]))])
}

async function countInOnePass({ tx, actor }: Context, { names, filters }: Pass): Promise<[Name, Map<string, number>][]> {
  const { rows } = await countsOf(sql`form_requests r`, matching(onRequests, filters, actor.id), names).execute(tx)
  return names.map((name) => [name, countsIn(rows, name)])
}

export type Counted = { name: Name; value: string; count: number }
export const countsIn = (rows: Counted[], wanted: Name) =>
  new Map(rows.filter(({ name }) => name === wanted).map(({ value, count }) => [value, count]))

/** How many requests called `r` each value of these groupings has, all in one pass. None of the values is ever null. */
export function countsOf(from: RawBuilder<unknown>, where: Expression<SqlBool>, names: Name[]) {
  const values = names.map((name) => groupings[name].value)
  // Bit by bit, from the left: 0 where a row counts the values of that column.
  const which = names.map(
    (name, nth) => sql`when ${sql.lit((2 ** names.length - 1) & ~(2 ** (names.length - 1 - nth)))} then ${sql.lit(name)}`,
  )
  return sql<Counted>`
    select case grouping(${sql.join(values)}) ${sql.join(which, sql` `)} end as name, coalesce(${sql.join(values)}) as value, count(*) as count
    from ${from} where ${where} group by grouping sets (${sql.join(values.map((value) => sql`(${value})`))})`
}

const most = 200

export async function inWords(ctx: Context, filters: RequestFilters, counts: Counts): Promise<RequestGroupings> {
  // What is chosen stays in sight, even where the other filters leave nothing of it.
  const of = (name: Name, chosen: readonly string[] = []) =>
    [...new Set([...counts[name].keys(), ...chosen])]
      .filter((value) => value !== '' && value !== 'me')
      .map((value) => ({ value, count: counts[name].get(value) ?? 0 }))
      .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
      .slice(0, most)
  const [forms, assignees] = [of('form', filters.formId), of('assignee', filters.assignee)]
  const { titles, members } = await namesOf(ctx, forms, assignees)
  return {
    status: Object.fromEntries(requestStatuses.map((one) => [one, counts.status.get(one) ?? 0])) as Record<RequestStatus, number>,
    specialty: of('specialty', filters.specialty).map((one) => ({
      ...one,
      label: `${one.value} ${specialtyName(one.value) ?? ''}`.trim(),
    })),
    form: forms.map((one) => ({ ...one, label: titles.get(one.value) ?? 'Unknown form' })),
    assignee: assignees.map((one) => ({ ...one, label: one.value === 'none' ? 'Unassigned' : (members.get(one.value) ?? 'Unknown user') })),
    method: notificationMethods.map((value) => ({ value, label: methodLabel(value), count: counts.method.get(value) ?? 0 })),
    location: of('location', filters.location).map((one) => ({ ...one, label: one.value })),
    event: of('event', filters.event).map((one) => ({ ...one, label: one.value })),
    urgent: counts.urgent.get('true') ?? 0,
  }
}
