import { sql } from 'kysely'

import { hashed } from '#server/identity/provider/hashed.ts'
import { findOpenSession } from '#server/identity/provider/sessions.sql.ts'
import type { Tx } from '#server/platform/database.ts'

export const insertProof = (tx: Tx, sessionUid: string) =>
  tx
    .insertInto('session_proofs')
    .values({ session_uid: hashed(sessionUid), proven_at: sql<string>`now()` })
    .onConflict((conflict) => conflict.column('session_uid').doUpdateSet({ proven_at: sql<string>`now()` }))
    .execute()

/** Whether this session's holder signed in, or proved who they are again, within the last minutes. */
export async function isProvenWithin(tx: Tx, sessionUid: string, minutes: number) {
  const [session, proof] = await Promise.all([
    findOpenSession(tx, sessionUid),
    tx
      .selectFrom('session_proofs')
      .select('session_uid')
      .where('session_uid', '=', hashed(sessionUid))
      .where('proven_at', '>', sql<string>`now() - make_interval(mins => ${minutes})`)
      .executeTakeFirst(),
  ])
  return session !== undefined && (proof !== undefined || session.since * 1000 > Date.now() - minutes * 60_000)
}
