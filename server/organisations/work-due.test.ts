import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test } from 'vitest'

import { inOrganisation } from '#server/platform/database.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'
import { foldCounts, foldCountsJob } from '#server/worklist/counts/fold-counts.job.ts'
import { forgetErrors, loggedErrors } from '#test/logged-errors.ts'
import { eventually, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'
import { asApplication, testServer } from '#test/test-server.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { listOrganisationsWithWork } from './organisation-settings.sql.ts'
import { workWhereDue } from './organisations.ts'

const withWork = async (job: string) => listOrganisationsWithWork((await testServer()).services, job)

const message = (
  ward: TestOrganisation,
  requestId: string,
  formId: string,
  columns: string,
  values: string,
  category = 'request_created',
) =>
  ward.query(
    `insert into notifications (organisation_id, request_id, form_id, category, method, sent_at, ${columns})
     values ($1, $2, $3, $4, 'sms', now() - interval '3 hours', ${values})`,
    [ward.id, requestId, formId, category],
  )

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/** What makes each job have something to do in an organisation. */
const causes: [job: string, what: string, cause: (ward: TestOrganisation) => Promise<unknown>][] = [
  ['fold-counts', 'a form request', (ward) => aRequest(ward)],
  [
    'sign-audit',
    'an event',
    (ward) => ward.query("insert into audit_events (organisation_id, event_type, actor_kind) values ($1, 'formRead', 'worker')", [ward.id]),
  ],
  ['end-requests', 'an overdue form request', (ward) => aRequest(ward, { expiresAt: daysFromNow(-0.01) })],
  [
    'send-reminders',
    'a form request of three days ago',
    async (ward) => {
      const { id } = await aRequest(ward, { status: 'opened' })
      await ward.query("update form_requests set notified_at = now() - interval '73 hours' where id = $1", [id])
    },
  ],
  [
    'try-next-methods',
    'a message without a receipt',
    async (ward) => {
      const { id, formId } = await aRequest(ward)
      await ward.query("update organisations set cascade_methods = '{sms,email}', not_delivered_hours = 2 where id = $1", [ward.id])
      await message(ward, id, formId, 'status, channel', "'accepted', 'govuk-notify'")
    },
  ],
  [
    'find-receipts',
    'a message without a receipt',
    async (ward) => {
      const { id, formId } = await aRequest(ward)
      await message(ward, id, formId, 'status, channel, provider_id', "'accepted', 'govuk-notify', '1'")
    },
  ],
  [
    'send-series',
    'an active series',
    async (ward) => {
      const { id } = await aForm(ward)
      await ward.query("insert into series (organisation_id, name, form_id, date_label, schedule) values ($1, 'Recovery', $2, '', '{}')", [
        ward.id,
        id,
      ])
    },
  ],
  [
    'follow-removals',
    'an approved removal',
    async (ward) => {
      const [{ id }, approver] = [await aRequest(ward), await ward.staff()]
      await ward.query(
        'insert into waiting_list_removals (organisation_id, request_id, approved_by, final_at) values ($1, $2, $3, now())',
        [ward.id, id, approver.id],
      )
    },
  ],
  [
    'send-to-record-service',
    'a new patient',
    async (ward) => {
      await ward.query('insert into nhs_app_settings (organisation_id, is_on) values ($1, true)', [ward.id])
      await aPatient(ward)
    },
  ],
  [
    'remove-expired-files',
    'an expired export',
    async (ward) => {
      const [job] = await ward.query(
        `insert into export_jobs (organisation_id, created_by, expires_at) values ($1, gen_random_uuid(), now() - interval '1 minute') returning id`,
        [ward.id],
      )
      await ward.query("insert into file_chunks (organisation_id, file_id, piece, bytes) values ($1, $2, 1, '')", [ward.id, job!['id']])
    },
  ],
  [
    'remove-expired-files',
    'an export that expired before it was made',
    (ward) =>
      ward.query(
        `insert into export_jobs (organisation_id, created_by, expires_at, filters)
         values ($1, gen_random_uuid(), now() - interval '1 minute', '{"search": "Okafor"}')`,
        [ward.id],
      ),
  ],
  [
    'remove-letter-files',
    'an expired file of letters',
    (ward) =>
      ward.query(
        "insert into letter_batches (organisation_id, number, is_two_sided, letters, file_until) values ($1, 1, false, 1, now() - interval '1 minute')",
        [ward.id],
      ),
  ],
  [
    'remove-bulk-exports',
    'an expired bulk export',
    async (ward) =>
      ward.query(
        `insert into fhir_exports (organisation_id, form_id, sent_until, total, created_by, expires_at)
       values ($1, $2, now(), 0, gen_random_uuid(), now() - interval '1 minute')`,
        [ward.id, (await aForm(ward)).id],
      ),
  ],
  [
    'remove-abandoned-uploads',
    'an old upload',
    (ward) =>
      ward.query(
        "insert into import_uploads (organisation_id, file_id, created_at) values ($1, gen_random_uuid(), now() - interval '2 hours')",
        [ward.id],
      ),
  ],
  [
    'end-requests',
    'a form request that was completed long ago',
    (ward) => aRequest(ward, { status: 'completed', completedAt: daysFromNow(-91), expiresAt: daysFromNow(-70) }),
  ],
  [
    'send-reminders',
    'a form request that expires soon',
    async (ward) => {
      await ward.query('update organisations set reminder_days = 0, last_reminder_days = 2 where id = $1', [ward.id])
      await aRequest(ward, { expiresAt: daysFromNow(1.9) })
    },
  ],
  [
    'send-reminders',
    'a second reminder',
    async (ward) => {
      await ward.query('update organisations set second_reminder_days = 7 where id = $1', [ward.id])
      const { id, formId } = await aRequest(ward)
      await ward.query("update form_requests set notified_at = now() - interval '169 hours' where id = $1", [id])
      await message(ward, id, formId, 'status, reminder_number', "'delivered', 1", 'request_reminder')
    },
  ],
  [
    'send-reminders',
    'a form with reminders of its own',
    async (ward) => {
      await ward.query('update organisations set reminder_days = 0 where id = $1', [ward.id])
      const { id, formId } = await aRequest(ward)
      await ward.query('update forms set first_reminder_days = 1, second_reminder_days = 0, last_reminder_days = 0 where id = $1', [formId])
      await ward.query("update form_requests set notified_at = now() - interval '25 hours' where id = $1", [id])
    },
  ],
  [
    'send-series',
    'an enrolment of a series that has ended',
    async (ward) => {
      const [{ id: formId }, { id: patientId }] = [await aForm(ward), await aPatient(ward)]
      const [series] = await ward.query(
        "insert into series (organisation_id, name, form_id, date_label, schedule, state) values ($1, 'Recovery', $2, '', '{}', 'ended') returning id",
        [ward.id, formId],
      )
      const enrol = (state: string, reason: string | null) =>
        ward.query(
          `insert into series_enrolments (organisation_id, series_id, patient_id, starts_on, schedule_version, patient_name_key, state, end_reason)
           values ($1, $2, $3, current_date, 1, '', $4, $5)`,
          [ward.id, series!['id'], patientId, state, reason],
        )
      await enrol('ended', 'user')
      expect(await withWork('send-series'), 'nothing is left').not.toContain(ward.id)
      await enrol('active', null)
    },
  ],
  [
    'find-receipts',
    'a message whose job was lost',
    async (ward) => {
      const { id, formId } = await aRequest(ward)
      await message(ward, id, formId, 'status, send_after', "'queued', now() - interval '11 minutes'")
    },
  ],
]

describe('organisations_with_work()', () => {
  test.each(causes)('%s: names an organisation that has work, and no other: %s (RUN-7, OPS-5)', async (job, _what, cause) => {
    const [busy, idle] = [await openOrganisation(), await openOrganisation()]
    expect(await withWork(job)).not.toContain(busy.id)

    await cause(busy)

    const ids = await withWork(job)
    expect(ids).toContain(busy.id)
    expect(ids).not.toContain(idle.id)
  })

  test('leaves the transaction bound to its organisation, and knows no other jobs (ORG-7)', async () => {
    const ward = await openOrganisation()
    await aRequest(ward)
    const requests = await inOrganisation(ward.services.db, ward.id, async (tx) => {
      await sql`select organisations_with_work('fold-counts')`.execute(tx)
      return tx.selectFrom('form_requests').select('organisation_id').execute()
    })

    expect(requests).toEqual([{ organisation_id: ward.id }])
    await expect(withWork('unknown')).rejects.toMatchObject({ code: '20000' })
  })
})

test('the questions of all jobs read a few rows, however many there are (PERF-1, OPS-5)', async () => {
  const ward = await openOrganisation()
  const [{ id, formId }, rows] = [await aRequest(ward, { status: 'closed' }), 3_000]
  await ward.query(
    `insert into form_requests (organisation_id, patient_id, form_id, form_version, notification_method, created_at, notified_at, send_at, expires_at,
       patient_name_key, status, completed_at)
     select organisation_id, patient_id, form_id, form_version, notification_method, created_at, created_at, send_at, expires_at, patient_name_key,
       case when n % 3 = 0 then 'opened' else 'completed' end, case when n % 3 = 0 then null else now() end
     from form_requests, generate_series(1, $2::int) n where id = $1`,
    [id, rows],
  )
  await ward.query("update organisations set cascade_methods = '{sms,email}', not_delivered_hours = 2 where id = $1", [ward.id])
  await ward.query(
    `insert into notifications (organisation_id, request_id, form_id, category, method, status, channel, provider_id, sent_at, wait_ended_at)
     select $1, $2, $3, 'request_created', 'sms', case when n % 2 = 0 then 'delivered' else 'accepted' end, 'govuk-notify', n::text,
       now() - case when n % 2 = 0 then interval '3 hours' else interval '30 days' end, case when n % 2 = 0 then null else now() end
     from generate_series(1, $4::int) n`,
    [ward.id, id, formId, rows],
  )
  await ward.query(
    `insert into audit_events (organisation_id, event_type, actor_kind) select $1, 'formRead', 'worker' from generate_series(1, $2::int)`,
    [ward.id, rows],
  )
  await workWhereDue(stepsOf({ ...ward, id: systemOrganisationId }), foldCountsJob, (one) => foldCounts(ward.services, one))

  await ward.query('analyze')
  const client = new pg.Client({ connectionString: asApplication((await testServer()).url) })
  await client.connect()
  await client.query('begin')
  for (const job of new Set(causes.map(([name]) => name))) await client.query('select organisations_with_work($1)', [job])
  const read = await client.query<{ relname: string; rows: number }>(
    `select relname, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables
     where schemaname = 'public' and relname in ('form_requests', 'notifications', 'audit_events', 'audit_checkpoints', 'form_request_changes')`,
  )
  await client.query('rollback')
  await client.end()

  expect(read.rows).toHaveLength(5)
  expect(read.rows.filter(({ rows: count }) => count > rows / 10)).toEqual([])
})

const unfolded = async (ward: TestOrganisation) =>
  (await ward.query('select from form_request_changes where organisation_id = $1', [ward.id])).length

/** The counts of this organisation cannot be written, until the returned function is called. */
async function breakCounts(ward: TestOrganisation) {
  await ward.query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`)
  await ward.query(
    `create trigger refuse before insert on form_request_counts for each row when (new.organisation_id = '${ward.id}') execute function refuse()`,
  )
  return () => ward.query('drop function refuse cascade')
}

describe('Jobs of every minute', () => {
  test('only organisations with changes are visited, and a failing one holds up no other one and fails the job (RUN-7, OPS-5)', async () => {
    const wards = [await openOrganisation(), await openOrganisation(), await openOrganisation()]
    const [one, idle, other] = wards.toSorted((a, b) => (a.id < b.id ? -1 : 1)) as [TestOrganisation, TestOrganisation, TestOrganisation]
    await aRequest(one)
    await aRequest(other)
    const repair = await breakCounts(one)
    const visited: string[] = []
    const foldAll = () =>
      workWhereDue(stepsOf({ ...one, id: systemOrganisationId }), foldCountsJob, (id) => {
        visited.push(id)
        return foldCounts(one.services, id)
      })

    await expect(foldAll()).rejects.toThrow('refused')
    expect(visited).toEqual(expect.arrayContaining([one.id, other.id]))
    expect(visited).not.toContain(idle.id)
    expect([await unfolded(one), await unfolded(other)]).toEqual([1, 0])
    expect(loggedErrors().join()).toContain(one.id)
    forgetErrors()

    await repair()
    visited.splice(0)
    await foldAll()
    expect(visited).toContain(one.id)
    expect(visited).not.toContain(other.id)
    expect(await unfolded(one)).toBe(0)
  })

  test('a run is not queued while another one waits or runs, and the worker folds and signs (RUN-7, AUD-4)', async () => {
    const ward = await openOrganisation()
    const queue = (name: string) => ward.services.boss.send(name, { organisationId: systemOrganisationId })

    expect([await queue('fold-counts'), await queue('fold-counts')]).toEqual([expect.any(String), null])

    await aRequest(ward)
    await ward.query("insert into audit_events (organisation_id, event_type, actor_kind) values ($1, 'formRead', 'worker')", [ward.id])
    await ward.startWorkers()
    await queue('sign-audit')
    await eventually(async () => (await unfolded(ward)) === 0)
    await eventually(async () => (await ward.query('select from audit_checkpoints where organisation_id = $1', [ward.id])).length === 1)
  })
})
