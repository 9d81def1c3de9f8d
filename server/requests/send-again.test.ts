import { describe, expect, test } from 'vitest'

import type { RequestDetails } from '#contract/request-records.ts'
import { hourOf } from '#domain/moments.ts'
import { sendNotification } from '#server/notifications/send-notification.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { stepsOf } from '#test/worker-steps.ts'

const address = (id: string, act: string) => `/api/forms/request/${id}/${act}`

/** An open request whose message left that many minutes ago, and a clerk. */
async function aSentRequest({ minutesAgo = 60, ...asked }: { minutesAgo?: number } & Parameters<typeof sendFormToPatient>[1] = {}) {
  const own = await openOrganisation()
  const clerk = await own.staff()
  const sent = await sendFormToPatient(own, asked)
  await own.query("update notifications set status = 'delivered', sent_at = now() - make_interval(mins => $2) where id = $1", [
    sent.notificationId,
    minutesAgo,
  ])
  return { own, clerk, ...sent }
}

const messagesOf = (own: TestOrganisation, requestId: string) =>
  own.query('select id, category, method, status from notifications where request_id = $1 order by created_at', [requestId])
const eventsOf = async (own: TestOrganisation) => (await own.auditTrail()).map(({ event_type }) => event_type)

describe('PATCH /request/:id/send', () => {
  test('a message that was delivered is sent again only when that is asked for, once for two presses, and recorded (NOT-9)', async () => {
    const { own, clerk, requestId } = await aSentRequest()
    expect((await clerk.patch(address(requestId, 'send'))).json()).toMatchObject({ detail: 'The message has already been sent.' })

    const answers = await Promise.all([1, 2].map(() => clerk.patch(address(requestId, 'send'), { again: true })))

    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(answers.map((answer) => answer.json().detail)).toContain('The message is already waiting to be sent.')
    expect(await messagesOf(own, requestId)).toMatchObject([{ status: 'delivered' }, { status: 'queued', category: 'request_created' }])
    expect((await eventsOf(own)).filter((type) => type === 'formRequestSentAgain')).toHaveLength(1)
  })

  test('a colleague who presses after the message has left is told when that was, for ten minutes (NOT-9)', async () => {
    const { own, clerk, requestId } = await aSentRequest({ minutesAgo: 9 })

    const refused = await clerk.patch(address(requestId, 'send'), { again: true })

    expect(refused.json()).toMatchObject({ code: 'conflict' })
    expect(refused.json().detail).toMatch(/^The last message is from \d.*\. Wait ten minutes before you send another\.$/)
    expect(await messagesOf(own, requestId)).toHaveLength(1)
  })

  test.each([
    ['an answered request', { status: 'completed' }, 'The message can be sent only while the form request is open.'],
    ['a request that is overdue and not ended yet', { expiresInDays: -1 }, 'The message can be sent only while the form request is open.'],
    ['a patient without a number', { phoneNumber: null }, 'The message cannot be sent. This patient has no mobile phone number.'],
    ['an archived patient', { isArchived: true }, 'The message cannot be sent. This patient is archived.'],
    [
      'a patient who wants no messages',
      { mayBeContacted: false },
      'The message cannot be sent. This patient does not wish to be contacted.',
    ],
  ] as const)('nothing is sent again for %s (NOT-9)', async (_name, asked, detail) => {
    const { own, clerk, requestId } = await aSentRequest(asked)
    expect((await clerk.patch(address(requestId, 'send'), { again: true })).json()).toMatchObject({ code: 'conflict', detail })
    expect(await messagesOf(own, requestId)).toHaveLength(1)
  })
})

describe('Sending again outside the sending hours', () => {
  test('says before and after when the message leaves, also for a reminder (NOT-9, NOT-5)', async () => {
    const { own, clerk, requestId } = await aSentRequest()
    // Sending hours that begin in two hours, whatever the time is.
    const hour = (hourOf(new Date()) + 2) % 24
    await own.query('update organisations set sending_from = $2, sending_until = $3 where id = $1', [own.id, hour, hour + 1])
    const opens = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000 + 2 * 3_600_000).toISOString().replace('.000', '')

    const before = (await clerk.get(`/api/forms/request/${requestId}`)).json<RequestDetails>()
    expect([before.leavesAt.sms, before.leavesAt.email].map((at) => at?.replace('.000', ''))).toEqual([opens, opens])
    const sent = (await clerk.patch(address(requestId, 'send'), { again: true })).json<RequestDetails>()
    expect(sent.notification).toMatchObject({ status: 'queued', leavesAt: opens })
    const after = (await clerk.get(`/api/forms/request/${requestId}`)).json<RequestDetails>()
    expect(after.notifications.at(-1)).toMatchObject({ status: 'queued', heldUntil: opens, sentAt: null })

    const other = await aSentRequest()
    await other.own.query('update organisations set sending_from = $2, sending_until = $3 where id = $1', [other.own.id, hour, hour + 1])
    const reminded = (await other.clerk.patch(address(other.requestId, 'remind'))).json<RequestDetails>()
    expect(reminded.notification).toMatchObject({ category: 'request_reminder', leavesAt: opens })
  })

  test('within the sending hours the message leaves at once (NOT-9)', async () => {
    const { clerk, requestId } = await aSentRequest()
    expect((await clerk.get(`/api/forms/request/${requestId}`)).json<RequestDetails>().leavesAt).toEqual({
      sms: null,
      email: null,
      nhs_app: null,
    })
    const sent = (await clerk.patch(address(requestId, 'send'), { again: true })).json<RequestDetails>()
    expect(sent.notification).toMatchObject({ status: 'queued', leavesAt: null })
  })
})

describe('PATCH /request/:id/send after a correction', () => {
  test('the message goes again at once to a number that was corrected, once (NOT-9)', async () => {
    const { own, clerk, requestId, patientId } = await aSentRequest({ minutesAgo: 1 })
    expect((await clerk.patch(address(requestId, 'send'), { again: true })).statusCode).toBe(409)
    await clerk.patch(`/api/patients/patient/${patientId}`, { phoneNumber: '07700 900456' })

    expect((await clerk.patch(address(requestId, 'send'), { again: true })).statusCode).toBe(200)

    const [, again] = await messagesOf(own, requestId)
    await sendNotification(stepsOf(own), String(again!['id']))
    expect(await own.query('select recipient from outbox_messages where notification_id = $1', [again!['id']])).toEqual([
      { recipient: '+447700900456' },
    ])
    const { notifications, timeline } = (await clerk.get(`/api/forms/request/${requestId}`)).json<RequestDetails>()
    expect(notifications.at(-1)!.sentTo, 'with the middle left out').toBe('07700 ••• 456')
    expect(timeline).toContainEqual(
      expect.objectContaining({ kind: 'contact_changed', by: 'Ada Byron', detail: { fields: ['phoneNumber'] } }),
    )
    expect(JSON.stringify(timeline), 'no number').not.toContain('900456')
    expect((await clerk.patch(address(requestId, 'send'), { again: true })).statusCode).toBe(409)
  })

  test('a correction keeps how its user checked who asked, also when the message is refused (NOT-9, AUD-1)', async () => {
    const { own, clerk, requestId, patientId } = await aSentRequest({ minutesAgo: 1, mayBeContacted: false })
    const patient = `/api/patients/patient/${patientId}`

    await clerk.patch(patient, { phoneNumber: '07700 900456', identityCheck: 'on_paper' })
    expect((await clerk.patch(address(requestId, 'send'), { again: true, identityCheck: 'on_paper' })).statusCode).toBe(409)

    const detail = { fields: ['phoneNumber'], identityCheck: 'on_paper' }
    const { timeline } = (await clerk.get(`/api/forms/request/${requestId}`)).json<RequestDetails>()
    expect(timeline).toContainEqual(expect.objectContaining({ kind: 'contact_changed', detail }))
    expect(await own.auditTrail()).toContainEqual(expect.objectContaining({ event_type: 'patientUpdated', patient_id: patientId, detail }))
    expect((await clerk.patch(patient, { identityCheck: 'on_paper' })).json().errors).toEqual([
      { field: 'identityCheck', message: 'An identity check is recorded only with a phone number or email address.' },
    ])
  })

  test.each([
    ['who wants no messages', { mayBeContacted: false }, 'This patient does not wish to be contacted.'],
    ['without a number', { phoneNumber: null }, 'This patient has no mobile phone number.'],
    ['who can be reached', {}, null],
  ])('the form request of a patient %s says whether a message can be sent (NOT-9)', async (_name, asked, unreachable) => {
    const { clerk, requestId } = await aSentRequest(asked)
    expect((await clerk.get(`/api/forms/request/${requestId}`)).json()).toMatchObject({ unreachable })
  })
})

describe('PATCH /request/:id/cancel-message', () => {
  test('a waiting message is cancelled once and recorded, never leaves, and the patient counts as not reached (NOT-9)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const { requestId, notificationId } = await sendFormToPatient(own)

    const answers = await Promise.all([1, 2].map(() => clerk.patch(address(requestId, 'cancel-message'))))

    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(answers.map((answer) => answer.json().detail)).toContain('No message is waiting to be sent.')
    await sendNotification(stepsOf(own), notificationId)
    expect(await messagesOf(own, requestId)).toMatchObject([{ status: 'cancelled' }])
    expect(await own.query('select from outbox_messages where notification_id = $1', [notificationId])).toEqual([])
    expect((await eventsOf(own)).filter((type) => type === 'formRequestMessageCancelled')).toHaveLength(1)
    expect((await clerk.get(`/api/forms/request/${requestId}`)).json()).toMatchObject({ isUnreached: true, status: 'unopened' })
    expect((await clerk.patch(address(requestId, 'send'))).statusCode).toBe(200)
  })

  test('cancelling a reminder leaves a patient who has the message as reached (NOT-9)', async () => {
    const { own, clerk, requestId } = await aSentRequest()
    await clerk.patch(address(requestId, 'remind'))

    expect((await clerk.patch(address(requestId, 'cancel-message'))).statusCode).toBe(200)

    expect(await messagesOf(own, requestId)).toMatchObject([{ status: 'delivered' }, { status: 'cancelled' }])
    expect((await clerk.get(`/api/forms/request/${requestId}`)).json()).toMatchObject({ isUnreached: false })
  })

  test('a message that has left cannot be cancelled (NOT-9)', async () => {
    const { clerk, requestId } = await aSentRequest()
    expect((await clerk.patch(address(requestId, 'cancel-message'))).json()).toMatchObject({
      code: 'conflict',
      detail: 'No message is waiting to be sent.',
    })
  })
})

describe('PATCH /request/:id/remind', () => {
  test('the patient gets a reminder with the same link, once for two presses, and the timeline says so (NOT-9)', async () => {
    const { own, clerk, requestId, link } = await aSentRequest({ method: 'email' })

    const answers = await Promise.all([1, 2].map(() => clerk.patch(address(requestId, 'remind'))))

    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const [, reminder] = await messagesOf(own, requestId)
    expect(reminder).toMatchObject({ category: 'request_reminder', method: 'email', status: 'queued' })
    await sendNotification(stepsOf(own), String(reminder!['id']))
    const [kept] = await own.query('select subject, body from outbox_messages where notification_id = $1', [reminder!['id']])
    expect(kept!['body']).toContain(link)
    expect((await eventsOf(own)).filter((type) => type === 'formRequestReminded')).toHaveLength(1)
  })

  test('a patient whom the message has not reached gets the message and no reminder (NOT-9)', async () => {
    const { own, clerk, requestId, notificationId } = await aSentRequest()
    await own.query("update notifications set status = 'failed' where id = $1", [notificationId])

    expect((await clerk.patch(address(requestId, 'remind'))).json()).toMatchObject({
      code: 'conflict',
      detail: 'The message has not reached the patient. Send the message again instead of a reminder.',
    })
  })
})

describe('POST /request/:id/link', () => {
  test('a member who may change form requests gets the patient’s link, and that is recorded (NOT-9)', async () => {
    const { own, clerk, requestId, patientId, link } = await aSentRequest()

    const answer = await clerk.post(address(requestId, 'link'), { identityCheck: 'in_person' })

    expect(answer.json()).toEqual({ link: `${own.services.config.PUBLIC_URL}${link}` })
    expect((await own.auditTrail())[0]).toMatchObject({
      event_type: 'formRequestLinkCopied',
      actor_id: clerk.id,
      subject_id: requestId,
      patient_id: patientId,
      detail: { identityCheck: 'in_person' },
    })
    expect((await clerk.post(address(requestId, 'link'), {})).json().errors).toMatchObject([{ field: 'identityCheck' }])
  })

  test('there is no link to a request that is not open, nor for another organisation (NOT-9, SAFE-2)', async () => {
    const [closed, elsewhere] = [await aSentRequest({ status: 'closed' }), await openOrganisation()]
    expect((await closed.clerk.post(address(closed.requestId, 'link'), { identityCheck: 'in_person' })).json()).toMatchObject({
      code: 'conflict',
      detail: 'The link works only while the form request is open.',
    })
    const { requestId } = await aSentRequest()
    expect((await (await elsewhere.staff()).post(address(requestId, 'link'), { identityCheck: 'in_person' })).statusCode).toBe(404)
  })
})
