import { z } from 'zod'

import { afterMessages } from '#domain/message-spread.ts'
import type { NotificationMethod } from '#domain/notification.ts'
import { sendingMomentOf } from '#domain/sending-times.ts'
import { actForMember, findColleague } from '#server/members/members.ts'
import { getOrganisationSettings } from '#server/organisations/organisations.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import type { Services } from '#server/platform/services.ts'
import { concurrency, job, workInSteps, type Steps } from '#server/platform/jobs.ts'
import { actOnRequests, isAboutMessages, isAlready, type LockedRequest, type StaffAct } from '#server/requests/requests.ts'

import { lockChange, setChangeStatus, setNextMessageAt } from './bulk-changes.sql.ts'
import { findWaiting, recordOutcomes } from './bulk-results.sql.ts'

export const bulkChangeJob = job('bulk-change', z.object({ changeId: z.uuid() }))

const batchSize = 500

/** A change is tried for one day. After that the list has changed too much. */
const triedFor = 86_400_000

export const startChangingInBulk = (services: Services) => workInSteps(services, bulkChangeJob, runChange, concurrency.long)

/**
 * Changes the stored requests, one batch in each transaction. A batch and its marks commit together and the row of the change is locked,
 * so that a job that is killed or runs twice changes nothing twice. A cancelled change stops between two batches.
 */
export async function runChange({ step, signal }: Steps, { changeId }: { changeId: string }) {
  try {
    while (await step((ctx) => changeNext(ctx, changeId))) signal.throwIfAborted()
  } catch (error) {
    if (!signal.aborted) await step((ctx) => giveUp(ctx, changeId))
    throw error
  }
}

async function changeNext(worker: Context, changeId: string) {
  const change = await lockChange(worker, changeId)
  if (change.status !== 'running' && change.status !== 'failed') return false
  // Runs with the permissions and wards of the member who started it.
  const ctx = await actForMember(worker, change.createdBy)
  const trouble = await whyNoMore(ctx, change)
  if (trouble) return end(ctx, changeId, 'stopped', trouble)
  const ids = await findWaiting(ctx, changeId, batchSize)
  if (ids.length === 0) return end(ctx, changeId, 'completed')
  const act = actOf(change)
  const { sendingHours } = await getOrganisationSettings(ctx)
  const now = later(new Date(), change.nextMessageAt)
  const inBulk = {
    seenAt: new Date(change.seenAt),
    dueAt: (method: NotificationMethod) => sendingMomentOf(method, now, sendingHours),
  }
  const options = { takeOver: change.takesOver, maySend: isAboutMessages(act), inBulk }
  const { refusals, queued } = await actOnRequests(ctx, ids, (request) => (isAsWanted(act, request) ? [] : [act]), options)
  if (queued.length > 0) await setNextMessageAt(ctx, changeId, afterMessages(now, queued, sendingHours))
  await recordOutcomes(
    ctx,
    changeId,
    ids.map((requestId) => {
      const refusal = refusals.get(requestId)
      return { requestId, outcome: outcomeOf(refusal?.code), reason: refusal?.detail ?? '' }
    }),
  )
  if (change.status === 'failed') await setChangeStatus(ctx, changeId, 'running')
  return true
}

const later = (now: Date, other: string | null) => (other !== null && new Date(other) > now ? new Date(other) : now)

const outcomeOf = (code: string | undefined) =>
  code === undefined ? 'done' : code === 'taken_control' || code === 'not_found' ? code : 'conflict'

/** A request that already is as wanted is not changed and gets no event. */
const isAsWanted = (act: StaffAct, request: LockedRequest) =>
  isAlready(act, request) ||
  (act.kind === 'close' && request.status === 'closed') ||
  (act.kind === 'mark_sent_in_error' && request.status === 'sent_in_error')

function actOf({
  act,
  assigneeId,
  confirmsUrgent,
  outcomeId,
  sendsMessage,
  repeatsSent,
}: Awaited<ReturnType<typeof lockChange>>): StaffAct {
  if (act === 'assign') return { kind: act, memberId: assigneeId! } // a change that assigns has an assignee
  if (act === 'close') return { kind: act, confirmUrgent: confirmsUrgent, outcomeId: outcomeId ?? undefined }
  if (act === 'send' || act === 'queue_letter') return { kind: act, again: repeatsSent }
  return act === 'reopen' ? { kind: act, sendMessage: sendsMessage } : { kind: act }
}

/** The member who started the change, or the assignee, may have left or lost permissions meanwhile. */
async function whyNoMore({ tx, actor }: Context, { assigneeId, createdAt }: { assigneeId: string | null; createdAt: string }) {
  if (Date.now() - Date.parse(createdAt) > triedFor)
    return 'The bulk change did not finish within 24 hours. Form requests that were changed stay changed.'
  if (!actor.permissions.includes('formRequest:update'))
    return 'The user who started this bulk change no longer has permission to change form requests.'
  const assignee = assigneeId === null ? undefined : await findColleague(tx, assigneeId)
  if (assigneeId !== null && !assignee?.permissions.includes('formRequest:read'))
    return 'The assignee no longer has permission to view form requests.'
  return undefined
}

async function end(ctx: Context, changeId: string, status: 'completed' | 'stopped', trouble = '') {
  await setChangeStatus(ctx, changeId, status, trouble)
  await audit(ctx, 'formRequestBulkEnded', { subjectId: changeId, detail: { status } })
  return false
}

async function giveUp(ctx: Context, changeId: string) {
  const { status } = await lockChange(ctx, changeId)
  if (status === 'running')
    await setChangeStatus(
      ctx,
      changeId,
      'failed',
      'The bulk change stopped unexpectedly and will continue automatically. No form request is changed twice.',
    )
}
