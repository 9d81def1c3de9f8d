import type { Tx } from '#server/platform/database.ts'

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
