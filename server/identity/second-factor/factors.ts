import { hasLocalAccounts } from '#server/identity/local-accounts.ts'
import { findOpenSession } from '#server/identity/provider/sessions.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { inOrganisation, inTransaction, type Tx } from '#server/platform/database.ts'
import type { AccountMail } from '#server/platform/directory.ts'
import type { Services } from '#server/platform/services.ts'

import { listPasskeys } from './passkeys.sql.ts'
import { countRecoveryCodes } from './recovery-codes.sql.ts'
import { findTotp } from './totp.sql.ts'

/** What an account can prove itself with besides its password. */
export async function findMethods({ tx }: { tx: Tx }, accountId: string) {
  const [totp, passkeys, codes] = await Promise.all([
    findTotp({ tx }, accountId),
    listPasskeys({ tx }, accountId),
    countRecoveryCodes({ tx }, accountId),
  ])
  return { totp: Boolean(totp?.sealed), passkeys: passkeys.length, recoveryCodes: codes }
}

/** Recovery codes stand in for factors, and are none. */
export async function countFactors(at: { tx: Tx }, accountId: string) {
  const { totp, passkeys } = await findMethods(at, accountId)
  return (totp ? 1 : 0) + passkeys
}

/** By which day the signed-in member has to set up a second factor; null for who has one, has shown one to another provider, or needs none. */
export async function findSecondFactorDue(ctx: Context) {
  const { tx, actor, services } = ctx
  if (!hasLocalAccounts(services.config) || actor.subject === undefined) return null
  const { day } = await services.directory.findSecondFactorDay(ctx, actor.id)
  if (day === null || (await countFactors(ctx, actor.subject)) > 0) return null
  const session = actor.sessionId === undefined ? undefined : await findOpenSession(tx, actor.sessionId)
  return session?.acr === 'aal2' ? null : day
}

/** Tells whom it concerns that something about how they sign in has changed: the first to notice should be the one who did not do it. */
export async function recordFactorChange(ctx: Context, memberId: string | null, kind: AccountMail) {
  if (memberId !== null) await ctx.services.directory.queueMail(ctx, { memberId, kind })
}

/** Acts as whoever holds the account, in their organisation: what they do while signing in stands in the same log as all else. Undefined for who is no member. */
export async function asOwnMember<T>(services: Services, accountId: string, work: (ctx: Context) => Promise<T>) {
  const actor = await inTransaction(services.db, { key: accountId }, (tx) => services.directory.findActor(tx, accountId))
  return (
    actor && inOrganisation(services.db, actor.organisationId, (tx) => work({ tx, actor, organisationId: actor.organisationId, services }))
  )
}
