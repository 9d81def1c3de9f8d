import { describe, expect, test } from 'vitest'

import { formatDate } from '#domain/dates.ts'
import { requestStatuses, transition, type RequestStatus } from '#domain/request-status.ts'
import { nobody, openOrganisation, systemAdministrator } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'

const address = (id: string, act: string) => `/api/forms/request/${id}/${act}`
const read = async (clerk: { get: (url: string) => Promise<{ json: () => unknown }> }, id: string) =>
  (await clerk.get(`/api/forms/request/${id}`)).json() as {
    status: RequestStatus
    timeline: { kind: string; by: string; detail: object }[]
  }

describe('Acting on a form request', () => {
  test('a member takes a request, and the list, the timeline and the log say so (REQ-3)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff('User', { firstName: 'Helen', lastName: 'Marsh' })
    const { id, patientId } = await aRequest(ward)

    const response = await clerk.patch(address(id, `assign/${clerk.id}`))

    expect(response.json()).toMatchObject({ id, assignee: { id: clerk.id, name: 'Helen Marsh' } })
    expect(await ward.auditTrail()).toMatchObject([
      { event_type: 'formRequestAssigned', actor_id: clerk.id, subject_id: id, patient_id: patientId, detail: { memberId: clerk.id } },
    ])
    expect((await read(clerk, id)).timeline).toMatchObject([{ kind: 'assigned', by: 'Helen Marsh', detail: { to: 'Helen Marsh' } }])

    await clerk.patch(address(id, 'unassign'))
    expect(await read(clerk, id)).toMatchObject({ assignee: null })
  })

  test('a request that a colleague has taken is refused with who and when, and nothing is written (REQ-3)', async () => {
    const ward = await openOrganisation()
    const [holder, other] = [await ward.staff('User', { firstName: 'Ravi', lastName: 'Menon' }), await ward.staff()]
    const { id } = await aRequest(ward, { assigneeId: holder.id })

    for (const act of [`assign/${other.id}`, 'unassign', 'close']) {
      const response = await other.patch(address(id, act))
      expect([act, response.statusCode]).toEqual([act, 404])
      expect(response.json()).toMatchObject({
        code: 'taken_control',
        detail: expect.stringMatching(
          /^This form request either doesn't exist or someone else has taken control: Ravi Menon, \d\d-\w{3}-\d{4} \d\d:\d\d\.$/,
        ),
      })
    }
    expect((await other.patch(address(id, 'close'))).json().detail).toContain(formatDate(new Date().toISOString().slice(0, 10)).slice(2))
    expect(await ward.auditTrail()).toEqual([])
    expect(await read(holder, id)).toMatchObject({ status: 'unopened', assignee: { id: holder.id }, timeline: [] })
  })

  test('taking over is requested explicitly, and the log has the previous owner (REQ-3)', async () => {
    const ward = await openOrganisation()
    const [holder, other] = [await ward.staff(), await ward.staff()]
    const { id } = await aRequest(ward, { assigneeId: holder.id })

    expect((await other.patch(address(id, `assign/${other.id}`), { takeOver: true })).json()).toMatchObject({ assignee: { id: other.id } })

    expect(await ward.auditTrail()).toMatchObject([
      { event_type: 'formRequestAssigned', detail: { memberId: other.id, tookOverFrom: holder.id } },
    ])
    expect((await read(other, id)).timeline).toMatchObject([{ kind: 'assigned', detail: { to: 'Ada Byron', from: 'Ada Byron' } }])
    expect((await holder.patch(address(id, 'close'))).json()).toMatchObject({ code: 'taken_control' })
  })

  test('a member who takes over a request to close it owns it from then on, and may reopen it (REQ-3)', async () => {
    const ward = await openOrganisation()
    const [holder, other] = [await ward.staff(), await ward.staff()]
    const { id } = await aRequest(ward, { assigneeId: holder.id })

    expect((await other.patch(address(id, 'close'), { takeOver: true })).json()).toMatchObject({
      status: 'closed',
      assignee: { id: other.id },
    })

    expect((await holder.patch(address(id, 'reopen'))).json()).toMatchObject({ code: 'taken_control' })
    expect((await other.patch(address(id, 'reopen'))).json()).toMatchObject({ status: 'unopened', assignee: { id: other.id } })
    expect(await ward.auditTrail()).toMatchObject([{ event_type: 'formRequestClosed', detail: { tookOverFrom: holder.id } }, {}])
  })

  test('several members take the same requests at once, and each request has exactly one owner (REQ-3)', async () => {
    const ward = await openOrganisation()
    const clerks = await Promise.all(Array.from({ length: 5 }, () => ward.staff()))
    const [patientId, formId] = [(await aPatient(ward)).id, (await aForm(ward)).id]

    for (let round = 0; round < 5; round++) {
      const { id } = await aRequest(ward, { patientId, formId })
      const answers = await Promise.all(clerks.map((clerk) => clerk.patch(address(id, `assign/${clerk.id}`))))
      expect(answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 404, 404, 404, 404])
      const told = answers.filter(({ statusCode }) => statusCode === 404).map((answer) => answer.json().code)
      expect(told, 'the others are told').toEqual(Array.from({ length: 4 }, () => 'taken_control'))
      const winner = clerks[answers.findIndex(({ statusCode }) => statusCode === 200)]!
      expect(await read(winner, id)).toMatchObject({ assignee: { id: winner.id }, timeline: [{ kind: 'assigned' }] })
    }
  })

  test('from each of the seven statuses exactly the actions of the table are allowed (REQ-2)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const [patientId, formId] = [(await aPatient(ward)).id, (await aForm(ward)).id]
    for (const status of requestStatuses)
      for (const act of ['close', 'reopen'] as const) {
        const { id } = await aRequest(ward, { patientId, formId, status, openedAt: '2026-11-01T10:00:00Z' })
        const expected = transition(act, { status, openedAt: '2026-11-01T10:00:00Z' })
        const response = await clerk.patch(address(id, act))
        expect([status, act, response.statusCode]).toEqual([status, act, expected ? 200 : 409])
        expect((await read(clerk, id)).status).toBe(expected ?? status)
      }
  })

  test('reopening restores the earlier status, and sets a new expiry date if the old one has passed (REQ-2)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const past = '2026-01-01T10:00:00Z'
    const cases = [
      [{ status: 'closed', openedAt: past, completedAt: past }, 'completed'],
      [{ status: 'expired', openedAt: past, expiresAt: past }, 'opened'],
      [{ status: 'sent_in_error' }, 'unopened'],
    ] as const
    for (const [seed, status] of cases) {
      const { id } = await aRequest(ward, seed)
      const reopened = (await clerk.patch(address(id, 'reopen'))).json()
      expect(reopened).toMatchObject({ status })
      expect(Date.parse(reopened.expiresAt)).toBeGreaterThan(Date.now() + 27 * 86_400_000)
    }
    expect((await ward.auditTrail()).map(({ event_type }) => event_type)).toEqual(Array(3).fill('formRequestReopened'))
  })

  test('a request can be assigned only to an active colleague (REQ-3)', async () => {
    const [ward, elsewhere] = [await openOrganisation(), await openOrganisation()]
    const [clerk, leaver, stranger] = [await ward.staff(), await ward.staff(), await elsewhere.staff()]
    await ward.query('update members set is_active = false where id = $1', [leaver.id])
    const { id } = await aRequest(ward)

    for (const member of [leaver.id, stranger.id, '3f2504e0-4f89-41d3-9a0c-0305e82c3301']) {
      const response = await clerk.patch(address(id, `assign/${member}`))
      expect(response.statusCode).toBe(400)
      expect(response.json().errors).toEqual([{ field: 'userId', message: 'User is not valid.' }])
    }
  })

  test('an action requires the permission, a session and the right organisation (REQ-3, ROLE-4)', async () => {
    const [ward, elsewhere] = [await openOrganisation(), await openOrganisation()]
    const stranger = await elsewhere.staff()
    const { id } = await aRequest(ward)

    for (const act of [`assign/${stranger.id}`, 'unassign', 'close', 'reopen', 'unlock']) {
      expect([act, (await (await nobody()).patch(address(id, act))).statusCode]).toEqual([act, 401])
      expect([act, (await (await systemAdministrator()).patch(address(id, act))).statusCode]).toEqual([act, 401])
      const body = act === 'unlock' ? { identityCheck: 'in_person' } : undefined
      const foreign = await stranger.patch(address(id, act), body)
      expect([act, foreign.statusCode, foreign.json().code]).toEqual([act, 404, 'not_found'])
      expect((await stranger.patch(address('7', act), body)).json()).toMatchObject({ code: 'invalid_request', errors: [{ field: 'id' }] })
      expect((await stranger.patch(address(id, act), { takeOver: 'yes' })).statusCode).toBe(400)
    }
    expect(await ward.auditTrail()).toEqual([])
  })
})
