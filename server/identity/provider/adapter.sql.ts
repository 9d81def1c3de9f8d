import { sql } from 'kysely'
import { errors, type Adapter, type AdapterPayload } from 'oidc-provider'
import { z } from 'zod'

import { inTransaction, type Database, type Tx } from '#server/platform/database.ts'

import { proofLifetimeSeconds } from '#server/identity/token/check-proof.ts'

import { hashed } from './hashed.ts'
import { maySave, retireSession } from './sessions.sql.ts'

type FindClient = (id: string) => Promise<AdapterPayload | undefined>

/** The provider's store: one table for all its kinds of things, except the clients. */
export const createAdapter =
  (db: Database, findClient: FindClient = async () => undefined) =>
  (model: string): Adapter => {
    const run = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(db, {}, work)
    return {
      upsert: (id, payload, expiresIn) => run((tx) => upsert(tx, model, id, payload, expiresIn)),
      find: async (id) => {
        if (model === 'Client') return findClient(id)
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
        run(async (tx) => void (await (model === 'Session' ? retireSession(tx, hashed(id)) : remove(tx, model, 'id', hashed(id))))),
      revokeByGrantId: (grantId) => run(async (tx) => void (await remove(tx, model, 'grant_id', hashed(grantId)))),
    }
  }

const rowsOf = (tx: Tx, model: string) => {
  const rows = tx.selectFrom('oidc_store').select(['payload', 'consumed_at']).where('model', '=', model)
  return model === 'Session' ? rows.where('consumed_at', 'is', null) : rows
}

const remove = (tx: Tx, model: string, column: 'id' | 'grant_id', value: string) =>
  tx.deleteFrom('oidc_store').where('model', '=', model).where(column, '=', value).execute()

async function upsert(tx: Tx, model: string, id: string, payload: AdapterPayload, expiresIn: number | undefined) {
  // The library forgets a proof after its tolerance; one dated ahead could then be used again. An assertion of a client lives shorter.
  const lifetimeSeconds = model === 'ReplayDetection' ? proofLifetimeSeconds : expiresIn
  const grantId = payload.grantId ?? Object.values(payload.authorizations ?? {})[0]?.grantId // a session of our one client has one
  const row = {
    payload: JSON.stringify(withoutSecrets(payload)),
    grant_id: grantId === undefined ? null : hashed(grantId),
    uid: payload.uid ? hashed(payload.uid) : null,
    account_id: payload.accountId ?? arrivingAs(payload) ?? null,
    expires_at: lifetimeSeconds === undefined ? null : new Date(Date.now() + lifetimeSeconds * 1000).toISOString(),
  }
  if (model === 'Session' && row.uid && !(await maySave(tx, row.uid))) return
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('oidc_store')
    .values({ model, id: hashed(id), ...row })
    .onConflict((conflict) =>
      model === 'ReplayDetection'
        ? conflict.doNothing()
        : conflict.columns(['model', 'id']).doUpdateSet({ ...row, ...(model === 'Session' && { consumed_at: null }) }),
    )
    .executeTakeFirst()
  // The library looks first and writes then: of two uses of one proof at the same moment the second is stopped here.
  if (model === 'ReplayDetection' && !numInsertedOrUpdatedRows) throw new errors.InvalidGrant('the proof or assertion was used before')
}

/** Deletes the sign-ins in progress of an account with its sessions, because they may rely on an old password. */
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
