import { sql, type RawBuilder, type SqlBool } from 'kysely'

import { automaticReads as automatic, readsOfOpening } from '#domain/audit-events.ts'
import type { Context } from '#server/platform/context.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'
import { readPage, type Order } from '#server/platform/paging/read-page.sql.ts'

/** The log of an organisation, of what a member did, or of what was done about a patient. */
export type LogScope = { patientId?: string | undefined; memberId?: string | undefined }
export type LogFilters = {
  eventType?: string[] | undefined
  from?: string | undefined
  to?: string | undefined
  automaticReads?: 'hidden' | undefined
}
export type Place = { at: string; id: number }
type Page = { page: number; limit: number; cursor?: string | undefined }

export const countedAtMost = 10_000

/** Newest first, as an index has them. */
const order: Order = {
  direction: 'desc',
  columns: [
    { column: sql`a.at`, type: 'timestamptz' },
    { column: sql`a.id`, type: 'bigint' },
  ],
}

/** One page of a log. `total`: the number of events, if the end is known. */
export async function findPage(ctx: Context, scope: LogScope, filters: LogFilters, asked: Page, total: () => Promise<number>) {
  const { places, cursor } = await readPage(ctx, asked, {
    name: ['log', scope, filters],
    from: sql`${sourceOf(scope)} a`,
    where: sql.join<SqlBool>(conditionsOf(scope, filters), sql` and `),
    order,
    total,
  })
  const [ats, ids] = [places.map(([at]) => at), places.map(([, id]) => id)]
  return { rows: await describe(ctx, sql`select * from unnest(${ats}::timestamptz[], ${ids}::bigint[])`), cursor }
}

/** The next events after a place, for reading a whole log. */
export function findNext(ctx: Context, scope: LogScope, filters: LogFilters, after: Place | undefined, limit: number) {
  const beyond = after ? [sql<SqlBool>`(a.at, a.id) < (${after.at}::timestamptz, ${after.id}::bigint)`] : []
  const conditions = sql.join([...conditionsOf(scope, filters), ...beyond], sql` and `)
  return describe(
    ctx,
    sql`select a.at, a.id from ${sourceOf(scope)} a where ${conditions} order by a.at desc, a.id desc limit ${sql.lit(limit)}`,
  )
}

/** The events at these places, with the names that the reader may see under the ward policies. */
async function describe({ tx }: Context, places: RawBuilder<unknown>) {
  const { rows } = await sql<LogRow>`
    select a.id, a.at, a.at::text as "exactAt", a.event_type as "eventType", a.detail, a.actor_kind as "actorKind", a.actor_id as "actorId", a.patient_id as "patientId",
      p.nhs_number as "nhsNumber", p.first_name || ' ' || p.last_name as patient, f.title as form,
      m.first_name || ' ' || m.last_name as user, coalesce(b.first_name || ' ' || b.last_name, c.name) as "by"
    from (${places}) place(at, id)
    join audit_events a on ${ofThisOrganisation('a')} and a.at = place.at and a.id = place.id
    left join patients p on p.organisation_id = a.organisation_id and p.id = a.patient_id
    left join form_requests r on r.organisation_id = a.organisation_id and r.id = a.subject_id
    left join forms f on f.organisation_id = a.organisation_id and f.id = coalesce(r.form_id, a.subject_id)
    left join members m on m.organisation_id = a.organisation_id and m.id = coalesce((a.detail->>'memberId')::uuid, a.subject_id)
    left join members b on b.organisation_id = a.organisation_id and b.id = a.actor_id
    left join integration_clients c on c.organisation_id = a.organisation_id and c.id = a.actor_id
    order by a.at desc, a.id desc`.execute(tx)
  return rows
}

export type LogRow = Place & {
  /** To the microsecond. */
  exactAt: string
  eventType: string
  detail: unknown
  patientId: string | null
  actorKind: string
  actorId: string | null
  patient: string | null
  nhsNumber: string | null
  form: string | null
  user: string | null
  by: string | null
}

/** The number of events. Filtered events are counted up to a limit. */
export async function countLogs({ tx, organisationId }: Context, scope: LogScope, filters: LogFilters) {
  const conditions = conditionsOf(scope, filters)
  // Each lane numbers its events without gaps, so its last number is its number of events, those in the archive included.
  if (conditions.length === 1 && !scope.patientId) {
    const { rows } = await sql<{ count: number }>`
      select coalesce(sum(last), 0)::bigint - (
        select coalesce(sum(last_seq - first_seq + 1), 0)::bigint from archived_audit_ranges where organisation_id = ${organisationId}::uuid) as count
      from generate_series(0, (select max(e.lane) from audit_events e where ${ofThisOrganisation('e')})) lane
      cross join lateral (select max(seq) as last from audit_events a where ${ofThisOrganisation('a')} and a.lane = lane.lane) lanes`.execute(
      tx,
    )
    return rows[0]!.count // an aggregate answers one row
  }
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select from ${sourceOf(scope)} a where ${sql.join(conditions, sql` and `)} limit ${countedAtMost + 1}) counted`.execute(tx)
  return rows[0]!.count // likewise
}

const sourceOf = ({ patientId }: LogScope) => (patientId ? eventsOfPatient(patientId) : sql`audit_events`)

/**
 * An event keeps the record that it was about, so the records that were merged into the patient's are asked too, each by its index. Those of wards that
 * the member does not see stay out (MEM-4). A list can have shown two of the records in one event.
 */
const eventsOfPatient = (patientId: string) => sql`(
  select distinct on (e.lane, e.seq) e.organisation_id, e.id, e.at, e.event_type, e.actor_kind, e.actor_id, e.subject_id, e.patient_id, e.patient_ids
  from records_of_patient(${patientId}::uuid) as record (id)
  join patients p on ${ofThisOrganisation('p')} and p.id = record.id
  cross join lateral audit_events_of_patient(p.id) e)`

function conditionsOf({ memberId }: LogScope, { eventType, from, to, automaticReads }: LogFilters) {
  const all: RawBuilder<SqlBool>[] = [ofThisOrganisation('a')]
  if (memberId) all.push(sql`a.actor_id = ${memberId}`)
  if (eventType) all.push(sql`a.event_type = any(${eventType}::text[])`)
  all.push(...inDays(sql`a.at`, from, to))
  if (automaticReads === 'hidden') all.push(sql`not (${isAutomatic})`, sql`not (${isOfOpening(inDays(sql`o.at`, from, to))})`)
  return all
}

function inDays(at: RawBuilder<unknown>, from: string | undefined, to: string | undefined) {
  const all: RawBuilder<SqlBool>[] = []
  if (from) all.push(sql`${at} >= (${from}::date)::timestamp at time zone 'Europe/London'`)
  if (to) all.push(sql`${at} < (${to}::date + 1)::timestamp at time zone 'Europe/London'`)
  return all
}

/** A read of somebody else, or by somebody from outside the organisation, is never automatic. */
const isAutomatic = sql<SqlBool>`a.event_type = any(${[...automatic]}::text[]) and a.patient_id is null and a.patient_ids is null
  and (a.event_type <> 'tenantMemberRead' or coalesce(a.subject_id, a.actor_id) = a.actor_id)
  and exists (select from members m where m.organisation_id = a.organisation_id and m.id = a.actor_id)`

/**
 * A read of one patient that belongs to an opening of the record: the same user opened it within ten seconds, and these days of the log have that. A
 * read that showed further patients is not left out.
 */
const isOfOpening = (days: readonly RawBuilder<SqlBool>[]) => sql<SqlBool>`a.event_type = any(${[...readsOfOpening]}::text[])
  and a.actor_kind = 'member' and a.patient_id is not null and a.patient_ids is null
  and exists (
    select from audit_events o
    where o.organisation_id = a.organisation_id and o.patient_id = a.patient_id and o.event_type = 'patientRead' and o.actor_id = a.actor_id
      and ${sql.join([sql`o.at between a.at - interval '10 seconds' and a.at + interval '10 seconds'`, ...days], sql` and `)})`
