import { describe, expect, test } from 'vitest'

import { nobody, openOrganisation, systemAdministrator, type TestOrganisation } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'

const logsOf = ({ id }: { id: string }) => `/api/tenants/tenant/members/logs/${id}`

type Happened = { at?: string; type: string; subject?: string; patient?: string; detail?: object }

const write = async (ward: TestOrganisation, actor: { id: string }, { at, type, subject, patient, detail }: Happened) =>
  ward.query(
    `insert into audit_events (organisation_id, at, event_type, actor_kind, actor_id, subject_id, patient_id, detail)
     values ($1, coalesce($2::timestamptz, now()), $3, 'member', $4, $5, $6, $7)`,
    [ward.id, at ?? null, type, actor.id, subject ?? null, patient ?? null, JSON.stringify(detail ?? {})],
  )

describe('what a member did', () => {
  test('each line has the patient, the NHS number, the form and the user, newest first, and says what is unknown (AUD-2)', async () => {
    const ward = await openOrganisation()
    const [ada, marie] = [await ward.staff('Admin'), await ward.staff('User', { firstName: 'Marie', lastName: 'Curie' })]
    const patient = await aPatient(ward, { nhsNumber: '9990000018' })
    const form = await aForm(ward, 'Pre-assessment')
    const request = await aRequest(ward, { patientId: patient.id, formId: form.id })
    await write(ward, marie, { type: 'formCreated', subject: form.id })
    await write(ward, marie, { type: 'patientRead', subject: patient.id, patient: patient.id })
    await write(ward, marie, { type: 'formRequestAssigned', subject: request.id, patient: patient.id, detail: { memberId: ada.id } })
    await write(ward, marie, { type: 'tenantMemberRead', subject: ada.id })
    await write(ward, marie, { type: 'fromALaterVersion', detail: { memberId: null } })

    const log = (await ada.get(logsOf(marie))).json()

    expect(log).toMatchObject({ page: 1, totalDocs: 5 })
    expect(log.docs.map(({ description }: { description: string }) => description)).toEqual([
      'Unknown event',
      'Viewed user Ada Byron',
      'Assigned form "Pre-assessment" of patient Grace Hopper (NHS number 999 000 0018) to user Ada Byron',
      'Viewed patient Grace Hopper (NHS number 999 000 0018)',
      'Created form "Pre-assessment"',
    ])
    expect(log.docs[0]).toMatchObject({ eventType: 'fromALaterVersion', at: expect.any(String) })
    expect(await ward.auditTrail()).toContainEqual(
      expect.objectContaining({ event_type: 'tenantMemberLogsRead', actor_id: ada.id, subject_id: marie.id }),
    )
  })

  test('the log is narrowed by event and by days of the United Kingdom, both included (AUD-2)', async () => {
    const ward = await openOrganisation()
    const [ada, marie] = [await ward.staff('Admin'), await ward.staff('User')]
    // 23:30 in Greenwich on 30 June is half past midnight of 1 July in London.
    await write(ward, marie, { type: 'patientList', at: '2026-06-30T23:30:00Z' })
    await write(ward, marie, { type: 'formList', at: '2026-07-01T22:59:59Z' })
    await write(ward, marie, { type: 'patientList', at: '2026-07-01T23:00:00Z' })
    const found = async (query: string) =>
      (await ada.get(`${logsOf(marie)}?${query}`)).json().docs.map(({ eventType }: { eventType: string }) => eventType)

    expect(await found('from=2026-07-01&to=2026-07-01')).toEqual(['formList', 'patientList'])
    expect(await found('to=2026-06-30')).toEqual([])
    expect(await found('from=2026-07-02')).toEqual(['patientList'])
    expect(await found('eventType=formList')).toEqual(['formList'])
    expect(await found('eventType[0]=formList&eventType[1]=patientList&limit=2')).toEqual(['patientList', 'formList'])
    expect(await found('limit=2&page=2')).toEqual(['patientList'])
  })

  test('the log is for members who may read logs, and a member of another organisation has none here (ROLE-4)', async () => {
    const [ours, theirs] = [await openOrganisation(), await openOrganisation()]
    const [ada, marie, stranger] = [await ours.staff('Forms OrgAdmin'), await ours.staff('User'), await theirs.staff('User')]
    await write(theirs, stranger, { type: 'patientList' })

    expect((await ada.get(logsOf(marie))).json()).toEqual({ docs: [], page: 1, totalDocs: 0, isCountCapped: false, archivedBefore: null })
    expect((await ada.get(logsOf(stranger))).statusCode).toBe(404)
    expect((await (await systemAdministrator()).get(logsOf(marie))).statusCode, 'no organisation is named in this path').toBe(404)
    expect((await marie.get(logsOf(marie))).json()).toMatchObject({ status: 401, code: 'not_permitted' })
    expect((await (await nobody()).get(logsOf(marie))).json()).toMatchObject({ status: 401, code: 'not_signed_in' })
  })

  test('an invalid event, day or page is refused with the name of its parameter (AUD-2)', async () => {
    const ward = await openOrganisation()
    const ada = await ward.staff('Admin')

    expect((await ada.get(`${logsOf(ada)}?page=0&limit=500&eventType=everything&from=yesterday&to=2026-02-30`)).json()).toMatchObject({
      status: 400,
      errors: [{ field: 'page' }, { field: 'limit' }, { field: 'eventType' }, { field: 'from' }, { field: 'to' }],
    })
    expect((await ada.get('/api/tenants/tenant/members/logs/me')).statusCode).toBe(400)
  })
})
