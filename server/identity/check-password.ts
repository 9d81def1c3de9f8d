import { inTransaction } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'

import { findAccount } from './accounts.sql.ts'
import { runHashing, isPassword } from './password.ts'
import { beginAttempt, recordFailure, uncountAttempt, type Attempt, type CountedAttempt } from './throttle/attempt.ts'
import { deviceOfSession } from './throttle/known-devices.ts'

/** `mustChange`: another person chose the password, so it opens only the page to choose a new one. `validFrom`: see Proven. */
type Verdict = { accountId: string; mustChange: boolean; validFrom: string } | 'refused' | 'too many'

/**
 * Checks a password. Earlier failures stay counted until the sign-in is complete. Unknown accounts, wrong passwords and too many attempts
 * have the same response after the same time.
 */
export async function checkPassword(services: Services, { password, ...attempt }: Attempt & { password: string }): Promise<Verdict> {
  const counted = await beginAttempt(services, attempt)
  if (!counted) return 'too many'
  const uncount = () => inTransaction(services.db, {}, (tx) => uncountAttempt(services, tx, counted))
  const isRight = await runHashing(() => isPassword(counted.account?.password_hash, password), { isFirst: counted.isOnKnownDevice }).catch(
    async (error: unknown) => {
      await uncount() // it was not judged
      throw error
    },
  )
  return judged(services, counted, isRight, uncount)
}

async function judged(services: Services, counted: CountedAttempt, isRight: boolean, uncount: () => Promise<unknown>): Promise<Verdict> {
  const { account } = counted
  if (!account || !isRight) {
    await recordFailure(services, counted)
    return 'refused'
  }
  await uncount()
  return { accountId: account.id, mustChange: account.must_change, validFrom: account.tokens_valid_from }
}

type Own = { accountId: string; password: string; from: string; sessionId: string | undefined }

/** A signed-in member confirms their identity. Wrong passwords are counted on the session, as on a known device. */
export async function checkOwnPassword(
  services: Services,
  { accountId, password, from, sessionId }: Own,
): Promise<'right' | 'refused' | 'too many'> {
  const attempt = await inTransaction(services.db, {}, async (tx) => {
    const account = await findAccount({ tx }, accountId)
    const device = account && sessionId !== undefined ? await deviceOfSession(services, tx, accountId, sessionId) : undefined
    return account && { emailAddress: account.email_address, device, from }
  })
  if (!attempt) return 'refused'
  const verdict = await checkPassword(services, { ...attempt, password })
  return typeof verdict === 'string' ? verdict : 'right'
}
