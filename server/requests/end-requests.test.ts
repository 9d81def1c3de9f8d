import { describe, expect, test } from 'vitest'

import { daysLater } from '#domain/moments.ts'
import { systemOrganisationId } from '#server/platform/system-organisation.ts'
import { eventually, openOrganisation } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { findLongCompleted } from './due-requests.sql.ts'
import { endOverdueRequests } from './end-requests.ts'
import { endRequestsJobs } from './end-requests.job.ts'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

describe('Expiry and automatic closing', () => {
  test('the worker ends requests that have expired in every organisation, and leaves the others unchanged (REQ-2)', async () => {
    const [one, two] = [await openOrganisation(), await openOrganisation()]
    const clerk = await one.staff()
    const [patientId, formId] = [(await aPatient(one)).id, (await aForm(one)).id]
    const of = (seed: Parameters<typeof aRequest>[1]) => aRequest(one, { patientId, formId, ...seed })
    const overdue = [await of({ expiresAt: daysAgo(1) }), await of({ status: 'opened', openedAt: daysAgo(3), expiresAt: daysAgo(1) })]
    const longCompleted = await of({ status: 'completed', completedAt: daysAgo(91), expiresAt: daysAgo(60) })
    const left = [
      await of({}),
      await of({ status: 'completed', completedAt: daysAgo(89), expiresAt: daysAgo(60) }),
      await of({ status: 'closed', expiresAt: daysAgo(1) }),
    ]
    const elsewhere = await aRequest(two, { expiresAt: daysAgo(1) })

    await one.startWorkers()
    await one.services.boss.send(endRequestsJobs.everywhere.name, { organisationId: systemOrganisationId })

    const statusOf = async ({ id }: { id: string }) =>
      (await one.query('select status from form_requests where id = $1', [id]))[0]!['status']
    await eventually(async () => (await statusOf(overdue[0]!)) === 'expired' && (await statusOf(elsewhere)) === 'expired')
    expect(await Promise.all(overdue.map(statusOf))).toEqual(['expired', 'expired'])
    expect(await statusOf(longCompleted)).toBe('auto_closed')
    expect(await Promise.all(left.map(statusOf))).toEqual(['unopened', 'completed', 'closed'])
    expect((await clerk.get(`/api/forms/request/${overdue[0]!.id}`)).json().timeline).toMatchObject([{ kind: 'expired', by: 'Formward' }])
    expect(
      (await one.auditTrail())
        .filter(({ actor_id }) => actor_id === null)
        .map(({ event_type }) => event_type)
        .toSorted(),
    ).toEqual(['formRequestAutoClosed', 'formRequestExpired', 'formRequestExpired'])
  })

  test('the days until a form request is closed are calendar days in London, also where the clocks change (REQ-2)', async () => {
    const ward = await openOrganisation()
    // So many days that the clocks have changed once since then, whenever the test runs.
    const days = [100, 150, 200].find((count) => daysLater(new Date(), -count).toISOString() !== daysAgo(count))!
    await ward.query('update organisations set auto_close_days = $2 where id = $1', [ward.id, days])
    const minutesAfter = (minutes: number) => new Date(daysLater(new Date(), -days).getTime() + minutes * 60_000).toISOString()
    const completed = { status: 'completed', expiresAt: daysAgo(1) } as const
    const before = await aRequest(ward, { ...completed, completedAt: minutesAfter(-10) })
    await aRequest(ward, { ...completed, completedAt: minutesAfter(10) })

    const found = await stepsOf(ward).step((ctx) => findLongCompleted(ctx, 10))

    expect(found).toEqual([{ id: before.id }])
  })

  test('the open requests of a patient who is archived are closed automatically (PAT-2, REQ-2)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const [patient, formId] = [await aPatient(ward), (await aForm(ward)).id]
    const of = async (seed: Parameters<typeof aRequest>[1]) => (await aRequest(ward, { patientId: patient.id, formId, ...seed })).id
    const open = [
      await of({}),
      await of({ status: 'opened', openedAt: daysAgo(1) }),
      await of({ status: 'completed', completedAt: daysAgo(1) }),
    ]
    const ended = await of({ status: 'expired' })
    const other = (await aRequest(ward)).id

    expect((await clerk.delete(`/api/patients/patient/${patient.id}`)).statusCode).toBe(200)

    const statuses = await ward.query('select id, status from form_requests where organisation_id = $1', [ward.id])
    const byId = Object.fromEntries(statuses.map(({ id, status }) => [id, status]))
    expect(open.map((id) => byId[id])).toEqual(['auto_closed', 'auto_closed', 'auto_closed'])
    expect([byId[ended], byId[other]]).toEqual(['expired', 'unopened'])
  })

  test('urgent answers are never closed automatically: not after the days, not when the patient is archived or has died (SAFE-1, REQ-2)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const form = (await aForm(ward)).id
    const answeredBy = async (isUrgent: boolean) => {
      const patientId = (await aPatient(ward)).id
      const request = { formId: form, patientId, status: 'completed', completedAt: daysAgo(91), expiresAt: daysAgo(60), isUrgent } as const
      return await aRequest(ward, request)
    }
    const [old, archived, died] = [await answeredBy(true), await answeredBy(true), await answeredBy(true)]
    const plain = await answeredBy(false)

    expect((await clerk.delete(`/api/patients/patient/${archived.patientId}`)).statusCode).toBe(200)
    expect((await clerk.patch(`/api/patients/patient/${died.patientId}`, { deceased: true })).statusCode).toBe(200)
    expect(await stepsOf(ward).step((ctx) => findLongCompleted(ctx, 10))).toEqual([{ id: plain.id }])
    await stepsOf(ward).step(endOverdueRequests)

    const rows = await ward.query('select id, status from form_requests where organisation_id = $1', [ward.id])
    const statusOf = ({ id }: { id: string }) => rows.find((row) => row['id'] === id)!['status']
    expect([old, archived, died, plain].map(statusOf)).toEqual(['completed', 'completed', 'completed', 'auto_closed'])
  })
})
