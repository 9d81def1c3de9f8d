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

/** Recovery codes replace a factor, but are not one. */
export async function countFactors(at: { tx: Tx }, accountId: string) {
  const { totp, passkeys } = await findMethods(at, accountId)
  return (totp ? 1 : 0) + passkeys
}

/**
 * The date until which the signed-in member has to set up a second factor. Null for a member who has one, used one at another provider, or
 * needs none. `day`: from when a member of their organisation needs one.
 */
export async function findSecondFactorDue(ctx: Context, day: string | null) {
  const { tx, actor, services } = ctx
  if (day === null || !hasLocalAccounts(services.config) || actor.subject === undefined) return null
  if ((await countFactors(ctx, actor.subject)) > 0) return null
  const session = actor.sessionId === undefined ? undefined : await findOpenSession(tx, actor.sessionId)
  return session?.acr === 'aal2' ? null : day
}

/** Tells the member by email that something about their sign-in has changed, so that they notice a change that they did not make. */
export async function recordFactorChange(ctx: Context, memberId: string | null, kind: AccountMail) {
  if (memberId !== null) await ctx.services.directory.queueMail(ctx, { memberId, kind })
}

/**
 * Acts as the member of the account in their organisation, so that what they do while signing in is in the same audit log. Undefined
 * without a member.
 */
export async function asOwnMember<T>(services: Services, accountId: string, work: (ctx: Context) => Promise<T>) {
  const actor = await inTransaction(services.db, { key: accountId }, (tx) => services.directory.findActor(tx, accountId))
  return (
    actor && inOrganisation(services.db, actor.organisationId, (tx) => work({ tx, actor, organisationId: actor.organisationId, services }))
  )
}
