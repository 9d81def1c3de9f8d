import { sql } from 'kysely'

import { hashed } from '#server/identity/provider/hashed.ts'
import { findOpenSession } from '#server/identity/provider/sessions.sql.ts'
import type { Tx } from '#server/platform/database.ts'

/** @param at when it was proved, in seconds */
export function insertProof(tx: Tx, key: string, at: number) {
  const proven_at = sql<string>`least(now(), to_timestamp(${at}))`
  return tx
    .insertInto('session_proofs')
    .values({ session_uid: hashed(key), proven_at })
    .onConflict((conflict) =>
      conflict.column('session_uid').doUpdateSet({ proven_at: sql<string>`greatest(session_proofs.proven_at, excluded.proven_at)` }),
    )
    .execute()
}

export async function isProvenWithin(tx: Tx, key: string, minutes: number) {
  const proof = await tx
    .selectFrom('session_proofs')
    .select('session_uid')
    .where('session_uid', '=', hashed(key))
    .where('proven_at', '>', sql<string>`now() - make_interval(mins => ${minutes})`)
    .executeTakeFirst()
  return proof !== undefined
}

/** Whether the member signed in to this session, or confirmed their identity in it, within the last minutes. */
export async function isProvenInSession(tx: Tx, sessionUid: string, minutes: number) {
  const session = await findOpenSession(tx, sessionUid)
  if (!session) return false
  return session.since * 1000 > Date.now() - minutes * 60_000 || isProvenWithin(tx, sessionUid, minutes)
}
