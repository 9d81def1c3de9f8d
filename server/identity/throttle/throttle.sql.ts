import { sql } from 'kysely'

import type { Tx } from '#server/platform/database.ts'

import { maxFailures } from './limits.ts'

type At = { tx: Tx }

/** Counts under a key, for so many minutes from the first; answers the count, this one included. */
export async function countInWindow({ tx }: At, key: string, minutes: number) {
  const isOver = sql`sign_in_throttle.window_ends <= now()`
  const { failures } = await tx
    .insertInto('sign_in_throttle')
    .values({ key, failures: 1, window_ends: sql<string>`now() + make_interval(mins => ${minutes})` })
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

export const uncountInWindow = ({ tx }: At, key: string) =>
  tx
    .updateTable('sign_in_throttle')
    .set({ failures: sql<number>`greatest(0, failures - 1)` })
    .where('key', '=', key)
    .execute()

export const forgetWindow = ({ tx }: At, key: string) => tx.deleteFrom('sign_in_throttle').where('key', '=', key).execute()

const isAddressed = (emailAddress: string) => sql<boolean>`lower(accounts.email_address) = lower(${emailAddress})`
const account = ['id', 'must_change', 'tokens_valid_from', sql<string | null>`password_hash_of(id)`.as('password_hash')] as const

/**
 * Counts an attempt on an unknown device before it is checked, so that simultaneous guesses cannot all pass before the first is counted.
 * Undefined for an address without an account, and above the limit of failures.
 */
export async function countOnOtherDevice({ tx }: At, emailAddress: string) {
  const counted = await tx
    .updateTable('accounts')
    .set({ failed_attempts: sql<number>`failed_attempts + 1` })
    .where(isAddressed(emailAddress))
    .where('is_active', '=', true)
    .where('failed_attempts', '<', maxFailures.onOtherDevices)
    .returning([...account, 'failed_attempts as failures'])
    .executeTakeFirst()
  return counted && { ...counted, isLast: counted.failures === maxFailures.onOtherDevices }
}

/** The same on a device that has signed in to the account. Undefined where it is not one, or had as many failures as are judged. */
export async function countOnKnownDevice({ tx }: At, emailAddress: string, device: string) {
  const counted = await tx
    .updateTable('accounts')
    .set({ failed_on_known_devices: sql<number>`failed_on_known_devices + 1` })
    .where(isAddressed(emailAddress))
    .where('is_active', '=', true)
    .where('failed_on_known_devices', '<', maxFailures.onKnownDevices)
    .where((e) =>
      e.exists(
        e
          .selectFrom('known_devices as d')
          .select('d.device')
          .whereRef('d.account_id', '=', 'accounts.id')
          .where('d.device', '=', device)
          .where('d.failed_attempts', '<', maxFailures.onOneKnownDevice)
          .where('d.expires_at', '>', sql<string>`now()`),
      ),
    )
    .returning(account)
    .executeTakeFirst()
  if (!counted) return undefined
  const onDevice = await tx
    .updateTable('known_devices')
    .set({ failed_attempts: sql<number>`failed_attempts + 1` })
    .where('account_id', '=', counted.id)
    .where('device', '=', device)
    .where('failed_attempts', '<', maxFailures.onOneKnownDevice)
    .returning('failed_attempts as failures')
    .executeTakeFirst()
  if (onDevice) return { ...counted, ...onDevice, isLast: false }
  // Attempts at the same moment took the last ones.
  await uncountOnKnownDevices({ tx }, counted.id)
  return undefined
}
export type CountedAccount = NonNullable<Awaited<ReturnType<typeof countOnOtherDevice>>>

const uncountOnKnownDevices = ({ tx }: At, accountId: string) =>
  tx
    .updateTable('accounts')
    .set({ failed_on_known_devices: sql<number>`greatest(0, failed_on_known_devices - 1)` })
    .where('id', '=', accountId)
    .execute()

/** An attempt that was counted was no failure. Those before it stay: a password that is known must not open the way to guessing codes. */
export const uncountOnOtherDevice = ({ tx }: At, accountId: string) =>
  tx
    .updateTable('accounts')
    .set({ failed_attempts: sql<number>`greatest(0, failed_attempts - 1)` })
    .where('id', '=', accountId)
    .execute()

export async function uncountOnKnownDevice({ tx }: At, accountId: string, device: string) {
  await uncountOnKnownDevices({ tx }, accountId)
  await tx
    .updateTable('known_devices')
    .set({ failed_attempts: sql<number>`greatest(0, failed_attempts - 1)` })
    .where('account_id', '=', accountId)
    .where('device', '=', device)
    .execute()
}

/** Failures in a row end here. */
export const forgetFailures = ({ tx }: At, accountId: string) =>
  tx.updateTable('accounts').set({ failed_attempts: 0, failed_on_known_devices: 0 }).where('id', '=', accountId).execute()

/** Resets the failures of one device, which stays known for the given hours. The newest 100 devices of an account are kept. */
export async function setKnownDevice({ tx }: At, accountId: string, device: string, hours: number) {
  const row = { failed_attempts: 0, expires_at: sql<string>`now() + make_interval(hours => ${hours})` }
  await tx
    .insertInto('known_devices')
    .values({ account_id: accountId, device, ...row })
    .onConflict((conflict) => conflict.columns(['account_id', 'device']).doUpdateSet(row))
    .execute()
  await tx
    .deleteFrom('known_devices')
    .where('account_id', '=', accountId)
    .where('device', 'in', (e) =>
      e
        .selectFrom('known_devices')
        .select('device')
        .where('account_id', '=', accountId)
        .orderBy('expires_at', 'desc')
        .orderBy('device')
        .offset(100),
    )
    .execute()
}

/** A session in which a member confirms their identity is a known device. Its earlier failures stay counted. */
export const insertKnownSession = ({ tx }: At, accountId: string, device: string, hours: number) =>
  tx
    .insertInto('known_devices')
    .values({ account_id: accountId, device, expires_at: sql<string>`now() + make_interval(hours => ${hours})` })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const deleteKnownDevices = ({ tx }: At, accountId: string) =>
  tx
    .deleteFrom('known_devices')
    .where(sql<boolean>`account_id::text = ${accountId}`)
    .execute()

/** True once a day, so that a member gets at most one email about failed sign-ins a day. */
export async function markNotified({ tx }: At, accountId: string) {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ failures_told_at: sql<string>`now()` })
    .where('id', '=', accountId)
    .where((e) => e.or([e('failures_told_at', 'is', null), e('failures_told_at', '<', sql<string>`now() - interval '1 day'`)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
