import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'

/** Another record, with the details in which it agrees with a patient. */
export type Alike = { id: string; agreesIn: readonly string[] }

/** The records that were found to be of other people than this patient, by id. */
export async function findRuledOut({ tx, organisationId }: Context, patientId: string) {
  const { rows } = await sql<{ id: string; agreesIn: string[]; by: string | null; at: string }>`
    select case d.one_id when ${patientId}::uuid then d.other_id else d.one_id end as id, d.agrees_in as "agreesIn",
      m.first_name || ' ' || m.last_name as by, d.ruled_out_at as at
    from ruled_out_duplicates d left join members m on m.organisation_id = d.organisation_id and m.id = d.ruled_out_by
    where d.organisation_id = ${organisationId}::uuid and ${patientId}::uuid in (d.one_id, d.other_id)`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Notes that these records are of other people than this patient. A pair that was ruled out before is noted anew. */
export async function insertRuledOut({ tx, actor, organisationId }: Context, patientId: string, others: readonly Alike[]) {
  await tx
    .insertInto('ruled_out_duplicates')
    .values(
      others.map(({ id, agreesIn }) => {
        const [one, other] = [patientId, id].toSorted()
        return {
          organisation_id: organisationId,
          one_id: one!,
          other_id: other!,
          agrees_in: [...agreesIn],
          ruled_out_by: actor.id,
        }
      }),
    )
    .onConflict((on) =>
      on.columns(['organisation_id', 'one_id', 'other_id']).doUpdateSet((eb) => ({
        agrees_in: eb.ref('excluded.agrees_in'),
        ruled_out_by: eb.ref('excluded.ruled_out_by'),
        ruled_out_at: sql`clock_timestamp()`,
      })),
    )
    .execute()
}

/** Returns whether the pair was ruled out. */
export async function deleteRuledOut({ tx, organisationId }: Context, patientId: string, otherId: string) {
  const [one, other] = [patientId, otherId].toSorted()
  const deleted = await tx
    .deleteFrom('ruled_out_duplicates')
    .where('organisation_id', '=', organisationId)
    .where('one_id', '=', one!)
    .where('other_id', '=', other!)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}
