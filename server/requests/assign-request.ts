import { findColleague } from '#server/members/find-actor.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem } from '#server/platform/problem.ts'

import { actOnRequest } from './act-on-request.ts'

export async function assignRequest(ctx: Context, id: string, memberId: string, options: { takeOver?: boolean } = {}) {
  await mustBeColleague(ctx, memberId)
  await actOnRequest(ctx, id, { kind: 'assign', memberId }, options)
}

/** Requests are only ever given to an active member of the same organisation who may read them. */
export async function mustBeColleague({ tx }: Context, memberId: string) {
  const member = await findColleague(tx, memberId)
  if (!member?.permissions.includes('formRequest:read')) throw fieldProblem('userId', 'User is not valid.')
}
