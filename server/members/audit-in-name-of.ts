import type { AuditEventType } from '#domain/audit-events.ts'
import { audit } from '#server/platform/audit.sql.ts'
import type { Actor } from '#server/platform/context.ts'
import { rebind, type Tx } from '#server/platform/database.ts'

import { findActor } from './find-actor.ts'
import { lookUp } from './link-member.sql.ts'

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
  await lookUp(tx, subject)
  const actor = await findActor(tx, subject)
  if (!actor) return undefined
  await rebind(tx, actor.organisationId)
  await audit({ tx, actor, organisationId: actor.organisationId }, event, { subjectId: actor.id ?? undefined, detail })
  return actor
}
