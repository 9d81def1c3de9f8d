import type { bulkChanges, BulkPreview } from '#contract/bulk-changes.ts'
import type { RequestFilters } from '#contract/request-filters.ts'
import type { Input } from '#contract/route.ts'
import { outcomeRefusals } from '#domain/outcomes.ts'
import { type BulkAct, isCountCloseTo, isMessageAct, maxRequestsOf, maxRequestsPerBulkChange } from '#domain/worklists.ts'
import { listOutcomeChoices } from '#server/outcomes/outcomes.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { enqueue } from '#server/platform/jobs.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'
import { lockKeys } from '#server/platform/lock-keys.sql.ts'
import { mustBeColleague } from '#server/requests/requests.ts'
import { countMatching, findMatching, findUrgentMatching, groupMatching } from '#server/worklist/worklist.ts'

import { bulkChangeJob } from './bulk-change.job.ts'
import {
  countMyRunning,
  findMyChangeByKey,
  getMyChange,
  insertChange,
  lockChange,
  type NewChange,
  setChangeStatus,
} from './bulk-changes.sql.ts'
import { findAssignedToOthers, findVisible } from './bulk-results.sql.ts'

/** Previews a change of all requests that match, up to the limit. */
export async function previewChange(ctx: Context, filters: RequestFilters): Promise<BulkPreview> {
  const until = new Date().toISOString()
  const selection = { filters, until, memberId: ctx.actor.id }
  const groups = await groupMatching(ctx, selection, maxRequestsPerBulkChange + 1)
  const urgent = await findUrgentMatching(ctx, selection, maxRequestsPerBulkChange + 1)
  return { until, total: groups.reduce((sum, { count }) => sum + count, 0), groups, urgent }
}

type Wanted = Input<typeof bulkChanges.begin>['body']

/** Starts to change all requests that match, or those that are named. The requests are stored in this transaction. */
export async function startBulkChange(ctx: Context, wanted: Wanted) {
  const { act, userId, takeOver, confirmUrgent, outcomeId = null, sendMessage, again, filters, key } = wanted
  if (wanted.requests && !isMessageAct(act)) throw fieldProblem('requests', 'Form requests can be named only for an act on messages.')
  await lockKeys(ctx, [`bulk changes of ${ctx.actor.id}`])
  const started = key && (await findMyChangeByKey(ctx, key))
  if (started) return getMyChange(ctx, started)
  const requests = wanted.requests ? await findNamed(ctx, wanted.requests) : await findAllMatching(ctx, wanted)
  // The search text may be a patient's name, so it is not logged.
  const { search, ...named } = filters
  const detail = wanted.requests ? {} : { filters: { ...named, ...(search && { search: 'used' }) } }
  const assigneeId = act === 'assign' ? userId! : null // the contract requires it
  return enqueueBulkChange(
    ctx,
    {
      act,
      assigneeId,
      takesOver: takeOver,
      confirmsUrgent: confirmUrgent,
      outcomeId,
      sendsMessage: sendMessage,
      repeatsSent: again,
      seenAt: wanted.until,
      requests,
      key,
    },
    detail,
  )
}

async function findAllMatching(ctx: Context, { act, filters, until, expected }: Wanted) {
  const selection = { filters, until, memberId: ctx.actor.id }
  const most = maxRequestsOf(act)
  const found = await findMatching(ctx, selection, undefined, most + 1)
  if (found.length > most) throw new Problem('conflict', tooMany(act, await countMatching(ctx, selection)))
  if (found.length === 0 || !isCountCloseTo(expected, found.length)) throw new Problem('conflict', changedMeanwhile(expected, found.length))
  return found.map(({ id }) => id)
}

/** A request that the member may no longer see stops the change, because the number in the dialog would be wrong. */
async function findNamed(ctx: Context, ids: readonly string[]) {
  const named = [...new Set(ids)]
  const visible = await findVisible(ctx, named)
  if (visible.length < named.length) throw new Problem('conflict', changedMeanwhile(named.length, visible.length))
  return visible
}

const formatCount = (count: number) => count.toLocaleString('en-GB')
const tooMany = (act: BulkAct, count: number) =>
  `${formatCount(count)} form requests match. No more than ${formatCount(maxRequestsOf(act))} can be changed at once. Use filters to select fewer.`
const changedMeanwhile = (expected: number, found: number) =>
  `The list has changed: ${formatCount(found)} form requests match now, not ${formatCount(expected)}. Nothing was changed. Check the list before you continue.`

// All bulk changes share the worker.
const maxRunningPerMember = 3

export async function enqueueBulkChange(ctx: Context, change: NewChange, detail: Record<string, unknown>) {
  if (change.assigneeId) await mustBeColleague(ctx, change.assigneeId)
  if (change.outcomeId) await mustBeInUse(ctx, change.outcomeId)
  await lockKeys(ctx, [`bulk changes of ${ctx.actor.id}`])
  if ((await countMyRunning(ctx)) >= maxRunningPerMember)
    throw new Problem('conflict', 'You already have 3 bulk changes in progress. Wait until 1 has finished, then try again.')
  const id = await insertChange(ctx, change)
  await enqueue(ctx, bulkChangeJob, { changeId: id })
  const { act, assigneeId, outcomeId, takesOver, requests } = change
  await audit(ctx, 'formRequestBulkStarted', {
    subjectId: id,
    detail: {
      act,
      requests: requests.length,
      takeOver: takesOver,
      ...(assigneeId && { memberId: assigneeId }),
      ...(outcomeId && { outcomeId }),
      ...detail,
    },
  })
  return getMyChange(ctx, id)
}

/** Whether the outcome is for the form of each request is decided when that request is closed. */
async function mustBeInUse(ctx: Context, outcomeId: string) {
  const outcomes = await listOutcomeChoices(ctx)
  if (!outcomes.some(({ id, isInUse }) => id === outcomeId && isInUse)) throw fieldProblem('outcomeId', outcomeRefusals.notInUse)
}

/** Repeats the act on requests of an ended change that a colleague had taken control of. Taking over is a separate act (REQ-3). */
export async function takeOverSkipped(ctx: Context, id: string) {
  const { status } = await getMyChange(ctx, id)
  if (status === 'running' || status === 'failed')
    throw new Problem('conflict', 'The bulk change is still in progress. Wait until it has finished, then try again.')
  const { act, assigneeId, confirmsUrgent, outcomeId, sendsMessage, repeatsSent, seenAt } = await lockChange(ctx, id)
  const requests = await findAssignedToOthers(ctx, id)
  if (requests.length === 0) throw new Problem('conflict', 'There are no form requests to take over.')
  const again = { act, assigneeId, takesOver: true, confirmsUrgent, outcomeId, sendsMessage, repeatsSent, seenAt, requests }
  return enqueueBulkChange(ctx, again, { afterChange: id })
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
