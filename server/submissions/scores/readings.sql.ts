import { sql } from 'kysely'

import type { Context } from '#server/platform/context.ts'

/** Who first read the answers, and when: the log knows, whichever screen or file they were read in. Undefined while nobody has. */
export async function findFirstReading({ tx }: Pick<Context, 'tx'>, requestId: string) {
  return tx
    .selectFrom('submissions as s')
    .innerJoin('form_requests as r', (on) => on.onRef('r.organisation_id', '=', 's.organisation_id').onRef('r.id', '=', 's.request_id'))
    .innerJoin('audit_events as a', (on) =>
      on
        .onRef('a.organisation_id', '=', 'r.organisation_id')
        .onRef('a.patient_id', '=', 'r.patient_id')
        .onRef('a.subject_id', '=', 'r.id')
        .onRef('a.at', '>=', 's.submitted_at'),
    )
    .leftJoin('members as m', (on) => on.onRef('m.organisation_id', '=', 'a.organisation_id').onRef('m.id', '=', 'a.actor_id'))
    .select(['a.at', sql<string>`coalesce(m.first_name || ' ' || m.last_name, 'A former member')`.as('by')])
    .where('s.request_id', '=', requestId)
    .where('a.event_type', '=', 'formRequestRead')
    .where('a.actor_kind', '=', 'member')
    .orderBy('a.at')
    .limit(1)
    .executeTakeFirst()
}
