import type { members } from '#contract/members.ts'
import type { Input } from '#contract/route.ts'
import { checkOwnPassword, hashPasswordInTurn, hasLocalPassword, passwordRefusal, replacePassword } from '#server/identity/identity.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'
import type { Call } from '#server/platform/serve.ts'

import { queueMemberMail } from './mail/member-mail.ts'

/** Checks the current password and hashes the new one before any row is locked. */
export async function prepareChange({ services, actor, request }: Call, { body }: Input<typeof members.changePassword>) {
  const { subject, id } = actor
  if (!hasLocalPassword(services.config) || !subject || !id)
    throw new Problem('conflict', 'Your password is managed by your identity provider.')
  const refusal = await passwordRefusal(body.password, { about: [actor.name] })
  if (refusal !== undefined) throw fieldProblem('password', refusal)
  const own = { accountId: subject, password: body.currentPassword, from: request.ip, sessionId: actor.sessionId }
  const verdict = await checkOwnPassword(services, own)
  if (verdict === 'too many') throw new Problem('too_many_requests', 'Too many attempts. Wait 30 seconds and try again.')
  if (verdict === 'refused') throw fieldProblem('currentPassword', 'The password is incorrect.')
  const passwordHash = await hashPasswordInTurn(body.password)
  return async (ctx: Context) => {
    await replacePassword(ctx, subject, passwordHash)
    await audit(ctx, 'tenantMemberPasswordSet', { subjectId: id, detail: { by: 'holder' } })
    await queueMemberMail(ctx, { memberId: id, kind: 'passwordChanged' })
    return { done: true as const }
  }
}
