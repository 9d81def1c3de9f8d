import type { Account, FindAccount } from 'oidc-provider'

import { findAccount } from '#server/identity/accounts.sql.ts'
import { findStanding } from '#server/members/find-actor.ts'
import { inTransaction } from '#server/platform/database.ts'
import type { Floor } from '#server/platform/floor.ts'

/** An account as tokens are made from it. */
export type Holder = Account & { claimsOfRole: Record<string, unknown>; idleSeconds: number | undefined }

/** Whom a token is for, read anew each time one is made: a changed role is in the next token, a removed account gets none. */
export const createFindHolder =
  ({ db, config }: Pick<Floor, 'db' | 'config'>): ((subject: string) => Promise<Holder | undefined>) =>
  async (subject) => {
    const account = await inTransaction(db, {}, (tx) => findAccount({ tx }, subject))
    if (!account) return undefined
    const standing = await findStanding(db, subject)
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
  (find: (subject: string) => Promise<Holder | undefined>): FindAccount =>
  (_ctx, subject) =>
    find(subject)
