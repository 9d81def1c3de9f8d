import { createAccount, hasLocalAccounts, hasLocalPassword, replacePassword } from '#server/identity/identity.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { Problem } from '#server/platform/problem.ts'

import { setSubject } from './link-member.sql.ts'
import { queueMemberMail, notifyAdmins } from './mail/member-mail.ts'
import { lockMember } from './members.sql.ts'

/** Sends an invitation. Only the newest link works. */
export async function inviteMember(ctx: Context, memberId: string) {
  const member = await lockActive(ctx, memberId)
  if (member.hasSignedIn) throw new Problem('conflict', 'This user has already signed in. Reset their password instead.')
  if (hasLocalAccounts(ctx.services.config) && !member.subject) {
    const { subject } = await createAccount(ctx, { emailAddress: member.emailAddress })
    await setSubject(ctx.tx, memberId, subject)
  }
  await audit(ctx, 'tenantMemberInvited', { subjectId: memberId })
  await queueMemberMail(ctx, { memberId, kind: 'invitation' })
}

/** Ends every session and removes the password at once. The member gets a link to set a new password. */
export async function resetPassword(ctx: Context, memberId: string) {
  if (!hasLocalPassword(ctx.services.config))
    throw new Problem('conflict', 'Passwords are managed by your identity provider. Reset the password there.')
  const { subject } = await lockActive(ctx, memberId)
  if (!subject) throw new Problem('conflict', 'This user has no account yet. Send them an invitation instead.')
  await replacePassword(ctx, subject, null)
  await audit(ctx, 'tenantMemberPasswordReset', { subjectId: memberId })
  await queueMemberMail(ctx, { memberId, kind: 'reset' })
  await notifyAdmins(ctx, memberId, 'passwordReset')
}

async function lockActive(ctx: Context, memberId: string) {
  const member = await lockMember(ctx, memberId)
  if (!member.isActive) throw new Problem('conflict', 'This user was removed. Restore the user first.')
  return member
}
