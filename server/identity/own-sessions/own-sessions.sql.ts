import { sql } from 'kysely'

import { hashed } from '#server/identity/provider/hashed.ts'
import type { Tx } from '#server/platform/database.ts'

/** Stored next to the session, under the hash of its uid. The library does not know about it. */
const model = 'SessionUse'

/** Records that a token was issued in a session, and for which device. Kept as long as a session can last. */
export async function recordUse(tx: Tx, { uid, accountId, device }: { uid: string; accountId: string; device: string }) {
  const row = {
    payload: JSON.stringify({ device, at: new Date().toISOString() }),
    account_id: accountId,
    expires_at: sql<string>`now() + interval '13 hours'`,
  }
  await tx
    .insertInto('oidc_store')
    .values({ model, id: hashed(uid), ...row })
    .onConflict((conflict) => conflict.columns(['model', 'id']).doUpdateSet(row))
    .execute()
}

/** The open sessions of an account whose last refresh token has not expired: the current session first, then the newest. */
export async function listSessions(tx: Tx, accountId: string, currentUid: string | undefined) {
  const current = currentUid === undefined ? '' : hashed(currentUid)
  const { rows } = await sql<{ id: string; device: string | null; signedInAt: string; lastUsedAt: string }>`
    select s.uid as id, u.payload ->> 'device' as device,
           to_timestamp((s.payload ->> 'loginTs')::bigint) as "signedInAt",
           coalesce((u.payload ->> 'at')::timestamptz, to_timestamp((s.payload ->> 'loginTs')::bigint)) as "lastUsedAt"
    from oidc_store s left join oidc_store u on u.model = ${model} and u.id = s.uid
    where s.model = 'Session' and s.account_id = ${accountId} and s.consumed_at is null and s.expires_at > now() and s.uid is not null
      and s.payload ->> 'loginTs' is not null
      and (s.uid = ${current}
        or exists (select from oidc_store r where r.model = 'RefreshToken' and r.account_id = s.account_id and r.consumed_at is null
                     and r.expires_at > now() and r.payload ->> 'sessionUid' = s.payload ->> 'uid'))
    order by s.uid = ${current} desc, (s.payload ->> 'loginTs')::bigint desc, s.uid`.execute(tx)
  return rows.map((row) => ({ ...row, device: row.device ?? 'Unknown device', isCurrent: row.id === current }))
}
