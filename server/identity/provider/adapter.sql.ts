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
      destroy: (id) => run((tx) => remove(tx, model, 'id', hashed(id))),
      revokeByGrantId: (grantId) => run((tx) => remove(tx, model, 'grant_id', hashed(grantId))),
    }
  }

const rowsOf = (tx: Tx, model: string) => {
  const rows = tx.selectFrom('oidc_store').select(['payload', 'consumed_at']).where('model', '=', model)
  return model === 'Session' ? rows.where('consumed_at', 'is', null) : rows
}

/** What is removed goes; of a session a mark stays: whoever had read it before it ended, and saves it after, brings it back no more. */
async function remove(tx: Tx, model: string, column: 'id' | 'grant_id', value: string) {
  if (model === 'Session') await endingSessions(tx).where(column, '=', value).execute()
  else await tx.deleteFrom('oidc_store').where('model', '=', model).where(column, '=', value).execute()
}

const ended = { payload: '{}', uid: null, grant_id: null, account_id: null, consumed_at: sql<string>`now()` }

/** Ends the sessions that the caller's conditions name, with every token bound to them. Their marks go when the sessions would have run out. */
export const endingSessions = (tx: Tx) =>
  tx.updateTable('oidc_store').set(ended).where('model', '=', 'Session').where('consumed_at', 'is', null)

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
    .onConflict((conflict) => {
      if (model === 'ReplayDetection') return conflict.doNothing()
      const update = conflict.columns(['model', 'id']).doUpdateSet(row)
      return model === 'Session' ? update.where('oidc_store.consumed_at', 'is', null) : update
    })
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

export const endSessionByUid = async (tx: Tx, uid: string) => void (await endingSessions(tx).where('uid', '=', hashed(uid)).execute())

export const endSessionByGrant = async (tx: Tx, grantId: string) =>
  void (await endingSessions(tx).where('grant_id', '=', hashed(grantId)).execute())
