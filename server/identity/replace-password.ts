import type { Tx } from '#server/platform/database.ts'

import { setPasswordHash } from './accounts.sql.ts'
import { endSessions } from './end-sessions.ts'

/** Neither the password there was nor any session or link opens the account any more. Null: nothing does, until its holder takes up a new link. */
export async function replacePassword(ctx: { tx: Tx }, accountId: string, passwordHash: string | null) {
  await setPasswordHash(ctx, accountId, { passwordHash, mustChange: false })
  await endSessions(ctx, accountId)
}
