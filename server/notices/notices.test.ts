import { describe, expect, test } from 'vitest'

import type { Notice, WaitingWork } from '#contract/notices.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { runExport } from '#server/exports/run-export.ts'
import { aForm, answered, aPatient, aRequest } from '#test/requests.ts'
import { stepsOf } from '#test/worker-steps.ts'

type Staff = Awaited<ReturnType<TestOrganisation['staff']>>
const address = '/api/forms/notices'
const noticesOf = async (staff: Staff) => (await staff.get(address)).json<{ docs: Notice[] }>().docs
const countsOf = async (staff: Staff) => (await staff.get(`${address}/counts`)).json<WaitingWork>()
const assign = (by: Staff, requestId: string, to: Staff) => by.patch(`/api/forms/request/${requestId}/assign/${to.id}`, {})
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

describe('GET /notices', () => {
  test('names what a colleague assigned, what was answered and the jobs that ended, newest first, and records which patients it names (REQ-6, AUD-1)', async () => {
    const own = await openOrganisation()
    const [ada, marie] = [await own.staff(), await own.staff('User', { firstName: 'Marie', lastName: 'Curie' })]
    const grace = await aPatient(own, { firstName: 'Grace', lastName: 'Hopper' })
    const form = await aForm(own, 'Mood')
    const assigned = await aRequest(own, { patientId: grace.id, formId: form.id })
    await assign(marie, assigned.id, ada)
    await aRequest(own, {
      patientId: grace.id,
      formId: form.id,
      status: 'completed',
      assigneeId: ada.id,
      isUrgent: true,
      openedAt: ago(9),
      completedAt: ago(8),
    })
    await own.query(
      `insert into export_jobs (organisation_id, created_by, file_name, scope, status, completed_at, expires_at, total_rows)
       values ($1, $2, 'requests.xlsx', 'organisation', 'completed', now() - interval '20 minutes', now() + interval '1 day', 1)`,
      [own.id, ada.id],
    )

    expect(await noticesOf(ada)).toMatchObject([
      {
        kind: 'assigned',
        by: 'Marie Curie',
        count: 1,
        isRead: false,
        request: { id: assigned.id, patient: 'Grace Hopper', form: 'Mood', isUrgent: false },
      },
      { kind: 'answered', request: { patient: 'Grace Hopper', isUrgent: true } },
      { kind: 'export', name: 'requests.xlsx' },
    ])
    expect(await noticesOf(marie)).toEqual([])
    const read = await own.query(
      "select actor_id, patient_ids from audit_events where organisation_id = $1 and event_type = 'formRequestList'",
      [own.id],
    )
    expect(read).toEqual([{ actor_id: ada.id, patient_ids: [grace.id] }])
  })

  test('what members assign to themselves is no notice, and many assigned together are one (REQ-6)', async () => {
    const own = await openOrganisation()
    const [ada, marie] = [await own.staff(), await own.staff('User', { firstName: 'Marie', lastName: 'Curie' })]
    const ids = await Promise.all([1, 2, 3, 4].map(async () => (await aRequest(own)).id))
    await assign(ada, ids[0]!, ada)
    for (const id of ids.slice(1)) await assign(marie, id, ada)
    await own.query("update members set notices_read_at = now() - interval '1 day' where id = $1", [ada.id])
    await own.query('update form_requests set assigned_at = date_trunc($2, now()) where id = any($1)', [ids.slice(1), 'minute'])

    expect(await noticesOf(ada)).toMatchObject([{ kind: 'assigned', by: 'Marie Curie', count: 3, request: null }])
    expect(await countsOf(ada)).toMatchObject({ unread: 1 })
  })

  test('urgent answers that nobody is assigned to are a notice for everyone, until somebody is (REQ-6, REQ-8)', async () => {
    const [own, other] = [await openOrganisation(), await openOrganisation()]
    const [ada, marie, stranger] = [await own.staff(), await own.staff(), await other.staff()]
    const done = { status: 'completed', openedAt: ago(9), completedAt: ago(8) } as const
    const urgent = await aRequest(own, { ...done, isUrgent: true })
    await aRequest(own, done)
    await aRequest(own, { isUrgent: true })
    await own.query("update members set notices_read_at = now() - interval '1 day' where organisation_id = $1", [own.id])

    for (const staff of [ada, marie]) {
      expect(await noticesOf(staff)).toMatchObject([{ kind: 'urgent', isRead: false, request: { id: urgent.id, isUrgent: true } }])
      expect(await countsOf(staff)).toMatchObject({ unread: 1, urgent: 1 })
    }
    expect(await noticesOf(stranger)).toEqual([])
    await assign(ada, urgent.id, ada)
    expect(await noticesOf(marie)).toEqual([])
    expect(await countsOf(marie)).toMatchObject({ unread: 0 })
    expect((await noticesOf(ada)).map(({ kind }) => kind)).toEqual(['answered'])
  })

  test('answers that the member filled in for the patient are no notice (REQ-6)', async () => {
    const own = await openOrganisation()
    const [ada, marie] = [await own.staff(), await own.staff()]
    for (const typist of [ada, marie]) {
      const request = await aRequest(own, { status: 'completed', assigneeId: ada.id, openedAt: ago(2), completedAt: ago(1) })
      await answered(own, request, { mood: 'good' })
      await own.query("update submissions set typed_by = $1, channel = 'phone' where request_id = $2", [typist.id, request.id])
    }

    expect((await noticesOf(ada)).map(({ kind }) => kind)).toEqual(['answered'])
  })

  test('notices are read until the moment that the member saw them, which never goes back (REQ-6)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff()
    const wasAnswered = (minutes: number) =>
      aRequest(own, { status: 'completed', assigneeId: ada.id, openedAt: ago(minutes + 1), completedAt: ago(minutes) })
    await own.query("update members set notices_read_at = now() - interval '1 day' where id = $1", [ada.id])
    await wasAnswered(30)
    await wasAnswered(10)
    expect(await countsOf(ada)).toMatchObject({ unread: 2 })

    const readUntil = async (until: string) => expect((await ada.put(`${address}/read`, { until })).statusCode).toBe(200)
    await readUntil(ago(20))
    expect(await countsOf(ada)).toMatchObject({ unread: 1 })
    await readUntil(ago(60))
    expect((await noticesOf(ada)).map(({ isRead }) => isRead)).toEqual([false, true])
    await readUntil('2999-01-01T00:00:00Z')
    expect(await countsOf(ada)).toMatchObject({ unread: 0 })
    await wasAnswered(-0.01)
    expect(await countsOf(ada), 'nothing that comes later is read').toMatchObject({ unread: 1 })
  })

  test('an export that failed is a notice, and one that the member stopped is not (EXP-1, REQ-6)', async () => {
    const own = await openOrganisation()
    const ada = await own.staff()
    const started = async () => (await ada.post('/api/forms/request/export', {})).json<{ id: string }>().id
    const [failed, stopped] = [await started(), await started()]
    await own.query("update members set notices_read_at = now() - interval '1 hour' where id = $1", [ada.id])
    await own.query("update export_jobs set expires_at = now() - interval '1 minute' where id = $1", [failed])
    expect(await runExport(stepsOf(own), { exportId: failed }, { pagesKept: 1 })).toBe(true)
    expect((await ada.post(`/api/forms/request/export/${stopped}/stop`, {})).statusCode).toBe(200)

    expect(await noticesOf(ada)).toMatchObject([{ kind: 'export', id: failed, isStopped: true, isRead: false }])
    expect(await countsOf(ada)).toMatchObject({ unread: 1 })
  })

  test('patients of other wards and organisations are in no notice and no figure (MEM-4, ORG-7)', async () => {
    const own = await openOrganisation({ wardAccess: 'assigned' })
    const [admin, clerk] = [await own.staff('Admin'), await own.staff('User')]
    const request = await aRequest(own, { status: 'completed', openedAt: ago(2), completedAt: ago(1) })
    await assign(admin, request.id, clerk)

    expect(await noticesOf(clerk)).toEqual([])
    expect(await countsOf(clerk)).toEqual({ toReview: 0, urgent: 0, unassigned: 0, unread: 0 })
    expect(await countsOf(await (await openOrganisation()).staff())).toEqual({ toReview: 0, urgent: 0, unassigned: 0, unread: 0 })
  })

  test('the figures are those of the worklists (REQ-8)', async () => {
    const own = await openOrganisation()
    const [ada, marie] = [await own.staff(), await own.staff()]
    const completed = { status: 'completed' as const, openedAt: ago(2), completedAt: ago(1) }
    await aRequest(own, { ...completed, assigneeId: ada.id })
    await aRequest(own, { ...completed, assigneeId: marie.id, isUrgent: true })
    for (let n = 0; n < 3; n++) await aRequest(own, completed)
    await aRequest(own)

    expect(await countsOf(ada)).toMatchObject({ toReview: 1, urgent: 1, unassigned: 3 })
    expect((await own.auditTrail()).length, 'figures without names are not recorded').toBe(0)
  })
})
