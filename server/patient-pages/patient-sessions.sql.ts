import { createHash, randomBytes } from 'node:crypto'

import { patientSessionHours } from '#domain/patient-information.ts'
import type { Context } from '#server/platform/context.ts'

// 20 hours or more exempt the session from WCAG 2.2.1. The cookie itself ends with the browser window.
const lifetime = patientSessionHours * 3_600_000

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

/** The device has sent the answers. */
export const setAnswersSent = ({ tx }: Context, requestId: string, secret: string) =>
  tx
    .updateTable('patient_sessions')
    .set({ has_sent_answers: true })
    .where('id_hash', '=', hashOf(secret))
    .where('request_id', '=', requestId)
    .execute()

/** The session of a device. Undefined if there is none that is still valid. */
export async function findSession({ tx }: Context, requestId: string, secret: string) {
  const row = await tx
    .selectFrom('patient_sessions')
    .select('has_sent_answers')
    .where('id_hash', '=', hashOf(secret))
    .where('request_id', '=', requestId)
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirst()
  return row && { hasSentAnswers: row.has_sent_answers }
}
