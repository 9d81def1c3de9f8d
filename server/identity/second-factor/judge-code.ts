import { findAccount } from '#server/identity/accounts.sql.ts'
import { beginAttempt, recordFailure, uncountAttempt, type Attempt } from '#server/identity/throttle/attempt.ts'
import { inTransaction } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'

type Guess = Omit<Attempt, 'emailAddress'> & { accountId: string; isRight: () => Promise<boolean> }

/** A guess at a code, counted before it is judged, on the same counts and with the same delays as passwords. No connection is held while it waits. */
export async function verifyCode(services: Services, { accountId, isRight, ...attempt }: Guess): Promise<'right' | 'refused' | 'too many'> {
  const account = await inTransaction(services.db, {}, (tx) => findAccount({ tx }, accountId))
  if (!account) return 'refused'
  const counted = await beginAttempt(services, { ...attempt, emailAddress: account.email_address })
  if (!counted) return 'too many'
  if (!counted.account || !(await isRight())) {
    await recordFailure(services, counted)
    return 'refused'
  }
  await inTransaction(services.db, {}, (tx) => uncountAttempt(services, tx, counted))
  return 'right'
}
