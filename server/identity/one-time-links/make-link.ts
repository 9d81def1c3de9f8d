import { createHash, randomBytes } from 'node:crypto'

import { isSignInValid } from '#server/identity/accounts.sql.ts'
import { inTransaction, type Tx } from '#server/platform/database.ts'
import type { Floor } from '#server/platform/floor.ts'

import { replaceLink, type LinkPurpose } from './one-time-links.sql.ts'

const hour = 60
/** An invitation may lie over a weekend; whoever asks for a new password does so now. */
const minutesOf: Record<LinkPurpose, number> = { invitation: 72 * hour, reset: hour, first_password: hour / 4 }

/** What is in the database of a link; the link itself is only ever in the message that carries it. */
export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** A new link by which the account's holder chooses a password, once; it ends those sent before. Answers its address. */
export async function makeLink(ctx: { tx: Tx; floor: Pick<Floor, 'config'> }, accountId: string, purpose: LinkPurpose) {
  const token = randomBytes(32).toString('base64url')
  await replaceLink(ctx, { tokenHash: hashOfToken(token), accountId, purpose, minutes: minutesOf[purpose] })
  return `${ctx.floor.config.PUBLIC_URL}/identity/set-password/${token}`
}

/** Where somebody goes who has signed in with a password that somebody else chose. Undefined where the account's sessions were ended meanwhile, and its links with them. */
export const makeFirstPasswordLink = (floor: Floor, known: { accountId: string; validFrom: string }) =>
  inTransaction(floor.db, {}, async (tx) =>
    (await isSignInValid({ tx }, known)) ? makeLink({ tx, floor }, known.accountId, 'first_password') : undefined,
  )
