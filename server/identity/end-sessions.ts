import type { Tx } from '#server/platform/database.ts'

import { endSessionsOf } from './accounts.sql.ts'
import { deleteLinks } from './one-time-links/one-time-links.sql.ts'

/** Signs somebody out everywhere at once, tokens already issued included, and ends the links sent to them; for leavers and changed passwords. */
export async function endSessions(ctx: { tx: Tx }, subject: string) {
  await deleteLinks(ctx, subject)
  await endSessionsOf(ctx, subject)
}
