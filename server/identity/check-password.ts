import { inTransaction } from '#server/platform/database.ts'
import type { Floor } from '#server/platform/floor.ts'

import { countAttempt, countFromAddress, uncountAttempt, uncountFromAddress } from './accounts.sql.ts'
import { gate, isPassword } from './password.ts'

/** A whole hospital may sign in from one address; passwords guessed at ten accounts from one are stopped. */
const mostFromAddress = 100

type Attempt = { emailAddress: string; password: string; address: string }
/** `mustChange`: somebody else chose it, and it opens nothing but the page to choose one's own. */
type Verdict = { accountId: string; mustChange: boolean } | 'refused' | 'too many'

/** Who this is; failures before stay counted until signing in has come to its end. Unknown, wrong and locked cannot be told apart, neither by the answer nor by the time it takes. */
export const checkPassword = (floor: Floor, attempt: Attempt): Promise<Verdict> => gate(() => judge(floor, attempt))

async function judge({ db, keys, log }: Floor, { emailAddress, password, address }: Attempt): Promise<Verdict> {
  const addressKey = keys.sign('sign-in-address', networkOf(address))
  const { account, fromAddress } = await inTransaction(db, {}, async (tx) => {
    const fromAddress = await countFromAddress({ tx }, addressKey)
    const account = fromAddress > mostFromAddress ? undefined : await countAttempt({ tx }, withoutNull(emailAddress))
    return { account, fromAddress }
  })
  if (fromAddress > mostFromAddress) return 'too many'

  const isRight = await isPassword(account?.password_hash, password)
  if (!account || !isRight) {
    log.info({ accountId: account?.id, attempts: account?.failed_attempts }, 'sign-in refused')
    return 'refused'
  }
  await inTransaction(db, {}, async (tx) => {
    await uncountAttempt({ tx }, account.id)
    await uncountFromAddress({ tx }, addressKey)
  })
  return { accountId: account.id, mustChange: account.must_change }
}

/** One household or ward of IPv6 is a /64: counting single addresses there would count nothing. */
export const networkOf = (address: string) => (address.includes(':') ? address.split(':').slice(0, 4).join(':') : address)

/** PostgreSQL's text cannot hold a null byte; no address of ours has one. */
const withoutNull = (text: string) => text.replaceAll('\0', '')
