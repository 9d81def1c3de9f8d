import { sql } from 'kysely'

import type { Tx } from '#server/platform/database.ts'

/** True for the first of any number of simultaneous uses. */
export async function markSeen(tx: Tx, id: string, seconds: number) {
  const { rows } = await sql<{ is_first: boolean }>`select mark_seen(${id}, ${seconds}) as is_first`.execute(tx)
  return rows[0]!.is_first
}
