import { sql } from 'kysely'

import { findOpenSession } from '#server/identity/provider/sessions.sql.ts'
import type { Actor } from '#server/platform/context.ts'
import type { Directory } from '#server/platform/directory.ts'
import type { Services } from '#server/platform/services.ts'
import { inTransaction, type Tx } from '#server/platform/database.ts'

import { proofLifetimeSeconds } from './check-proof.ts'
import { markSeen } from './seen-proofs.sql.ts'
import type { AccessToken } from './verify-access-token.ts'

type Deps = Pick<Services, 'db' | 'directory'>
type SignedIn = { isTokenValid: boolean; isProofFresh: boolean; actor: Actor | undefined }

/** Reads everything about a token in one round trip: the member, the account, the session, and whether the proof was used before. */
export const findSignedIn = (
  { db, directory }: Deps,
  token: AccessToken,
  proofId: string | undefined,
  isOurs: boolean,
): Promise<SignedIn> =>
  inTransaction(db, { key: token.subject }, async (tx) => {
    const [actor, isTokenValid, isProofFresh] = await Promise.all([
      directory.findActor(tx, token.subject),
      isOurs ? isStillGood(tx, directory, token) : true,
      proofId === undefined ? true : markSeen(tx, proofId, proofLifetimeSeconds),
    ])
    return { isTokenValid, isProofFresh, actor }
  })

/** Reads everything about the token of an integration client in one round trip, and counts the call. */
export const findClientOf = ({ db, directory }: Deps, token: AccessToken, proofId: string | undefined) =>
  inTransaction(db, { key: token.subject }, async (tx) => {
    const [client, isProofFresh] = await Promise.all([
      directory.findClientActor(tx, token),
      proofId === undefined ? true : markSeen(tx, proofId, proofLifetimeSeconds),
    ])
    return { client, isProofFresh }
  })

/** Not signed out, not switched off, with the second factor that is demanded by now, and issued after the last time all its account's tokens were called in. */
async function isStillGood(tx: Tx, directory: Directory, { subject, sessionId, issuedAt }: AccessToken) {
  const [account, session, isDemanded] = await Promise.all([
    tx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', subject)
      .where('is_active', '=', true)
      // A token's moment is in whole seconds.
      .where(sql<boolean>`date_trunc('second', tokens_valid_from) <= to_timestamp(${issuedAt})`)
      .executeTakeFirst(),
    sessionId === undefined ? undefined : findOpenSession(tx, sessionId),
    directory.isSecondFactorRequired(tx, subject),
  ])
  return Boolean(account) && session !== undefined && (session.acr === 'aal2' || !isDemanded)
}
