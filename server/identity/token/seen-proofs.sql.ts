import { sql } from 'kysely'

import type { Tx } from '#server/platform/database.ts'

/** True for the first of any number of simultaneous uses. */
export async function markSeen(tx: Tx, id: string, seconds: number) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('seen_proofs')
    .values({ id, expires_at: sql<string>`now() + make_interval(secs => ${seconds})` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Boolean(numInsertedOrUpdatedRows)
}
