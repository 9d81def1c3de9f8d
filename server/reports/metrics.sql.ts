import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'

/** The start and end of a calendar month in the United Kingdom. */
export type Month = { from: string; until: string }
type Counted = { name: string; created: number; submitted: number }

/** The times between which the month lies, by London time. */
export async function readMonth({ tx }: Context, month: string): Promise<Month> {
  const first = `${month}-01`
  const { rows } = await sql<Month>`
    select ${first}::timestamp at time zone 'Europe/London' as from, (${first}::timestamp + interval '1 month') at time zone 'Europe/London' as until`.execute(
    tx,
  )
  return rows[0]! // a select without a table has one row
}

/** The figures of a month. Requests are counted in the month they were created, answers in the month they were submitted. */
export async function readSummary({ tx, organisationId }: Context, { from, until }: Month) {
  const { rows } = await sql<
    Record<'created' | 'submitted' | 'answered' | 'urgent' | 'unreached' | 'patients' | 'new_patients', number> & {
      median_hours: number | null
    }
  >`
    select
      count(*) filter (where created_at >= ${from} and created_at < ${until}) as created,
      count(*) filter (where completed_at >= ${from} and completed_at < ${until}) as submitted,
      count(*) filter (where created_at >= ${from} and created_at < ${until} and completed_at is not null) as answered,
      count(*) filter (where created_at >= ${from} and created_at < ${until} and is_urgent) as urgent,
      count(*) filter (where created_at >= ${from} and created_at < ${until} and is_unreached) as unreached,
      count(distinct patient_id) filter (where created_at >= ${from} and created_at < ${until}) as patients,
      (select count(*) from patients p where p.created_at >= ${from} and p.created_at < ${until}) as new_patients,
      percentile_cont(0.5) within group (order by extract(epoch from completed_at - created_at) / 3600)
        filter (where completed_at >= ${from} and completed_at < ${until}) as median_hours
    from form_requests
    where organisation_id = ${organisationId}::uuid
      and (created_at >= ${from} and created_at < ${until} or completed_at >= ${from} and completed_at < ${until})`.execute(tx)
  return rows[0]! // an aggregate without groups has one row
}

const named = {
  status: sql`r.status`,
  method: sql`r.notification_method`,
  specialty: sql`r.specialty`,
  form: sql`(select f.title from forms f where f.organisation_id = r.organisation_id and f.id = r.form_id)`,
  day: sql`to_char(r.created_at at time zone 'Europe/London', 'YYYY-MM-DD')`,
} as const
export type Grouping = keyof typeof named

/** The requests created in a month, and how many of them were answered, by one of their properties. */
export async function readGroups({ tx, organisationId }: Context, { from, until }: Month, by: Grouping): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select coalesce(${named[by]}, '') as name, count(*) as created, count(r.completed_at) as submitted
    from form_requests r
    where r.organisation_id = ${organisationId}::uuid and r.created_at >= ${from} and r.created_at < ${until}
    group by 1 order by 1`.execute(tx)
  return rows
}
