import type { AuditEventType } from '#domain/audit-events.ts'
import { audit } from '#server/platform/audit.sql.ts'
import { type Actor, type Context, isSystemAdministrator, wardLimitOf } from '#server/platform/context.ts'
import { limitToWardsOf, rebind, type Tx } from '#server/platform/database.ts'
import type { ExternalSignIn } from '#server/platform/directory.ts'

import { findActor, findColleague } from './actor.sql.ts'
import { findInvited, isSubjectTaken, bindLookupKey, setSubject } from './link-member.sql.ts'
import { getCurrentMember, setLastLogin } from './members.sql.ts'

export { findActor, findActorById, findColleague, findMembership, toActor } from './actor.sql.ts'
export { seesRequest } from './sees-request.sql.ts'
export { findSecondFactorDay } from './second-factor-day.sql.ts'
export { getMember as getColleague, lockMember as lockColleague } from './members.sql.ts'
export { notifyWebhookSwitchedOff } from './mail/member-mail.ts'

/** Limits the worker to what the member may see. For a former member, their wards still apply. */
export async function actForMember(ctx: Context, memberId: string | null): Promise<Context> {
  if (memberId === null) return ctx
  const member = await findColleague(ctx.tx, memberId)
  await limitToWardsOf(ctx.tx, member ? wardLimitOf(member) : memberId)
  return member ? { ...ctx, actor: member } : ctx
}

/** Writes an event about an account to its organisation's audit log before sign-in. Undefined if no active member has the subject. */
export async function auditInNameOf(
  tx: Tx,
  subject: string,
  event: AuditEventType,
  detail: Record<string, unknown>,
): Promise<Actor | undefined> {
  await bindLookupKey(tx, subject)
  const actor = await findActor(tx, subject)
  if (!actor) return undefined
  await rebind(tx, actor.organisationId)
  await audit({ tx, actor, organisationId: actor.organisationId }, event, { subjectId: actor.id ?? undefined, detail })
  return actor
}

/**
 * Records the sign-in of a system administrator when their session starts. The app makes no login call for them (specification section 4),
 * as it does for other members.
 */
export async function recordAdministratorSignIn(tx: Tx, subject: string, detail: { from: string }) {
  await bindLookupKey(tx, subject)
  const actor = await findActor(tx, subject)
  if (!actor || !isSystemAdministrator(actor)) return
  await rebind(tx, actor.organisationId)
  await setLastLogin({ tx, actor })
  await audit({ tx, actor, organisationId: actor.organisationId }, 'tenantMemberLogin', { subjectId: actor.id!, detail })
}

/**
 * Links a subject to the member who was invited under its verified address, once (MEM-2). Undefined if no one was invited, or the member is
 * already linked. A provider never gives a role.
 */
export async function linkMember(tx: Tx, { issuer, subject, verifiedEmail }: ExternalSignIn): Promise<Actor | undefined> {
  if (await isSubjectTaken(tx, subject)) return undefined
  const invited = await findInvited(tx, verifiedEmail)
  if (!invited) return undefined
  await rebind(tx, invited.organisationId)
  if (!(await setSubject(tx, invited.id, subject))) return undefined
  const actor = await findColleague(tx, invited.id)
  if (actor)
    await audit({ tx, actor, organisationId: actor.organisationId }, 'tenantMemberLinked', { subjectId: actor.id!, detail: { issuer } })
  return actor
}

export async function signInMember(ctx: Context) {
  await setLastLogin(ctx)
  return getCurrentMember(ctx)
}
