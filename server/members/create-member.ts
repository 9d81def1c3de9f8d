import type { members } from '#contract/members.ts'
import type { Input } from '#contract/route.ts'
import { createAccount } from '#server/identity/create-account.ts'
import { refusalOfPassword } from '#server/identity/deny-list.ts'
import { keepsAccounts, keepsPasswords } from '#server/identity/keeps-passwords.ts'
import { hashAtTheGate } from '#server/identity/password.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem } from '#server/platform/problem.ts'
import type { Outside } from '#server/platform/serve.ts'

import { queueMemberMail } from './mail/queue-member-mail.ts'
import { getMember, insertMember } from './members.sql.ts'
import { mustBeSelectable } from './update-member.ts'

type Asked = Input<typeof members.create>

/** Refuses what can be refused, and hashes a first password, before any row is held. */
export async function prepareMember(
  { floor, organisationId }: Pick<Outside, 'floor' | 'organisationId'>,
  { body: { password, ...fields } }: Asked,
) {
  mustBeSelectable(organisationId, fields.role)
  const passwordHash = password === undefined ? undefined : await hashFirstPassword(floor, fields, password)
  return (ctx: Context) => createMember(ctx, fields, passwordHash)
}

type Fields = Omit<Asked['body'], 'password'>

async function hashFirstPassword(floor: Context['floor'], { firstName, lastName, emailAddress }: Fields, password: string) {
  if (!keepsPasswords(floor.config)) throw fieldProblem('password', 'Passwords are set at your identity provider.')
  const refusal = await refusalOfPassword(password, { about: [firstName, lastName, emailAddress] })
  if (refusal !== undefined) throw fieldProblem('password', refusal)
  return hashAtTheGate(password)
}

/**
 * A new colleague; with the embedded provider their account is opened in the same transaction, and so is their invitation queued. Only who
 * was given a first password needs none: they choose their own when they sign in with it (MEM-2).
 */
async function createMember(ctx: Context, fields: Fields, passwordHash: string | undefined) {
  const account = keepsAccounts(ctx.floor.config)
    ? await createAccount(ctx, { emailAddress: fields.emailAddress, passwordHash, mustChange: passwordHash !== undefined })
    : undefined
  const id = await insertMember(ctx, fields, account?.subject ?? null)
  await audit(ctx, 'tenantMemberCreated', { subjectId: id })
  if (passwordHash === undefined) await queueMemberMail(ctx, { memberId: id, kind: 'invitation' })
  return getMember(ctx, id)
}
