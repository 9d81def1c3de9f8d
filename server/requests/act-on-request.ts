import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { actOnRequests, isAlready, type StaffAct } from './act-on-requests.ts'

/** Acts on one request, and refuses with words where it may not be done. */
export async function actOnRequest(ctx: Context, id: string, act: StaffAct, { takeOver = false } = {}) {
  const maySend = act.kind === 'reopen' || act.kind === 'send'
  const { refusals } = await actOnRequests(ctx, [id], (request) => (isAlready(act, request) ? [] : [act]), { takeOver, maySend })
  const refusal = refusals.get(id)
  // One that was asked for by its own address and is not there gets the words of that address.
  if (refusal) throw refusal.code === 'not_found' ? new Problem('not_found') : refusal
}
