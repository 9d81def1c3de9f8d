import type { members } from '#contract/members.ts'
import type { Input } from '#contract/route.ts'
import { createAccount, hashPasswordInTurn, hasLocalAccounts, hasLocalPassword, passwordRefusal } from '#server/identity/identity.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem } from '#server/platform/problem.ts'
import type { Call } from '#server/platform/serve.ts'

import { isExternalActor, queueMemberMail, notifyAdmins } from './mail/member-mail.ts'
import { getMember, insertMember } from './members.sql.ts'
import { requireUnusedAddress, hideTakenAddress } from './taken-address.ts'
import { mustBeSelectable, mustMayGiveRole } from './update-member.ts'

type Asked = Input<typeof members.create>

/** Checks the new member and hashes a first password before any row is locked. */
export async function prepareMember(
  { services, actor, organisationId }: Pick<Call, 'services' | 'actor' | 'organisationId'>,
  { body: { password, ...fields } }: Asked,
) {
  mustBeSelectable(organisationId, fields.role)
  mustMayGiveRole(actor, fields.role)
  if (password !== undefined && isExternalActor({ actor, organisationId }))
    throw fieldProblem('password', 'Only the organisation’s own admins can give a first password. Send an invitation instead.')
  const passwordHash = password === undefined ? undefined : await hashFirstPassword(services, fields, password)
  return (ctx: Context) => createMember(ctx, fields, passwordHash)
}

type Fields = Omit<Asked['body'], 'password'>

async function hashFirstPassword(services: Context['services'], { firstName, lastName, emailAddress }: Fields, password: string) {
  if (!hasLocalPassword(services.config)) throw fieldProblem('password', 'Passwords are set at your identity provider.')
  const refusal = await passwordRefusal(password, { about: [firstName, lastName, emailAddress] })
  if (refusal !== undefined) throw fieldProblem('password', refusal)
  return hashPasswordInTurn(password)
}

/**
 * Creates a member. With the embedded provider, creates their account and queues their invitation in the same transaction. A member with a
 * first password needs no invitation: they choose their own password at their first sign-in (MEM-2).
 */
async function createMember(ctx: Context, fields: Fields, passwordHash: string | undefined) {
  await requireUnusedAddress(ctx, fields.emailAddress)
  const account = hasLocalAccounts(ctx.services.config)
    ? await createAccount(ctx, { emailAddress: fields.emailAddress, passwordHash, mustChange: passwordHash !== undefined }).catch(
        hideTakenAddress(ctx),
      )
    : undefined
  const id = await insertMember(ctx, fields, account?.subject ?? null).catch(hideTakenAddress(ctx))
  await audit(ctx, 'tenantMemberCreated', { subjectId: id })
  await notifyAdmins(ctx, id, 'added')
  if (passwordHash === undefined) await queueMemberMail(ctx, { memberId: id, kind: 'invitation' })
  return getMember(ctx, id)
}
