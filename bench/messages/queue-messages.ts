import type { NotificationMethod } from '#domain/notification.ts'
import { readConfig } from '#server/config.ts'
import { queueNotifications } from '#server/notifications/notifications.ts'
import { openServices } from '#server/open-services.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { workerContext } from '#server/platform/jobs.ts'
import { production } from '#test/production.ts'

import pg from 'pg'

import type { Filled } from '../harness/cluster.ts'

const batchSize = 1_000

/**
 * Creates so many open form requests, each of another patient who can be reached by all methods, and queues their messages as the product does with
 * these settings of the provider.
 * Their links are left out: they are opened by nobody. Returns the ids of the requests.
 */
export async function queueMessages(
  { url, organisation }: Filled,
  method: NotificationMethod,
  count: number,
  settings: Record<string, string>,
) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const config = readConfig({ ...production, ...settings, DATABASE_URL: url, LOG_LEVEL: 'error' })
  const services = await openServices(config, { url, ownerUrl: url })
  try {
    const form = organisation.forms[0]!
    const { rows } = await client.query<{ id: string }>(
      `insert into form_requests (organisation_id, patient_id, form_id, form_version, specialty, notification_method, expires_at, patient_name_key, ward_id)
       select p.organisation_id, p.id, $2, $3, '320', $4, now() + interval '30 days', p.name_key, p.ward_id
       from patients p
       where p.organisation_id = $1 and p.archived_at is null and p.may_be_contacted and p.phone_number is not null and p.nhs_number is not null
       order by p.id limit $5 returning id`,
      [organisation.id, form.id, form.versions.at(-1)!.version, method, count],
    )
    if (rows.length < count) throw new Error(`Only ${rows.length} patients can be reached`)
    const ids = rows.map(({ id }) => id)
    for (let first = 0; first < count; first += batchSize)
      await inOrganisation(services.db, organisation.id, (tx) =>
        queueNotifications(
          workerContext(services, organisation.id, tx),
          ids.slice(first, first + batchSize).map((requestId) => ({ requestId, method })),
          { category: 'request_created' },
        ),
      )
    await client.query('vacuum analyze form_requests, notifications')
    await client.query('checkpoint')
    return ids
  } finally {
    await services.close()
    await client.end()
  }
}
