import { sql } from 'kysely'

import type { BulkReason, BulkResult, bulkChanges } from '#contract/bulk-changes.ts'
import type { Input } from '#contract/route.ts'
import type { BulkOutcome } from '#domain/worklists.ts'
import type { RequestStatus } from '#domain/request-status.ts'
import type { Context } from '#server/platform/context.ts'
import { ofThisOrganisation } from '#server/platform/name-organisation.sql.ts'

/** Those of the requests that the member may see. */
export async function findVisible({ tx }: Context, ids: readonly string[]) {
  const rows = await tx
    .selectFrom('form_requests')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return rows.map(({ id }) => id)
}

/** The next requests without a result, in the order in which requests are locked. */
export async function findWaiting({ tx }: Context, changeId: string, limit: number) {
  const rows = await tx
    .selectFrom('bulk_change_requests')
    .select('request_id')
    .where('change_id', '=', changeId)
    .where('outcome', '=', sql.lit('waiting'))
    .orderBy('request_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.request_id)
}

type Outcome = { requestId: string; outcome: BulkOutcome; reason: string }

/** Stores the results of some requests and the progress of the change. */
export async function recordOutcomes({ tx }: Context, changeId: string, outcomes: readonly Outcome[]) {
  const ids = outcomes.map(({ requestId }) => requestId)
  const at = sql`array_position(${ids}::uuid[], request_id)`
  // Looks up each id in the index: right after the table was filled, a join with unnest would read the whole table for each id.
  await sql`
    update bulk_change_requests set outcome = (${outcomes.map(({ outcome }) => outcome)}::text[])[${at}], reason = (${outcomes.map(({ reason }) => reason)}::text[])[${at}]
    where ${ofThisOrganisation('bulk_change_requests')} and change_id = ${changeId}::uuid and request_id = any(${ids}::uuid[])`.execute(tx)
  const done = outcomes.filter(({ outcome }) => outcome === 'done').length
  await tx
    .updateTable('bulk_changes')
    .set((e) => ({
      done_requests: e('done_requests', '+', done),
      refused_requests: e('refused_requests', '+', outcomes.length - done),
    }))
    .where('id', '=', changeId)
    .execute()
}

export async function listReasons({ tx }: Context, changeId: string): Promise<BulkReason[]> {
  // The name and time of a takeover stand beside each request. Here they are counted together.
  const reason = sql<string>`case when q.outcome = 'taken_control' then '' else q.reason end`
  const rows = await tx
    .selectFrom('bulk_change_requests as q')
    .select(['q.outcome', reason.as('reason'), (e) => e.fn.countAll<number>().as('count')])
    .where('q.change_id', '=', changeId)
    .groupBy(['q.outcome', reason])
    .orderBy('count', 'desc')
    .orderBy('q.outcome')
    .orderBy('reason')
    .execute()
  return rows.map((row) => ({ ...row, outcome: row.outcome as BulkOutcome })) // a check constraint holds the same five
}

export async function findAssignedToOthers({ tx }: Context, changeId: string) {
  const rows = await tx
    .selectFrom('bulk_change_requests')
    .select('request_id')
    .where('change_id', '=', changeId)
    .where('outcome', '=', 'taken_control')
    .orderBy('request_id')
    .execute()
  return rows.map((row) => row.request_id)
}

/** In the order of patients' names. */
export async function listResults(
  { tx }: Context,
  changeId: string,
  { page, limit, sort = 'lastName', filters }: Input<typeof bulkChanges.results>['query'],
) {
  const { outcome, reason } = filters
  const selected = tx
    .selectFrom('bulk_change_requests as q')
    .innerJoin('form_requests as r', (on) => on.onRef('r.organisation_id', '=', 'q.organisation_id').onRef('r.id', '=', 'q.request_id'))
    .where('q.change_id', '=', changeId)
    .$if(outcome !== undefined, (query) => query.where(sql<boolean>`q.outcome = any(${outcome ?? []}::text[])`))
    .$if(reason !== undefined, (query) => query.where('q.reason', '=', reason ?? ''))
  const direction = sort.startsWith('-') ? 'desc' : 'asc'
  const [{ count }, rows] = await Promise.all([
    selected.select((e) => e.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
    selected
      .innerJoin('patients as p', (on) => on.onRef('p.organisation_id', '=', 'r.organisation_id').onRef('p.id', '=', 'r.patient_id'))
      .innerJoin('forms as f', (on) => on.onRef('f.organisation_id', '=', 'r.organisation_id').onRef('f.id', '=', 'r.form_id'))
      .select(['r.id', 'r.status', 'q.outcome', 'q.reason', 'f.title', 'p.id as patient_id', 'p.first_name', 'p.last_name', 'p.nhs_number'])
      .orderBy('r.patient_name_key', direction)
      .orderBy('r.id', direction)
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
  ])
  const docs = rows.map((row): BulkResult => ({
    id: row.id,
    patient: { id: row.patient_id, firstName: row.first_name, lastName: row.last_name, nhsNumber: row.nhs_number },
    form: { title: row.title },
    status: row.status as RequestStatus, // likewise
    outcome: row.outcome as BulkOutcome, // likewise
    reason: row.reason,
  }))
  return { docs, page, totalDocs: count }
}

/** Deletes the results of each request of one change that ended before that moment, and keeps the counts. False if there is none. */
export async function removeOldResults({ tx }: Context, before: Date) {
  const change = await tx
    .selectFrom('bulk_changes')
    .select('id')
    .where('results_removed_at', 'is', null)
    .where('ended_at', '<', before.toISOString())
    .orderBy('ended_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!change) return false
  await tx.deleteFrom('bulk_change_requests').where('change_id', '=', change.id).execute()
  await tx.updateTable('bulk_changes').set({ results_removed_at: new Date().toISOString() }).where('id', '=', change.id).execute()
  return true
}
