import type { Tx } from '#server/platform/database.ts'

import { endSessionsOf } from './accounts.sql.ts'

/** Signs somebody out everywhere at once, tokens already issued included; for leavers and changed passwords. */
export const endSessions = (ctx: { tx: Tx }, subject: string) => endSessionsOf(ctx, subject)
