import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { runChange } from '#server/bulk-changes/bulk-change.job.ts'
import { mergeInto } from '#test/merging.ts'
import { openOrganisation, systemAdministrator, type TestOrganisation } from '#test/organisation.ts'
import { aPatient, aRequest } from '#test/requests.ts'
import { dyingAfter, stepsOf } from '#test/worker-steps.ts'

import { unassignRequests } from './unassign-requests.job.ts'

const memberOf = (own: TestOrganisation, { id }: { id: string }, path = '') => `/api/tenants/tenant/${own.id}/members/${id}${path}`
const patientAddress = (id: string) => `/api/patients/patient/${id}`
const requests = '/api/forms/request'

/** Two wards, an admin, and Marie, who has the North ward. Where `wardAccess` is 'assigned' she sees its patients only. */
async function hospital(wardAccess: 'all' | 'assigned' = 'assigned') {
  const own = await openOrganisation({ wardAccess })
  const [north, south] = [randomUUID(), randomUUID()]
  await own.query("insert into wards (organisation_id, id, name) values ($1, $2, 'North'), ($1, $3, 'South')", [own.id, north, south])
  const [ada, marie] = [await own.staff('Admin'), await own.staff('User', { firstName: 'Marie', lastName: 'Curie' })]
  const giveNorth = () =>
    own.query('insert into member_wards (organisation_id, member_id, ward_id) values ($1, $2, $3)', [own.id, marie.id, north])
  await giveNorth()
  const patient = await aPatient(own, { wardId: north })
  return { own, north, south, ada, marie, giveNorth, patient }
}

/** Runs the jobs that were queued in the organisation, as a worker does. */
async function runQueued(own: TestOrganisation) {
  const jobs = await own.query(
    "delete from pgboss.job where name = 'unassign-requests' and data->>'organisationId' = $1 returning data - 'organisationId' as data",
    [own.id],
  )
  for (const { data } of jobs) await unassignRequests(stepsOf(own), data as object)
  return jobs.length
}
const assigneeOf = async (own: TestOrganisation, id: string) =>
  (await own.query('select assignee_id from form_requests where id = $1', [id]))[0]?.['assignee_id']
const unassignedIn = async (own: TestOrganisation) =>
  (await own.auditTrail()).filter(({ event_type }) => event_type === 'formRequestUnassigned')

describe('form requests whose assignee can no longer see them', () => {
  type Hospital = Awaited<ReturnType<typeof hospital>>
  test.each<[string, (at: Hospital) => Promise<unknown>]>([
    ['is removed', ({ own, ada, marie }) => ada.delete(memberOf(own, marie))],
    ['is removed by a change', ({ own, ada, marie }) => ada.patch(memberOf(own, marie), { isActive: false })],
    ['is removed by a system administrator', async ({ own, marie }) => (await systemAdministrator()).delete(memberOf(own, marie))],
    [
      'is no longer an admin, who sees every ward',
      async ({ own, ada, marie }) => {
        await own.query("update members set role = 'Admin' where id = $1", [marie.id])
        await own.query('delete from member_wards where member_id = $1', [marie.id])
        return ada.patch(memberOf(own, marie), { role: 'User' })
      },
    ],
    ['loses the ward', ({ own, ada, marie, north }) => ada.delete(memberOf(own, marie, `/wards/${north}`))],
    ['has a patient who moves to another ward', ({ ada, patient, south }) => ada.patch(patientAddress(patient.id), { wardId: south })],
    [
      'has a patient whose record is merged into one of another ward',
      async ({ own, ada, patient, south }) => {
        const kept = await aPatient(own, { wardId: south, nhsNumber: null })
        const merged = await mergeInto(ada, kept.id, patient.id)
        expect(merged.statusCode, merged.body).toBe(200)
        return merged
      },
    ],
  ])('become unassigned when the user %s, and the timeline and the audit log say so (REQ-3, MEM-4, AUD-1)', async (_what, change) => {
    const at = await hospital()
    const { own, ada, marie, patient } = at
    const of = { patientId: patient.id, assigneeId: marie.id }
    const [open, answered] = [
      await aRequest(own, of),
      await aRequest(own, { ...of, status: 'completed', completedAt: '2026-11-01T10:00:00Z' }),
    ]
    const [ended, hers] = [await aRequest(own, { ...of, status: 'closed' }), await aRequest(own, { ...of, assigneeId: ada.id })]

    await change(at)
    await runQueued(own)

    const assignees = await Promise.all([open, answered, ended, hers].map(({ id }) => assigneeOf(own, id)))
    expect(assignees).toEqual([null, null, marie.id, ada.id])
    expect((await ada.get(`${requests}/${answered.id}`)).json().timeline).toMatchObject([
      { kind: 'unassigned', by: 'Formward', detail: { to: 'Marie Curie', reason: 'The user can no longer see this form request.' } },
    ])
    const audited = await unassignedIn(own)
    expect(audited.map(({ subject_id }) => subject_id).toSorted()).toEqual([open.id, answered.id].toSorted())
    expect(audited[0]).toMatchObject({ actor_id: null, detail: { memberId: marie.id } })
  })

  test('become unassigned when the organisation begins to limit users to their wards (MEM-4, REQ-3)', async () => {
    const { own, ada, marie, north, south } = await hospital('all')
    const [seen, hidden] = await Promise.all(
      [north, south].map(async (wardId) => aRequest(own, { patientId: (await aPatient(own, { wardId })).id, assigneeId: marie.id })),
    )

    expect((await ada.patch(`/api/tenants/tenant/${own.id}`, { wardAccess: 'assigned' })).statusCode).toBe(200)
    await runQueued(own)

    expect([await assigneeOf(own, seen!.id), await assigneeOf(own, hidden!.id)]).toEqual([marie.id, null])
  })

  test('stay assigned when the user sees them again before the job runs (REQ-3, MEM-4)', async () => {
    const { own, ada, marie, north, giveNorth, patient } = await hospital()
    const { id } = await aRequest(own, { patientId: patient.id, assigneeId: marie.id })

    await ada.delete(memberOf(own, marie, `/wards/${north}`))
    await giveNorth()

    expect(await runQueued(own)).toBe(1)
    expect(await assigneeOf(own, id)).toBe(marie.id)
    expect(await unassignedIn(own)).toEqual([])
  })

  test('become unassigned once each when the worker is killed after any batch (REQ-3, SAFE-1)', async () => {
    const { own, ada, marie, patient } = await hospital()
    const { id } = await aRequest(own, { patientId: patient.id, assigneeId: marie.id })
    await own.query(
      `insert into form_requests (organisation_id, patient_id, form_id, form_version, assignee_id, assigned_at, notification_method, expires_at, patient_name_key)
       select r.organisation_id, r.patient_id, r.form_id, r.form_version, r.assignee_id, now(), 'sms', r.expires_at, r.patient_name_key
       from form_requests r, generate_series(1, 1100) where r.organisation_id = $1 and r.id = $2`,
      [own.id, id],
    )
    await ada.delete(memberOf(own, marie))

    for (let batches = 1; batches <= 2; batches++)
      await expect(unassignRequests(dyingAfter(1, stepsOf(own)), { memberId: marie.id })).rejects.toThrow('killed')
    await runQueued(own)

    expect(await own.query('select 1 from form_requests where organisation_id = $1 and assignee_id is not null', [own.id])).toEqual([])
    expect(await unassignedIn(own)).toHaveLength(1101)
  })
})

describe('assigning a form request to a user who does not have the ward of its patient', () => {
  const refusal = 'The user does not have access to the ward of this patient. Choose another user.'

  test('PATCH /request/:id/assign and PATCH /request: is refused, and the reason is told (REQ-3, MEM-4)', async () => {
    const { own, ada, marie, south, patient } = await hospital()
    const seen = await aRequest(own, { patientId: patient.id })
    const hidden = await aRequest(own, { patientId: (await aPatient(own, { wardId: south })).id })

    const alone = await ada.patch(`${requests}/${hidden.id}/assign/${marie.id}`)
    const { results } = (await ada.patch(requests, { requests: [seen.id, hidden.id], userId: marie.id })).json()

    expect(alone.json()).toMatchObject({ code: 'conflict', detail: refusal })
    expect(results).toEqual([
      { id: seen.id, done: true },
      { id: hidden.id, done: false, code: 'conflict', reason: refusal },
    ])
    expect([await assigneeOf(own, seen.id), await assigneeOf(own, hidden.id)]).toEqual([marie.id, null])
  })

  test('POST /request/bulk: that form request is left out, with the reason (REQ-3, MEM-4)', async () => {
    const { own, ada, marie, south, patient } = await hospital()
    const seen = await aRequest(own, { patientId: patient.id })
    const hidden = await aRequest(own, { patientId: (await aPatient(own, { wardId: south })).id })
    const { until, total } = (await ada.get(`${requests}/bulk/preview`)).json()
    const { id } = (await ada.post(`${requests}/bulk`, { until, expected: total, act: 'assign', userId: marie.id })).json()

    await runChange(stepsOf(own), { changeId: id })

    expect([await assigneeOf(own, seen.id), await assigneeOf(own, hidden.id)]).toEqual([marie.id, null])
    const { docs } = (await ada.get(`${requests}/bulk/${id}/results?limit=100`)).json()
    expect(docs.map((one: { outcome: string; reason: string }) => [one.outcome, one.reason]).toSorted()).toEqual([
      ['conflict', refusal],
      ['done', ''],
    ])
  })

  test('where every user sees every ward, any user can be chosen (REQ-3, MEM-4)', async () => {
    const { own, ada, marie, south } = await hospital('all')
    const { id } = await aRequest(own, { patientId: (await aPatient(own, { wardId: south })).id })

    expect((await ada.patch(`${requests}/${id}/assign/${marie.id}`)).json()).toMatchObject({ assignee: { id: marie.id } })
  })
})
