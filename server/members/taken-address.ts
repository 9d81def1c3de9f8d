import { isSystemAdministrator, type Context } from '#server/platform/context.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'

import { findMemberAt } from './link-member.sql.ts'

/** An address that a colleague has is in the list of users anyway, so the admin is told. */
export async function requireUnusedAddress(ctx: Context, emailAddress: string, memberId?: string) {
  const colleague = await findMemberAt(ctx, emailAddress)
  if (colleague && colleague.id !== memberId) throw new Problem('conflict', 'A user already exists with that email address.')
}

/** Indexes over the addresses of all organisations. */
const addresses = new Set(['members_email', 'accounts_email'])

/** An admin is not told that an address belongs to somebody in another organisation. A system administrator sees all of them. */
export const hideTakenAddress =
  ({ actor }: Pick<Context, 'actor'>) =>
  (error: unknown): never => {
    const { code, constraint = '' } = (error ?? {}) as { code?: string; constraint?: string } // what the database driver throws
    if (code === '23505' && addresses.has(constraint) && !isSystemAdministrator(actor))
      throw fieldProblem('emailAddress', 'This email address cannot be used. Check it, or ask your system administrator.')
    throw error
  }
