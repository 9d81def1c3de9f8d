import { sql } from 'kysely'

import type { Context } from './context.ts'
import type { RepeatableCall } from './idempotency.ts'
import { Problem } from './problem.ts'

const sealingKey = 'idempotency-answer'

/**
 * The answer to an earlier call with this key. Undefined for the first call, which holds the key until its transaction ends. A call with the
 * key that has not ended yet is refused and not waited for.
 */
export async function findEarlierAnswer({ tx, actor, organisationId, services }: Context, { keyHash, call, bodyHash }: RepeatableCall) {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${organisationId} ${actor.id} ${keyHash}`}, 0)) as "isFree"`.execute(
    tx,
  )
  if (!rows[0]!.isFree) throw new Problem('still_running', 'A call with this key has not ended yet. Try again in a moment.') // one row
  const kept = await tx
    .selectFrom('idempotency_keys')
    .select(['call', 'body_hash', 'sealed_answer'])
    .where('organisation_id', '=', organisationId)
    .where('caller_id', '=', actor.id)
    .where('key_hash', '=', keyHash)
    .where('created_at', '>', sql<string>`now() - interval '1 day'`)
    .executeTakeFirst()
  if (!kept) return undefined
  if (kept.call !== call || kept.body_hash !== bodyHash)
    throw new Problem('idempotency_key_reused', 'This key was used for another call. Use a new key for each call.')
  return JSON.parse(services.keys.unseal(kept.sealed_answer, sealingKey).toString()) as unknown
}

/** Keeps the answer in the transaction of the call: after a crash there is either both or nothing. */
export async function keepAnswer(
  { tx, actor, organisationId, services }: Context,
  { keyHash, call, bodyHash }: RepeatableCall,
  answer: unknown,
) {
  const row = {
    call,
    body_hash: bodyHash,
    sealed_answer: services.keys.seal(Buffer.from(JSON.stringify(answer)), sealingKey),
  }
  // One that is older than a day may still wait to be removed.
  await tx
    .deleteFrom('idempotency_keys')
    .where('organisation_id', '=', organisationId)
    .where('caller_id', '=', actor.id)
    .where('key_hash', '=', keyHash)
    .execute()
  await tx
    .insertInto('idempotency_keys')
    .values({ organisation_id: organisationId, caller_id: actor.id!, key_hash: keyHash, ...row }) // members and clients have an id
    .execute()
}

/** In every organisation: the policy shows the system organisation only answers that are older than a day. */
export async function deleteOldAnswers({ tx }: Pick<Context, 'tx'>) {
  await tx
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', sql<string>`now() - interval '1 day'`)
    .execute()
}
