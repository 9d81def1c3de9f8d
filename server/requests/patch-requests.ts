import { actionTowards, requestStatusLabel, type RequestStatus } from '#domain/request-status.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { actOnRequests, type LockedRequest, type StaffAct } from './act-on-requests.ts'
import { mustBeColleague } from './requests.ts'

type Wanted = {
  userId?: string | null | undefined
  status?: RequestStatus | undefined
  confirmUrgent: boolean
  outcomeId?: string | undefined
  sendMessage: boolean
}
type Patch = Wanted & { requests: string[]; unanswered: string[]; takeOver: boolean }
type Result = { id: string; done: boolean; already?: true; code?: string; reason?: string }

/** Sets the status and/or assignee of many requests. Each one succeeds or fails by itself (REQ-3). */
export async function patchRequests(ctx: Context, { requests, unanswered, takeOver, ...wanted }: Patch): Promise<{ results: Result[] }> {
  if (wanted.userId) await mustBeColleague(ctx, wanted.userId)
  const ids = [...new Set(requests)]
  const seenUnanswered = new Set(unanswered)
  const maySend = wanted.status === 'unopened' || wanted.status === 'opened' || wanted.status === 'completed'
  const { refusals, unchanged } = await actOnRequests(ctx, ids, (request) => actsTowards(wanted, request, seenUnanswered), {
    takeOver,
    maySend,
  })
  const results = ids.map((id): Result => {
    const refusal = refusals.get(id)
    if (refusal) return { id, done: false, code: refusal.code, ...(refusal.detail && { reason: refusal.detail }) }
    return { id, done: true, ...(unchanged.has(id) && { already: true }) }
  })
  return { results }
}

function actsTowards(
  { userId, status, confirmUrgent, outcomeId, sendMessage }: Wanted,
  request: LockedRequest,
  unanswered: ReadonlySet<string>,
): StaffAct[] | Problem {
  const acts: StaffAct[] = []
  if (status !== undefined && status !== request.status) {
    const kind = actionTowards(status, request)
    if (!kind)
      return new Problem(
        'conflict',
        `A form request cannot go from ${requestStatusLabel(request.status).toLowerCase()} to ${requestStatusLabel(status).toLowerCase()}.`,
      )
    const isUnanswered = unanswered.has(request.id)
    acts.push(kind === 'close' ? { kind, confirmUrgent, isUnanswered, outcomeId } : kind === 'reopen' ? { kind, sendMessage } : { kind })
  }
  if (userId !== undefined && userId !== request.assigneeId)
    acts.push(userId === null ? { kind: 'unassign' } : { kind: 'assign', memberId: userId })
  return acts
}
