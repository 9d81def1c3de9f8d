import { findActorBySubject } from '#server/members/find-actor.ts'
import type { Context } from '#server/platform/context.ts'
import { inOrganisation } from '#server/platform/database.ts'
import type { Floor } from '#server/platform/floor.ts'

/** Acts as whoever holds the account, in their organisation: what they do while signing in stands in the same log as all else. Undefined for who is no member. */
export async function asMember<T>(floor: Floor, accountId: string, work: (ctx: Context) => Promise<T>) {
  const actor = await findActorBySubject(floor.db, accountId)
  return actor && inOrganisation(floor.db, actor.organisationId, (tx) => work({ tx, actor, organisationId: actor.organisationId, floor }))
}
