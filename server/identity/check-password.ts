import { inTransaction } from '#server/platform/database.ts'
import type { Floor } from '#server/platform/floor.ts'

import { findAccount } from './accounts.sql.ts'
import { gate, isPassword } from './password.ts'
import { beginAttempt, recordFailure, uncountAttempt, type Attempt, type CountedAttempt } from './throttle/attempt.ts'
import { deviceOfSession } from './throttle/known-devices.ts'

/** `mustChange`: somebody else chose it, and it opens nothing but the page to choose one's own. `validFrom`: see Proven. */
type Verdict = { accountId: string; mustChange: boolean; validFrom: string } | 'refused' | 'too many'

/**
 * Who this is; failures before stay counted until signing in has come to its end. Unknown, wrong and too often tried cannot be told apart, neither by the
 * answer nor by the time it takes.
 */
export async function checkPassword(floor: Floor, { password, ...attempt }: Attempt & { password: string }): Promise<Verdict> {
  const counted = await beginAttempt(floor, attempt)
  if (!counted) return 'too many'
  const uncount = () => inTransaction(floor.db, {}, (tx) => uncountAttempt(floor, tx, counted))
  const isRight = await gate(() => isPassword(counted.account?.password_hash, password), { isFirst: counted.isOnKnownDevice }).catch(
    async (error: unknown) => {
      await uncount() // it was not judged
      throw error
    },
  )
  return judged(floor, counted, isRight, uncount)
}

async function judged(floor: Floor, counted: CountedAttempt, isRight: boolean, uncount: () => Promise<unknown>): Promise<Verdict> {
  const { account } = counted
  if (!account || !isRight) {
    await recordFailure(floor, counted)
    return 'refused'
  }
  await uncount()
  return { accountId: account.id, mustChange: account.must_change, validFrom: account.tokens_valid_from }
}

type Own = { accountId: string; password: string; from: string; sessionId: string | undefined }

/** Somebody who is signed in shows that it is them. Wrong passwords are counted on their session, as on a device that has signed in. */
export async function checkOwnPassword(
  floor: Floor,
  { accountId, password, from, sessionId }: Own,
): Promise<'right' | 'refused' | 'too many'> {
  const attempt = await inTransaction(floor.db, {}, async (tx) => {
    const account = await findAccount({ tx }, accountId)
    const device = account && sessionId !== undefined ? await deviceOfSession(floor, tx, accountId, sessionId) : undefined
    return account && { emailAddress: account.email_address, device, from }
  })
  if (!attempt) return 'refused'
  const verdict = await checkPassword(floor, { ...attempt, password })
  return typeof verdict === 'string' ? verdict : 'right'
}
