import { createHash, randomBytes } from 'node:crypto'

import { markSeen } from '#server/identity/token/seen-proofs.sql.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'

type Keys = Pick<Services, 'keys'>

/** As long as the page that it is made for. */
const minutes = 15

/**
 * What an authenticator signs. It says itself until when and for what it is good, so that showing a page writes nothing;
 * only that it was used is kept.
 */
export function makeChallenge({ keys }: Keys, purpose: string) {
  const payload = `${randomBytes(16).toString('base64url')}.${Date.now() + minutes * 60_000}`
  return Buffer.from(`${payload}.${sign(keys, purpose, payload)}`).toString('base64url')
}

/** True once for a challenge of ours that was made for this purpose and has not run out. */
export async function spendChallenge({ tx, keys }: Keys & { tx: Tx }, purpose: string, challenge: string) {
  const [nonce = '', end = '', signature = ''] = Buffer.from(challenge, 'base64url').toString().split('.')
  if (signature !== sign(keys, purpose, `${nonce}.${end}`) || Number(end) < Date.now()) return false
  return markSeen(tx, createHash('sha256').update(challenge).digest('base64url'), minutes)
}

const sign = (keys: Services['keys'], purpose: string, payload: string) => keys.sign('passkey-challenge', `${purpose} ${payload}`)
