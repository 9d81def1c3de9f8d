import { randomUUID } from 'node:crypto'

import { describe, expect, onTestFinished, test } from 'vitest'

import { createApp } from '#server/app.ts'
import { recordAnswer } from '#server/platform/outbound/pauses.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { enqueue, type Steps, workerContext } from '#server/platform/jobs.ts'
import { sendNotification } from '#server/notifications/send-notification.ts'
import { type NhsNotifyManners, openNhsNotify } from '#test/nhs-notify/server.ts'
import { eventually, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { aRequest } from '#test/requests.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { dyingAfter, stepsOf } from '#test/worker-steps.ts'

import { countClaimed } from './batches.sql.ts'
import { findReceipts, findReceiptsJobs } from './find-receipts.job.ts'
import { queueNotifications, sendNotificationJob } from './queue-messages.ts'
import { sendBatches, sendTogether } from './send-batch.ts'

/** An organisation whose installation sends by NHS Notify. */
async function openWithNhsNotify(manners: NhsNotifyManners = {}, more: object = {}) {
  const ward = await openOrganisation()
  const notify = await openNhsNotify(manners)
  const services = { ...ward.services, config: { ...ward.services.config, ...notify.settings, ...more } }
  const app = await createApp({ services, identify: async () => undefined })
  onTestFinished(async () => {
    await app.close()
    await notify.close()
    expect(notify.problems, 'what the published specification does not allow').toEqual([])
  })
  const steps = stepsOf({ id: ward.id, services })
  const receive = (callback: { payload: string; headers: Record<string, string> }) =>
    app.inject({ method: 'POST', url: '/callbacks/nhs-notify', ...callback })
  const inApp = (asked: Parameters<typeof sendFormToPatient>[1] = {}) => sendFormToPatient(ward, { method: 'nhs_app', ...asked })
  return { ward, notify, steps, receive, inApp }
}

const messageOf = async (ward: TestOrganisation, id: string) =>
  (await ward.query('select status, reason, provider_id from notifications where id = $1', [id]))[0]
/** As if the longest pause were over and the provider had answered. */
const endPause = (provider: string) => recordAnswer(provider, Date.now() + 3_600_000)
const unfinished = (ward: TestOrganisation) => ward.query('select id from message_batches where finished_at is null')

/** Queues messages of so many form requests in one transaction, as an import does. Returns the ids of the messages. */
async function queueTogether(ward: TestOrganisation, { step }: Pick<Steps, 'step'>, count: number, method: 'nhs_app' | 'sms' = 'nhs_app') {
  const requestIds: string[] = []
  for (let n = 0; n < count; n++) requestIds.push((await aRequest(ward)).id)
  const queued = await step((ctx) =>
    queueNotifications(
      ctx,
      requestIds.map((requestId) => ({ requestId, method })),
      { category: 'request_created' },
    ),
  )
  return queued.map(({ id }) => id).toSorted()
}

/** The jobs of messages of an organisation. */
const jobsOf = async (ward: TestOrganisation): Promise<{ name: string; data: Record<string, unknown> }[]> => {
  const rows = await ward.query(
    `select name, data from pgboss.job where name in ('send-notification', 'send-together', 'send-batch') and data->>'organisationId' = $1
     order by name, created_on`,
    [ward.id],
  )
  return rows.map(({ name, data }) => {
    const { notificationIds, ...others } = data as Record<string, unknown>
    return {
      name: String(name),
      data: { ...others, ...(notificationIds !== undefined && { notificationIds: (notificationIds as string[]).toSorted() }) },
    }
  })
}

describe('NHS Notify', () => {
  test('takes every message that is due in one batch, each with NHS number, text and reference (NOT-4, NOT-8)', async () => {
    const { ward, notify, steps, inApp } = await openWithNhsNotify({}, { NHS_NOTIFY_ODS_CODE: true })
    const sent = [await inApp(), await inApp(), await inApp()]

    await sendBatches(steps, 'nhs_app')

    expect(notify.batches).toMatchObject([{ routingPlanId: '00000000-0000-0000-0000-000000000001' }])
    const messages = notify.messages()
    expect(messages).toHaveLength(3)
    for (const { notificationId, link } of sent) {
      const message = messages.find(({ messageReference }) => messageReference === `${ward.id}.${notificationId}`)
      expect(message?.personalisation['body']).toContain(link)
      expect(message).toMatchObject({
        recipient: { nhsNumber: expect.stringMatching(/^\d{10}$/) },
        originator: { odsCode: expect.any(String) },
      })
      expect(await messageOf(ward, notificationId)).toEqual({ status: 'accepted', reason: '', provider_id: message!.id })
    }
    expect(await unfinished(ward)).toEqual([])
  })

  test('a token that is no longer valid is replaced within the same try, and the message leaves (NOT-3, NOT-8)', async () => {
    const { ward, notify, steps, inApp } = await openWithNhsNotify()
    await inApp()
    await sendBatches(steps, 'nhs_app')
    const second = await inApp()

    notify.revokeTokens()
    await sendBatches(steps, 'nhs_app')

    expect((await messageOf(ward, second.notificationId))!['status']).toBe('accepted')
    expect(notify.messages()).toHaveLength(2)
  })

  test('gets SMS and email with the details on the record only where it may be given them (NOT-7)', async () => {
    const { ward, notify, steps } = await openWithNhsNotify({}, { NHS_NOTIFY_CONTACT_DETAILS: true })
    await sendFormToPatient(ward, { method: 'sms' })
    await sendFormToPatient(ward, { method: 'email' })

    await sendBatches(steps, 'sms')
    await sendBatches(steps, 'email')

    expect(notify.messages()).toMatchObject([
      { recipient: { contactDetails: { sms: '+447700900123' } }, personalisation: { sms_body: expect.any(String) } },
      {
        recipient: { contactDetails: { email: 'samira@example.com' } },
        personalisation: { email_subject: expect.any(String), email_body: expect.any(String) },
      },
    ])
  })

  test('the job of a message queues one job for the batch, and the batch is sent (NOT-3)', async () => {
    const { ward, notify, steps, inApp } = await openWithNhsNotify()
    const sent = [await inApp(), await inApp()]
    for (const { notificationId } of sent) await sendNotification(steps, notificationId)

    const queued = await ward.query("select data from pgboss.job where name = 'send-batch' and singleton_key like $1", [`${ward.id}%`])

    expect(queued).toEqual([{ data: { method: 'nhs_app', organisationId: ward.id } }])
    expect(notify.calls()).toBe(0)
  })

  test('messages that are queued together share one job, which queues the job of the batch (NOT-3, PERF-1)', async () => {
    const { ward, notify, steps } = await openWithNhsNotify()
    const notificationIds = await queueTogether(ward, steps, 3)

    const jobs = await jobsOf(ward)
    expect(jobs).toEqual([{ name: 'send-together', data: { method: 'nhs_app', notificationIds, organisationId: ward.id } }])

    await steps.step((ctx) => sendTogether(ctx, { method: 'nhs_app', notificationIds }))
    expect((await jobsOf(ward)).map(({ name }) => name)).toEqual(['send-batch', 'send-together'])
    await sendBatches(steps, 'nhs_app')
    expect(notify.batches.map(({ messages }) => messages.length)).toEqual([3])
  })

  test('messages that wait for a batch go one by one when their method has another channel since, from either job (NOT-3, NOT-7)', async () => {
    const { ward, steps } = await openWithNhsNotify()
    const notificationIds = await queueTogether(ward, steps, 2)
    const config = { ...steps.services.config, NOTIFICATION_TRANSPORT: ['outbox' as const] }
    const changed = stepsOf({ id: ward.id, services: { ...ward.services, config } })
    const alone = async () =>
      (await jobsOf(ward)).flatMap(({ name, data }) => (name === 'send-notification' ? [String(data['notificationId'])] : [])).toSorted()

    await changed.step((ctx) => sendTogether(ctx, { method: 'nhs_app', notificationIds }))
    expect(await alone()).toEqual(notificationIds)

    await ward.query("delete from pgboss.job where name = 'send-notification' and data->>'organisationId' = $1", [ward.id])
    await sendBatches(changed, 'nhs_app')
    expect(await alone()).toEqual(notificationIds)
  })

  test('messages that a batch finds outside the sending hours wait with one job (ORG-6, NOT-5)', async () => {
    const { ward, steps } = await openWithNhsNotify({}, { NHS_NOTIFY_CONTACT_DETAILS: true })
    // A message is never due: the sending hours are over, or have not begun.
    const hour = Number(new Intl.DateTimeFormat('en-GB', { hour: 'numeric', timeZone: 'Europe/London' }).format(new Date()))
    const [from, until] = hour < 12 ? [20, 21] : [2, 3]
    await ward.query('update organisations set sending_from = $2, sending_until = $3 where id = $1', [ward.id, from, until])
    const notificationIds = await queueTogether(ward, steps, 3, 'sms')

    await sendBatches(steps, 'sms')

    const held = await ward.query(
      `select j.data->'notificationIds' as ids, j.start_after = n.send_after as is_then, n.reason from pgboss.job j
       join notifications n on n.id::text = j.data->'notificationIds'->>0
       where j.name = 'send-together' and j.data->>'organisationId' = $1 and j.start_after > now()`,
      [ward.id],
    )
    expect(held).toEqual([
      { ids: expect.any(Array), is_then: true, reason: expect.stringContaining('within your organisation’s sending hours') },
    ])
    expect((held[0]!['ids'] as string[]).toSorted()).toEqual(notificationIds)
  })

  test('a batch whose answer was lost is sent again with the same reference, and the duplicate counts as done (NOT-3)', async () => {
    const { ward, notify, steps, receive, inApp } = await openWithNhsNotify({ losesAnswers: true })
    const { notificationId } = await inApp()
    await expect(sendBatches(steps, 'nhs_app')).rejects.toThrow('NHS Notify did not answer')
    expect(await messageOf(ward, notificationId)).toMatchObject({
      status: 'queued',
      reason: 'NHS Notify did not answer. It will be tried again.',
    })
    notify.manners.losesAnswers = false
    endPause(notify.settings.NHS_NOTIFY_URL)

    await sendBatches(steps, 'nhs_app')

    expect(notify.calls()).toBe(2)
    expect(notify.messages()).toHaveLength(1)
    expect(await messageOf(ward, notificationId)).toEqual({ status: 'accepted', reason: '', provider_id: null })
    await receive(notify.callbackOf(notify.messages()[0]!, 'delivered'))
    expect(await messageOf(ward, notificationId)).toMatchObject({ status: 'read', provider_id: notify.messages()[0]!.id })
  })

  test('a batch whose answer was lost at the end of the sending hours waits for the next ones under its reference, so nothing is sent twice (NOT-3, NOT-5)', async () => {
    const { ward, notify, steps } = await openWithNhsNotify({ losesAnswers: true }, { NHS_NOTIFY_CONTACT_DETAILS: true })
    const { notificationId } = await sendFormToPatient(ward, { method: 'sms' })
    await expect(sendBatches(steps, 'sms')).rejects.toThrow('NHS Notify did not answer')
    notify.manners.losesAnswers = false
    endPause(notify.settings.NHS_NOTIFY_URL)
    const [hours] = await ward.query('select sending_from, sending_until from organisations where id = $1', [ward.id])
    const setHours = (from: unknown, until: unknown) =>
      ward.query('update organisations set sending_from = $2, sending_until = $3 where id = $1', [ward.id, from, until])
    const hour = Number(new Intl.DateTimeFormat('en-GB', { hour: 'numeric', timeZone: 'Europe/London' }).format(new Date()))
    await (hour < 12 ? setHours(20, 21) : setHours(2, 3))

    await sendBatches(steps, 'sms')
    expect(notify.calls()).toBe(1)
    const { status, reason } = (await messageOf(ward, notificationId))!
    expect([status, reason]).toEqual([
      'queued',
      expect.stringMatching(/^The message may have been sent already. If not, it will be sent on /),
    ])
    const held = `select b.claimed_until = n.send_after and n.send_after > now() as is_held
      from message_batches b join notifications n on n.batch_id = b.id where b.organisation_id = $1 and b.finished_at is null`
    expect(await ward.query(held, [ward.id])).toEqual([{ is_held: true }])
    // Other batches may go meanwhile: this one is with no worker.
    expect(await steps.step((ctx) => countClaimed(ctx, 'sms'))).toBe(0)

    await setHours(hours!['sending_from'], hours!['sending_until'])
    await ward.query("update message_batches set claimed_until = now() - interval '1 second' where organisation_id = $1", [ward.id])
    await sendBatches(steps, 'sms')

    expect(notify.calls()).toBe(2)
    expect(notify.messages()).toHaveLength(1)
    expect(await messageOf(ward, notificationId)).toMatchObject({ status: 'accepted' })
  })

  test('a number that is corrected after a batch whose answer was lost gets a message under another reference (NOT-3, NOT-9)', async () => {
    const { ward, notify, steps } = await openWithNhsNotify({ losesAnswers: true }, { NHS_NOTIFY_CONTACT_DETAILS: true })
    const wrong = await sendFormToPatient(ward, { method: 'sms', phoneNumber: '+447700900999' })
    const right = await sendFormToPatient(ward, { method: 'sms' })
    await expect(sendBatches(steps, 'sms')).rejects.toThrow('NHS Notify did not answer')
    notify.manners.losesAnswers = false
    endPause(notify.settings.NHS_NOTIFY_URL)
    await ward.query("update patients set phone_number = '+447700900124' where id = $1", [wrong.patientId])

    await sendBatches(steps, 'sms')

    expect(await messageOf(ward, right.notificationId)).toMatchObject({ status: 'accepted' })
    expect(await messageOf(ward, wrong.notificationId)).toMatchObject({ status: 'cancelled' })
    const numbers = notify.batches.map(({ messages }) => messages.map(({ recipient }) => recipient.contactDetails?.sms).toSorted())
    expect(numbers).toEqual([['+447700900123', '+447700900999'], ['+447700900124']])
    const others = await ward.query('select status from notifications where request_id = $1 and id <> $2', [
      wrong.requestId,
      wrong.notificationId,
    ])
    expect(others).toEqual([{ status: 'accepted' }])
    expect(await unfinished(ward)).toEqual([])
  })

  test('a message that is refused at the second try of a batch does not make the others go under another reference (NOT-3)', async () => {
    const fields = [
      { name: 'first_name', value: 'firstName', maxLength: 40 },
      { name: 'form_link', value: 'link', maxLength: 200 },
    ]
    const { ward, notify, steps, inApp } = await openWithNhsNotify(
      { losesAnswers: true },
      { NHS_NOTIFY_NHS_APP_PLAN: randomUUID(), NHS_NOTIFY_NHS_APP_FIELDS: fields },
    )
    const [wrong, right] = [await inApp(), await inApp()]
    await expect(sendBatches(steps, 'nhs_app')).rejects.toThrow('NHS Notify did not answer')
    notify.manners.losesAnswers = false
    endPause(notify.settings.NHS_NOTIFY_URL)
    await ward.query('update patients set first_name = $2 where id = $1', [wrong.patientId, 'Samira '.repeat(6).trim()])

    await sendBatches(steps, 'nhs_app')

    expect(notify.batches.map(({ messages }) => messages.length)).toEqual([2])
    expect(await messageOf(ward, right.notificationId)).toMatchObject({ status: 'accepted' })
    const [failed] = await ward.query('select status, try_began_at is not null as is_open from notifications where id = $1', [
      wrong.notificationId,
    ])
    expect(failed).toEqual({ status: 'failed', is_open: true })
  })

  test('the messages that were not refused have not left: their try is closed until the next batch (NOT-8)', async () => {
    const { ward, notify, steps, inApp } = await openWithNhsNotify()
    const [wrong, right] = [await inApp(), await inApp()]
    const [patient] = await ward.query('select nhs_number from patients where id = $1', [wrong.patientId])
    notify.manners.unknownNhsNumbers = [String(patient!['nhs_number'])]

    await expect(sendBatches(dyingAfter(2, steps), 'nhs_app')).rejects.toThrow('killed')

    const [message] = await ward.query('select batch_id, try_began_at from notifications where id = $1', [right.notificationId])
    expect(message).toEqual({ batch_id: null, try_began_at: null })
  })

  test('an answer 422 that is not about a duplicate is a failure, and nothing counts as sent (NOT-3)', async () => {
    const { ward, notify, steps, inApp } = await openWithNhsNotify({ refuses: { status: 422, code: 'CM_ANOTHER_REASON' } })
    const { notificationId } = await inApp()

    await expect(sendBatches(steps, 'nhs_app')).rejects.toThrow('NHS Notify answered 422')

    expect(notify.calls()).toBe(1)
    expect(await messageOf(ward, notificationId)).toMatchObject({
      status: 'queued',
      reason: 'NHS Notify refused the messages (422). It will be tried again.',
    })
  })

  test('a worker that dies between the call and its record sends nothing twice: the next one repeats the same batch (NOT-3, SAFE-4)', async () => {
    const { ward, notify, steps, inApp } = await openWithNhsNotify()
    const { notificationId } = await inApp()
    await expect(sendBatches(dyingAfter(1, steps), 'nhs_app')).rejects.toThrow('killed')
    const later = await inApp()
    await ward.query("update message_batches set claimed_until = now() - interval '1 second' where organisation_id = $1", [ward.id])

    await sendBatches(steps, 'nhs_app')

    expect(notify.batches.map(({ messages }) => messages.length)).toEqual([1, 1])
    expect(await messageOf(ward, notificationId)).toMatchObject({ status: 'accepted' })
    expect(await messageOf(ward, later.notificationId)).toMatchObject({ status: 'accepted' })
  })

  test('a second try while the batch of a killed worker is still reserved queues a job for the end of the reservation (NOT-3, SAFE-4)', async () => {
    const { ward, steps, inApp } = await openWithNhsNotify()
    await inApp()
    await expect(sendBatches(dyingAfter(1, steps), 'nhs_app')).rejects.toThrow('killed')

    await sendBatches(steps, 'nhs_app')

    const jobs = await ward.query(
      `select j.start_after - b.claimed_until between interval '0' and interval '2 seconds' as is_after
       from pgboss.job j, message_batches b
       where j.name = 'send-batch' and j.state = 'created' and j.singleton_key = $1 || ' nhs_app claim ends' and b.organisation_id = $1::uuid`,
      [ward.id],
    )
    expect(jobs).toEqual([{ is_after: true }])
  })

  test('one refused message fails with its reason, and the others go in another batch (NOT-3)', async () => {
    const { ward, notify, steps, inApp } = await openWithNhsNotify()
    const [wrong, right] = [await inApp(), await inApp()]
    const [patient] = await ward.query('select nhs_number from patients where id = $1', [wrong.patientId])
    notify.manners.unknownNhsNumbers = [String(patient!['nhs_number'])]

    await sendBatches(steps, 'nhs_app')

    expect(await messageOf(ward, wrong.notificationId)).toMatchObject({
      status: 'failed',
      reason: 'NHS Notify does not accept the NHS number.',
    })
    expect(await messageOf(ward, right.notificationId)).toMatchObject({ status: 'accepted' })
    expect(notify.messages()).toHaveLength(1)
  })

  test.each([
    [429, 30, 'NHS Notify asked us to send more slowly.'],
    [425, 300, 'NHS Notify is still working on an earlier try.'],
    [503, undefined, 'NHS Notify has a technical problem (503).'],
    [404, undefined, 'NHS Notify does not know the routing plan that is set.'],
    [403, undefined, 'NHS Notify refused the key, or the clock of this server is wrong.'],
  ] as const)(
    'after an answer of %d messages wait with the reason, and nothing is sent before the time it named (NOT-3)',
    async (status, retryAfter, reason) => {
      const { ward, notify, steps, inApp } = await openWithNhsNotify({ refuses: { status, ...(retryAfter && { retryAfter }) } })
      const { notificationId } = await inApp()
      await expect(sendBatches(steps, 'nhs_app')).rejects.toThrow(`NHS Notify answered ${status}`)
      expect(await messageOf(ward, notificationId)).toMatchObject({ status: 'queued', reason: `${reason} It will be tried again.` })
      delete notify.manners.refuses

      await sendBatches(steps, 'nhs_app')
      expect(notify.calls()).toBe(1)

      endPause(notify.settings.NHS_NOTIFY_URL)
      await sendBatches(steps, 'nhs_app')
      expect(await messageOf(ward, notificationId)).toMatchObject({ status: 'accepted' })
    },
  )

  test('a request that was closed before the batch left is not sent (NOT-3)', async () => {
    const { ward, notify, steps, inApp } = await openWithNhsNotify()
    const [closed, open] = [await inApp({ status: 'closed' }), await inApp()]

    await sendBatches(steps, 'nhs_app')

    expect(await messageOf(ward, closed.notificationId)).toMatchObject({
      status: 'cancelled',
      reason: 'The form request was no longer open.',
    })
    expect(notify.messages().map(({ messageReference }) => messageReference)).toEqual([`${ward.id}.${open.notificationId}`])
  })

  test('workers send what was queued, and a batch whose job was lost is sent after ten minutes (NOT-3)', async () => {
    const { ward, notify, inApp } = await openWithNhsNotify()
    const { config, boss } = ward.services
    const before = { ...config }
    Object.assign(config, notify.settings)
    onTestFinished(() => void Object.assign(config, before))
    const [queued, lost] = [await inApp(), await inApp()]
    await ward.query("update notifications set send_after = now() + interval '1 hour' where id = $1", [lost.notificationId])
    await inOrganisation(ward.services.db, ward.id, (tx) =>
      enqueue(workerContext(ward.services, ward.id, tx), sendNotificationJob, { notificationId: queued.notificationId }),
    )
    await ward.startWorkers()
    const isAccepted =
      ({ notificationId }: { notificationId: string }) =>
      async () =>
        (await messageOf(ward, notificationId))?.['status'] === 'accepted'
    await eventually(isAccepted(queued))

    await ward.query("update notifications set send_after = now() - interval '11 minutes' where id = $1", [lost.notificationId])
    await boss.send(findReceiptsJobs.inOne.name, { organisationId: ward.id }, { singletonKey: ward.id })
    await eventually(isAccepted(lost))
    expect(notify.messages().filter(({ messageReference }) => messageReference.startsWith(ward.id))).toHaveLength(2)
  })
})

describe('POST /callbacks/nhs-notify', () => {
  test('a message in the NHS App is read when NHS Notify reports it delivered, and a channel reports reading too (NOT-8)', async () => {
    const { ward, notify, steps, receive, inApp } = await openWithNhsNotify()
    const [one, other] = [await inApp(), await inApp()]
    await sendBatches(steps, 'nhs_app')
    const byId = (id: string) => notify.messages().find(({ messageReference }) => messageReference.endsWith(id))!

    expect((await receive(notify.callbackOf(byId(one.notificationId), 'sending'))).statusCode).toBe(202)
    expect(await messageOf(ward, one.notificationId)).toMatchObject({ status: 'sent' })
    await receive(notify.callbackOf(byId(one.notificationId), 'delivered'))
    await receive(notify.channelCallbackOf(byId(other.notificationId), 'notified'))
    expect(await messageOf(ward, one.notificationId)).toMatchObject({ status: 'read' })
    expect(await messageOf(ward, other.notificationId)).toMatchObject({ status: 'accepted' })
    await receive(notify.channelCallbackOf(byId(other.notificationId), 'read'))
    expect(await messageOf(ward, other.notificationId)).toMatchObject({ status: 'read' })
  })

  test('a failure gives the reason of NHS Notify in words (NOT-8)', async () => {
    const { ward, notify, steps, receive, inApp } = await openWithNhsNotify()
    const { notificationId } = await inApp()
    await sendBatches(steps, 'nhs_app')

    await receive(
      notify.callbackOf(notify.messages()[0]!, 'failed', {
        messageStatusDescription: 'Failed reason: Patient is deceased',
        messageFailureReasonCode: 'MFR_PDSV_0001',
      }),
    )

    expect(await messageOf(ward, notificationId)).toMatchObject({
      status: 'failed',
      reason: 'NHS Notify could not reach the patient: Patient is deceased.',
    })
  })

  test('a call without the key is 401, one with a wrong signature 403, and neither changes anything (NOT-4, SAFE-2)', async () => {
    const { ward, notify, steps, receive, inApp } = await openWithNhsNotify()
    const { notificationId } = await inApp()
    await sendBatches(steps, 'nhs_app')
    const { payload, headers } = notify.callbackOf(notify.messages()[0]!, 'delivered')

    expect((await receive({ payload, headers: { ...headers, 'x-api-key': 'another key of somebody' } })).statusCode).toBe(401)
    expect((await receive({ payload: payload.replace('delivered', 'failed'), headers })).statusCode).toBe(403)
    expect((await receive({ payload, headers: { ...headers, 'x-hmac-sha256-signature': '' } })).statusCode).toBe(403)
    expect(await messageOf(ward, notificationId)).toMatchObject({ status: 'accepted' })
  })
})

describe('The job that asks for receipts', () => {
  test('asks NHS Notify about a message without an end (NOT-8)', async () => {
    const { ward, notify, steps, inApp } = await openWithNhsNotify()
    const { notificationId } = await inApp()
    await sendBatches(steps, 'nhs_app')
    await ward.query("update notifications set sent_at = sent_at - interval '3 hours' where organisation_id = $1", [ward.id])
    notify.messages()[0]!.status = 'failed'

    await findReceipts(steps)

    expect(await messageOf(ward, notificationId)).toMatchObject({ status: 'failed', reason: 'NHS Notify could not reach the patient.' })
  })
})
