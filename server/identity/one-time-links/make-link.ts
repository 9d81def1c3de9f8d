import { createHash, randomBytes } from 'node:crypto'

import { isSignInValid } from '#server/identity/accounts.sql.ts'
import { inTransaction, type Tx } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'

import { replaceLink, type LinkPurpose } from './one-time-links.sql.ts'

const hour = 60
/** An invitation may have to wait over a weekend. A new password is usually chosen at once. */
const minutesOf: Record<LinkPurpose, number> = { invitation: 72 * hour, reset: hour, first_password: hour / 4 }

/** What is in the database of a link; the link itself is only ever in the message that carries it. */
export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Creates a link with which the member chooses a password, once, and ends earlier links. Returns its address. */
export async function makeLink(ctx: { tx: Tx; services: Pick<Services, 'config'> }, accountId: string, purpose: LinkPurpose) {
  const token = randomBytes(32).toString('base64url')
  await replaceLink(ctx, { tokenHash: hashOfToken(token), accountId, purpose, minutes: minutesOf[purpose] })
  return `${ctx.services.config.PUBLIC_URL}/identity/set-password/${token}`
}

/**
 * The page to choose a new password after signing in with one that another person chose. Undefined if the sessions of the account were
 * ended meanwhile, and its links with them.
 */
export const makeFirstPasswordLink = (services: Services, known: { accountId: string; validFrom: string }) =>
  inTransaction(services.db, {}, async (tx) =>
    (await isSignInValid({ tx }, known)) ? makeLink({ tx, services }, known.accountId, 'first_password') : undefined,
  )
