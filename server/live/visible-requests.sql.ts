import { sql } from 'kysely'

import { wardLimitOf, type Actor } from '#server/platform/context.ts'
import { inTransaction, type Database } from '#server/platform/database.ts'

/** The requests that a member may see now. */
export async function visibleTo(db: Database, actor: Actor, ids: string[]): Promise<string[]> {
  const memberId = wardLimitOf(actor)
  // Only wards limit the requests that a member sees in their organisation.
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
