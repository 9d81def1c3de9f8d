import { sql } from 'kysely'

import type { Tx } from '#server/platform/database.ts'

type At = { tx: Tx }

export async function replaceRecoveryCodes({ tx }: At, accountId: string, hashes: string[]) {
  await deleteRecoveryCodes({ tx }, accountId)
  await tx
    .insertInto('account_recovery_codes')
    .values(hashes.map((hash) => ({ account_id: accountId, hash })))
    .execute()
}

export const deleteRecoveryCodes = ({ tx }: At, accountId: string) =>
  tx.deleteFrom('account_recovery_codes').where('account_id', '=', accountId).execute()

/** True for one of any number of uses. */
export async function spendRecoveryCode({ tx }: At, accountId: string, hash: string) {
  const { numUpdatedRows } = await tx
    .updateTable('account_recovery_codes')
    .set({ used_at: sql<string>`now()` })
    .where('account_id', '=', accountId)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countRecoveryCodes({ tx }: At, accountId: string) {
  const { left } = await tx
    .selectFrom('account_recovery_codes')
    .select((e) => e.fn.countAll<number>().as('left'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}
