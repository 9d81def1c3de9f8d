import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'

/** Times are in microseconds since 1970, as text. `wholeCheck`: the start of the last verification of the whole log that has come up to here. */
export type SealedCheckpoint = {
  lane: number
  seq: number
  signature: string
  wholeCheck: string | null
  verifiedAt: string
  seal: string
}

const microseconds = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint::text`
const moment = (text: string | null) => sql`to_timestamp(0) + ${text}::bigint * interval '1 microsecond'`

export async function listSealedCheckpoints({ tx, organisationId }: Context) {
  const { rows } = await sql<SealedCheckpoint>`
    select lane, seq, signature, ${microseconds('whole_check')} as "wholeCheck", ${microseconds('verified_at')} as "verifiedAt", seal
    from verified_checkpoints where organisation_id = ${organisationId}::uuid order by lane`.execute(tx)
  return rows
}

export async function setSealedCheckpoint({ tx, organisationId }: Context, one: SealedCheckpoint) {
  await sql`
    insert into verified_checkpoints (organisation_id, lane, seq, signature, whole_check, verified_at, seal)
    values (${organisationId}, ${one.lane}, ${one.seq}, ${one.signature}, ${moment(one.wholeCheck)}, ${moment(one.verifiedAt)}, ${one.seal})
    on conflict (organisation_id, lane) do update
      set seq = excluded.seq, signature = excluded.signature, whole_check = excluded.whole_check, verified_at = excluded.verified_at, seal = excluded.seal`.execute(
    tx,
  )
}

export const deleteSealedCheckpoint = ({ tx, organisationId }: Context, lane: number) =>
  tx.deleteFrom('verified_checkpoints').where('organisation_id', '=', organisationId).where('lane', '=', lane).execute()
