import { describe, expect, test } from 'vitest'

import { eventually, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { answered, aRequest } from '#test/requests.ts'

const moment = '2026-11-01T10:00:00Z'

async function anUrgentRequest(own: TestOrganisation, flag?: string) {
  const request = await aRequest(own, { status: 'completed', isUrgent: true, openedAt: moment, completedAt: moment })
  await answered(own, request, { needed: 'no' })
  if (flag)
    await own.query('insert into raised_flags (organisation_id, request_id, flag_id, position, name) values ($1, $2, $3, 0, $4)', [
      own.id,
      request.id,
      'f1',
      flag,
    ])
  return request
}

describe('Closing an urgent form request', () => {
  test('PATCH /request/:id/close is refused without confirmation and names the red flag; with it the request is closed (SAFE-1)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const { id } = await anUrgentRequest(own, 'Severe knee pain')

    const refused = await clerk.patch(`/api/forms/request/${id}/close`)

    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({
      code: 'confirmation_needed',
      detail: 'This form request is urgent. Red flag: Severe knee pain. Confirm that you want to close the form request.',
    })
    expect((await clerk.get(`/api/forms/request/${id}`)).json()).toMatchObject({ status: 'completed', timeline: [] })
    expect((await clerk.patch(`/api/forms/request/${id}/close`, { confirmUrgent: true })).json()).toMatchObject({ status: 'closed' })
  })

  test('PATCH /request closes the others and gives the reason for each urgent one that stays open (SAFE-1, REQ-3)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const [urgent, plain] = [await anUrgentRequest(own), await aRequest(own)]
    const patch = async (more: object) =>
      (await clerk.patch('/api/forms/request', { status: 'closed', requests: [urgent.id, plain.id], ...more })).json().results

    expect(await patch({})).toEqual([
      {
        id: urgent.id,
        done: false,
        code: 'confirmation_needed',
        reason: 'This form request is urgent. Confirm that you want to close the form request.',
      },
      { id: plain.id, done: true },
    ])
    expect(await patch({ confirmUrgent: true })).toMatchObject([{ done: true }, { done: true, already: true }])
  })

  test('POST /request/bulk: the preview counts urgent requests and names their red flags; they stay open unless confirmed (SAFE-1)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    await own.startWorkers()
    const [urgent, plain] = [await anUrgentRequest(own, 'Severe knee pain'), await aRequest(own)]
    const preview = async () => (await clerk.get('/api/forms/request/bulk/preview')).json()
    const close = async (more: object) => {
      const { until, total } = await preview()
      const { id } = (await clerk.post('/api/forms/request/bulk', { act: 'close', until, expected: total, ...more })).json()
      await eventually(async () => (await clerk.get(`/api/forms/request/bulk/${id}`)).json().status === 'completed')
    }
    const statusOf = async (id: string) => (await clerk.get(`/api/forms/request/${id}`)).json().status

    expect((await preview()).urgent).toEqual({ count: 1, redFlags: [{ name: 'Severe knee pain', count: 1 }] })
    await close({})
    expect([await statusOf(urgent.id), await statusOf(plain.id)]).toEqual(['completed', 'closed'])
    await close({ confirmUrgent: true })
    expect(await statusOf(urgent.id)).toBe('closed')
    expect((await preview()).urgent).toEqual({ count: 0, redFlags: [] })
  })
})

describe('Closing form requests that were seen without answers', () => {
  const since = 'The patient has answered since. Read the answers before you close the form request.'

  test('PATCH /request/:id/close is refused when the patient has answered since, also with the confirmation for urgent ones (REQ-3, SAFE-1)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const [answeredOne, open] = [await anUrgentRequest(own), await aRequest(own)]
    const close = (id: string, body: object) => clerk.patch(`/api/forms/request/${id}/close`, body)

    const refused = await close(answeredOne.id, { isUnanswered: true, confirmUrgent: true })

    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'conflict', detail: since })
    expect((await clerk.get(`/api/forms/request/${answeredOne.id}`)).json()).toMatchObject({ status: 'completed' })
    expect((await close(open.id, { isUnanswered: true })).json()).toMatchObject({ status: 'closed' })
    expect((await close(answeredOne.id, { confirmUrgent: true })).json()).toMatchObject({ status: 'closed' })
  })

  test('PATCH /request closes the others and gives the reason for each that was answered since (REQ-3, SAFE-1)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const [answeredOne, open] = [await anUrgentRequest(own), await aRequest(own)]
    const requests = [answeredOne.id, open.id]

    const answer = await clerk.patch('/api/forms/request', { status: 'closed', requests, unanswered: requests, confirmUrgent: true })

    expect(answer.json()).toEqual({
      results: [
        { id: answeredOne.id, done: false, code: 'conflict', reason: since },
        { id: open.id, done: true },
      ],
    })
  })
})
