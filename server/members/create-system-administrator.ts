import { z } from 'zod'

import { memberFields } from '#contract/members.ts'
import { createAccount, hasLocalAccounts, hasLocalPassword, replacePassword } from '#server/identity/identity.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { findMemberAt } from './link-member.sql.ts'
import { makePasswordLink } from './mail/send-member-mail.job.ts'
import { insertMember, lockMember } from './members.sql.ts'

const { firstName, lastName, emailAddress } = memberFields
export const SystemAdministrator = z.object({ emailAddress, firstName, lastName })

/**
 * Creates a system administrator, or a new link for an existing one whose link or password was lost. No screen gives that role (ROLE-3),
 * so the operator of the server runs this. Returns the link, because email may not be set up yet.
 */
export async function createSystemAdministrator(ctx: Context, person: z.infer<typeof SystemAdministrator>) {
  const known = await findMemberAt(ctx, person.emailAddress)
  if (known) return callInAgain(ctx, known.id)
  const account = hasLocalAccounts(ctx.services.config) ? await createAccount(ctx, person) : undefined
  const id = await insertMember(ctx, { ...person, role: 'Forms SysAdmin' }, account?.subject ?? null)
  await audit(ctx, 'tenantMemberCreated', { subjectId: id })
  return makePasswordLink(ctx, 'invitation', account?.subject ?? null)
}

async function callInAgain(ctx: Context, memberId: string) {
  const { subject, isActive } = await lockMember(ctx, memberId)
  if (!isActive) throw new Problem('conflict', 'This user was removed. Another system administrator can restore the user.')
  if (subject === null || !hasLocalPassword(ctx.services.config)) {
    await audit(ctx, 'tenantMemberInvited', { subjectId: memberId })
    return makePasswordLink(ctx, 'invitation', subject)
  }
  await replacePassword(ctx, subject, null)
  await audit(ctx, 'tenantMemberPasswordReset', { subjectId: memberId })
  return makePasswordLink(ctx, 'reset', subject)
}
