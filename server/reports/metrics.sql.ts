import { type RawBuilder, sql } from 'kysely'

import type { WaitingListQueue } from '#domain/waiting-list-queues.ts'
import { cohortLabels, cohortWeeks } from '#domain/waiting-since.ts'
import type { WaitingListOutcome } from '#domain/waiting-list.ts'
import type { Context } from '#server/platform/context.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'

/** The start and end of a calendar month in the United Kingdom. */
export type Month = { from: string; until: string }
/** The times between which the month lies, by London time. */
export async function readMonth({ tx }: Context, month: string): Promise<Month & { isOver: boolean; now: string }> {
  const first = `${month}-01`
  // No transaction lasts an hour, so nothing of the month can still be added by then.
  const { rows } = await sql<Month & { isOver: boolean; now: string }>`
    with month as (
      select ${first}::timestamp at time zone 'Europe/London' as from,
        (${first}::timestamp + interval '1 month') at time zone 'Europe/London' as until)
    select "from", until, until < now() - interval '1 hour' as "isOver", now() as now from month`.execute(tx)
  return rows[0]! // a select without a table has one row
}

/** Whether a row belongs to the form requests created in the month, to those of them answered in it, or to the answers received in it. */
function inMonth({ from, until }: Month) {
  const created = sql<boolean>`(r.created_at >= ${from} and r.created_at < ${until})`
  const received = sql<boolean>`(r.completed_at >= ${from} and r.completed_at < ${until})`
  return { created, received, answered: sql<boolean>`(${created} and r.completed_at < ${until})` }
}

/** Hours from the send date to the answers. Answers that came before the send date, by phone for example, took no time. */
const hours = sql`greatest(extract(epoch from r.completed_at - r.send_at), 0) / 3600`

/** What every table of the report counts. */
export type Counted = { created: number; answered: number; received: number; median: number | null; p90: number | null }

function counted(month: Month) {
  const { created, received, answered } = inMonth(month)
  return sql`
    count(*) filter (where ${created}) as created,
    count(*) filter (where ${answered}) as answered,
    count(*) filter (where ${received}) as received,
    percentile_cont(0.5) within group (order by ${hours}) filter (where ${received}) as median,
    percentile_cont(0.9) within group (order by ${hours}) filter (where ${received}) as p90`
}

function requestsOf({ organisationId }: Context, month: Month) {
  const { created, received } = inMonth(month)
  return sql`form_requests r where r.organisation_id = ${organisationId}::uuid and (${created} or ${received})`
}

/** The figures of a month. Requests are counted in the month they were created, answers in the month they were submitted. */
export async function readSummary(ctx: Context, month: Month) {
  const { created } = inMonth(month)
  const { rows } = await sql<Counted & Record<'urgent' | 'unreached' | 'patients' | 'new_patients', number>>`
    select ${counted(month)},
      count(*) filter (where ${created} and r.is_urgent) as urgent,
      count(*) filter (where ${created} and r.is_unreached) as unreached,
      count(distinct r.patient_id) filter (where ${created}) as patients,
      (select count(*) from patients p
       where p.organisation_id = ${ctx.organisationId}::uuid and p.created_at >= ${month.from} and p.created_at < ${month.until}) as new_patients
    from ${requestsOf(ctx, month)}`.execute(ctx.tx)
  return rows[0]! // an aggregate without groups has one row
}

const waitingListFigures = [
  'asked',
  'answered',
  'needed',
  'no_longer_needed',
  'not_on_list',
  'not_sure',
  'worse',
  'no_reply',
  'approved',
  'withdrawn',
  'changed_mind',
  'final',
] as const
type WaitingListFigure = (typeof waitingListFigures)[number]

/**
 * The waiting list in a month: what patients answered and when they did not reply, from the queues, and what was decided, from the timelines,
 * which keep a removal that is approved, undone and approved again as three. `cohorts`: each figure by how long the patients had waited when
 * the form request was created, in the order of cohortLabels. A later day would change the report of a month that is over.
 */
export async function readWaitingList({ tx, organisationId }: Context, { from, until }: Month) {
  const isIn = (at: string) => sql`${sql.ref(at)} >= ${from} and ${sql.ref(at)} < ${until}`
  const inQueue = (queue: WaitingListQueue) => sql`select ${sql.lit(queue)}, w.request_id from waiting_list_reviews w
    where w.organisation_id = ${organisationId}::uuid and w.queue = ${sql.lit(queue)} and ${isIn('w.opened_at')}`
  const decided = (
    figure: WaitingListFigure,
    decision: WaitingListOutcome,
  ) => sql`select ${sql.lit(figure)}, e.request_id from form_request_events e
    where e.organisation_id = ${organisationId}::uuid and e.kind = 'waiting_list_decided' and ${isIn('e.at')}
      and e.detail ->> 'decision' = ${sql.lit(decision)}`
  const { rows } = await sql<{ figure: WaitingListFigure; cohort: number; count: number }>`
    with forms_asked as materialized (
      select id from forms where organisation_id = ${organisationId}::uuid and type = 'waiting_list'),
    sent as materialized (
      select s.request_id from submissions s join forms_asked f on f.id = s.form_id
      where s.organisation_id = ${organisationId}::uuid and ${isIn('s.submitted_at')}),
    counted (figure, request_id) as (
      select 'asked', r.id from form_requests r join forms_asked f on f.id = r.form_id
        where r.organisation_id = ${organisationId}::uuid and ${isIn('r.created_at')}
      union all select 'answered', request_id from sent
      union all select 'needed', sent.request_id from sent
        join chosen_answers a on a.organisation_id = ${organisationId}::uuid and a.request_id = sent.request_id
        where a.question = 'needed' and a.value = 'yes'
      union all ${inQueue('no_longer_needed')} union all ${inQueue('not_on_list')} union all ${inQueue('not_sure')}
      union all ${inQueue('worse')} union all ${inQueue('no_reply')}
      union all ${decided('approved', 'removal_approved')} union all ${decided('withdrawn', 'removal_withdrawn')}
      union all ${decided('changed_mind', 'changed_mind')} union all ${decided('final', 'final')})
    select c.figure, count(*) as count,
      coalesce(width_bucket(((r.created_at at time zone 'Europe/London')::date - r.waiting_since) / 7,
        ${sql.lit(`{${cohortWeeks.join(',')}}`)}::int[]), ${sql.lit(notKnown)}) as cohort
    from counted c join form_requests r on r.organisation_id = ${organisationId}::uuid and r.id = c.request_id
    group by 1, 3`.execute(tx)
  const countOf = (figure: WaitingListFigure, cohort: number) =>
    rows.find((row) => row.figure === figure && row.cohort === cohort)?.count ?? 0
  const figures = waitingListFigures.map((figure) => {
    const byCohort = cohortLabels.map((_, cohort) => countOf(figure, cohort))
    return [figure, { total: byCohort.reduce((sum, one) => sum + one, 0), cohorts: byCohort }]
  })
  return Object.fromEntries(figures) as Record<WaitingListFigure, { total: number; cohorts: number[] }> // one for each figure
}
const notKnown = cohortLabels.length - 1

const groups = {
  status: sql`r.status`,
  method: sql`r.notification_method`,
  specialty: sql`r.specialty`,
  location: sql`r.location`,
  form: sql`r.form_id`,
  outcome: sql`r.outcome_id`,
} as const
export type Grouping = keyof typeof groups

/** The name of a group. Two forms with the same title are two groups. */
const names: Partial<Record<Grouping, RawBuilder<unknown>>> = {
  form: sql`(select f.title from forms f where ${ofThisOrganisation('f')} and f.id = g.value)`,
  outcome: sql`(select o.name from outcomes o where ${ofThisOrganisation('o')} and o.id = g.value)`,
}

/** The figures of a month by one property of the form requests. The name of a group without a value is ''. */
export async function readGroups(ctx: Context, month: Month, by: Grouping): Promise<(Counted & { name: string })[]> {
  const { rows } = await sql<Counted & { name: string }>`
    select coalesce(${names[by] ?? sql`g.value`}, '') as name, g.created, g.answered, g.received, g.median, g.p90
    from (select ${groups[by]} as value, ${counted(month)} from ${requestsOf(ctx, month)} group by 1) g
    order by 1, g.value`.execute(ctx.tx)
  return rows
}

/** The figures of each day of a month, by London time. */
export async function readDays({ tx, organisationId }: Context, { from, until }: Month) {
  const dayOf = (at: string) => sql`(${sql.ref(at)} at time zone 'Europe/London')::date`
  const { rows } = await sql<{ day: string; created: number; answered: number; received: number }>`
    with created as (
      select ${dayOf('created_at')} as day, count(*) as created, count(*) filter (where completed_at < ${until}) as answered
      from form_requests where organisation_id = ${organisationId}::uuid and created_at >= ${from} and created_at < ${until} group by 1),
    received as (
      select ${dayOf('completed_at')} as day, count(*) as received
      from form_requests where organisation_id = ${organisationId}::uuid and completed_at >= ${from} and completed_at < ${until} group by 1)
    select d.day::date as day, coalesce(c.created, 0) as created, coalesce(c.answered, 0) as answered, coalesce(s.received, 0) as received
    from generate_series((${from}::timestamptz at time zone 'Europe/London')::date,
      (${until}::timestamptz at time zone 'Europe/London')::date - 1, interval '1 day') as d(day)
    left join created c on c.day = d.day left join received s on s.day = d.day
    order by d.day`.execute(tx)
  return rows
}
