import { endSessions } from '#server/identity/identity.ts'
import { hasLocalAccounts } from '#server/identity/local-accounts.ts'
import { forgetFailuresOf } from '#server/identity/throttle/attempt.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { recordFactorChange } from './factors.ts'
import { deletePasskeys } from './passkeys.sql.ts'
import { deleteRecoveryCodes } from './recovery-codes.sql.ts'
import { deleteTotp } from './totp.sql.ts'

/** For a colleague who has lost their phone: removes every factor and ends every session. */
export async function resetFactors(ctx: Context, memberId: string) {
  const subject = await ctx.services.directory.getSubject(ctx, memberId)
  if (!hasLocalAccounts(ctx.services.config) || subject === null) throw new Problem('not_found')
  if (memberId === ctx.actor.id) throw new Problem('conflict', 'Change your own second factor in your profile.')
  await deleteTotp(ctx, subject)
  await deletePasskeys(ctx, subject)
  await deleteRecoveryCodes(ctx, subject)
  // Before endSessions, which holds the account's row: an attempt that ends at this moment takes that row last, too.
  await forgetFailuresOf(ctx.services, ctx.tx, subject) // codes among them
  await endSessions(ctx, subject)
  await audit(ctx, 'secondFactorsReset', { subjectId: memberId })
  await recordFactorChange(ctx, memberId, 'factorsReset')
  await ctx.services.directory.announceFactorReset(ctx, memberId)
  return { done: true as const }
}
