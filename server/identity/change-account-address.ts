import type { Tx } from '#server/platform/database.ts'

import { setAccountAddress } from './accounts.sql.ts'
import { endSessions } from './end-sessions.ts'

/** The address somebody signs in with follows the one their organisation knows them by; links sent to the old one end, and every session. Does nothing where accounts live elsewhere. */
export async function changeAccountAddress(ctx: { tx: Tx }, subject: string, emailAddress: string) {
  await endSessions(ctx, subject)
  await setAccountAddress(ctx, subject, emailAddress)
}
