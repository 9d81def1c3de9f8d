import { sql } from 'kysely'

import type { Tx } from '#server/platform/database.ts'

type At = { tx: Tx }
export type NewPasskey = { credentialId: string; publicKey: Buffer; counter: number; transports: string[]; name: string }

export const listPasskeys = ({ tx }: At, accountId: string) =>
  tx
    .selectFrom('account_passkeys')
    .select(['id', 'credential_id', 'name', 'added_at', 'last_used_at', 'transports'])
    .where('account_id', '=', accountId)
    .orderBy('added_at')
    .orderBy('id')
    .execute()

export const findPasskey = ({ tx }: At, credentialId: string) =>
  tx
    .selectFrom('account_passkeys as p')
    .innerJoin('accounts as a', 'a.id', 'p.account_id')
    .select(['p.account_id', 'p.id', 'p.credential_id', 'p.public_key', 'p.counter'])
    .where('p.credential_id', '=', credentialId)
    .where('a.is_active', '=', true)
    .executeTakeFirst()

export async function insertPasskey({ tx }: At, accountId: string, { credentialId, publicKey, counter, transports, name }: NewPasskey) {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('account_passkeys')
    .values({ account_id: accountId, credential_id: credentialId, public_key: publicKey, counter, transports, name })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst()
  return Boolean(numInsertedOrUpdatedRows)
}

/** Notes a use. False when the authenticator's counter did not go on: the key was copied, or one answer came twice (WebAuthn section 6.1.1). */
export async function countPasskeyUse({ tx }: At, id: string, counter: number) {
  const { numUpdatedRows } = await tx
    .updateTable('account_passkeys')
    .set({ counter, last_used_at: sql<string>`now()` })
    .where('id', '=', id)
    .where((e) => e.or([e('counter', '<', counter), e.and([e('counter', '=', 0), e.val(counter === 0)])]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const renamePasskey = ({ tx }: At, accountId: string, id: string, name: string) =>
  tx.updateTable('account_passkeys').set({ name }).where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst()

export const deletePasskey = ({ tx }: At, accountId: string, id: string) =>
  tx.deleteFrom('account_passkeys').where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst()

export const deletePasskeys = ({ tx }: At, accountId: string) =>
  tx.deleteFrom('account_passkeys').where('account_id', '=', accountId).execute()
