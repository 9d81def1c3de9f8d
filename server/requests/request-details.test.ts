import { describe, expect, test } from 'vitest'

import { nobody, openOrganisation, systemAdministrator } from '#test/organisation.ts'
import { aForm, answered, aPatient, aRequest } from '#test/requests.ts'

const address = (id: string) => `/api/forms/request/${id}`

describe('GET /request/:id', () => {
  test('the details show the asked questions with their answers; an unanswered one is blank, never "No" (REQ-4, FORM-5)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const request = await aRequest(ward, { status: 'completed', openedAt: '2026-11-01T10:00:00Z', completedAt: '2026-11-02T10:00:00Z' })
    await answered(ward, request, { needed: 'no', since: '2026-03-09' })

    const details = (await clerk.get(address(request.id))).json()

    expect(details).toMatchObject({ id: request.id, status: 'completed', submittedAt: '2026-11-02T10:00:00Z', closedAt: null })
    expect(details.answers).toMatchObject([
      { questionId: 'needed', title: 'Do you still need your operation?', category: null, answer: 'No' },
      { questionId: 'mood', title: 'How do you feel?', category: 'feelings', answer: '' },
      { questionId: 'since', title: 'Since when?', answer: expect.stringContaining('2026') },
    ])
    expect(await ward.auditTrail()).toMatchObject([
      { event_type: 'formRequestRead', subject_id: request.id, patient_id: request.patientId },
    ])
  })

  test('the timeline lists in order who did what, and the state of each message (REQ-4)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff('User', { firstName: 'Helen', lastName: 'Marsh' })
    const body = { patientIds: [(await aPatient(ward)).id], formId: (await aForm(ward)).id }
    const [id] = (await clerk.post('/api/forms/request', body)).json().ids as string[]
    await ward.query(`update notifications set status = 'failed', reason = 'No such number', attempts = 3 where request_id = $1`, [id])
    await clerk.patch(`${address(id!)}/close`)

    const details = (await clerk.get(address(id!))).json()

    expect(details.answers).toBeNull()
    expect(details.timeline.map(({ kind, by }: { kind: string; by: string }) => `${kind} by ${by}`)).toEqual([
      'created by Helen Marsh',
      'closed by Helen Marsh',
    ])
    expect(details.timeline.map(({ memberId }: { memberId: string }) => memberId)).toEqual([clerk.id, clerk.id])
    expect(details.notifications).toMatchObject([
      { category: 'request_created', method: 'sms', status: 'failed', reason: 'No such number', attempts: 3 },
    ])
    expect(details.contact).toMatchObject({ phoneNumber: '+447700900123' })
  })

  test('the details are visible only in the organisation, with the permission (REQ-4, ORG-7, ROLE-4)', async () => {
    const [ward, elsewhere] = [await openOrganisation(), await openOrganisation()]
    const { id } = await aRequest(ward)

    expect((await (await elsewhere.staff()).get(address(id))).statusCode).toBe(404)
    expect((await (await systemAdministrator()).get(address(id))).statusCode).toBe(401)
    expect((await (await nobody()).get(address(id))).statusCode).toBe(401)
    expect((await (await ward.staff()).get(address('lost'))).json()).toMatchObject({ code: 'invalid_request', errors: [{ field: 'id' }] })
    expect(await elsewhere.auditTrail()).toEqual([])
  })
})
