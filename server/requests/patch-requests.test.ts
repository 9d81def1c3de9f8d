import { describe, expect, test } from 'vitest'

import { nobody, openOrganisation, systemAdministrator } from '#test/organisation.ts'
import { aForm, aPatient, aRequest } from '#test/requests.ts'

const address = '/api/forms/request'

describe('PATCH /request', () => {
  test('a bulk patch has a result for each request: done, or the reason why not (REQ-3)', async () => {
    const [ward, elsewhere] = [await openOrganisation(), await openOrganisation()]
    const [clerk, holder] = [await ward.staff(), await ward.staff('User', { firstName: 'Ravi', lastName: 'Menon' })]
    const open = await aRequest(ward)
    const taken = await aRequest(ward, { assigneeId: holder.id })
    const ended = await aRequest(ward, { status: 'expired' })
    const foreign = await aRequest(elsewhere)

    const response = await clerk.patch(address, { status: 'closed', requests: [open.id, taken.id, ended.id, foreign.id] })

    expect(response.json().results).toEqual([
      { id: open.id, done: true },
      { id: taken.id, done: false, code: 'taken_control', reason: expect.stringContaining('someone else has taken control: Ravi Menon') },
      { id: ended.id, done: false, code: 'conflict', reason: 'A form request cannot go from expired to closed.' },
      {
        id: foreign.id,
        done: false,
        code: 'not_found',
        reason: "This form request either doesn't exist or someone else has taken control.",
      },
    ])
    expect((await ward.auditTrail()).map(({ event_type, subject_id }) => [event_type, subject_id])).toEqual([
      ['formRequestClosed', open.id],
    ])
  })

  test('many requests are assigned to a colleague, taken over on demand, and unassigned (REQ-3)', async () => {
    const ward = await openOrganisation()
    const [clerk, holder] = [await ward.staff(), await ward.staff()]
    const requests = [(await aRequest(ward)).id, (await aRequest(ward, { assigneeId: holder.id })).id]
    const doneOf = async (body: object) =>
      ((await clerk.patch(address, { requests, ...body })).json().results as { done: boolean }[]).map(({ done }) => done)
    const countMine = async () => (await clerk.get(`${address}?filters[assignee]=me`)).json().totalDocs

    expect(await doneOf({ userId: clerk.id })).toEqual([true, false])
    expect(await doneOf({ userId: clerk.id, takeOver: true })).toEqual([true, true])
    expect(await countMine()).toBe(2)
    expect(await doneOf({ userId: null })).toEqual([true, true])
    expect(await countMine()).toBe(0)
  })

  test('a status and an assignee in one patch are both done or both refused (REQ-3)', async () => {
    const ward = await openOrganisation()
    const [clerk, holder] = [await ward.staff(), await ward.staff()]
    const [free, taken] = [await aRequest(ward), await aRequest(ward, { assigneeId: holder.id })]

    await clerk.patch(address, { userId: holder.id, status: 'sent_in_error', requests: [free.id, taken.id] })

    expect((await clerk.get(`${address}/${free.id}`)).json()).toMatchObject({ status: 'sent_in_error', assignee: { id: holder.id } })
    expect((await clerk.get(`${address}/${taken.id}`)).json()).toMatchObject({ status: 'unopened' })
  })

  test('a patch reopens by naming the status that reopening leads to, and no other (REQ-2, REQ-3)', async () => {
    const ward = await openOrganisation()
    const clerk = await ward.staff()
    const { id } = await aRequest(ward, { status: 'closed', openedAt: '2026-11-01T10:00:00Z' })
    const patch = async (status: string) => (await clerk.patch(address, { status, requests: [id] })).json().results

    expect(await patch('completed')).toEqual([
      { id, done: false, code: 'conflict', reason: 'A form request cannot go from closed to completed.' },
    ])
    expect(await patch('opened')).toEqual([{ id, done: true }])
    expect(await patch('opened')).toEqual([{ id, done: true, already: true }])
  })

  test('two people close the same twenty at once: each is closed once (REQ-3)', async () => {
    const ward = await openOrganisation()
    const clerks = [await ward.staff(), await ward.staff()]
    const [patientId, formId] = [(await aPatient(ward)).id, (await aForm(ward)).id]
    const requests: string[] = []
    for (let i = 0; i < 20; i++) requests.push((await aRequest(ward, { patientId, formId })).id)

    const answers = await Promise.all(
      clerks.map((clerk, index) => clerk.patch(address, { status: 'closed', requests: index ? requests.toReversed() : requests })),
    )

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect((await ward.auditTrail()).filter(({ event_type }) => event_type === 'formRequestClosed')).toHaveLength(20)
  })

  test('a patch without changes, with too many or for an unknown member is refused as a whole (REQ-3)', async () => {
    const [ward, elsewhere] = [await openOrganisation(), await openOrganisation()]
    const [clerk, stranger] = [await ward.staff(), await elsewhere.staff()]
    const { id } = await aRequest(ward)
    const refused = {
      'Either userId or status need to be selected.': { requests: [id] },
      'User is not valid.': { userId: stranger.id, requests: [id] },
      requests: { status: 'closed', requests: [] },
      status: { status: 'lost', requests: [id] },
      'requests.0': { status: 'closed', requests: ['7'] },
      many: { status: 'closed', requests: Array(1_001).fill(id) },
    }
    for (const [name, body] of Object.entries(refused)) {
      const response = await clerk.patch(address, body)
      expect([name, response.statusCode]).toEqual([name, 400])
      if (/ /.test(name)) expect(response.json().errors[0].message).toBe(name)
    }
    expect((await (await nobody()).patch(address, { status: 'closed', requests: [id] })).statusCode).toBe(401)
    expect((await (await systemAdministrator()).patch(address, { status: 'closed', requests: [id] })).statusCode).toBe(401)
    expect(await ward.auditTrail()).toEqual([])
  })
})
