import type { bulkChanges, BulkPreview } from '#contract/bulk-changes.ts'
import type { RequestFilters } from '#contract/request-filters.ts'
import type { Input } from '#contract/route.ts'
import { isCountCloseTo, maxRequestsPerBulkChange } from '#domain/worklists.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { Problem } from '#server/platform/problem.ts'
import { lockKeys } from '#server/platform/lock-keys.sql.ts'
import { mustBeColleague } from '#server/requests/requests.ts'
import { countMatching, findMatching, findUrgentMatching, groupMatching } from '#server/worklist/worklist.ts'

import { bulkChangeJob } from './bulk-change.job.ts'
import { countMyRunning, getMyChange, insertChange, lockChange, type NewChange, setChangeStatus } from './bulk-changes.sql.ts'
import { findAssignedToOthers } from './bulk-results.sql.ts'

/** Previews a change of all requests that match, up to the limit. */
export async function previewChange(ctx: Context, filters: RequestFilters): Promise<BulkPreview> {
  const until = new Date().toISOString()
  const selection = { filters, until, memberId: ctx.actor.id }
  const groups = await groupMatching(ctx, selection, maxRequestsPerBulkChange + 1)
  const urgent = await findUrgentMatching(ctx, selection, maxRequestsPerBulkChange + 1)
  return { until, total: groups.reduce((sum, { count }) => sum + count, 0), groups, urgent }
}

/** Starts to change all requests that match. The requests are stored in this transaction. */
export async function startBulkChange(ctx: Context, wanted: Input<typeof bulkChanges.begin>['body']) {
  const { act, userId, takeOver, confirmUrgent, sendMessage, filters, until, expected } = wanted
  const selection = { filters, until, memberId: ctx.actor.id }
  const found = await findMatching(ctx, selection, undefined, maxRequestsPerBulkChange + 1)
  if (found.length > maxRequestsPerBulkChange) throw new Problem('conflict', tooMany(await countMatching(ctx, selection)))
  if (found.length === 0 || !isCountCloseTo(expected, found.length)) throw new Problem('conflict', changedMeanwhile(expected, found.length))
  const requests = found.map(({ id }) => id)
  // The search text may be a patient's name, so it is not logged.
  const { search, ...named } = filters
  const detail = { filters: { ...named, ...(search && { search: 'used' }) } }
  const assigneeId = act === 'assign' ? userId! : null // the contract requires it
  return enqueueBulkChange(
    ctx,
    { act, assigneeId, takesOver: takeOver, confirmsUrgent: confirmUrgent, sendsMessage: sendMessage, requests },
    detail,
  )
}

const formatCount = (count: number) => count.toLocaleString('en-GB')
const tooMany = (count: number) =>
  `${formatCount(count)} form requests match. No more than ${formatCount(maxRequestsPerBulkChange)} can be changed at once. Use filters to select fewer.`
const changedMeanwhile = (expected: number, found: number) =>
  `The list has changed: ${formatCount(found)} form requests match now, not ${formatCount(expected)}. Nothing was changed. Check the list before you continue.`

// All bulk changes share the worker.
const maxRunningPerMember = 3

export async function enqueueBulkChange(ctx: Context, change: NewChange, detail: Record<string, unknown>) {
  if (change.assigneeId) await mustBeColleague(ctx, change.assigneeId)
  await lockKeys(ctx, [`bulk changes of ${ctx.actor.id}`])
  if ((await countMyRunning(ctx)) >= maxRunningPerMember)
    throw new Problem('conflict', 'You already have 3 bulk changes in progress. Wait until 1 has finished, then try again.')
  const id = await insertChange(ctx, change)
  await enqueue(ctx, bulkChangeJob, { changeId: id })
  const { act, assigneeId, takesOver, requests } = change
  await audit(ctx, 'formRequestBulkStarted', {
    subjectId: id,
    detail: { act, requests: requests.length, takeOver: takesOver, ...(assigneeId && { memberId: assigneeId }), ...detail },
  })
  return getMyChange(ctx, id)
}

/** Repeats the act on requests of an ended change that a colleague had taken control of. Taking over is a separate act (REQ-3). */
export async function takeOverSkipped(ctx: Context, id: string) {
  const { status } = await getMyChange(ctx, id)
  if (status === 'running' || status === 'failed')
    throw new Problem('conflict', 'The bulk change is still in progress. Wait until it has finished, then try again.')
  const { act, assigneeId, confirmsUrgent, sendsMessage } = await lockChange(ctx, id)
  const requests = await findAssignedToOthers(ctx, id)
  if (requests.length === 0) throw new Problem('conflict', 'There are no form requests to take over.')
  return enqueueBulkChange(ctx, { act, assigneeId, takesOver: true, confirmsUrgent, sendsMessage, requests }, { afterChange: id })
}

/** Cancels a bulk change. Requests already changed stay changed. Does nothing if the change has ended. */
export async function cancelChange(ctx: Context, id: string) {
  await getMyChange(ctx, id)
  const { status } = await lockChange(ctx, id)
  if (status === 'running' || status === 'failed') {
    await setChangeStatus(ctx, id, 'cancelled')
    await audit(ctx, 'formRequestBulkCancelled', { subjectId: id })
  }
  return getMyChange(ctx, id)
}
