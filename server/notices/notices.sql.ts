import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'
import { boundOrganisation } from '#server/platform/name-organisation.sql.ts'

/** How far back notices go, and how many there are at most. */
export const noticeDays = 14
export const maxNotices = 100
/** Of a member to whom far more was assigned or who does far more, the newest. */
const maxAssigned = 1_000

type Common = { at: string; isRead: boolean }
type RequestNotice = Common & {
  kind: 'assigned' | 'answered' | 'urgent'
  requestId: string
  patientId: string
  patient: string
  form: string
  isUrgent: boolean
  by: string | null
  count: number
}
type JobNotice = Common & { kind: 'import' | 'export' | 'bulkChange'; id: string; name: string; isStopped: boolean }
export type NoticeRow = RequestNotice | JobNotice

const since = sql`now() - make_interval(days => ${sql.lit(noticeDays)})`
const readUntil = sql`(select m.notices_read_at from members m where m.organisation_id = ${boundOrganisation} and m.id = me.id)`

/**
 * Every notice about form requests. Those that the member assigned to themselves are left out, and those that one colleague assigned in one minute
 * are one notice. Urgent answers that nobody is assigned to are a notice for everyone until somebody is.
 */
const requestNotices = ({ actor }: Context, from = since) => sql`
  with me as (select ${actor.id}::uuid as id),
  assigned as (
    select r.id, r.assigned_at as at, e.actor_id as by_id
    from me join lateral (
      select * from form_requests f
      where f.organisation_id = ${boundOrganisation} and f.assignee_id = me.id and f.assigned_at > ${from}
      order by f.assigned_at desc limit ${sql.lit(maxAssigned)}) r on true
    join lateral (
      select actor_id from form_request_events e
      where e.organisation_id = r.organisation_id and e.request_id = r.id and e.kind = 'assigned' order by e.id desc limit 1) e on true
  ),
  answered as (
    select r.id, r.completed_at as at from me join lateral (
      select * from form_requests f
      where f.organisation_id = ${boundOrganisation} and f.assignee_id = me.id and f.completed_at > ${from}
      order by f.completed_at desc limit ${sql.lit(maxNotices)}) r on true
    -- Not what the member filled in for the patient.
    left join submissions s on s.organisation_id = r.organisation_id and s.request_id = r.id
    where s.typed_by is distinct from me.id
  ),
  urgent as (
    select r.id, r.completed_at as at from me join lateral (
      select * from form_requests f
      where f.organisation_id = ${boundOrganisation} and f.assignee_id is null and f.status = 'completed' and f.is_urgent and f.completed_at > ${from}
      order by f.completed_at desc limit ${sql.lit(maxNotices)}) r on true
    left join submissions s on s.organisation_id = r.organisation_id and s.request_id = r.id
    where s.typed_by is distinct from me.id
  ),
  together as (
    select 'assigned' as kind, max(a.at) as at, (array_agg(a.id order by a.at desc))[1] as id, a.by_id, count(*)::int as count
    from assigned a, me where a.by_id is distinct from me.id group by a.by_id, date_trunc('minute', a.at)
    union all
    select 'answered', a.at, a.id, null, 1 from answered a
    union all
    select 'urgent', u.at, u.id, null, 1 from urgent u
  )`

/** The notices about form requests, newest first, with the names that the member may see. */
export async function findRequestNotices(ctx: Context) {
  const { rows } = await sql<RequestNotice>`${requestNotices(ctx)}
    select t.kind, t.at, t.at <= ${readUntil} as "isRead", t.count, r.id as "requestId", p.id as "patientId",
      p.first_name || ' ' || p.last_name as patient, v.title as form, r.is_urgent as "isUrgent", b.first_name || ' ' || b.last_name as by
    from me, together t
    join form_requests r on r.organisation_id = ${boundOrganisation} and r.id = t.id
    join patients p on p.organisation_id = r.organisation_id and p.id = r.patient_id
    join form_versions v on v.organisation_id = r.organisation_id and v.form_id = r.form_id and v.version = r.form_version
    left join members b on b.organisation_id = r.organisation_id and b.id = t.by_id
    order by t.at desc limit ${sql.lit(maxNotices)}`.execute(ctx.tx)
  return rows
}

const jobNotices = ({ actor }: Context) => sql`
  with me as (select ${actor.id}::uuid as id),
  jobs as (
    select 'import' as kind, j.id, j.file_name as name, j.completed_at as at, false as is_stopped from import_jobs j, me
    where j.organisation_id = ${boundOrganisation} and j.completed_by = me.id and j.completed_at > ${since}
    union all
    select 'export', j.id, j.file_name, coalesce(j.completed_at, j.failed_at), j.failed_at is not null from export_jobs j, me
    where j.organisation_id = ${boundOrganisation} and j.created_by = me.id and coalesce(j.completed_at, j.failed_at) > ${since}
    union all
    select 'bulkChange', j.id, j.act, j.ended_at, j.status = 'stopped' from bulk_changes j, me
    where j.organisation_id = ${boundOrganisation} and j.created_by = me.id and j.ended_at > ${since} and j.status in ('completed', 'stopped')
  )`

/** The notices about jobs that the member started, newest first. */
export async function findJobNotices(ctx: Context) {
  const { rows } = await sql<JobNotice>`${jobNotices(ctx)}
    select j.kind, j.id, j.name, j.at, j.is_stopped as "isStopped", j.at <= ${readUntil} as "isRead"
    from jobs j, me order by j.at desc limit ${sql.lit(maxNotices)}`.execute(ctx.tx)
  return rows
}

/** How many notices the member has not read, up to the number that is listed. */
export async function countUnread(ctx: Context) {
  const [requests, jobs] = await Promise.all([
    sql<{
      count: number
    }>`${requestNotices(ctx, sql`greatest(${since}, ${readUntil})`)} select count(*)::int as count from together`.execute(ctx.tx),
    sql<{ count: number }>`${jobNotices(ctx)} select count(*)::int as count from jobs j, me where j.at > ${readUntil}`.execute(ctx.tx),
  ])
  return Math.min(maxNotices, requests.rows[0]!.count + jobs.rows[0]!.count) // an aggregate answers one row
}

/** The moment never goes back: another tab may have marked later notices. */
export async function setReadUntil({ tx, actor, organisationId }: Context, until: string) {
  await sql`update members set notices_read_at = greatest(notices_read_at, least(${until}::timestamptz, now()))
    where organisation_id = ${organisationId} and id = ${actor.id}`.execute(tx)
}
