import type { Tx } from '#server/platform/database.ts'

import { insertAccount } from './accounts.sql.ts'
import { hashPassword } from './password.ts'

type NewAccount = {
  emailAddress: string
  /** Neither: the account opens when its invitation is taken up. A hash made before is taken as it is. */
  password?: string
  passwordHash?: string
  /** The subject, where it must be known beforehand. */
  subject?: string
}

/** Opens an account with the embedded provider, in the caller's transaction. Answers its subject: the member's "auth0Id". */
export async function createAccount(ctx: { tx: Tx }, { emailAddress, password, passwordHash, subject }: NewAccount) {
  const hash = passwordHash ?? (password === undefined ? null : await hashPassword(password))
  const { id } = await insertAccount(ctx, { emailAddress, passwordHash: hash, ...(subject !== undefined && { id: subject }) })
  return { subject: id }
}
