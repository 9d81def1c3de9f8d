import { sql } from 'kysely'

import type { BulkChange, bulkChanges } from '#contract/bulk-changes.ts'
import type { Input } from '#contract/route.ts'
import type { BulkStatus } from '#domain/worklists.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

/** Only the member's own bulk changes. */
const selectMine = ({ tx, actor }: Context) =>
  tx
    .selectFrom('bulk_changes as c')
    .leftJoin('members as m', (on) => on.onRef('m.organisation_id', '=', 'c.organisation_id').onRef('m.id', '=', 'c.assignee_id'))
    .leftJoin('outcomes as o', (on) => on.onRef('o.organisation_id', '=', 'c.organisation_id').onRef('o.id', '=', 'c.outcome_id'))
    .select(['c.id', 'c.act', 'c.takes_over', 'c.status', 'c.trouble', 'c.total_requests', 'c.done_requests', 'c.refused_requests'])
    .select(['c.created_at', 'c.ended_at', 'c.results_removed_at', 'm.id as member_id', 'm.first_name', 'm.last_name'])
    .select(['o.id as outcome_id', 'o.name as outcome_name'])
    .where('c.created_by', '=', actor.id)

type Row = Awaited<ReturnType<ReturnType<typeof selectMine>['executeTakeFirstOrThrow']>>

const toChange = (row: Row): BulkChange => ({
  id: row.id,
  act: row.act as BulkChange['act'], // a check constraint holds the same acts
  assignee: row.member_id === null ? null : { id: row.member_id, name: `${row.first_name} ${row.last_name}` },
  outcome: row.outcome_id === null ? null : { id: row.outcome_id, name: row.outcome_name! }, // every outcome has a name
  takeOver: row.takes_over,
  status: row.status as BulkStatus, // likewise
  trouble: row.trouble,
  totalRequests: row.total_requests,
  doneRequests: row.done_requests,
  refusedRequests: row.refused_requests,
  createdAt: row.created_at,
  endedAt: row.ended_at,
  resultsRemovedAt: row.results_removed_at,
})

/** Throws not_found. */
export async function getMyChange(ctx: Context, id: string): Promise<BulkChange> {
  const row = await selectMine(ctx).where('c.id', '=', id).executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return toChange(row)
}

/** Newest first by default. */
export async function listMyChanges(ctx: Context, { page, limit, sort = '-createdAt', filters }: Input<typeof bulkChanges.list>['query']) {
  const asked = filters.status
  const isAsked = sql<boolean>`c.status = any(${asked ?? []}::text[])`
  const counted = ctx.tx
    .selectFrom('bulk_changes as c')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('c.created_by', '=', ctx.actor.id)
    .$if(asked !== undefined, (query) => query.where(isAsked))
    .executeTakeFirstOrThrow()
  const rows = selectMine(ctx)
    .$if(asked !== undefined, (query) => query.where(isAsked))
    .orderBy('c.created_at', sort === 'createdAt' ? 'asc' : 'desc')
    .orderBy('c.id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const [{ count }, docs] = await Promise.all([counted, rows])
  return { docs: docs.map(toChange), page, totalDocs: count }
}

export type NewChange = {
  act: BulkChange['act']
  assigneeId: string | null
  takesOver: boolean
  confirmsUrgent: boolean
  /** For 'close'. */
  outcomeId: string | null
  sendsMessage: boolean
  repeatsSent: boolean
  /** When the user was shown the form requests. */
  seenAt: string
  requests: readonly string[]
  key?: string | undefined
}

/** Stores the change and its requests, which stay the same even if they no longer match. */
export async function insertChange(
  { tx, actor }: Context,
  { act, assigneeId, takesOver, confirmsUrgent, outcomeId, sendsMessage, repeatsSent, seenAt, requests, key }: NewChange,
) {
  const { id } = await tx
    .insertInto('bulk_changes')
    .values({
      act,
      assignee_id: assigneeId,
      takes_over: takesOver,
      confirms_urgent: confirmsUrgent,
      outcome_id: outcomeId,
      sends_message: sendsMessage,
      repeats_sent: repeatsSent,
      // The clock of the caller may be wrong.
      seen_at: sql`least(${seenAt}::timestamptz, now())`,
      key: key ?? null,
      total_requests: requests.length,
      created_by: actor.id!,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into bulk_change_requests (change_id, request_id) select ${id}::uuid, n from unnest(${requests}::uuid[]) as n`.execute(
    tx,
  )
  return id
}

/** The change that the member started with this key. */
export async function findMyChangeByKey({ tx, actor }: Context, key: string) {
  const row = await tx.selectFrom('bulk_changes').select('id').where('created_by', '=', actor.id).where('key', '=', key).executeTakeFirst()
  return row?.id
}

export async function countMyRunning({ tx, actor }: Context) {
  const { count } = await tx
    .selectFrom('bulk_changes')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('created_by', '=', actor.id)
    .where('status', 'in', ['running', 'failed'])
    .executeTakeFirstOrThrow()
  return count
}

/** Locks the bulk change until the transaction ends. Throws not_found. */
export async function lockChange({ tx }: Context, id: string) {
  const row = await tx
    .selectFrom('bulk_changes')
    .select(['act', 'assignee_id', 'takes_over', 'confirms_urgent', 'sends_message', 'repeats_sent', 'status', 'created_by', 'created_at'])
    .select(['outcome_id', 'next_message_at', 'seen_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Problem('not_found')
  return {
    act: row.act as BulkChange['act'], // as above
    assigneeId: row.assignee_id,
    takesOver: row.takes_over,
    confirmsUrgent: row.confirms_urgent,
    outcomeId: row.outcome_id,
    sendsMessage: row.sends_message,
    repeatsSent: row.repeats_sent,
    nextMessageAt: row.next_message_at,
    status: row.status as BulkStatus, // likewise
    createdBy: row.created_by,
    createdAt: row.created_at,
    seenAt: row.seen_at ?? row.created_at,
  }
}

/** When the next message of the change is due. */
export const setNextMessageAt = async ({ tx }: Context, id: string, at: Date) =>
  tx.updateTable('bulk_changes').set({ next_message_at: at.toISOString() }).where('id', '=', id).execute()

export async function setChangeStatus({ tx }: Context, id: string, status: BulkStatus, trouble = '') {
  const hasEnded = status !== 'running' && status !== 'failed'
  await tx
    .updateTable('bulk_changes')
    .set({ status, trouble, ...(hasEnded && { ended_at: new Date().toISOString() }) })
    .where('id', '=', id)
    .execute()
}
