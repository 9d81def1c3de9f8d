import { endSessions } from '#server/identity/end-sessions.ts'
import { keepsAccounts } from '#server/identity/keeps-passwords.ts'
import { forgetFailuresOf } from '#server/identity/throttle/attempt.ts'
import { getColleague } from '#server/members/get-colleague.ts'
import { tellAdmins } from '#server/members/mail/tell-admins.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { notice } from './notice.ts'
import { deletePasskeys } from './passkeys.sql.ts'
import { deleteRecoveryCodes } from './recovery-codes.sql.ts'
import { deleteTotp } from './totp.sql.ts'

/** For a colleague whose phone is lost: every factor goes, and whoever is signed in as them is signed out. */
export async function resetFactors(ctx: Context, memberId: string) {
  const { auth0Id } = await getColleague(ctx, memberId)
  if (!keepsAccounts(ctx.services.config) || auth0Id === null) throw new Problem('not_found')
  if (memberId === ctx.actor.id) throw new Problem('conflict', 'Your own second factor is changed on your profile.')
  await deleteTotp(ctx, auth0Id)
  await deletePasskeys(ctx, auth0Id)
  await deleteRecoveryCodes(ctx, auth0Id)
  // Before endSessions, which holds the account's row: an attempt that ends at this moment takes that row last, too.
  await forgetFailuresOf(ctx.services, ctx.tx, auth0Id) // codes among them
  await endSessions(ctx, auth0Id)
  await audit(ctx, 'secondFactorsReset', { subjectId: memberId })
  await notice(ctx, memberId, 'factorsReset')
  await tellAdmins(ctx, memberId, 'factorsReset')
  return { done: true as const }
}
