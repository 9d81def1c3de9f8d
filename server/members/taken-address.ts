import { isSystemAdministrator, type Context } from '#server/platform/context.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'

import { findMemberAt } from './link-member.sql.ts'

/** The list of users shows the address of a colleague, so the admin may know that it is in use. */
export async function requireUnusedAddress(ctx: Context, emailAddress: string, memberId?: string) {
  const colleague = await findMemberAt(ctx, emailAddress)
  if (colleague && colleague.id !== memberId) throw new Problem('conflict', 'A user already exists with that email address.')
}

/** The unique indexes on the addresses of all organisations. */
const addresses = new Set(['members_email', 'accounts_email'])

/** Hides from admins that an address belongs to a user of another organisation. A system administrator sees all organisations. */
export const hideTakenAddress =
  ({ actor }: Pick<Context, 'actor'>) =>
  (error: unknown): never => {
    const { code, constraint = '' } = (error ?? {}) as { code?: string; constraint?: string } // an error of the database driver
    if (code === '23505' && addresses.has(constraint) && !isSystemAdministrator(actor))
      throw fieldProblem('emailAddress', 'This email address cannot be used. Check it, or ask your system administrator.')
    throw error
  }
