import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'

/**
 * The requests that were sent with this key, and their fingerprint. Undefined if there are none. A second call at the same moment waits
 * until the first has committed.
 */
export async function findSent({ tx, organisationId }: Context, key: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${organisationId} ${key}`}, 0))`.execute(tx)
  const rows = await tx
    .selectFrom('form_requests')
    .select(['id', 'sending_fingerprint'])
    .where('sending_key', '=', key)
    .orderBy('id')
    .execute()
  const [first] = rows
  return first && { ids: rows.map(({ id }) => id), fingerprint: first.sending_fingerprint }
}

/** Locks the reviewed sending of this form until the transaction ends. */
export async function lockSendingOf({ tx, organisationId }: Context, formId: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${organisationId} sends ${formId}`}, 0))`.execute(tx)
}

export async function setSendingKey({ tx }: Context, ids: string[], { key, fingerprint }: { key: string; fingerprint: string }) {
  await tx
    .updateTable('form_requests')
    .set({ sending_key: key, sending_fingerprint: fingerprint })
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
}
