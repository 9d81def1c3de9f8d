import pg from 'pg'

import { production } from '#test/production.ts'
import { openKeys } from '#server/platform/keys.ts'
import { linkToken } from '#server/notifications/notifications.ts'

import type { Filled } from './cluster.ts'

export type OpenLink = { requestId: string; path: string; dateOfBirth: string }

/** Patients who have not opened their form yet, with their link and date of birth. */
export async function openLinks({ url, organisation }: Filled, count: number): Promise<OpenLink[]> {
  const keys = await openKeys(url, production.APP_SECRET)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ id: string; born: string }>(
    `select r.id, p.date_of_birth::text as born
     from form_requests r join patients p on p.organisation_id = r.organisation_id and p.id = r.patient_id
     where r.organisation_id = $1 and r.status = 'unopened' and r.expires_at > now() + interval '1 day' order by r.id limit $2`,
    [organisation.id, count],
  )
  await client.end()
  return rows.map(({ id, born }) => ({ requestId: id, path: `/r/${linkToken(keys, id)}`, dateOfBirth: born }))
}
