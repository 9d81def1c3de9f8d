import type { JWK } from 'jose'
import { sql } from 'kysely'

import { clientPermissions } from '#domain/roles.ts'
import type { Actor, Context } from '#server/platform/context.ts'
import type { Tx } from '#server/platform/database.ts'
import { rebind } from '#server/platform/database.ts'
import type { ClientActor, ClientRegistration } from '#server/platform/directory.ts'

/**
 * The client with this id, if it is not switched off or expired. The transaction has the id as its key, and the policy find_by_id opens
 * exactly that row.
 */
const activeClient = (tx: Tx, id: string) =>
  tx
    .selectFrom('integration_clients')
    .where(sql<boolean>`id::text = ${id}`)
    .where('switched_off_at', 'is', null)
    .where('expires_on', '>=', sql<string>`(now() at time zone 'Europe/London')::date`)

export async function findClientRegistration(tx: Tx, id: string): Promise<ClientRegistration | undefined> {
  const client = await activeClient(tx, id).select(['id', 'authentication']).executeTakeFirst()
  if (!client) return undefined
  const credentials = await tx
    .selectFrom('integration_client_credentials')
    .select(['secret_hash', 'public_key'])
    .where(sql<boolean>`client_id::text = ${id}`)
    .where((e) => e.or([e('expires_at', 'is', null), e('expires_at', '>', sql<string>`now()`)]))
    .execute()
  return client.authentication === 'secret'
    ? { id: client.id, secretHashes: credentials.flatMap(({ secret_hash }) => secret_hash ?? []) }
    : { id: client.id, keys: credentials.flatMap(({ public_key }) => (public_key === null ? [] : [public_key as JWK])) } // checked by readPublicKey
}

/** Counts the call. Undefined for a client that is switched off or expired, and for a token from before its tokens were ended. */
export async function findClientActor(
  tx: Tx,
  { subject, issuedAt }: { subject: string; issuedAt: number },
): Promise<ClientActor | undefined> {
  const client = await activeClient(tx, subject)
    // A token's moment is in whole seconds.
    .where(sql<boolean>`date_trunc('second', tokens_valid_from) <= to_timestamp(${issuedAt})`)
    .select(['id', 'organisation_id', 'name', 'permissions', 'requests_per_minute'])
    .executeTakeFirst()
  if (!client) return undefined
  return { actor: toActor(client), secondsToWait: await countCall(tx, client.id, client.requests_per_minute) }
}

type ClientRow = { id: string; organisation_id: string; name: string; permissions: string[] }

const toActor = ({ id, organisation_id, name, permissions }: ClientRow): Actor => ({
  kind: 'client',
  id,
  organisationId: organisation_id,
  name,
  // Nothing else, whatever the row says.
  permissions: clientPermissions.filter((one) => permissions.includes(one)),
})

/** The client for which the worker works. Undefined for one that is switched off, expired or deleted. */
export async function findActiveClient({ tx, organisationId }: Pick<Context, 'tx' | 'organisationId'>, id: string) {
  const client = await activeClient(tx, id)
    .where('organisation_id', '=', organisationId)
    .select(['id', 'organisation_id', 'name', 'permissions'])
    .executeTakeFirst()
  return client && toActor(client)
}

/** Counts a call in the present minute. Returns the seconds until the next minute for a call above the limit, else 0. */
async function countCall(tx: Tx, clientId: string, limit: number) {
  const isOver = sql`integration_client_calls.window_ends <= now()`
  const { calls, seconds } = await tx
    .insertInto('integration_client_calls')
    .values({ client_id: clientId, calls: 1, window_ends: sql<string>`now() + interval '1 minute'` })
    .onConflict((conflict) =>
      conflict.column('client_id').doUpdateSet({
        calls: sql<number>`case when ${isOver} then 1 else integration_client_calls.calls + 1 end`,
        window_ends: sql<string>`case when ${isOver} then excluded.window_ends else integration_client_calls.window_ends end`,
      }),
    )
    .returning(['calls', sql<number>`ceil(extract(epoch from window_ends - now()))::integer`.as('seconds')])
    .executeTakeFirstOrThrow()
  return calls > limit ? Math.max(1, seconds) : 0
}

/** Remembers when a client last got a token. */
export async function recordTokenOf(tx: Tx, id: string) {
  const client = await activeClient(tx, id).select(['organisation_id']).executeTakeFirst()
  if (!client) return
  await rebind(tx, client.organisation_id)
  await tx
    .updateTable('integration_clients')
    .set({ last_used_at: sql<string>`now()` })
    .where('organisation_id', '=', client.organisation_id)
    .where('id', '=', id)
    .execute()
}
