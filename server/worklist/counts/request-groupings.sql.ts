import { sql } from 'kysely'

import type { RequestFilters, RequestGroupings } from '#contract/requests.ts'
import { methodLabel, notificationMethods } from '#domain/notification.ts'
import { requestStatuses, type RequestStatus } from '#domain/request-status.ts'
import { specialtyName } from '#domain/specialties.ts'
import { isLimitedToWards } from '#server/patients/is-limited-to-wards.ts'
import { wardLimitOf, type Context } from '#server/platform/context.ts'
import { matching } from '#server/worklist/matching-requests.ts'

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
type Name = keyof typeof groupings
type Counts = Record<Name, Map<string, number>>
const names = Object.keys(groupings) as Name[] // exactly the keys above

/** The total, and counts by status and by each filter's values, all true for the filters in force (REQ-1). */
export async function groupRequests(ctx: Context, filters: RequestFilters): Promise<{ total: number; groupings: RequestGroupings }> {
  const counts = await countAll(ctx, filters)
  const chosen: readonly RequestStatus[] = filters.status?.length ? [...new Set(filters.status)] : requestStatuses
  return {
    total: chosen.reduce((sum, status) => sum + (counts.status.get(status) ?? 0), 0),
    groupings: await inWords(ctx, filters, counts),
  }
}

/** Groupings whose own filter is in force each ask a question of their own; all the others ask one together. */
async function countAll(ctx: Context, filters: RequestFilters): Promise<Counts> {
  const isOwnInForce = (name: Name) => isInForce(filters[groupings[name].filter])
  const passes = [names.filter((name) => !isOwnInForce(name)), ...names.filter(isOwnInForce).map((name) => [name])]
  const isLimited = wardLimitOf(ctx.actor) !== '' && (await isLimitedToWards(ctx))
  const counted = await Promise.all(passes.filter((pass) => pass.length > 0).map((pass) => countPass(ctx, filters, pass, isLimited)))
  return Object.fromEntries(counted.flat()) as Counts // every name is in exactly one pass
}

/** From the counts that are kept, where they can answer; else from the requests themselves. */
async function countPass(ctx: Context, filters: RequestFilters, pass: Name[], isLimited: boolean): Promise<[Name, Map<string, number>][]> {
  const own = pass.length === 1 ? groupings[pass[0]!].filter : undefined
  const others = own ? { ...filters, [own]: undefined } : filters
  const narrowing = narrowingOf(others, ctx.actor.id)
  if (!narrowing || (isLimited && narrowing.by !== '')) return countInOnePass(ctx, others, pass)
  const nameIn = (name: Name) => (name === 'status' ? '' : name)
  const statuses = others.status?.length ? others.status : undefined
  const rows = await sumCounts(ctx, narrowing, isLimited, statuses, pass.map(nameIn))
  const byName = Map.groupBy(rows, (row) => row.grouped_by)
  return pass.map((name) => [name, new Map(byName.get(nameIn(name))?.map(({ value, count }) => [value, count]))])
}

async function countInOnePass({ tx, actor }: Context, filters: RequestFilters, pass: Name[]): Promise<[Name, Map<string, number>][]> {
  const values = pass.map((name) => groupings[name].value)
  const rows = await tx
    .selectFrom('form_requests as r')
    .select([
      // Bit by bit, from the left: 0 where this row counts the values of that column.
      sql<number>`grouping(${sql.join(values)})`.as('which'),
      sql<(string | null)[]>`array[${sql.join(values)}]`.as('values'),
      (e) => e.fn.countAll<number>().as('count'),
    ])
    .where((e) => matching(e, filters, actor.id))
    .groupBy(sql`grouping sets (${sql.join(values.map((value) => sql`(${value})`))})`)
    .execute()
  return pass.map((name, index) => {
    const mask = (2 ** pass.length - 1) & ~(2 ** (pass.length - 1 - index))
    const mine = rows.filter(({ which }) => which === mask)
    return [name, new Map(mine.map((row) => [row.values[index]!, row.count]))]
  })
}

const most = 200

async function inWords(ctx: Context, filters: RequestFilters, counts: Counts): Promise<RequestGroupings> {
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
