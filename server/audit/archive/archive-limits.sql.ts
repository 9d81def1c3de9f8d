import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'

/** Days (ISO 8601, Europe/London) from which on events stay in the database. */
export type ArchiveLimits = {
  /** The start of the retention period of the organisation. Records that are kept for longer can have older events in the archive. */
  retention: string
  /** When the oldest record on legal hold was created: every event about it is younger. Null without a legal hold. */
  legalHold: string | null
}

/** The records that were merged into a record on legal hold are held with it. Undefined if there is no such organisation. */
export async function findArchiveLimits({ tx, organisationId }: Context) {
  const { rows } = await sql<ArchiveLimits>`
    select ((now() at time zone 'Europe/London')::date - make_interval(years => o.retention_years))::date as retention,
      (select (min(p.created_at) at time zone 'Europe/London')::date
       from patients h
       cross join lateral records_of_patient(h.id) as r (id)
       join patients p on p.organisation_id = h.organisation_id and p.id = r.id
       where h.organisation_id = o.id and h.hold_since is not null) as "legalHold"
    from organisations o where o.id = ${organisationId}::uuid`.execute(tx)
  return rows[0]
}
