import type { JWK } from 'jose'

import type { Services } from '#server/platform/services.ts'

import { getSigningKeys } from './signing-keys.sql.ts'

const aMinute = 60_000

/** The keys of tokens as this process knows them; `of` gives what was made from the keys of now. */
export type Keyring = { of: <Made>(make: (keys: JWK[]) => Made) => () => Promise<Made> }

/**
 * Read anew when a minute has passed and somebody asks: a new key is known in every process long before it signs. While the database cannot
 * be reached the keys that are known serve on.
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
