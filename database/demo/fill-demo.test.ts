import { beforeAll, expect, test } from 'vitest'

import { migrate } from '#database/migrate.ts'
import { toldPatientSearch } from '#domain/demo-patients.ts'
import type { FormDefinition } from '#domain/form/definition.ts'
import type { Answers } from '#domain/form/question.ts'
import { raisedFlags } from '#domain/form/scoring.ts'
import { openKeys } from '#server/platform/keys.ts'
import { waitingListQueues } from '#domain/waiting-list-queues.ts'
import { makeQueues } from '#server/workers.ts'
import { ask, databaseOfPlainOwner } from '#test/test-server.ts'

import { fillDemo } from './fill-demo.ts'

let url = ''
let isFilled = false
beforeAll(async () => {
  // As the README requires it: row-level security binds the owner too.
  const { url: ownerUrl, superuserUrl } = await databaseOfPlainOwner()
  url = superuserUrl
  await migrate(ownerUrl, makeQueues)
  isFilled = await fillDemo(ownerUrl, await openKeys(ownerUrl, undefined), 'http://localhost')
})

test('each message of the demonstration names the template and version that it was written with, the uses are counted, every queue of the waiting list has entries, and patients have waited for different times (NOT-1, PTN-5, RUN-1)', async () => {
  expect(isFilled).toBe(true)
  const messages = await ask(
    url,
    `select organisation_id, template_id, template_version as version, count(*)::int as messages from notifications where template_id is not null
     group by organisation_id, template_id, version order by 1, 2, 3`,
  )
  expect(new Set(messages.map(({ template_id }) => template_id))).toEqual(
    new Set(
      ['request-created', 'removal-approved'].flatMap((category) => ['sms', 'email'].map((method) => `default-${method}-${category}`)),
    ),
  )
  expect(
    await ask(
      url,
      `select organisation_id, template_id, version, sum(messages)::int as messages from notification_template_uses
       group by organisation_id, template_id, version order by 1, 2, 3`,
    ),
  ).toEqual(messages)

  const methods = await ask<{ method: string }>(
    url,
    `select method from notifications union select notification_method from form_requests union select preferred_method from patients
     union select unnest(cascade_methods) from organisations where not is_system order by 1`,
  )
  expect(
    methods.map(({ method }) => method),
    'only what the demonstration can send',
  ).toEqual(['email', 'letter', 'sms'])

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

test('a form request of the demonstration is urgent exactly where the answers raise a red flag of its version, with the event in the timeline and in the audit log, and no urgent one closed by itself (FORM-7, RUN-1)', async () => {
  const answered = await ask<
    { definition: FormDefinition; answers: Answers; status: string; days: number } & Record<'urgent' | 'kept', unknown>
  >(
    url,
    `select v.definition, s.answers, r.status, extract(epoch from now() - s.submitted_at) / 86400 as days,
       jsonb_build_array(r.is_urgent,
         (select count(*) from form_request_events e where e.organisation_id = r.organisation_id and e.request_id = r.id and e.kind = 'flagged'
           and e.at >= s.submitted_at),
         (select count(*) from audit_events a where a.organisation_id = r.organisation_id and a.subject_id = r.id and a.event_type = 'redFlagRaised')
       ) as urgent,
       (select coalesce(jsonb_agg(f.name order by f.position), '[]') from raised_flags f where f.organisation_id = r.organisation_id and f.request_id = r.id) as kept
     from submissions s join form_requests r on r.organisation_id = s.organisation_id and r.id = s.request_id
     join form_versions v on v.organisation_id = r.organisation_id and v.form_id = r.form_id and v.version = r.form_version`,
  )
  const urgent = answered.filter(({ definition, answers, urgent: marks, kept }) => {
    const flags = raisedFlags(definition, answers)
    expect(kept).toEqual(flags.map(({ name }) => name))
    expect(marks).toEqual(flags.length > 0 ? [true, 1, 1] : [false, 0, 0])
    return flags.length > 0
  })
  expect(urgent.length).toBeGreaterThan(20)
  expect(new Set(urgent.map(({ status }) => status))).toEqual(new Set(['completed', 'closed']))
  expect(urgent.filter(({ status, days }) => status === 'completed' && days > 8.5)).toEqual([])
  const [others] = await ask(
    url,
    `select count(*)::int as urgent from form_requests r where is_urgent
     and not exists (select from submissions s where s.organisation_id = r.organisation_id and s.request_id = r.id)`,
  )
  expect(others).toEqual({ urgent: 0 })
})

test('the histories of the three patients of the tour hang together in the database (RUN-1, UI-6)', async () => {
  const told = await ask(
    url,
    `select p.last_name, r.status, r.outcome_name, r.is_urgent, r.is_unreached, m.last_name as assignee, s.channel, t.last_name as typed_by,
       (select f.name from raised_flags f where f.request_id = r.id) as flag,
       (select x.value from submission_scores x where x.request_id = r.id) as score,
       (select w.queue || ' ' || w.decision from waiting_list_reviews w where w.request_id = r.id) as decision,
       (select count(*)::int from form_request_notes n where n.request_id = r.id) as notes,
       (select string_agg(n.method || ' ' || n.status, ', ' order by n.created_at) from notifications n where n.request_id = r.id) as messages
     from form_requests r join patients p on p.organisation_id = r.organisation_id and p.id = r.patient_id
     join submissions s on s.request_id = r.id join members m on m.id = r.assignee_id left join members t on t.id = s.typed_by
     where p.local_patient_id like '${toldPatientSearch}%' order by p.local_patient_id, r.created_at`,
  )
  const closed = {
    status: 'closed',
    is_urgent: false,
    is_unreached: false,
    channel: 'web',
    typed_by: null,
    flag: null,
    score: null,
    decision: null,
  }
  const hip = { ...closed, last_name: 'Ellison', messages: 'sms delivered' }
  const check = {
    ...closed,
    last_name: 'Osei',
    assignee: 'Corrigan',
    messages: 'email delivered',
    outcome_name: 'No action needed',
    notes: 0,
  }
  expect(told).toEqual([
    { ...hip, outcome_name: 'No action needed', assignee: 'Brown', notes: 0 },
    {
      ...hip,
      outcome_name: 'Appointment booked',
      assignee: 'Zielinski',
      is_urgent: true,
      flag: 'Symptoms much worse while waiting',
      decision: 'worse reviewed',
      notes: 2,
    },
    {
      ...check,
      outcome_name: 'Telephoned the patient',
      is_urgent: true,
      flag: 'Thoughts of death or self-harm',
      score: 19,
      notes: 1,
    },
    ...[17, 14, 12, 10, 8, 6].map((score) => ({ ...check, score, notes: [17, 12, 6].includes(score) ? 1 : 0 })),
    {
      ...closed,
      last_name: 'Pritchard',
      outcome_name: 'Appointment booked',
      assignee: 'Bello',
      channel: 'phone',
      typed_by: 'Brown',
      notes: 3,
      messages: 'sms failed, email failed, sms delivered',
    },
  ])

  const [future] = await ask<Record<string, number>>(
    url,
    `with told as (select id from patients where local_patient_id like '${toldPatientSearch}%'),
       sent as (select * from form_requests where patient_id in (select id from told))
     select (select count(*)::int from form_request_events where request_id in (select id from sent) and at > now()) as events,
       (select count(*)::int from audit_events where patient_id in (select id from told) and at > now()) as audited,
       (select count(*)::int from notifications where request_id in (select id from sent) and greatest(sent_at, failed_at, updated_at) > now()) as messages,
       (select count(*)::int from sent where created_at > now() or closed_at is null or closed_at > now()) as requests`,
  )
  expect(future).toEqual({ events: 0, audited: 0, messages: 0, requests: 0 })
})

test('a demonstration of an earlier release gets the organisation without data once, and keeps the rest (RUN-1)', async () => {
  const counts = () =>
    ask(
      url,
      'select (select count(*)::int from organisations) as organisations, (select count(*)::int from patients) as patients, (select count(*)::int from accounts where is_demo) as accounts',
    )
  const before = await counts()
  await ask(url, "delete from members m using organisations o where o.id = m.organisation_id and o.ods_code = 'RZ904'")
  await ask(url, "delete from accounts where email_address like '%@new.formward.example'")
  await ask(url, "delete from organisation_totals t using organisations o where o.id = t.organisation_id and o.ods_code = 'RZ904'")
  await ask(url, "delete from organisations where ods_code = 'RZ904'")
  const keys = await openKeys(url, undefined)

  expect(await fillDemo(url, keys, 'http://localhost')).toBe(false)
  expect(await counts()).toEqual(before)
  expect(await fillDemo(url, keys, 'http://localhost')).toBe(false)
  expect(await counts()).toEqual(before)
})
