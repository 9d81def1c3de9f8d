import { sql } from 'kysely'

import { wardLimitOf, type Actor } from '#server/platform/context.ts'
import { inTransaction, type Database } from '#server/platform/database.ts'

/** Those of the requests that a member may see at this moment. */
export async function visibleTo(db: Database, actor: Actor, ids: string[]): Promise<string[]> {
  const memberId = wardLimitOf(actor)
  // Nobody is kept from any request of their organisation but by wards.
  if (memberId === '') return ids
  const rows = await inTransaction(db, { organisationId: actor.organisationId, memberId }, (tx) =>
    tx
      .selectFrom('form_requests')
      .select('id')
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .execute(),
  )
  return rows.map(({ id }) => id)
}
