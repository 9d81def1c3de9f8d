import { actionTowards, requestStatusLabel, type RequestStatus } from '#domain/request-status.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { tryAct, type StaffAct } from './act-on-request.ts'
import { mustBeColleague } from './assign-request.ts'
import { lockRequests, type LockedRequest } from './request-rows.sql.ts'

type Patch = { userId?: string | null | undefined; status?: RequestStatus | undefined; requests: string[]; takeOver: boolean }
type Result = { id: string; done: boolean; code?: string; reason?: string }

const absent = "This form request either doesn't exist or someone else has taken control."

/** A new status and/or assignee for many requests; each is answered for by itself: done, or why not (REQ-3). */
export async function patchRequests(ctx: Context, { userId, status, requests, takeOver }: Patch): Promise<{ results: Result[] }> {
  if (userId) await mustBeColleague(ctx, userId)
  const locked = new Map((await lockRequests(ctx, [...new Set(requests)])).map((request) => [request.id, request]))
  const results: Result[] = []
  for (const id of new Set(requests)) {
    const request = locked.get(id)
    const refusal = request ? await patchOne(ctx, request, { userId, status, takeOver }) : new Problem('not_found', absent)
    results.push(refusal ? { id, done: false, code: refusal.code, reason: refusal.detail ?? absent } : { id, done: true })
  }
  return { results }
}

async function patchOne(ctx: Context, request: LockedRequest, { userId, status, takeOver }: Omit<Patch, 'requests'>) {
  const acts: StaffAct[] = []
  if (status !== undefined && status !== request.status) {
    const kind = actionTowards(status, request)
    if (!kind)
      return new Problem(
        'conflict',
        `A form request cannot go from ${requestStatusLabel(request.status).toLowerCase()} to ${requestStatusLabel(status).toLowerCase()}.`,
      )
    acts.push({ kind })
  }
  // The status first: giving the request away would make the next act one on somebody else's.
  if (userId !== undefined && userId !== request.assigneeId)
    acts.push(userId === null ? { kind: 'unassign' } : { kind: 'assign', memberId: userId })
  for (const act of acts) {
    const refusal = await tryAct(ctx, request, act, takeOver)
    if (refusal) return refusal
  }
  return undefined
}
