import { sql } from 'kysely'

import type { Tx } from '#server/platform/database.ts'

/** Binds a transaction to the one subject or invited address that it may look up. */
export const bindLookupKey = (tx: Tx, key: string) => sql`select set_config('app.key', ${key}, true)`.execute(tx)

/** Whether a member has this subject, active or removed. */
export async function isSubjectTaken(tx: Tx, subject: string) {
  await bindLookupKey(tx, subject)
  return Boolean(await tx.selectFrom('members').select('id').where('subject', '=', subject).executeTakeFirst())
}

/**
 * The active member who was invited under this address and is not linked yet. The policy find_by_invited_address opens exactly that row.
 */
export async function findInvited(tx: Tx, emailAddress: string) {
  const address = emailAddress.toLowerCase()
  await bindLookupKey(tx, `invited ${address}`)
  return tx
    .selectFrom('members')
    .select(['id', 'organisation_id as organisationId'])
    .where(sql`lower(email_address)`, '=', address)
    .where('subject', 'is', null)
    .where('is_active', '=', true)
    .executeTakeFirst()
}

/** True for exactly one of several simultaneous calls. */
export async function setSubject(tx: Tx, id: string, subject: string) {
  const { numUpdatedRows } = await tx
    .updateTable('members')
    .set({ subject })
    .where('id', '=', id)
    .where('subject', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The member of this organisation with this address, active or removed. */
export const findMemberAt = ({ tx }: { tx: Tx }, emailAddress: string) =>
  tx
    .selectFrom('members')
    .select('id')
    .where(sql`lower(email_address)`, '=', sql`lower(${emailAddress})`)
    .executeTakeFirst()
