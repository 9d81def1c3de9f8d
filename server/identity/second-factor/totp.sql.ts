import { sql } from 'kysely'

import type { Tx } from '#server/platform/database.ts'

type At = { tx: Tx }

export const findTotp = ({ tx }: At, accountId: string) =>
  tx.selectFrom('account_totp').select(['sealed', 'pending', 'added_at']).where('account_id', '=', accountId).executeTakeFirst()

export const setPendingTotp = ({ tx }: At, accountId: string, pending: Buffer) =>
  tx
    .insertInto('account_totp')
    .values({ account_id: accountId, pending })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ pending }))
    .execute()

/** Replaces the previous secret by the one whose code was typed. That code is then used up. */
export async function confirmTotp({ tx }: At, accountId: string, pending: Buffer, step: number) {
  const { numUpdatedRows } = await tx
    .updateTable('account_totp')
    .set({ sealed: pending, pending: null, last_step: step, added_at: sql<string>`now()` })
    .where('account_id', '=', accountId)
    .where('pending', '=', pending)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** True for one of any number of uses of a code, at once or one after the other. */
export async function spendStep({ tx }: At, accountId: string, step: number) {
  const { numUpdatedRows } = await tx
    .updateTable('account_totp')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const deleteTotp = ({ tx }: At, accountId: string) =>
  tx.deleteFrom('account_totp').where('account_id', '=', accountId).executeTakeFirst()
