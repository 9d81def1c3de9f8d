import { expect, test } from 'vitest'

import { migrate } from '#database/migrate.ts'
import { openKeys } from '#server/platform/keys.ts'
import { waitingListQueues } from '#domain/waiting-list-queues.ts'
import { makeQueues } from '#server/workers.ts'
import { ask, emptyDatabase } from '#test/test-server.ts'

import { fillDemo } from './fill-demo.ts'

test('each message of the demonstration names the template and version that it was written with, the uses are counted, every queue of the waiting list has entries, and patients have waited for different times (NOT-1, PTN-5, RUN-1)', async () => {
  const url = await emptyDatabase()
  await migrate(url, makeQueues, { application: 'formward_app' })

  expect(await fillDemo(url, await openKeys(url, undefined), 'http://localhost')).toBe(true)

  const messages = await ask(
    url,
    `select organisation_id, template_id, template_version as version, count(*)::int as messages from notifications where template_id is not null
     group by organisation_id, template_id, version order by 1, 2, 3`,
  )
  expect(new Set(messages.map(({ template_id }) => template_id))).toEqual(
    new Set(
      ['request-created', 'removal-approved'].flatMap((category) =>
        ['sms', 'email', 'nhs-app'].map((method) => `default-${method}-${category}`),
      ),
    ),
  )
  expect(
    await ask(
      url,
      `select organisation_id, template_id, version, sum(messages)::int as messages from notification_template_uses
       group by organisation_id, template_id, version order by 1, 2, 3`,
    ),
  ).toEqual(messages)

  const queues = await ask<{ queue: string }>(
    url,
    `select w.queue from waiting_list_reviews w join organisations o on o.id = w.organisation_id
     where w.state = 'open' and o.name = 'Northbury University Hospitals' group by w.queue`,
  )
  const stories = await ask<{ state: string }>(url, 'select distinct state from waiting_list_removals order by state')
  expect(
    stories.map(({ state }) => state),
    'removals that wait, were undone, are final and were withdrawn',
  ).toEqual(['approved', 'changed_mind', 'final', 'withdrawn'])
  const [strange] = await ask(
    url,
    `select count(*) filter (where s.channel = 'phone' and s.typed_by is not null) > 0 as "byPhone",
       count(*) filter (where s.channel = 'web' and exists (select from notifications n where n.organisation_id = r.organisation_id
         and n.request_id = r.id and n.method = 'letter' and n.status = 'sent')) > 0 as "byLetter",
       count(*) filter (where r.specialty = '502' and p.sex = 'male')::int as "menInGynaecology",
       count(*) filter (where w.queue = 'worse' and w.state = 'open' and w.opened_at < now() - interval '9 days')::int as "forgotten",
       count(*) filter (where w.state = 'open' and r.status = 'closed' and w.queue = 'worse')::int as "closedAndOpen"
     from form_requests r join patients p on p.organisation_id = r.organisation_id and p.id = r.patient_id
     left join submissions s on s.organisation_id = r.organisation_id and s.request_id = r.id
     left join waiting_list_reviews w on w.organisation_id = r.organisation_id and w.request_id = r.id`,
  )
  expect(strange).toEqual({ byPhone: true, byLetter: true, menInGynaecology: 0, forgotten: 0, closedAndOpen: 0 })
  expect(queues.map(({ queue }) => queue).toSorted(), 'queues with entries').toEqual([...waitingListQueues].toSorted())
  const [waits] = await ask<Record<'under12' | 'long' | 'unknown' | 'wrong', number>>(
    url,
    `select count(*) filter (where r.created_at::date - r.waiting_since < 84)::int as under12,
       count(*) filter (where r.created_at::date - r.waiting_since >= 364)::int as long,
       count(*) filter (where r.waiting_since is null and f.type = 'waiting_list')::int as unknown,
       count(*) filter (where r.waiting_since is not null and (f.type <> 'waiting_list' or r.waiting_since > r.created_at::date))::int as wrong
     from form_requests r join forms f on f.organisation_id = r.organisation_id and f.id = r.form_id`,
  )
  expect(waits!.wrong).toBe(0)
  for (const cohort of ['under12', 'long', 'unknown'] as const) expect([cohort, waits![cohort] > 5]).toEqual([cohort, true])
})
