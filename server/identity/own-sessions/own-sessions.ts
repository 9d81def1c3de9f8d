import { getOwnAccount } from '#server/identity/second-factor/prove.ts'
import { endSessionsById } from '#server/identity/provider/sessions.sql.ts'
import { findAccount } from '#server/identity/accounts.sql.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { listSessions } from './own-sessions.sql.ts'

/** The sessions of the member. Throws not_found if another provider has the accounts and so the sessions. */
export async function listOwnSessions(ctx: Context) {
  const { id } = await getOwnAccount(ctx, findAccount)
  return { docs: await listSessions(ctx.tx, id, ctx.actor.sessionId) }
}

/** Signs the member out of another session. Its access and refresh tokens are refused from the next call. */
export async function endOwnSession(ctx: Context, sessionId: string) {
  const { docs } = await listOwnSessions(ctx)
  const session = docs.find(({ id }) => id === sessionId)
  if (!session) throw new Problem('not_found')
  if (session.isCurrent) throw new Problem('conflict', 'You are using this session. Choose “Sign out” to end it.')
  await endSessionsById(ctx.tx, [sessionId])
  await audit(ctx, 'sessionEnded', { detail: { device: session.device } })
  return { done: true as const }
}

export async function endOtherSessions(ctx: Context) {
  const { docs } = await listOwnSessions(ctx)
  const others = docs.filter(({ isCurrent }) => !isCurrent).map(({ id }) => id)
  await endSessionsById(ctx.tx, others)
  await audit(ctx, 'otherSessionsEnded', { detail: { ended: others.length } })
  return { ended: others.length }
}
