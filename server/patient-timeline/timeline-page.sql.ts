import { sql, type RawBuilder, type SqlBool } from 'kysely'

import { patientRecordEvents, patientTimelineFormEvents, type TimelineKind } from '#domain/patient-timeline.ts'
import type { Context } from '#server/platform/context.ts'

/** An entry of the timeline: its kind, and the id of its row. */
export type Place = {
  kind: TimelineKind
  id: string
  /** To the microsecond, because many entries share a millisecond. */
  at: string
}

/** Where a page begins: after an entry, or after everything later than a moment. */
export type Start = Pick<Place, 'at'> & Partial<Place>

type Query = { patientId: string; kinds: readonly TimelineKind[]; start: Start | undefined; limit: number }

/** The order of entries of the same moment: the cause before its effects, so the later kind comes first in the list. */
const ranks: Record<TimelineKind, number> = { record: 1, forms: 2, messages: 3, notes: 4 }

/**
 * Changes of a record are in the audit log among everything else about the patient, which no index tells apart. So many events are read for one
 * page. A page for which that is too few ends early, and the next page continues there.
 */
const auditEventsPerPage = 2_000

/** The entries of one page, newest first, and where the next page starts; undefined at the end. */
export async function findPlaces(
  { tx, organisationId }: Context,
  { patientId, kinds, start, limit }: Query,
): Promise<{ places: Place[]; next: Start | undefined }> {
  const take = limit + 1
  const sources = kinds.map((kind) =>
    kind === 'record' ? placesOfRecord : placesOfRequests(kind, { organisationId, start, take: sql.lit(take) }),
  )
  if (sources.length === 0) return { places: [], next: undefined }
  const readsLog = kinds.includes('record')
  const { rows } = await sql<{ kind: TimelineKind | null; id: string | null; at: string | null; scanned_to: string | null }>`
    with asked as materialized (
      select r.id from form_requests r where r.organisation_id = ${organisationId}::uuid and r.patient_id = ${patientId}::uuid
    ), scanned as materialized (
      select a.id, a.at, a.event_type from audit_events a
      where ${sql.lit(readsLog)} and a.organisation_id = ${organisationId}::uuid and a.patient_id = ${patientId}::uuid
        and ${beforeStart('record', start, { at: sql`a.at`, id: sql`a.id`, type: sql`bigint` })}
      order by a.at desc, a.id desc limit ${sql.lit(auditEventsPerPage)}
    ), scan as materialized (
      select case when count(*) = ${sql.lit(auditEventsPerPage)} then min(at) end as ends_at from scanned
    ), found as (
      select * from (${sql.join(
        sources.map((source) => sql`(${source})`),
        sql` union all `,
      )}) every
      where (select ends_at from scan) is null or every.at > (select ends_at from scan)
      order by every.at desc, every.rank desc, every.key collate "C" desc limit ${sql.lit(take)}
    )
    select f.kind, f.id, f.at::text as at, s.ends_at::text as scanned_to
    from scan s left join found f on true
    order by f.at desc, f.rank desc, f.key collate "C" desc`.execute(tx)
  // The left join answers a row without an entry when there is none.
  const found = rows.flatMap(({ kind, id, at }): Place[] => (kind === null || id === null || at === null ? [] : [{ kind, id, at }]))
  const places = found.slice(0, limit)
  if (found.length > limit) return { places, next: places.at(-1) }
  const scannedTo = rows[0]?.scanned_to ?? undefined
  return { places, next: scannedTo === undefined ? undefined : { at: scannedTo } }
}

type Columns = { at: RawBuilder<unknown>; id: RawBuilder<unknown>; type: RawBuilder<unknown> }

/** The condition that a row comes after the start, in a form that the index of each table serves. */
function beforeStart(kind: TimelineKind, start: Start | undefined, { at, id, type }: Columns) {
  if (!start) return sql<SqlBool>`true`
  const moment = sql`${start.at}::timestamptz`
  if (start.kind === kind) return sql<SqlBool>`(${at}, ${id}) < (${moment}, ${start.id}::${type})`
  // After a moment without an entry, nothing of that moment has been shown.
  const isShown = start.kind !== undefined && ranks[kind] > ranks[start.kind]
  return isShown ? sql<SqlBool>`${at} < ${moment}` : sql<SqlBool>`${at} <= ${moment}`
}

const placesOfRecord = sql`
  select 'record' as kind, ${sql.lit(ranks.record)} as rank, s.at, s.id::text as id, lpad(s.id::text, 20, '0') as key
  from scanned s where s.event_type in (${sql.join(patientRecordEvents.map((event) => sql.lit(event)))})`

const tables = {
  forms: {
    rows: sql`form_request_events t`,
    where: sql`t.kind in (${sql.join(patientTimelineFormEvents.map((event) => sql.lit(event)))})`,
    at: sql`t.at`,
    type: sql`bigint`,
    key: sql`lpad(t.id::text, 20, '0')`,
  },
  messages: { rows: sql`notifications t`, where: sql`true`, at: sql`t.created_at`, type: sql`uuid`, key: sql`t.id::text` },
  notes: { rows: sql`form_request_notes t`, where: sql`true`, at: sql`t.created_at`, type: sql`uuid`, key: sql`t.id::text` },
}

type Page = { organisationId: string; start: Start | undefined; take: RawBuilder<unknown> }

/**
 * Entries of a table whose rows belong to form requests. Only the form requests with the newest entries can have one on the page, so the others
 * are asked for one row each, by an index.
 */
function placesOfRequests(kind: keyof typeof tables, { organisationId, start, take }: Page) {
  const { rows, where, at, type, key } = tables[kind]
  const ofRequest = (request: RawBuilder<unknown>) => sql`
    from ${rows} where t.organisation_id = ${organisationId}::uuid and t.request_id = ${request} and ${where}
      and ${beforeStart(kind, start, { at, id: sql`t.id`, type })}
    order by ${at} desc, t.id desc`
  return sql`
    select ${sql.lit(kind)} as kind, ${sql.lit(ranks[kind])} as rank, entry.at, entry.id::text as id, entry.key
    from (
      select asked.id from asked
      cross join lateral (select ${at} as at, t.id ${ofRequest(sql`asked.id`)} limit 1) newest
      order by newest.at desc, newest.id desc limit ${take}
    ) busy
    cross join lateral (select ${at} as at, t.id, ${key} as key ${ofRequest(sql`busy.id`)} limit ${take}) entry
    order by entry.at desc, entry.id desc limit ${take}`
}
