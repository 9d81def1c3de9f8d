import type { JWK } from 'jose'

import type { Services } from '#server/platform/services.ts'

import { getSigningKeys } from './signing-keys.sql.ts'

const aMinute = 60_000

/** The signing keys as this process knows them. `of` returns what was made from the current keys. */
export type Keyring = { of: <Made>(make: (keys: JWK[]) => Made) => () => Promise<Made> }

/**
 * Read again on demand after a minute: every process knows a new key long before it signs. While the database is unavailable, the known
 * keys stay in use.
 */
export async function openKeyring(services: Pick<Services, 'db' | 'keys'>): Promise<Keyring> {
  let keys = await getSigningKeys(services)
  let readAt = Date.now()
  let reading: Promise<void> | undefined
  const read = async () => {
    const found = await getSigningKeys(services).catch(() => keys)
    if (kidsOf(found) !== kidsOf(keys)) keys = found
    readAt = Date.now()
    reading = undefined
  }
  const current = async () => {
    if (Math.abs(Date.now() - readAt) > aMinute) await (reading ??= read())
    return keys
  }
  return {
    of: (make) => {
      let made: { from: JWK[]; it: ReturnType<typeof make> } | undefined
      return async () => {
        const from = await current()
        if (made?.from !== from) made = { from, it: make(from) }
        return made.it
      }
    },
  }
}

const kidsOf = (keys: JWK[]) => keys.map(({ kid }) => kid).join(' ')
