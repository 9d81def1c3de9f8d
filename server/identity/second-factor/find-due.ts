import { keepsAccounts } from '#server/identity/keeps-passwords.ts'
import { findOpenSession } from '#server/identity/provider/sessions.sql.ts'
import type { Context } from '#server/platform/context.ts'

import { countFactors } from './methods.ts'

/** By which day the signed-in member has to set up a second factor; null for who has one, has shown one to another provider, or needs none. */
export async function findSecondFactorDue(ctx: Context) {
  const { tx, actor, services } = ctx
  if (!keepsAccounts(services.config) || actor.subject === undefined) return null
  const { day } = await services.directory.findSecondFactorDay(ctx, actor.id)
  if (day === null || (await countFactors(ctx, actor.subject)) > 0) return null
  const session = actor.sessionId === undefined ? undefined : await findOpenSession(tx, actor.sessionId)
  return session?.acr === 'aal2' ? null : day
}
