import type { Tx } from '#server/platform/database.ts'

import { setPasswordHash } from './accounts.sql.ts'
import { endSessions } from './end-sessions.ts'

/** Neither the password nor any session or link opens the account any more, until its holder chooses another password by a new link. */
export async function closeAccount(ctx: { tx: Tx }, subject: string) {
  await setPasswordHash(ctx, subject, { passwordHash: null, mustChange: false })
  await endSessions(ctx, subject)
}
