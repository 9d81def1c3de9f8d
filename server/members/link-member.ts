import { audit } from '#server/platform/audit.sql.ts'
import type { Actor } from '#server/platform/context.ts'
import { rebind, type Tx } from '#server/platform/database.ts'
import type { ExternalSignIn } from '#server/platform/directory.ts'

import { findColleague } from './find-actor.ts'
import { findInvited, isSubjectTaken, setSubject } from './link-member.sql.ts'

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
