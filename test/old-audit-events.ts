import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { archiveEvents } from '#server/audit/archive/archive-events.ts'
import { findGrownLanes, insertCheckpoint } from '#server/audit/chain/chain.sql.ts'
import { signatureOf } from '#server/audit/chain/event-hash.ts'
import { openOwnerDatabase } from '#server/platform/database.ts'
import { stepIn } from '#server/platform/jobs.ts'

import type { TestOrganisation } from './organisation.ts'
import { testServer } from './test-server.ts'

/** Writes so many events of a day (ISO 8601) one after the other, with details that are hard to encode. */
export const writeOldEvents = async (ward: TestOrganisation, count: number, day: string) => {
  await ward.query(
    `insert into audit_events (organisation_id, at, event_type, actor_kind, actor_id, patient_ids, detail)
     select $1, $2::date + interval '1 second', 'formRead', 'worker', gen_random_uuid(), array[gen_random_uuid(), gen_random_uuid()],
       jsonb_build_object('text', E'a|b, "ü"\\n\\u2028\\u2029😀', 'n', n) from generate_series(1, $3::int) n`,
    [ward.id, day, count],
  )
}

/** Signs the last event of every lane as the worker did at the end of a day. */
export const signOn = ({ id, services }: TestOrganisation, day: string) =>
  stepIn(
    services,
    id,
  )(async (ctx) => {
    for (const { previous, ...lane } of await findGrownLanes(ctx)) {
      const signed = { ...lane, at: `${Date.parse(`${day}T20:00:00Z`)}000` }
      await insertCheckpoint(ctx, { ...signed, signature: signatureOf(services.keys, id, signed, previous) })
    }
  })

/** Adds 4 events of 2010, 4 of 2011, 3 of 2012 and 2 of today. Each of the days ends with a checkpoint. */
export async function addOldEvents(ward: TestOrganisation) {
  for (const [count, day] of [
    [4, '2010-06-01'],
    [4, '2011-06-01'],
    [3, '2012-06-01'],
    [2, new Date().toISOString().slice(0, 10)],
  ] as const) {
    await writeOldEvents(ward, count, day)
    await signOn(ward, day)
  }
}

/** Moves every event before a day (ISO 8601) to files that are removed again. Needs a checkpoint before that day. */
export async function archiveEventsBefore({ id, services }: TestOrganisation, before: string) {
  const folder = mkdtempSync(join(tmpdir(), 'formward-archive-'))
  const owner = openOwnerDatabase((await testServer()).url)
  try {
    await archiveEvents({ services, owner, folder }, { organisationId: id, before })
  } finally {
    await owner.pool.end()
    rmSync(folder, { recursive: true })
  }
}
