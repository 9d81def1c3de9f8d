import type { Account, FindAccount } from 'oidc-provider'

import { findAccount } from '#server/identity/accounts.sql.ts'
import { findMembership } from '#server/members/find-actor.ts'
import { inTransaction } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'

/** An account as tokens are made from it. */
export type Holder = Account & { claimsOfRole: Record<string, unknown>; idleSeconds: number | undefined }

type FindHolder = (subject: string, acr?: string) => Promise<Holder | undefined>

/** Whom a token is for, read anew each time one is made: a changed role is in the next token, a removed account gets none. */
export const createFindHolder =
  ({ db, config }: Pick<Services, 'db' | 'config'>): FindHolder =>
  async (subject, acr) => {
    const account = await inTransaction(db, {}, (tx) => findAccount({ tx }, subject))
    if (!account) return undefined
    const standing = await findMembership(db, subject)
    // A code or a refresh token from before the organisation demanded more leads to no token any more.
    if (standing?.isSecondFactorRequired && acr === 'aal1') return undefined
    const claimsOfRole = {
      [config.OIDC_CLAIMS_NAMESPACE]: {
        [config.OIDC_PERMISSIONS_CLAIM]: (standing?.permissions ?? []).map((permission_name) => ({ permission_name })),
        [config.OIDC_ROLES_CLAIM]: standing ? [{ name: standing.role }] : [],
      },
    }
    return {
      accountId: account.id,
      claimsOfRole,
      idleSeconds: standing?.idleMinutes === undefined ? undefined : standing.idleMinutes * 60,
      claims: async () => ({ sub: account.id, email: account.email_address, ...claimsOfRole }),
    }
  }

export const asFindAccount =
  (find: FindHolder): FindAccount =>
  (_ctx, subject, token) =>
    find(subject, token && 'acr' in token ? token.acr : undefined)
