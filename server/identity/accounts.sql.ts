import { sql } from 'kysely'

import type { Tx } from '#server/platform/database.ts'

import { endSessionsOfAccount } from './provider/sessions.sql.ts'

type At = { tx: Tx }
export type NewAccount = { id?: string; emailAddress: string; passwordHash: string | null; mustChange: boolean }

export async function insertAccount({ tx }: At, { id, emailAddress, passwordHash, mustChange }: NewAccount) {
  const row = { ...(id !== undefined && { id }), email_address: emailAddress, password_hash: passwordHash, must_change: mustChange }
  return tx.insertInto('accounts').values(row).returning('id').executeTakeFirstOrThrow()
}

/**
 * Counts an attempt before it is judged, so that guesses sent at once cannot all slip through before the first is counted.
 * Ten in a row lock the account for a minute, then two, four, eight, fifteen. Nothing is counted of the unknown, and of who is locked just now.
 */
const attempt = ({ tx }: At) =>
  tx
    .updateTable('accounts')
    .set({
      failed_attempts: sql<number>`failed_attempts + 1`,
      locked_until: sql<string | null>`case when failed_attempts + 1 >= 10
        then now() + least(15, power(2, least(failed_attempts + 1 - 10, 4))) * interval '1 minute' end`,
    })
    .where('is_active', '=', true)
    .where((e) => e.or([e('locked_until', 'is', null), e('locked_until', '<=', sql<string>`now()`)]))
    .returning(['id', 'failed_attempts', 'password_hash', 'must_change'])

export const countAttempt = (at: At, emailAddress: string) =>
  attempt(at)
    .where(sql`lower(email_address)`, '=', sql`lower(${emailAddress})`)
    .executeTakeFirst()

export const countAttemptOf = (at: At, id: string) => attempt(at).where('id', '=', id).executeTakeFirst()

/** The attempt just counted was no failure. Those before it stay: a password that is known must not open the way to guessing codes. */
export const uncountAttempt = ({ tx }: At, id: string) =>
  tx
    .updateTable('accounts')
    .set({ failed_attempts: sql<number>`greatest(0, failed_attempts - 1)`, locked_until: null })
    .where('id', '=', id)
    .execute()

export const forgetAttempts = ({ tx }: At, id: string) =>
  tx.updateTable('accounts').set({ failed_attempts: 0, locked_until: null }).where('id', '=', id).execute()

/** Attempts from one network address within the last ten minutes, this one included. */
export async function countFromAddress({ tx }: At, key: string) {
  const isOver = sql`sign_in_throttle.window_ends <= now()`
  const { failures } = await tx
    .insertInto('sign_in_throttle')
    .values({ key, failures: 1, window_ends: sql<string>`now() + interval '10 minutes'` })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        failures: sql<number>`case when ${isOver} then 1 else sign_in_throttle.failures + 1 end`,
        window_ends: sql<string>`case when ${isOver} then excluded.window_ends else sign_in_throttle.window_ends end`,
      }),
    )
    .returning('failures')
    .executeTakeFirstOrThrow()
  return failures
}

export const uncountFromAddress = ({ tx }: At, key: string) =>
  tx
    .updateTable('sign_in_throttle')
    .set({ failures: sql<number>`greatest(0, failures - 1)` })
    .where('key', '=', key)
    .execute()

/** Null: nothing opens the account until its holder has chosen a password by a link. */
export const setPasswordHash = (
  { tx }: At,
  id: string,
  { passwordHash, mustChange }: { passwordHash: string | null; mustChange: boolean },
) =>
  tx
    .updateTable('accounts')
    .set({ password_hash: passwordHash, must_change: mustChange, failed_attempts: 0, locked_until: null })
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

/** Everything the provider keeps of an account's sessions goes, and tokens issued before now are refused (SIGN-8). */
export async function endSessionsOf({ tx }: At, id: string) {
  await endSessionsOfAccount(tx, id)
  await tx.deleteFrom('oidc_store').where('account_id', '=', id).execute()
  // Only what was issued in earlier seconds: a token names whole ones, and who signs in again at once must not get a dead one.
  await tx
    .updateTable('accounts')
    .set({ tokens_valid_from: sql<string>`now()` })
    .where(sql<boolean>`id::text = ${id}`)
    .execute()
}
