import { sql } from 'kysely'

import type { Tx } from '#server/platform/database.ts'
import { lockGlobalKeys } from '#server/platform/lock-keys.sql.ts'

import { hashed } from './hashed.ts'

/**
 * The library reads a session at the beginning of a request and saves it at its end, under a new identifier where somebody has just signed in. What ended
 * meanwhile must not come back: an ended session leaves a mark under its uid, which stays the same, and nothing is saved of a uid that has one.
 */
const mark = 'EndedSession'

/** Longer than any request lasts. */
const kept = sql<string>`now() + interval '1 hour'`

/** Whoever saves a session and whoever ends it come one after the other. */
const inTurn = (tx: Tx, uids: readonly string[]) =>
  lockGlobalKeys(
    tx,
    uids.map((uid) => `session ${uid}`),
  )

/** Whether the session of this uid (as stored) may be saved; it then cannot end before the transaction does. */
export async function maySave(tx: Tx, uid: string) {
  await inTurn(tx, [uid])
  return !(await tx.selectFrom('oidc_store').select('id').where('model', '=', mark).where('id', '=', uid).executeTakeFirst())
}

/**
 * A session gets a new identifier: the old one opens nothing any more. Its row stays until the new one is there, since who ends the sessions of an account or of a grant finds
 * by it which they are.
 */
export const retireSession = (tx: Tx, id: string) =>
  tx
    .updateTable('oidc_store')
    .set({ payload: '{}', consumed_at: sql<string>`now()`, expires_at: sql<string>`now() + interval '1 minute'` })
    .where('model', '=', 'Session')
    .where('id', '=', id)
    .execute()

async function endSessions(tx: Tx, column: 'uid' | 'grant_id' | 'account_id', value: string) {
  const found = await tx.selectFrom('oidc_store').select('uid').where('model', '=', 'Session').where(column, '=', value).execute()
  const uids = [...new Set([...found.flatMap(({ uid }) => uid ?? []), ...(column === 'uid' ? [value] : [])])]
  await endSessionsById(tx, uids)
}

/** Ends sessions for good that are named by their uids as stored. */
export async function endSessionsById(tx: Tx, uids: readonly string[]) {
  if (uids.length === 0) return
  await inTurn(tx, uids)
  await tx
    .insertInto('oidc_store')
    .values(uids.map((id) => ({ model: mark, id, payload: '{}', expires_at: kept })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx.deleteFrom('oidc_store').where('model', '=', 'Session').where('uid', 'in', uids).execute()
}

/** Ends a session for good, and with it every token that was bound to it. */
export const endSessionByUid = (tx: Tx, uid: string) => endSessions(tx, 'uid', hashed(uid))
export const endSessionByGrant = (tx: Tx, grantId: string) => endSessions(tx, 'grant_id', hashed(grantId))
export const endSessionsOfAccount = (tx: Tx, accountId: string) => endSessions(tx, 'account_id', accountId)

/** The session behind a token, while it is open: how sure the provider was of its holder, and since when (seconds). */
export const findOpenSession = (tx: Tx, uid: string) =>
  tx
    .selectFrom('oidc_store')
    .select([sql<string | null>`payload ->> 'acr'`.as('acr'), sql<number>`(payload ->> 'loginTs')::bigint`.as('since')])
    .where('model', '=', 'Session')
    .where('uid', '=', hashed(uid))
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
