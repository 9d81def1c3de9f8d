import { sql } from 'kysely'

import { findActor } from '#server/members/find-actor.ts'
import { isSessionOpen } from '#server/identity/provider/adapter.sql.ts'
import type { Actor } from '#server/platform/context.ts'
import { inTransaction, type Database, type Tx } from '#server/platform/database.ts'

import type { AccessToken } from './verify-access-token.ts'

type Standing = { isValid: boolean; actor: Actor | undefined }

/** All that the database has to say about a token, asked in one round trip: the member, the account, the session, and whether the proof was seen before. */
export const findSignedIn = (db: Database, token: AccessToken, proofId: string | undefined, isOurs: boolean): Promise<Standing> =>
  inTransaction(db, { key: token.subject }, async (tx) => {
    const [actor, isCurrent, isFresh] = await Promise.all([
      findActor(tx, token.subject),
      isOurs ? isStillGood(tx, token) : true,
      proofId === undefined ? true : markSeen(tx, proofId),
    ])
    return { isValid: isCurrent && isFresh, actor }
  })

/** Not signed out, not switched off, and issued after the last time all its account's tokens were called in. */
async function isStillGood(tx: Tx, { subject, sessionId, issuedAt }: AccessToken) {
  const [account, isOpen] = await Promise.all([
    tx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', subject)
      .where('is_active', '=', true)
      // A token's moment is in whole seconds.
      .where(sql<boolean>`date_trunc('second', tokens_valid_from) <= to_timestamp(${issuedAt})`)
      .executeTakeFirst(),
    sessionId === undefined ? false : isSessionOpen(tx, sessionId),
  ])
  return Boolean(account) && isOpen
}

/** True for the first of any number of simultaneous uses. */
async function markSeen(tx: Tx, id: string) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('seen_proofs')
    .values({ id, expires_at: sql<string>`now() + interval '2 minutes'` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Boolean(numInsertedOrUpdatedRows)
}
