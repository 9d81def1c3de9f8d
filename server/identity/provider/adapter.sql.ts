import { createHash } from 'node:crypto'

import { sql } from 'kysely'
import { errors, type Adapter, type AdapterPayload } from 'oidc-provider'
import { z } from 'zod'

import { inTransaction, type Database, type Tx } from '#server/platform/database.ts'

/** Identifiers are what the browser holds; the table holds only their hashes, so a copy of it opens nothing. */
export const hashed = (identifier: string) => createHash('sha256').update(identifier).digest('base64url')

/** The provider's store: one table for all its kinds of things. */
export const createAdapter =
  (db: Database) =>
  (model: string): Adapter => {
    const run = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(db, {}, work)
    return {
      upsert: (id, payload, expiresIn) => run((tx) => upsert(tx, model, id, payload, expiresIn)),
      find: async (id) => {
        const row = await run((tx) => rowsOf(tx, model).where('id', '=', hashed(id)).executeTakeFirst())
        return row && payloadOf(row, id)
      },
      findByUid: async (uid) => {
        const row = await run((tx) => rowsOf(tx, model).where('uid', '=', hashed(uid)).executeTakeFirst())
        return row && payloadOf(row)
      },
      findByUserCode: async () => undefined, // device flow is off
      consume: (id) => run((tx) => consume(tx, model, id)),
      destroy: (id) =>
        run(async (tx) => void (await tx.deleteFrom('oidc_store').where('model', '=', model).where('id', '=', hashed(id)).execute())),
      revokeByGrantId: (grantId) =>
        run(
          async (tx) =>
            void (await tx.deleteFrom('oidc_store').where('model', '=', model).where('grant_id', '=', hashed(grantId)).execute()),
        ),
    }
  }

const rowsOf = (tx: Tx, model: string) => tx.selectFrom('oidc_store').select(['payload', 'consumed_at']).where('model', '=', model)

async function upsert(tx: Tx, model: string, id: string, payload: AdapterPayload, expiresIn: number | undefined) {
  const grantId = payload.grantId ?? Object.values(payload.authorizations ?? {})[0]?.grantId // a session of our one client has one
  const row = {
    payload: JSON.stringify(withoutSecrets(payload)),
    grant_id: grantId === undefined ? null : hashed(grantId),
    uid: payload.uid ? hashed(payload.uid) : null,
    account_id: payload.accountId ?? arrivingAs(payload) ?? null,
    expires_at: expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000).toISOString(),
  }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('oidc_store')
    .values({ model, id: hashed(id), ...row })
    .onConflict((conflict) => (model === 'ReplayDetection' ? conflict.doNothing() : conflict.columns(['model', 'id']).doUpdateSet(row)))
    .executeTakeFirst()
  // The library looks first and writes then: of two uses of one proof at the same moment the second is stopped here.
  if (model === 'ReplayDetection' && !numInsertedOrUpdatedRows) throw new errors.InvalidGrant('DPoP proof JWT Replay detected')
}

/** Who somebody has shown to be who is still on their way in: ends with the sessions of that account, an old password leads nowhere. */
const arrivingAs = ({ result }: AdapterPayload) => Arriving.safeParse(result).data?.accountId

const Proven = z.object({ accountId: z.string() })
const Arriving = z.union([
  z.object({ half: Proven }).transform(({ half }) => half),
  z.object({ login: Proven }).transform(({ login }) => login),
])

/** The identifier is the bearer value itself, and an interaction would quote its session's cookie. */
function withoutSecrets({ jti: _jti, ...payload }: AdapterPayload) {
  const { session } = payload
  if (!session) return payload
  const { cookie: _cookie, ...kept } = session
  return { ...payload, session: kept }
}

type Row = { payload: unknown; consumed_at: string | null }

/** Found by its uid, a session's cookie value stays unknown: nothing may then be saved under it by the library. */
const payloadOf = ({ payload, consumed_at }: Row, id?: string): AdapterPayload => ({
  ...(payload as AdapterPayload), // written by upsert above
  ...(id !== undefined && { jti: id }),
  ...(consumed_at && { consumed: Math.floor(Date.parse(consumed_at) / 1000) }),
})

/** Exactly one of any number of simultaneous uses gets through: the library itself looks first and consumes then. */
async function consume(tx: Tx, model: string, id: string) {
  const { numUpdatedRows } = await tx
    .updateTable('oidc_store')
    .set({ consumed_at: sql<string>`now()` })
    .where('model', '=', model)
    .where('id', '=', hashed(id))
    .where('consumed_at', 'is', null)
    .executeTakeFirst()
  if (!numUpdatedRows) throw new errors.InvalidGrant('already used')
}

/** The session behind a token, while it is open: how sure the provider was of its holder, and since when (seconds). */
export const findOpenSession = (tx: Tx, uid: string) =>
  tx
    .selectFrom('oidc_store')
    .select([sql<string | null>`payload ->> 'acr'`.as('acr'), sql<number>`(payload ->> 'loginTs')::bigint`.as('since')])
    .where('model', '=', 'Session')
    .where('uid', '=', hashed(uid))
    .where('expires_at', '>', sql<string>`now()`)
    .executeTakeFirst()

/** Ends a session for good: its row goes, and with it every token that was bound to it. */
export const deleteSession = async (tx: Tx, uid: string) =>
  void (await tx.deleteFrom('oidc_store').where('model', '=', 'Session').where('uid', '=', hashed(uid)).execute())

export const deleteSessionOfGrant = async (tx: Tx, grantId: string) =>
  void (await tx.deleteFrom('oidc_store').where('model', '=', 'Session').where('grant_id', '=', hashed(grantId)).execute())
