import { createHash, randomBytes } from 'node:crypto'

import type { Context } from '#server/platform/context.ts'

// 20 hours, which exempts the session from WCAG 2.2.1. The cookie itself ends with the browser window.
const lifetime = 20 * 3_600_000

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
const fromNow = () => new Date(Date.now() + lifetime).toISOString()

/** Stores a device that has passed the identity step, with the hash of its secret. Deletes expired sessions. */
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
