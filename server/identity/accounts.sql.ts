import { sql } from 'kysely'

import type { Tx } from '#server/platform/database.ts'

import { endSessionsOfAccount } from './provider/sessions.sql.ts'
import { deleteKnownDevices } from './throttle/throttle.sql.ts'

type At = { tx: Tx }
export type NewAccount = { id?: string; emailAddress: string; passwordHash: string | null; mustChange: boolean }

export async function insertAccount({ tx }: At, { id, emailAddress, passwordHash, mustChange }: NewAccount) {
  const row = { ...(id !== undefined && { id }), email_address: emailAddress, password_hash: passwordHash, must_change: mustChange }
  return tx.insertInto('accounts').values(row).returning('id').executeTakeFirstOrThrow()
}

/** Null: nothing opens the account until the member has chosen a password with a link. */
export const setPasswordHash = (
  { tx }: At,
  id: string,
  { passwordHash, mustChange }: { passwordHash: string | null; mustChange: boolean },
) =>
  tx
    .updateTable('accounts')
    .set({ password_hash: passwordHash, must_change: mustChange, failed_attempts: 0, failed_on_known_devices: 0 })
    .where(sql<boolean>`id::text = ${id}`)
    .execute()

/** Whose account an address is. */
export const findAccountByAddress = ({ tx }: At, emailAddress: string) =>
  tx
    .selectFrom('accounts')
    .select('id')
    .where(sql`lower(email_address)`, '=', sql`lower(${emailAddress})`)
    .where('is_active', '=', true)
    .executeTakeFirst()

/** The account, unless it was switched off or removed. */
export const findAccount = ({ tx }: At, id: string) =>
  tx.selectFrom('accounts').select(['id', 'email_address']).where('id', '=', id).where('is_active', '=', true).executeTakeFirst()

/** The same, held until the transaction ends: of two changes of one account's ways of signing in the second sees the first. */
export const lockAccount = ({ tx }: At, id: string) =>
  tx
    .selectFrom('accounts')
    .select(['id', 'email_address'])
    .where('id', '=', id)
    .where('is_active', '=', true)
    .forUpdate()
    .executeTakeFirst()

export const setAccountAddress = ({ tx }: At, id: string, emailAddress: string) =>
  tx
    .updateTable('accounts')
    .set({ email_address: emailAddress })
    .where(sql<boolean>`id::text = ${id}`)
    .execute()

/** Opens or closes every account of the demonstration; answers those that were not so already. */
export const setDemoAccountsActive = ({ tx }: At, isActive: boolean) =>
  tx
    .updateTable('accounts')
    .set({ is_active: isActive })
    .where('is_demo', '=', true)
    .where('is_active', '=', !isActive)
    .returning('id')
    .execute()

/** Deletes the sessions and grants of an account, and refuses all tokens issued before now (SIGN-8). */
export async function endSessionsOf({ tx }: At, id: string) {
  // The account row is locked first, because isSignInValid locks it too: what a sign-in in progress has written is then visible here.
  // Tokens have whole seconds, so only those of earlier seconds are refused: a new sign-in at once must get a valid token.
  await tx
    .updateTable('accounts')
    .set({ tokens_valid_from: sql<string>`now()` })
    .where(sql<boolean>`id::text = ${id}`)
    .execute()
  await deleteKnownDevices({ tx }, id)
  await endSessionsOfAccount(tx, id)
  await tx.deleteFrom('oidc_store').where('account_id', '=', id).execute()
}

/** What a sign-in begins with, to see at its end whether the account's sessions were ended meanwhile. */
export const getValidFrom = async ({ tx }: At, id: string) =>
  (await tx.selectFrom('accounts').select('tokens_valid_from').where('id', '=', id).executeTakeFirstOrThrow()).tokens_valid_from

/** Whether the account is open, and its sessions were not ended since a sign-in began. Nobody ends them before the transaction does. */
export const isSignInValid = async ({ tx }: At, { accountId, validFrom }: { accountId: string; validFrom: string }) =>
  Boolean(
    await tx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', accountId)
      .where('is_active', '=', true)
      .where('tokens_valid_from', '=', validFrom)
      .forShare()
      .executeTakeFirst(),
  )
