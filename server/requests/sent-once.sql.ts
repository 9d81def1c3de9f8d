import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'

/** What was sent with this key before. Whoever asks at the same moment waits until the first has committed, and then finds it. */
export async function findSent({ tx, organisationId }: Context, key: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${organisationId} ${key}`}, 0))`.execute(tx)
  const rows = await tx.selectFrom('form_requests').select('id').where('sending_key', '=', key).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

export async function setSendingKey({ tx }: Context, ids: string[], key: string) {
  await tx
    .updateTable('form_requests')
    .set({ sending_key: key })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
}
