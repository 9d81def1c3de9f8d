import type { Tx } from '#server/platform/database.ts'

import { endSessionsOf, insertAccount, setAccountAddress, setPasswordHash } from './accounts.sql.ts'
import { deleteLinks } from './one-time-links/one-time-links.sql.ts'

export { checkOwnPassword } from './check-password.ts'
export { passwordRefusal } from './deny-list.ts'
export { hasLocalAccounts, hasLocalPassword } from './local-accounts.ts'
export { makeLink } from './one-time-links/make-link.ts'
export { hashed as hashSecret } from './provider/hashed.ts'
export { hashPasswordInTurn } from './password.ts'
export { findSecondFactorDue } from './second-factor/factors.ts'
export { countInWindow, uncountInWindow } from './throttle/throttle.sql.ts'

type NewAccount = {
  emailAddress: string
  /** None: the account opens when its invitation is taken up. */
  passwordHash?: string | undefined
  /** Another person chose the password: the member must choose a new one before anything else. */
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

/**
 * Changes the address to sign in with to the member's new one, and ends every link sent to the old one, and every session. Does nothing if
 * another provider has the accounts.
 */
export async function changeAccountAddress(ctx: { tx: Tx }, subject: string, emailAddress: string) {
  await endSessions(ctx, subject)
  await setAccountAddress(ctx, subject, emailAddress)
}

/**
 * Replaces the password, and ends every session and link of the account. Null: nothing opens the account until the member uses a new link.
 */
export async function replacePassword(ctx: { tx: Tx }, accountId: string, passwordHash: string | null) {
  await setPasswordHash(ctx, accountId, { passwordHash, mustChange: false })
  await endSessions(ctx, accountId)
}

/**
 * Signs an account out everywhere at once, tokens already issued included, and ends its links: for members who leave and for changed
 * passwords.
 */
export async function endSessions(ctx: { tx: Tx }, subject: string) {
  await deleteLinks(ctx, subject)
  await endSessionsOf(ctx, subject)
}

/** Signs an account out everywhere at once, tokens already issued included. Its links stay: an invitation that was not used yet can be. */
export const signOutEverywhere = (ctx: { tx: Tx }, subject: string) => endSessionsOf(ctx, subject)
