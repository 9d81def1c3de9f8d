import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'

type Numbers = { nhsNumber: string; localPatientId: string }

/**
 * The patients with these numbers, for each row in order. A row with both numbers finds the patient who has both, because a wrong digit must not
 * enrol somebody else.
 */
export async function findByNumbers({ tx, organisationId }: Context, rows: readonly Numbers[]): Promise<{ ids: string[] }[]> {
  if (rows.length === 0) return []
  const { rows: found } = await sql<{ place: number; ids: string[] }>`
    select n.place::int as place, array(
      select p.id from patients p where p.organisation_id = ${organisationId}::uuid and n.nhs_number <> '' and p.nhs_number = n.nhs_number
        and (n.local_id = '' or p.local_patient_id_key = lower(n.local_id))
      union
      select p.id from patients p where p.organisation_id = ${organisationId}::uuid and n.nhs_number = '' and not p.is_archived
        and p.local_patient_id_key = lower(n.local_id)) as ids
    from unnest(${rows.map(({ nhsNumber }) => nhsNumber)}::text[], ${rows.map(({ localPatientId }) => localPatientId)}::text[])
      with ordinality as n(nhs_number, local_id, place)
    order by n.place`.execute(tx)
  return found
}
