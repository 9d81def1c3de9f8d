import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'

import { inTransaction } from '#server/platform/database.ts'
import type { Floor } from '#server/platform/floor.ts'

const name = 'identity-signing'

/** The key that signs tokens, made on the first start and kept sealed in the database (SIGN-10). RS256: the cheapest to check, and every client takes it. */
export const getSigningKeys = ({ db, keys }: Pick<Floor, 'db' | 'keys'>): Promise<JWK[]> =>
  inTransaction(db, {}, async (tx) => {
    const find = () => tx.selectFrom('instance_keys').select('sealed').where('name', '=', name).executeTakeFirst()
    let kept = await find()
    if (!kept) {
      const sealed = keys.seal(Buffer.from(JSON.stringify(await makeKey())))
      // Several processes may start at once: one insert wins, all read the same row.
      await tx
        .insertInto('instance_keys')
        .values({ name, sealed })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      kept = await find()
    }
    return [JSON.parse(keys.unseal(kept!.sealed).toString()) as JWK] // sealed by the lines above, and authenticated
  })

async function makeKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), use: 'sig', alg: 'RS256' }
}
