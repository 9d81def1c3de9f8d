import { describe, expect, test } from 'vitest'

import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aPatient, aRequest } from '#test/requests.ts'
import { stepsOf } from '#test/worker-steps.ts'
import { sendNotification } from '#server/notifications/send-notification.ts'

const address = (id: string, act = '') => `/api/forms/request/${id}${act && `/${act}`}`
type Clerk = Awaited<ReturnType<TestOrganisation['staff']>>

/** A form request with one message, which fared like that. */
async function aRequestWithMessage(own: TestOrganisation, message: string, seed: Parameters<typeof aRequest>[1] = {}) {
  const request = await aRequest(own, seed)
  await own.query(
    `insert into notifications (organisation_id, request_id, category, method, status) values ($1, $2, 'request_created', 'sms', $3)`,
    [own.id, request.id, message],
  )
  return request
}

const messagesOf = (own: TestOrganisation, id: string) =>
  own.query('select id, status, method from notifications where request_id = $1 order by created_at, status', [id])
const notReached = async (clerk: Clerk) =>
  (await clerk.get('/api/forms/request?filters[notReached]=true')).json().docs.map(({ id }: { id: string }) => id)

const past = '2026-01-01T10:00:00Z'

describe('PATCH /request/:id/reopen', () => {
  test('a request whose message was cancelled is sent again on demand, once, and the timeline says so (REQ-2, NOT-3)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const { id } = await aRequestWithMessage(own, 'cancelled', { status: 'closed' })

    const answers = await Promise.all([1, 2].map(() => clerk.patch(address(id, 'reopen'), { sendMessage: true })))

    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const messages = await messagesOf(own, id)
    expect(messages.map(({ status }) => status)).toEqual(['cancelled', 'queued'])
    await sendNotification(stepsOf(own), String(messages[1]!['id']))
    const details = (await clerk.get(address(id))).json()
    expect(details.timeline).toMatchObject([{ kind: 'reopened', detail: { message: 'queued' } }, { kind: 'kept' }])
    expect(details).toMatchObject({ status: 'unopened', isUnreached: false })
    expect(await notReached(clerk)).toEqual([])
  })

  test('an undo takes back the closing that it belongs to, and never a later one of a colleague (REQ-3, REQ-7)', async () => {
    const own = await openOrganisation()
    const [clerk, colleague] = [await own.staff(), await own.staff()]
    const { id } = await aRequest(own, { status: 'completed', openedAt: past, completedAt: past })
    const { closedAt } = (await clerk.patch(address(id, 'close'))).json()
    await colleague.patch(address(id, 'reopen'))
    const { closedAt: later } = (await colleague.patch(address(id, 'close'))).json()

    const refused = await clerk.patch(address(id, 'reopen'), { closedAt })

    expect([refused.statusCode, refused.json().detail]).toEqual([409, 'The form request has been closed again since.'])
    const details = (await clerk.get(address(id))).json()
    // A moment may be written with or without zeros at its end.
    expect([details.status, new Date(details.closedAt)]).toEqual(['closed', new Date(later)])
    expect((await clerk.patch(address(id, 'reopen'), { closedAt: later })).json()).toMatchObject({ status: 'completed' })
  })

  test.each([
    ['whose message was cancelled', 'cancelled', { status: 'closed' }],
    ['that has expired', 'sent', { status: 'expired', expiresAt: past, openedAt: past }],
    ['that has no time left', 'sent', { status: 'closed', expiresAt: past }],
  ] as const)('a request %s and is not sent again counts as not reached until it is (REQ-2, NOT-3)', async (_, message, seed) => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const { id } = await aRequestWithMessage(own, message, seed)

    const reopened = (await clerk.patch(address(id, 'reopen'))).json()

    expect(reopened).toMatchObject({ isUnreached: true })
    expect(await notReached(clerk)).toEqual([id])
    expect((await clerk.get(address(id))).json().timeline).toMatchObject([{ kind: 'reopened', detail: { message: 'not_sent' } }])

    const sent = await Promise.all([1, 2].map(() => clerk.patch(address(id, 'send'))))
    expect(sent.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const messages = await messagesOf(own, id)
    expect(messages.filter(({ status }) => status === 'queued')).toHaveLength(1)
    expect(await notReached(clerk), 'until it has gone out').toEqual([id])
    await sendNotification(stepsOf(own), String(messages.find(({ status }) => status === 'queued')!['id']))
    expect(await notReached(clerk)).toEqual([])
    expect((await clerk.patch(address(id, 'send'))).json()).toMatchObject({
      code: 'conflict',
      detail: 'The message has already been sent.',
    })
    expect((await own.auditTrail()).map(({ event_type }) => event_type).filter((type) => type === 'formRequestSentAgain')).toHaveLength(1)
  })

  test('a message that still waits or has arrived is not sent twice (REQ-2, NOT-3)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    for (const message of ['queued', 'sent', 'delivered', 'kept']) {
      const { id } = await aRequestWithMessage(own, message, { status: 'closed' })
      expect((await clerk.patch(address(id, 'reopen'), { sendMessage: true })).json()).toMatchObject({ isUnreached: false })
      expect(await messagesOf(own, id)).toHaveLength(1)
      expect((await clerk.patch(address(id, 'send'))).statusCode).toBe(409)
    }
  })

  test('an answered request needs no message (REQ-2)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const { id } = await aRequestWithMessage(own, 'sent', { status: 'auto_closed', openedAt: past, completedAt: past, expiresAt: past })

    expect((await clerk.patch(address(id, 'reopen'), { sendMessage: true })).json()).toMatchObject({
      status: 'completed',
      isUnreached: false,
    })
    expect(await messagesOf(own, id)).toHaveLength(1)
  })

  test('a patient who cannot be contacted: refused with the reason, and nothing is reopened (REQ-5, NOT-5)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const patientId = (await aPatient(own, { phoneNumber: null })).id
    const { id } = await aRequestWithMessage(own, 'cancelled', { status: 'closed', patientId })

    expect((await clerk.patch(address(id, 'reopen'), { sendMessage: true })).json()).toMatchObject({
      code: 'conflict',
      detail: 'The message cannot be sent. This patient has no mobile phone number.',
    })
    expect((await clerk.get(address(id))).json()).toMatchObject({ status: 'closed', timeline: [] })
  })

  test('an archived patient: refused with a message; in bulk each request has it (REQ-2, PAT-2)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const { id, patientId } = await aRequest(own)
    await clerk.delete(`/api/patients/patient/${patientId}`)
    const other = await aRequest(own, { status: 'closed' })
    const detail = 'This patient is archived. Restore the patient before you reopen the form request.'

    const refused = await clerk.patch(address(id, 'reopen'))
    expect([refused.statusCode, refused.json().detail]).toEqual([409, detail])
    const { results } = (await clerk.patch('/api/forms/request', { status: 'unopened', requests: [id, other.id] })).json()
    expect(results).toEqual([
      { id, done: false, code: 'conflict', reason: detail },
      { id: other.id, done: true },
    ])
    expect((await clerk.get(address(id))).json()).toMatchObject({ status: 'auto_closed' })
  })

  test('a patient archived at the same moment keeps no open request (REQ-2, PAT-2)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const requests = await Promise.all(Array.from({ length: 10 }, () => aRequest(own, { status: 'closed' })))

    await Promise.all(
      requests.flatMap(({ id, patientId }) => [clerk.patch(address(id, 'reopen')), clerk.delete(`/api/patients/patient/${patientId}`)]),
    )

    const left = await own.query(
      `select r.id from form_requests r join patients p on p.id = r.patient_id where r.organisation_id = $1 and p.is_archived and r.status = 'unopened'`,
      [own.id],
    )
    expect(left).toEqual([])
  })
})

describe('PATCH /request', () => {
  test('many are reopened and sent again where they need a message (REQ-3)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const cancelled = await aRequestWithMessage(own, 'cancelled', { status: 'closed' })
    const sent = await aRequestWithMessage(own, 'sent', { status: 'closed' })

    await clerk.patch('/api/forms/request', { status: 'unopened', sendMessage: true, requests: [cancelled.id, sent.id] })

    expect((await messagesOf(own, cancelled.id)).map(({ status }) => status)).toEqual(['cancelled', 'queued'])
    expect((await messagesOf(own, sent.id)).map(({ status }) => status)).toEqual(['sent'])
  })

  test('a request that is already in that state says so, and adds nothing to the timeline (REQ-3)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const [mine, closed] = [await aRequest(own, { assigneeId: clerk.id }), await aRequest(own, { status: 'closed' })]

    expect((await clerk.patch(address(mine.id, `assign/${clerk.id}`))).statusCode).toBe(200)
    expect((await clerk.get(address(mine.id))).json().timeline).toEqual([])
    const { results } = (await clerk.patch('/api/forms/request', { status: 'closed', requests: [mine.id, closed.id] })).json()
    expect(results).toEqual([
      { id: mine.id, done: true },
      { id: closed.id, done: true, already: true },
    ])
  })
})

describe('PATCH /request/:id/reopen', () => {
  test('sendNotification: a request reopened while its message was about to be cancelled is sent (NOT-3)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const { id } = await aRequestWithMessage(own, 'queued', { status: 'closed' })
    const [message] = await messagesOf(own, id)

    // Both begin at once; whichever is first, no open request is left with a cancelled message that nobody knows of.
    const [reopened] = await Promise.all([clerk.patch(address(id, 'reopen')), sendNotification(stepsOf(own), String(message!['id']))])

    const [after] = await messagesOf(own, id)
    const { isUnreached } = (await clerk.get(address(id))).json()
    expect(reopened.statusCode).toBe(200)
    expect([after!['status'], isUnreached]).toEqual(after!['status'] === 'cancelled' ? ['cancelled', true] : ['kept', false])
  })
})
