import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import { sql } from 'kysely'

import { inTransaction, type Tx } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'

type Sealing = Pick<Services, 'keys'>

/**
 * The keys of tokens, kept sealed in the database (SIGN-10): the first signs, the others only check. Makes one on the first start.
 * RS256: the cheapest to check, and every client takes it.
 */
export const getSigningKeys = ({ db, keys }: Pick<Services, 'db' | 'keys'>): Promise<JWK[]> =>
  inTransaction(db, {}, async (tx) => {
    let rows = await listKeys(tx)
    if (rows.length === 0) {
      // Several processes may start at once: one makes the key, all read the same row.
      await takeTurns(tx)
      rows = await listKeys(tx)
    }
    if (rows.length === 0) {
      await insertKey(tx, { keys }, 0)
      rows = await listKeys(tx)
    }
    return rows.map(({ sealed }) => JSON.parse(keys.unseal(sealed).toString()) as JWK) // sealed by insertKey, and authenticated
  })

/** Those that sign already, the newest first; then those that are only published yet. */
const listKeys = (tx: Tx) =>
  tx
    .selectFrom('signing_keys')
    .select('sealed')
    .orderBy(sql`signs_from <= now()`, 'desc')
    .orderBy('signs_from', 'desc')
    .execute()

const takeTurns = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('formward signing keys'))`.execute(tx)

/**
 * A key gets a successor 90 days after its creation. The successor is published a day before it signs, so that caches have it by then. A
 * day after it started to sign, which is longer than any token or session lasts, the old key is deleted.
 */
export async function rotateSigningKeys(tx: Tx, sealing: Sealing) {
  await takeTurns(tx)
  await sql`
    delete from signing_keys old where exists (
      select from signing_keys next where next.signs_from > old.signs_from and next.signs_from < now() - interval '1 day')`.execute(tx)
  const { isOld } = await tx
    .selectFrom('signing_keys')
    .select(sql<boolean>`coalesce(max(created_at) < now() - interval '90 days', false)`.as('isOld'))
    .executeTakeFirstOrThrow()
  if (isOld) await insertKey(tx, sealing, 1)
}

async function insertKey(tx: Tx, { keys }: Sealing, daysUntilItSigns: number) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  const key = { ...jwk, kid: await calculateJwkThumbprint(jwk), use: 'sig', alg: 'RS256' }
  const signs_from = sql<string>`now() + ${daysUntilItSigns} * interval '1 day'`
  await tx
    .insertInto('signing_keys')
    .values({ sealed: keys.seal(Buffer.from(JSON.stringify(key))), signs_from })
    .execute()
}
