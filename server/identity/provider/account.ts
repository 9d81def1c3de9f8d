import type { Account, FindAccount } from 'oidc-provider'

import { findAccount } from '#server/identity/accounts.sql.ts'
import { inTransaction } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'

/** An account with the claims of the tokens made for it. */
export type AccountClaims = Account & { claimsOfRole: Record<string, unknown>; idleSeconds: number | undefined }

type FindAccountClaims = (subject: string, acr?: string) => Promise<AccountClaims | undefined>

/** Whom a token is for, read anew each time one is made: a changed role is in the next token, a removed account gets none. */
export const createFindAccountClaims =
  ({ db, config, directory }: Pick<Services, 'db' | 'config' | 'directory'>): FindAccountClaims =>
  async (subject, acr) => {
    const account = await inTransaction(db, {}, (tx) => findAccount({ tx }, subject))
    if (!account) return undefined
    const membership = await directory.findMembership(db, subject)
    // A code or a refresh token from before the organisation demanded more leads to no token any more.
    if (membership?.isSecondFactorRequired && acr === 'aal1') return undefined
    const claimsOfRole = {
      [config.OIDC_CLAIMS_NAMESPACE]: {
        [config.OIDC_PERMISSIONS_CLAIM]: (membership?.permissions ?? []).map((permission_name) => ({ permission_name })),
        [config.OIDC_ROLES_CLAIM]: membership ? [{ name: membership.role }] : [],
      },
    }
    return {
      accountId: account.id,
      claimsOfRole,
      idleSeconds: membership?.idleMinutes === undefined ? undefined : membership.idleMinutes * 60,
      claims: async () => ({ sub: account.id, email: account.email_address, ...claimsOfRole }),
    }
  }

export const asFindAccount =
  (find: FindAccountClaims): FindAccount =>
  (_ctx, subject, token) =>
    find(subject, token && 'acr' in token ? token.acr : undefined)
