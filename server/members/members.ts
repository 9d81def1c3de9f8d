import type { AuditEventType } from '#domain/audit-events.ts'
import { audit } from '#server/platform/audit.sql.ts'
import { type Actor, type Context, isSystemAdministrator, wardLimitOf } from '#server/platform/context.ts'
import { limitToWardsOf, rebind, type Tx } from '#server/platform/database.ts'
import type { ExternalSignIn } from '#server/platform/directory.ts'

import { findActor, findColleague } from './actor.sql.ts'
import { findInvited, isSubjectTaken, bindLookupKey, setSubject } from './link-member.sql.ts'
import { getCurrentMember, setLastLogin } from './members.sql.ts'

export { findActor, findActorById, findColleague, findMembership } from './actor.sql.ts'
export { findSecondFactorDay, isSecondFactorRequired } from './second-factor-day.sql.ts'
export { getMember as getColleague } from './members.sql.ts'

/** A worker that does somebody's work sees what they see, and no more; of who is a member no longer, what their wards let them see. */
export async function actForMember(ctx: Context, memberId: string | null): Promise<Context> {
  if (memberId === null) return ctx
  const member = await findColleague(ctx.tx, memberId)
  await limitToWardsOf(ctx.tx, member ? wardLimitOf(member) : memberId)
  return member ? { ...ctx, actor: member } : ctx
}

/**
 * Writes what was done with somebody's account into the log of their organisation, before anyone is signed in. Undefined for a subject
 * that no active member has: there is no organisation to tell, and nothing is kept.
 */
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
 * Records that a system administrator signed in. The app makes no login call for them (specification section 4), so the server records it
 * when their session starts. Everybody else is recorded by that call.
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
 * Links a subject, once and for good, to the member who was invited under its verified address (MEM-2). Undefined for everybody else: an
 * address that nobody has verified, somebody nobody has invited, a member who is linked already. No role comes from a provider.
 */
export async function linkMember(tx: Tx, { issuer, subject, emailAddress, isEmailVerified }: ExternalSignIn): Promise<Actor | undefined> {
  if (!isEmailVerified || (await isSubjectTaken(tx, subject))) return undefined
  const invited = await findInvited(tx, emailAddress)
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
