import { sql } from 'kysely'

import { type WaitingListQueue, waitingListQueues } from '#domain/waiting-list-queues.ts'
import { isLimitedToWards } from '#server/patients/patients.ts'
import type { Context } from '#server/platform/context.ts'

/**
 * The open entries of each queue of the waiting list, from the stored counts. They are counted for a member who is limited to wards. Null for an
 * organisation without a waiting-list form.
 */
export async function countWaitingList(ctx: Context) {
  const { tx, organisationId } = ctx
  const counted = (await isLimitedToWards(ctx))
    ? sql`select w.queue, 1 as count from waiting_list_reviews w where w.organisation_id = ${organisationId}::uuid and w.state = 'open'`
    : sql`
      select queue, count from waiting_list_counts where organisation_id = ${organisationId}::uuid
      union all
      select queue, count from waiting_list_changes where organisation_id = ${organisationId}::uuid`
  const { rows } = await sql<{ queue: WaitingListQueue | null; count: number }>`
    select queue, sum(count)::bigint as count from (${counted}) n group by 1
    union all
    select null, count(*) from forms where organisation_id = ${organisationId}::uuid and type = 'waiting_list'`.execute(tx)
  if (rows.find(({ queue }) => queue === null)?.count === 0) return null
  return Object.fromEntries(waitingListQueues.map((name) => [name, rows.find(({ queue }) => queue === name)?.count ?? 0])) as Record<
    WaitingListQueue,
    number
  > // every queue
}
