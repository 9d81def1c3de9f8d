import { sql } from 'kysely'

import type { Tx } from '#server/platform/database.ts'

export const findLinkedAccount = (tx: Tx, issuer: string, subject: string) =>
  tx
    .selectFrom('upstream_subjects as u')
    .innerJoin('accounts as a', 'a.id', 'u.account_id')
    .select(['a.id', 'a.is_active', 'a.email_address'])
    .where('u.issuer', '=', issuer)
    .where('u.subject', '=', subject)
    .executeTakeFirst()

export const findAccountByAddress = (tx: Tx, emailAddress: string) =>
  tx
    .selectFrom('accounts')
    .select(['id', 'is_active', 'email_address'])
    .where(sql`lower(email_address)`, '=', emailAddress.toLowerCase())
    .where('is_active', '=', true)
    .executeTakeFirst()

/** True for exactly one of several simultaneous attempts, and never for an account that is already linked. */
export async function insertLink(tx: Tx, issuer: string, subject: string, accountId: string) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('upstream_subjects')
    .values({ issuer, subject, account_id: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Boolean(numInsertedOrUpdatedRows)
}
