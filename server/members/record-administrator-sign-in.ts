import { audit } from '#server/platform/audit.sql.ts'
import { isSystemAdministrator } from '#server/platform/context.ts'
import { rebind, type Tx } from '#server/platform/database.ts'

import { findActor } from './find-actor.ts'
import { lookUp } from './link-member.sql.ts'
import { setLastLogin } from './members.sql.ts'

/**
 * Records that a system administrator signed in. The app makes no login call for them (specification section 4), so the server records it
 * when their session starts. Everybody else is recorded by that call.
 */
export async function recordAdministratorSignIn(tx: Tx, subject: string, detail: { from: string }) {
  await lookUp(tx, subject)
  const actor = await findActor(tx, subject)
  if (!actor || !isSystemAdministrator(actor)) return
  await rebind(tx, actor.organisationId)
  await setLastLogin({ tx, actor })
  await audit({ tx, actor, organisationId: actor.organisationId }, 'tenantMemberLogin', { subjectId: actor.id!, detail })
}
