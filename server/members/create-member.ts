import type { members } from '#contract/members.ts'
import type { Input } from '#contract/route.ts'
import { createAccount } from '#server/identity/create-account.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem } from '#server/platform/problem.ts'

import { getMember, insertMember } from './members.sql.ts'
import { mustBeSelectable } from './update-member.ts'

/** A new colleague; with the embedded provider their account is opened in the same transaction (MEM-2). */
export async function createMember(ctx: Context, { body: { password, ...fields } }: Input<typeof members.create>) {
  mustBeSelectable(fields.role)
  const isEmbedded = !ctx.floor.config.OIDC_ISSUER
  if (!isEmbedded && password !== undefined) throw fieldProblem('password', 'Passwords are set at your identity provider.')
  const account = isEmbedded
    ? await createAccount(ctx, { emailAddress: fields.emailAddress, ...(password !== undefined && { password }) })
    : undefined
  const id = await insertMember(ctx, fields, account?.subject ?? null)
  await audit(ctx, 'tenantMemberCreated', { subjectId: id })
  return getMember(ctx, id)
}
