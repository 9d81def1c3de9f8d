import type { Tx } from '#server/platform/database.ts'

import { insertAccount } from './accounts.sql.ts'

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
