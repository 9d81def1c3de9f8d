import { describe, expect, test } from 'vitest'

import type { BulkChange, BulkPreview, BulkReason, BulkResult } from '#contract/bulk-changes.ts'
import { eventually, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'
import { dyingAfter, stepsOf } from '#test/worker-steps.ts'

import { runChange } from './bulk-change.job.ts'
import { forgetOldResults } from './remove-old-results.job.ts'

const address = '/api/forms/request/bulk'
type Staff = Awaited<ReturnType<TestOrganisation['staff']>>

/** So many unopened requests of one patient, where no more than a number is needed. */
async function manyRequests(ward: TestOrganisation, count: number) {
  const { id: patientId } = await aPatient(ward)
  const { id: formId } = await aForm(ward)
  await ward.query(
    `insert into form_requests (organisation_id, patient_id, form_id, form_version, notification_method, expires_at, created_at, patient_name_key)
     select $1, $2, $3, 1, 'sms', now() + interval '9 days', now() - interval '1 hour', 'hopper grace' from generate_series(1, $4)`,
    [ward.id, patientId, formId, count],
  )
}

const look = async (clerk: Staff, query = '') => (await clerk.get(`${address}/preview?${query}`)).json<BulkPreview>()
/** All that match, as the dialog orders it. */
async function begin(clerk: Staff, order: object, query = '') {
  const { until, total } = await look(clerk, query)
  return clerk.post(address, { until, expected: total, ...order })
}
/** A change that has begun but is not in the queue: the test runs it instead of a worker. */
async function written(ward: TestOrganisation, clerk: Staff, act: string) {
  const [change] = await ward.query(
    `with change as (insert into bulk_changes (organisation_id, act, created_by, total_requests)
       select $1, $3, $2, count(*) from form_requests where organisation_id = $1 returning id),
     requests as (insert into bulk_change_requests (organisation_id, change_id, request_id)
       select $1, change.id, r.id from change, form_requests r where r.organisation_id = $1)
     select id from change`,
    [ward.id, clerk.id, act],
  )
  return { id: String(change!['id']) }
}
const getChange = async (clerk: Staff, id: string) => (await clerk.get(`${address}/${id}`)).json<BulkChange>()
const resultsOf = async (clerk: Staff, id: string, query = '') =>
  (await clerk.get(`${address}/${id}/results?limit=100&${query}`)).json<{ docs: BulkResult[]; totalDocs: number }>()
const statuses = async (ward: TestOrganisation) =>
  Object.fromEntries(
    (await ward.query('select status, count(*)::int from form_requests where organisation_id = $1 group by status', [ward.id])).map(
      ({ status, count }) => [status, count],
    ),
  ) as Record<string, number>
const eventsOf = async (ward: TestOrganisation, type: string) => (await ward.auditTrail()).filter(({ event_type }) => event_type === type)

describe('POST /request/bulk', () => {
  test('answers that arrive after closing began stay open, and their result says so (REQ-3, SAFE-1)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const [open, before] = [await aRequest(ward), await aRequest(ward, { status: 'completed', completedAt: '2026-11-01T10:00:00Z' })]
    const { id } = await written(ward, clerk, 'close')
    await ward.query("update form_requests set status = 'completed', completed_at = now() where id = $1", [open.id])

    await runChange(stepsOf(ward), { changeId: id })

    expect(await statuses(ward)).toEqual({ completed: 1, closed: 1 })
    expect((await resultsOf(clerk, id)).docs).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: before.id, outcome: 'done' }),
        expect.objectContaining({
          id: open.id,
          outcome: 'conflict',
          reason: 'The patient has answered since. Read the answers before you close the form request.',
        }),
      ]),
    )
  })

  test('answers that arrive between the check and the start of closing stay open (REQ-3, SAFE-1)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const [open, before] = [await aRequest(ward), await aRequest(ward, { status: 'completed', completedAt: '2026-11-01T10:00:00Z' })]
    const { until, total } = await look(clerk)
    await ward.query("update form_requests set status = 'completed', completed_at = clock_timestamp() where id = $1", [open.id])

    const { id } = (await clerk.post(address, { act: 'close', until, expected: total })).json<BulkChange>()
    await runChange(stepsOf(ward), { changeId: id })

    const outcomes = Object.fromEntries((await resultsOf(clerk, id)).docs.map((one) => [one.id, one.outcome]))
    expect(outcomes).toEqual({ [before.id]: 'done', [open.id]: 'conflict' })
  })

  test('the worker changes every request that matches, and each has a result: done, or the reason why not (REQ-3)', async () => {
    const ward = await openOrganisation()
    const [clerk, holder] = [await ward.staff(), await ward.staff('User', { firstName: 'Ravi', lastName: 'Menon' })]
    const [open, taken, ended] = [
      await aRequest(ward),
      await aRequest(ward, { assigneeId: holder.id }),
      await aRequest(ward, { status: 'expired' }),
    ]
    const elsewhere = await aRequest(ward, { location: 'Ward 4B' })
    await ward.query('update form_requests set location = $2 where id = any($1)', [[open.id, taken.id, ended.id], 'Clinic'])
    const query = 'filters[location]=Clinic'

    const preview = await look(clerk, query)
    expect(preview.total).toBe(3)
    expect(preview.groups).toEqual(
      expect.arrayContaining([
        { status: 'unopened', assignedTo: 'nobody', isUrgent: false, count: 1 },
        { status: 'unopened', assignedTo: 'other', isUrgent: false, count: 1 },
        { status: 'expired', assignedTo: 'nobody', isUrgent: false, count: 1 },
      ]),
    )
    const begun = (await begin(clerk, { act: 'close', filters: { location: 'Clinic' } }, query)).json<BulkChange>()
    expect(begun).toMatchObject({ act: 'close', status: 'running', totalRequests: 3, doneRequests: 0, assignee: null })
    await ward.startWorkers()
    const change = await eventually(async () => {
      const now = await getChange(clerk, begun.id)
      return now.status === 'completed' && now
    })

    expect(change).toMatchObject({ doneRequests: 1, refusedRequests: 2, endedAt: expect.any(String) })
    const { docs } = (await clerk.get(`${address}/${begun.id}/reasons`)).json<{ docs: BulkReason[] }>()
    expect(docs.toSorted((one, other) => (one.outcome < other.outcome ? -1 : 1))).toEqual([
      { outcome: 'conflict', reason: 'This form request has already ended (expired).', count: 1 },
      { outcome: 'done', reason: '', count: 1 },
      { outcome: 'taken_control', reason: '', count: 1 },
    ])
    const refused = await resultsOf(clerk, begun.id, 'filters[outcome]=taken_control')
    expect(refused).toMatchObject({ totalDocs: 1, docs: [{ id: taken.id, reason: expect.stringContaining('Ravi Menon') }] })
    expect(await statuses(ward)).toEqual({ closed: 1, expired: 1, unopened: 2 })
    expect((await clerk.get(`/api/forms/request/${elsewhere.id}`)).json()).toMatchObject({ status: 'unopened' })
    expect(await eventsOf(ward, 'formRequestClosed')).toMatchObject([{ subject_id: open.id, actor_id: clerk.id }])
    expect(await eventsOf(ward, 'formRequestBulkStarted')).toMatchObject([
      { subject_id: begun.id, actor_id: clerk.id, detail: { requests: 3 } },
    ])
    expect(await eventsOf(ward, 'formRequestBulkEnded')).toHaveLength(1)
  })

  test('requests that a colleague controls are taken over on demand, and this is recorded (REQ-3)', async () => {
    const ward = await openOrganisation()
    const [clerk, holder] = [await ward.staff(), await ward.staff()]
    await aRequest(ward)
    const taken = await aRequest(ward, { assigneeId: holder.id })
    const { id } = (await begin(clerk, { act: 'assign', userId: clerk.id })).json<BulkChange>()
    await runChange(stepsOf(ward), { changeId: id })

    const again = (await clerk.post(`${address}/${id}/take-over`)).json<BulkChange>()
    await runChange(stepsOf(ward), { changeId: again.id })

    expect(again).toMatchObject({ act: 'assign', takeOver: true, totalRequests: 1, assignee: { id: clerk.id } })
    expect(await getChange(clerk, again.id)).toMatchObject({ status: 'completed', doneRequests: 1, refusedRequests: 0 })
    const assigned = await eventsOf(ward, 'formRequestAssigned')
    expect(assigned.find(({ subject_id }) => subject_id === taken.id)).toMatchObject({
      actor_id: clerk.id,
      detail: { memberId: clerk.id, tookOverFrom: holder.id },
    })
    expect((await clerk.post(`${address}/${again.id}/take-over`)).json()).toMatchObject({
      detail: 'There are no form requests to take over.',
    })
    // They are so already: nothing more happens to them.
    const third = (await begin(clerk, { act: 'assign', userId: clerk.id })).json<BulkChange>()
    await runChange(stepsOf(ward), { changeId: third.id })
    expect(await getChange(clerk, third.id)).toMatchObject({ status: 'completed', doneRequests: 2 })
    expect(await eventsOf(ward, 'formRequestAssigned')).toHaveLength(2)
  })

  test(
    'thousands of requests are changed once each, when a worker is killed and two workers continue (REQ-3, SAFE-1)',
    { timeout: 120_000 },
    async () => {
      const ward = await openOrganisation()
      const clerk = await ward.staff()
      await manyRequests(ward, 2_300)
      const { id } = await written(ward, clerk, 'close')
      const steps = stepsOf(ward)

      await expect(runChange(dyingAfter(3, steps), { changeId: id })).rejects.toThrow('killed')
      expect(await getChange(clerk, id)).toMatchObject({ status: 'running', totalRequests: 2_300, doneRequests: 1_500 })
      expect(await statuses(ward)).toEqual({ closed: 1_500, unopened: 800 })
      await Promise.all([runChange(steps, { changeId: id }), runChange(steps, { changeId: id })])

      expect(await getChange(clerk, id)).toMatchObject({ status: 'completed', doneRequests: 2_300, refusedRequests: 0 })
      expect(await statuses(ward)).toEqual({ closed: 2_300 })
      const [told] = await ward.query(
        `select (select count(*)::int from audit_events where organisation_id = $1 and event_type = 'formRequestClosed') as audited,
       (select count(*)::int from form_request_events where organisation_id = $1 and kind = 'closed') as events`,
        [ward.id],
      )
      expect(told).toEqual({ audited: 2_300, events: 2_300 })
      expect(await eventsOf(ward, 'formRequestBulkEnded')).toHaveLength(1)
    },
  )

  test('more than 10,000 are refused with their number (REQ-3)', { timeout: 60_000 }, async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    await manyRequests(ward, 10_002)

    const { total, until } = await look(clerk)
    const refused = await clerk.post(address, { act: 'close', until, expected: total })

    expect(total).toBe(10_001) // it is not counted any further to say no
    expect(refused.json()).toMatchObject({
      status: 409,
      detail: expect.stringContaining('10,002 form requests match. No more than 10,000 can be changed at once'),
    })
  })

  test('requests that arrive after the check are not changed, and another number than the checked one is refused (REQ-3)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    await manyRequests(ward, 5)
    const { until, total } = await look(clerk)
    await aRequest(ward, { createdAt: new Date(Date.now() + 1_000).toISOString() })

    const refused = await clerk.post(address, { act: 'close', until, expected: 20 })
    expect(refused.json()).toMatchObject({
      status: 409,
      detail: expect.stringContaining('5 form requests match now, not 20. Nothing was changed.'),
    })
    expect((await clerk.post(address, { act: 'close', until, expected: 1, filters: { location: 'Nowhere' } })).statusCode).toBe(409)
    const { id } = (await clerk.post(address, { act: 'close', until, expected: total })).json<BulkChange>()
    // What is done to them afterwards changes nothing about which they are. A worker of another test may have closed them already.
    await ward.query(
      "update form_requests set status = 'opened' where status = 'unopened' and organisation_id = $1 and id in (select request_id from bulk_change_requests where organisation_id = $1 limit 1)",
      [ward.id],
    )
    await runChange(stepsOf(ward), { changeId: id })

    expect(await statuses(ward)).toEqual({ closed: 5, unopened: 1 })
  })

  test('a change that is cancelled between two steps keeps what is done and leaves the rest unchanged (REQ-3)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    await manyRequests(ward, 700)
    const { id } = await written(ward, clerk, 'mark_sent_in_error')
    await expect(runChange(dyingAfter(1, stepsOf(ward)), { changeId: id })).rejects.toThrow('killed')

    expect((await clerk.post(`${address}/${id}/cancel`)).json()).toMatchObject({ status: 'cancelled', doneRequests: 500 })
    await runChange(stepsOf(ward), { changeId: id })
    expect((await clerk.post(`${address}/${id}/cancel`)).json()).toMatchObject({ status: 'cancelled' })

    expect(await statuses(ward)).toEqual({ sent_in_error: 500, unopened: 200 })
    expect((await resultsOf(clerk, id, 'filters[outcome]=waiting')).totalDocs).toBe(200)
    expect(await eventsOf(ward, 'formRequestBulkCancelled')).toHaveLength(1)
  })

  test('a change stops when its member loses the permission (REQ-3, ROLE-4)', async () => {
    const ward = await openOrganisation()
    const [clerk, leaver] = [await ward.staff(), await ward.staff()]
    await manyRequests(ward, 3)
    const [mine, theirs] = [await written(ward, clerk, 'close'), await written(ward, clerk, 'assign')]
    await ward.query('update bulk_changes set assignee_id = $2 where id = $1', [theirs.id, leaver.id])
    await ward.query('update members set is_active = false where id = $1', [leaver.id])
    await runChange(stepsOf(ward), { changeId: theirs.id })
    expect(await getChange(clerk, theirs.id)).toMatchObject({
      status: 'stopped',
      trouble: 'The assignee no longer has permission to view form requests.',
    })
    await ward.query('update members set is_active = false where id = $1', [clerk.id])
    await runChange(stepsOf(ward), { changeId: mine.id })

    expect(await ward.query('select status, trouble from bulk_changes where id = $1', [mine.id])).toEqual([
      { status: 'stopped', trouble: 'The user who started this bulk change no longer has permission to change form requests.' },
    ])
    expect(await statuses(ward)).toEqual({ unopened: 3 })
  })

  test('a change that could not be finished within a day fails with a message, and does not block the next (REQ-3, SAFE-4)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    await manyRequests(ward, 2)
    const { id } = await written(ward, clerk, 'close')
    await ward.query("update bulk_changes set status = 'failed', created_at = now() - interval '25 hours' where id = $1", [id])

    await runChange(stepsOf(ward), { changeId: id })

    expect(await getChange(clerk, id)).toMatchObject({
      status: 'stopped',
      trouble: 'The bulk change did not finish within 24 hours. Form requests that were changed stay changed.',
      endedAt: expect.any(String),
    })
    expect(await statuses(ward)).toEqual({ unopened: 2 })
  })

  test('a member limited to wards changes only requests of these wards, also when access to one is removed midway (REQ-3, MEM-4)', async () => {
    const ward = await openOrganisation({ wardAccess: 'assigned' })
    const nurse = await ward.staff('User')
    const [mine] = await ward.query(`insert into wards (organisation_id, name) values ($1, 'Ward 1') returning id`, [ward.id])
    const give = () =>
      ward.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [ward.id, nurse.id, mine!['id']])
    await give()
    const seen = await aRequest(ward, { patientId: (await aPatient(ward, { wardId: mine!['id'] as string })).id })
    await aRequest(ward)

    expect((await begin(nurse, { act: 'unassign' })).json()).toMatchObject({ totalRequests: 1 })
    const begun = await written(ward, nurse, 'close')
    await ward.query('delete from bulk_change_requests where change_id = $1 and request_id <> $2', [begun.id, seen.id])
    await ward.query('delete from member_wards where member_id = $1', [nurse.id])
    await runChange(stepsOf(ward), { changeId: begun.id })
    expect(await getChange(nurse, begun.id)).toMatchObject({ status: 'completed', doneRequests: 0, refusedRequests: 1 })
    expect((await resultsOf(nurse, begun.id)).docs).toEqual([])
    await give()
    expect((await resultsOf(nurse, begun.id)).docs).toMatchObject([{ id: seen.id, outcome: 'not_found' }])
    expect(await statuses(ward)).toEqual({ unopened: 2 })
  })

  test('a change belongs to its owner, and needs its fields and the permission (REQ-3, ORG-7)', async () => {
    const [ward, elsewhere] = [await openOrganisation(), await openOrganisation()]
    const [clerk, colleague, stranger] = [await ward.staff(), await ward.staff(), await elsewhere.staff()]
    await manyRequests(ward, 2)
    const { id } = await written(ward, clerk, 'unassign')

    for (const other of [colleague, stranger]) {
      for (const path of ['', '/results', '/reasons']) expect((await other.get(`${address}/${id}${path}`)).statusCode).toBe(404)
      for (const path of ['/cancel', '/take-over']) expect((await other.post(`${address}/${id}${path}`)).statusCode).toBe(404)
      expect((await other.get(address)).json()).toMatchObject({ docs: [], totalDocs: 0 })
    }
    expect((await clerk.get(`${address}?filters[status]=running`)).json()).toMatchObject({ docs: [{ id }], totalDocs: 1 })
    expect((await begin(clerk, { act: 'assign' })).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'userId', message: 'Assignee is required.' }],
    })
    expect((await begin(clerk, { act: 'assign', userId: stranger.id })).json()).toMatchObject({ status: 400 })
    expect((await clerk.post(`${address}/${id}/take-over`)).json()).toMatchObject({ detail: expect.stringContaining('still in progress') })
    await written(ward, clerk, 'close')
    await written(ward, clerk, 'close')
    expect((await begin(clerk, { act: 'close' })).json()).toMatchObject({ detail: expect.stringContaining('already have 3 bulk changes') })
  })

  test('a month after the end of a change the result of each request is deleted, and its totals are kept (REQ-3)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    await manyRequests(ward, 2)
    const [old, young] = [
      (await begin(clerk, { act: 'close' })).json<BulkChange>(),
      (await begin(clerk, { act: 'reopen' })).json<BulkChange>(),
    ]
    for (const { id } of [old, young]) await runChange(stepsOf(ward), { changeId: id })
    await ward.query("update bulk_changes set ended_at = now() - interval '31 days' where id = $1", [old.id])

    await forgetOldResults(stepsOf(ward))

    expect(await getChange(clerk, old.id)).toMatchObject({ doneRequests: 2, resultsRemovedAt: expect.any(String) })
    expect((await resultsOf(clerk, old.id)).totalDocs).toBe(0)
    expect((await resultsOf(clerk, young.id)).totalDocs).toBe(2)
  })
})
