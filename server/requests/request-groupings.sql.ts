import { sql, type RawBuilder } from 'kysely'

import type { RequestFilters, RequestGroupings } from '#contract/requests.ts'
import { methodLabel, type NotificationMethod } from '#domain/notification.ts'
import { requestStatuses, type RequestStatus } from '#domain/request-status.ts'
import { specialtyName } from '#domain/specialties.ts'
import type { Context } from '#server/platform/context.ts'

import { matching } from './request-filters.sql.ts'

type Grouping = { filter: keyof RequestFilters; value: RawBuilder<string>; label?: RawBuilder<string> }

// Labels are looked up once for a value, after counting, and not once for a row.
const memberName = sql<string>`(select m.first_name || ' ' || m.last_name from members m where m.id::text = g.value)`
const formTitle = sql<string>`(select f.title from forms f where f.id::text = g.value)`

const groupings = {
  status: { filter: 'status', value: sql`r.status` },
  specialty: { filter: 'specialty', value: sql`r.specialty` },
  form: { filter: 'formId', value: sql`r.form_id::text`, label: formTitle },
  assignee: { filter: 'assignee', value: sql`coalesce(r.assignee_id::text, 'none')`, label: memberName },
  method: { filter: 'method', value: sql`r.notification_method` },
  location: { filter: 'location', value: sql`r.location` },
  event: { filter: 'event', value: sql`r.event` },
} satisfies Record<string, Grouping>

/** Counts by status and by each filter's values, true for the filter in force (REQ-1). The queries travel together. */
export async function groupRequests(ctx: Context, filters: RequestFilters): Promise<RequestGroupings> {
  const [status, specialty, form, assignee, method, location, event, urgent] = await Promise.all([
    countBy(ctx, filters, groupings.status),
    countBy(ctx, filters, groupings.specialty),
    countBy(ctx, filters, groupings.form),
    countBy(ctx, filters, groupings.assignee),
    countBy(ctx, filters, groupings.method),
    countBy(ctx, filters, groupings.location),
    countBy(ctx, filters, groupings.event),
    countUrgent(ctx, filters),
  ])
  const counted = Object.fromEntries(status.map(({ value, count }) => [value, count]))
  return {
    status: Object.fromEntries(requestStatuses.map((one) => [one, counted[one] ?? 0])) as Record<RequestStatus, number>,
    specialty: specialty
      .filter(({ value }) => value)
      .map((one) => ({ ...one, label: `${one.value} ${specialtyName(one.value) ?? ''}`.trim() })),
    form,
    assignee: assignee.map((one) => (one.value === 'none' ? { ...one, label: 'Unassigned' } : one)),
    method: method.map((one) => ({ ...one, label: methodLabel(one.value as NotificationMethod) })),
    location: location.filter(({ value }) => value),
    event: event.filter(({ value }) => value),
    urgent,
  }
}

async function countBy({ tx, actor }: Context, filters: RequestFilters, { filter, value, label }: Grouping) {
  const rows = await tx
    .selectFrom((e) =>
      e
        .selectFrom('form_requests as r')
        .select(value.as('value'))
        .select((s) => s.fn.countAll<number>().as('count'))
        .where((s) => matching(s, filters, actor.id, filter))
        .groupBy(value)
        .as('g'),
    )
    .select(['g.value', 'g.count', (label ?? sql<string>`g.value`).as('label')])
    .orderBy('count', 'desc')
    .limit(200)
    .execute()
  return rows.map((row) => ({ value: row.value, label: row.label ?? row.value, count: row.count }))
}

async function countUrgent({ tx, actor }: Context, filters: RequestFilters) {
  const { count } = await tx
    .selectFrom('form_requests as r')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where((e) => matching(e, filters, actor.id, 'urgent'))
    .where('r.is_urgent', '=', true)
    .executeTakeFirstOrThrow()
  return count
}
