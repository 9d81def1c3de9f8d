import type { Tx } from '#server/platform/database.ts'

import { setAccountAddress } from './accounts.sql.ts'

/** The address somebody signs in with follows the one their organisation knows them by. Does nothing where accounts live elsewhere. */
export const changeAccountAddress = (ctx: { tx: Tx }, subject: string, emailAddress: string) =>
  setAccountAddress(ctx, subject, emailAddress)
