import { countAttemptOf, uncountAttempt } from '#server/identity/accounts.sql.ts'
import { countOnNetwork, uncountOnNetwork } from '#server/identity/network-throttle.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Floor } from '#server/platform/floor.ts'

type At = { tx: Tx; floor: Pick<Floor, 'keys'> }
/** @property address the network it comes from, where nobody is signed in yet */
type Attempt = { accountId: string; address?: string; isRight: () => Promise<boolean> }

/** A guess at a code, counted before it is judged, on the same counts and with the same locks as signing in. */
export async function judgeAttempt({ tx, floor: { keys } }: At, { accountId, address, isRight }: Attempt) {
  if (address !== undefined && (await countOnNetwork({ tx, keys }, address))) return 'too many'
  const account = await countAttemptOf({ tx }, accountId)
  if (!account || !(await isRight())) return 'refused'
  await uncountAttempt({ tx }, accountId)
  if (address !== undefined) await uncountOnNetwork({ tx, keys }, address)
  return 'right'
}
