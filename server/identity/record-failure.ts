import { auditInNameOf } from '#server/members/audit-in-name-of.ts'
import { inTransaction } from '#server/platform/database.ts'
import type { Floor } from '#server/platform/floor.ts'

/** The failure at which the account is locked, and every one after it, locks it anew (countAttempt). */
const lockingFailure = 10

type Failed = { id: string; failed_attempts: number }

/**
 * A failed sign-in, in the log of the account's organisation. Nobody waits for it: the time an answer takes must not tell an account that
 * is known from one that is not. What was typed for an unknown one is kept nowhere.
 */
export function recordFailure({ db, log }: Pick<Floor, 'db' | 'log'>, { id, failed_attempts }: Failed, from: string) {
  const event = failed_attempts >= lockingFailure ? 'signInLocked' : 'signInFailed'
  inTransaction(db, {}, (tx) => auditInNameOf(tx, id, event, { from })).catch(({ name, code }: Error & { code?: string }) =>
    log.error({ error: name, code }, 'a failed sign-in could not be recorded'),
  )
}
