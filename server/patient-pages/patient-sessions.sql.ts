import { createHash, randomBytes } from 'node:crypto'

import type { Context } from '#server/platform/context.ts'

// Twenty hours: no patient is hurried by a clock they cannot stop (WCAG 2.2.1). The cookie itself goes with the browser window.
const lifetime = 20 * 3_600_000

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
const fromNow = () => new Date(Date.now() + lifetime).toISOString()

/** A device that has passed the identity step; only the hash of its secret is kept. Those that have run out go with it. */
export async function insertSession({ tx }: Context, requestId: string) {
  const secret = randomBytes(32).toString('base64url')
  await tx.deleteFrom('patient_sessions').where('expires_at', '<', new Date().toISOString()).execute()
  await tx
    .insertInto('patient_sessions')
    .values({ id_hash: hashOf(secret), request_id: requestId, expires_at: fromNow() })
    .execute()
  return secret
}

export const deleteSessions = ({ tx }: Context, requestId: string) =>
  tx.deleteFrom('patient_sessions').where('request_id', '=', requestId).execute()

/** Ends the session of one device. */
export const deleteSession = ({ tx }: Context, requestId: string, secret: string) =>
  tx.deleteFrom('patient_sessions').where('id_hash', '=', hashOf(secret)).where('request_id', '=', requestId).execute()

export async function hasSession({ tx }: Context, requestId: string, secret: string) {
  const row = await tx
    .selectFrom('patient_sessions')
    .select('request_id')
    .where('id_hash', '=', hashOf(secret))
    .where('request_id', '=', requestId)
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirst()
  return row !== undefined
}
