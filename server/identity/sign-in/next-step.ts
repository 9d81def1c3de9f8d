import { findMethods } from '#server/identity/second-factor/methods.ts'
import { inTransaction } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'

import type { Proven } from './finish-sign-in.ts'

/** What is still to be done before somebody is signed in: show the second factor they have, or set one up where it is demanded. */
export async function nextStep({ db, directory }: Pick<Services, 'db' | 'directory'>, { accountId, amr }: Proven) {
  if (amr.includes('mfa')) return undefined
  const { totp, passkeys } = await inTransaction(db, {}, (tx) => findMethods({ tx }, accountId))
  if (totp || passkeys > 0) return 'second factor'
  const membership = await directory.findMembership(db, accountId)
  return membership?.isSecondFactorRequired ? 'set up' : undefined
}
