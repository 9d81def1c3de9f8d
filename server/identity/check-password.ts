import { inTransaction } from '#server/platform/database.ts'
import type { Floor } from '#server/platform/floor.ts'

import { countAttempt, findAccount, forgetAttempts, uncountAttempt } from './accounts.sql.ts'
import { countOnNetwork, uncountOnNetwork } from './network-throttle.ts'
import { gate, isPassword } from './password.ts'
import { recordFailure } from './record-failure.ts'

type Attempt = { emailAddress: string; password: string; address: string }
/** `mustChange`: somebody else chose it, and it opens nothing but the page to choose one's own. */
type Verdict = { accountId: string; mustChange: boolean } | 'refused' | 'too many'

/** Who this is; failures before stay counted until signing in has come to its end. Unknown, wrong and locked cannot be told apart, neither by the answer nor by the time it takes. */
export const checkPassword = (floor: Floor, attempt: Attempt): Promise<Verdict> => gate(() => judge(floor, attempt))

/** Somebody who is signed in shows that it is them: the same count and the same lock as when signing in. */
export async function isOwnPassword(floor: Floor, accountId: string, password: string, address: string) {
  const account = await inTransaction(floor.db, {}, (tx) => findAccount({ tx }, accountId))
  if (!account) return false
  const verdict = await checkPassword(floor, { emailAddress: account.email_address, password, address })
  if (typeof verdict === 'string') return false
  await inTransaction(floor.db, {}, (tx) => forgetAttempts({ tx }, accountId))
  return true
}

async function judge({ db, keys, log }: Floor, { emailAddress, password, address }: Attempt): Promise<Verdict> {
  const { account, isTooMany } = await inTransaction(db, {}, async (tx) => {
    const isTooMany = await countOnNetwork({ tx, keys }, address)
    return { isTooMany, account: isTooMany ? undefined : await countAttempt({ tx }, withoutNull(emailAddress)) }
  })
  if (isTooMany) return 'too many'

  const isRight = await isPassword(account?.password_hash, password)
  if (!account || !isRight) {
    log.info({ accountId: account?.id, attempts: account?.failed_attempts }, 'sign-in refused')
    if (account) recordFailure({ db, log }, account, address)
    return 'refused'
  }
  await inTransaction(db, {}, async (tx) => {
    // In the order they were counted in: the other way round two attempts at once would wait for each other.
    await uncountOnNetwork({ tx, keys }, address)
    await uncountAttempt({ tx }, account.id)
  })
  return { accountId: account.id, mustChange: account.must_change }
}

/** PostgreSQL's text cannot hold a null byte; no address of ours has one. */
const withoutNull = (text: string) => text.replaceAll('\0', '')
