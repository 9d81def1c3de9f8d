import type { Tx } from '#server/platform/database.ts'

import { endSessionsOf, insertAccount, setAccountAddress, setPasswordHash } from './accounts.sql.ts'
import { deleteLinks } from './one-time-links/one-time-links.sql.ts'

export { checkOwnPassword } from './check-password.ts'
export { passwordRefusal } from './deny-list.ts'
export { hasLocalAccounts, hasLocalPassword } from './local-accounts.ts'
export { makeLink } from './one-time-links/make-link.ts'
export { hashPasswordInTurn } from './password.ts'
export { findSecondFactorDue } from './second-factor/factors.ts'

type NewAccount = {
  emailAddress: string
  /** None: the account opens when its invitation is taken up. */
  passwordHash?: string | undefined
  /** Somebody else chose the password: its holder chooses their own before anything else. */
  mustChange?: boolean
  /** The subject, where it must be known beforehand. */
  subject?: string
}

/** Opens an account with the embedded provider, in the caller's transaction. Answers its subject: the member's "auth0Id". */
export async function createAccount(ctx: { tx: Tx }, { emailAddress, passwordHash, mustChange = false, subject }: NewAccount) {
  const account = { emailAddress, passwordHash: passwordHash ?? null, mustChange, ...(subject !== undefined && { id: subject }) }
  const { id } = await insertAccount(ctx, account)
  return { subject: id }
}

/** The address somebody signs in with follows the one their organisation knows them by; links sent to the old one end, and every session. Does nothing where accounts live elsewhere. */
export async function changeAccountAddress(ctx: { tx: Tx }, subject: string, emailAddress: string) {
  await endSessions(ctx, subject)
  await setAccountAddress(ctx, subject, emailAddress)
}

/** Neither the password there was nor any session or link opens the account any more. Null: nothing does, until its holder takes up a new link. */
export async function replacePassword(ctx: { tx: Tx }, accountId: string, passwordHash: string | null) {
  await setPasswordHash(ctx, accountId, { passwordHash, mustChange: false })
  await endSessions(ctx, accountId)
}

/** Signs somebody out everywhere at once, tokens already issued included, and ends the links sent to them; for leavers and changed passwords. */
export async function endSessions(ctx: { tx: Tx }, subject: string) {
  await deleteLinks(ctx, subject)
  await endSessionsOf(ctx, subject)
}
