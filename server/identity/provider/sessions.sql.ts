import { sql } from 'kysely'

import type { Tx } from '#server/platform/database.ts'
import { lockGlobalKeys } from '#server/platform/lock-keys.sql.ts'

import { hashed } from './hashed.ts'

/**
 * The library reads a session at the start of a request and saves it at the end, with a new identifier after a sign-in. A session that was
 * ended meanwhile must not be restored: ending marks its uid, which does not change, and a marked uid is not saved.
 */
const mark = 'EndedSession'

/** Longer than any request lasts. */
const kept = sql<string>`now() + interval '1 hour'`

/** Makes saving and ending a session wait for each other. */
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
 * Gives a session a new identifier, so that the old one opens nothing. The old row stays until the new one exists, because ending the
 * sessions of an account or grant finds them by it.
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

/** The open session of a token: its authentication methods, and when the member signed in (seconds). */
export const findOpenSession = (tx: Tx, uid: string) =>
  tx
    .selectFrom('oidc_store')
    .select([sql<string | null>`payload ->> 'acr'`.as('acr'), sql<number>`(payload ->> 'loginTs')::bigint`.as('since')])
    .where('model', '=', 'Session')
    .where('uid', '=', hashed(uid))
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()
