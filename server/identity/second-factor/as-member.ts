import type { Context } from '#server/platform/context.ts'
import { inOrganisation, inTransaction } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'

/** Acts as whoever holds the account, in their organisation: what they do while signing in stands in the same log as all else. Undefined for who is no member. */
export async function asMember<T>(services: Services, accountId: string, work: (ctx: Context) => Promise<T>) {
  const actor = await inTransaction(services.db, { key: accountId }, (tx) => services.directory.findActor(tx, accountId))
  return (
    actor && inOrganisation(services.db, actor.organisationId, (tx) => work({ tx, actor, organisationId: actor.organisationId, services }))
  )
}
