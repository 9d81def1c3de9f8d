import { describe, expect, onTestFinished, test } from 'vitest'

import type { NotificationMethod } from '#domain/notification.ts'
import { createApp } from '#server/app.ts'
import { sendReminders } from '#server/requests/send-reminders.job.ts'
import { openGovukNotify } from '#test/govuk-notify-server.ts'
import { openNhsNotify } from '#test/nhs-notify/server.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { dyingAfter, pausedBeforeCommit, stepsOf } from '#test/worker-steps.ts'

import { sendBatches } from './send-batch.ts'
import { sendNotification } from './send-notification.ts'
import { tryNextMethods } from './try-next-methods.job.ts'

type Cascade = { methods?: NotificationMethod[]; appUnreadHours?: number; notDeliveredHours?: number }

/** An organisation with an order of methods, whose installation sends NHS App messages by NHS Notify and the others by GOV.UK Notify. */
async function openWithCascade({ methods = ['nhs_app', 'sms', 'email'], appUnreadHours = 24, notDeliveredHours = 72 }: Cascade = {}) {
  const ward = await openOrganisation()
  await ward.query('update organisations set cascade_methods = $2, app_unread_hours = $3, not_delivered_hours = $4 where id = $1', [
    ward.id,
    methods,
    appUnreadHours,
    notDeliveredHours,
  ])
  const [nhs, govuk] = [await openNhsNotify(), await openGovukNotify()]
  const settings = { ...nhs.settings, ...govuk.settings, NOTIFICATION_TRANSPORT: ['nhs-notify', 'govuk-notify'] as const }
  const services = {
    ...ward.services,
    config: { ...ward.services.config, ...settings, NOTIFICATION_TRANSPORT: [...settings.NOTIFICATION_TRANSPORT] },
  }
  const app = await createApp({ services, identify: async () => undefined })
  onTestFinished(async () => {
    await app.close()
    await nhs.close()
    await govuk.close()
    expect(nhs.problems, 'what the published specification does not allow').toEqual([])
  })
  const steps = stepsOf({ id: ward.id, services })
  const readInApp = async (nth = 0) =>
    expect(
      (await app.inject({ method: 'POST', url: '/callbacks/nhs-notify', ...nhs.callbackOf(nhs.messages()[nth]!, 'delivered') })).statusCode,
    ).toBe(202)
  const report = async (nth: number, status: string) => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer a token for receipts' }
    const payload = govuk.receiptOf(govuk.kept[nth]!, status)
    expect((await app.inject({ method: 'POST', url: '/callbacks/govuk-notify', headers, payload })).statusCode).toBe(202)
  }
  /** Sends everything that waits. */
  const sendAll = async () => {
    await sendBatches(steps, 'nhs_app')
    const waiting = await ward.query(
      "select id from notifications where organisation_id = $1 and status = 'queued' and method <> 'nhs_app'",
      [ward.id],
    )
    for (const { id } of waiting as { id: string }[]) await sendNotification(steps, id)
  }
  return { ward, nhs, govuk, steps, readInApp, report, sendAll }
}

const messagesOf = async (ward: TestOrganisation, requestId: string) =>
  (await ward.query('select method, status from notifications where request_id = $1 order by created_at, id', [requestId])).map(
    ({ method, status }) => [method, status].join(' '),
  )
const requestOf = async (ward: TestOrganisation, requestId: string) =>
  (await ward.query('select is_unreached, unreached_reason from form_requests where id = $1', [requestId]))[0]
const reached = { is_unreached: false, unreached_reason: null }
const unreached = (reason: string) => ({ is_unreached: true, unreached_reason: reason })
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)

describe('A message that fails for good', () => {
  test('is followed by the next method in the same transaction, and the request is not reached only after the last (NOT-6)', async () => {
    const { ward, govuk, report, sendAll } = await openWithCascade({ methods: ['sms', 'email'] })
    const { requestId, notificationId } = await sendFormToPatient(ward)
    await sendAll()

    await report(0, 'permanent-failure')

    expect(await messagesOf(ward, requestId)).toEqual(['sms failed', 'email queued'])
    expect(await requestOf(ward, requestId), 'while the next one waits').toEqual(reached)
    const [{ follows_id, category }] = (await ward.query(
      "select follows_id, category from notifications where method = 'email' and request_id = $1",
      [requestId],
    )) as [Record<string, string>]
    expect({ follows_id, category }).toEqual({ follows_id: notificationId, category: 'request_created' })
    const [event] = await ward.query("select detail from form_request_events where request_id = $1 and kind = 'next_method'", [requestId])
    expect(event!['detail']).toMatchObject({ method: 'email', after: 'sms' })
    await sendAll()
    expect(govuk.kept.at(-1)).toMatchObject({ type: 'email', to: 'samira@example.com' })
    await report(1, 'permanent-failure')
    expect(await messagesOf(ward, requestId)).toEqual(['sms failed', 'email failed'])
    expect(await requestOf(ward, requestId)).toEqual(unreached('wrong_contact_detail'))
  })

  test('is followed when we cannot send it, by a method for which the patient has the detail (NOT-6)', async () => {
    const { ward, sendAll } = await openWithCascade()
    const { requestId } = await sendFormToPatient(ward, { phoneNumber: null })

    await sendAll()

    expect(await messagesOf(ward, requestId)).toEqual(['sms failed', 'email queued'])
    expect(await requestOf(ward, requestId)).toEqual(reached)
  })

  test('is followed once, however often and by however many the failure is reported (NOT-6, NOT-8)', async () => {
    const { ward, report, sendAll } = await openWithCascade({ methods: ['sms', 'email'] })
    const { requestId } = await sendFormToPatient(ward)
    await sendAll()

    await Promise.all([1, 2, 3].map(() => report(0, 'permanent-failure')))

    expect(await messagesOf(ward, requestId)).toEqual(['sms failed', 'email queued'])
  })

  test.each([
    ['the organisation has no order', { methods: [] }, {}],
    ['the patient has no other contact detail', { methods: ['sms', 'email'] }, { emailAddress: null }],
    ['the form was answered meanwhile', {}, { status: 'completed' }],
  ] as [string, Cascade, { emailAddress?: null; status?: 'completed' }][])(
    'is not followed where %s (NOT-6)',
    async (_name, cascade, asked) => {
      const { ward, report, sendAll } = await openWithCascade(cascade)
      const { requestId } = await sendFormToPatient(ward, { ...asked, status: 'unopened' })
      await sendAll()
      if (asked.status) await ward.query('update form_requests set status = $2 where id = $1', [requestId, asked.status])

      await report(0, 'permanent-failure')

      expect(await messagesOf(ward, requestId)).toEqual(['sms failed'])
    },
  )

  test('is not followed for a patient who no longer wants to be contacted (NOT-6)', async () => {
    const { ward, report, sendAll } = await openWithCascade()
    const { requestId, patientId } = await sendFormToPatient(ward)
    await sendAll()
    await ward.query('update patients set may_be_contacted = false where id = $1', [patientId])

    await report(0, 'permanent-failure')

    expect(await messagesOf(ward, requestId)).toEqual(['sms failed'])
    expect(await requestOf(ward, requestId)).toEqual(unreached('wrong_contact_detail'))
  })

  test('is not followed when a member has sent another message since (NOT-6, NOT-9)', async () => {
    const { ward, report, sendAll } = await openWithCascade()
    const { requestId } = await sendFormToPatient(ward)
    await sendAll()
    await ward.query(
      "insert into notifications (organisation_id, request_id, category, method) values ($1, $2, 'request_created', 'sms')",
      [ward.id, requestId],
    )
    await sendAll()

    await report(0, 'temporary-failure')

    expect(await messagesOf(ward, requestId)).toEqual(['sms failed', 'sms accepted'])
  })

  test('of a reminder is followed by a reminder (NOT-6, NOT-5)', async () => {
    const { ward, report, sendAll } = await openWithCascade({ methods: ['sms', 'email'] })
    const { requestId, notificationId } = await sendFormToPatient(ward, { status: 'opened' })
    await ward.query("update notifications set category = 'request_reminder' where id = $1", [notificationId])
    await sendAll()

    await report(0, 'permanent-failure')

    expect(await ward.query("select category from notifications where request_id = $1 and method = 'email'", [requestId])).toEqual([
      { category: 'request_reminder' },
    ])
  })
})

describe('The job that tries the next method', () => {
  test('sends by SMS what was not read in the NHS App within the hours of the organisation, and not sooner (NOT-6)', async () => {
    const { ward, nhs, govuk, steps, sendAll } = await openWithCascade({ appUnreadHours: 4 })
    const { requestId, link } = await sendFormToPatient(ward, { method: 'nhs_app' })
    await sendAll()
    expect(nhs.messages()).toHaveLength(1)

    await tryNextMethods(steps, inHours(3.9))
    expect(await messagesOf(ward, requestId)).toEqual(['nhs_app accepted'])
    await tryNextMethods(steps, inHours(4.1))
    await tryNextMethods(steps, inHours(4.3))

    expect(await messagesOf(ward, requestId)).toEqual(['nhs_app accepted', 'sms queued'])
    await sendAll()
    expect(govuk.kept[0]).toMatchObject({ type: 'sms', body: expect.stringContaining(link) })
    const [event] = await ward.query("select detail from form_request_events where request_id = $1 and kind = 'next_method'", [requestId])
    expect(event!['detail']).toMatchObject({ method: 'sms', after: 'nhs_app', hours: 4 })
  })

  test('goes on to email when no receipt says that the SMS was delivered, and then says that the patient is not reached (NOT-6)', async () => {
    const { ward, steps, sendAll } = await openWithCascade({ methods: ['sms', 'email'], notDeliveredHours: 72 })
    const { requestId } = await sendFormToPatient(ward)
    await sendAll()

    await tryNextMethods(steps, inHours(73))
    expect(await messagesOf(ward, requestId)).toEqual(['sms accepted', 'email queued'])
    await sendAll()
    await tryNextMethods(steps, inHours(73))

    expect(await messagesOf(ward, requestId), 'the email is not waited for').toEqual(['sms accepted', 'email accepted'])
    expect(await requestOf(ward, requestId)).toEqual(unreached('not_confirmed'))
  })

  test.each([
    ['was read', 'the message', async ({ readInApp }: { readInApp: () => Promise<unknown> }) => readInApp()],
    [
      'was opened',
      'the form',
      async ({ ward, requestId }: { ward: TestOrganisation; requestId: string }) =>
        ward.query("update form_requests set status = 'opened', opened_at = now() where id = $1", [requestId]),
    ],
    [
      'was closed',
      'the form request',
      async ({ ward, requestId }: { ward: TestOrganisation; requestId: string }) =>
        ward.query("update form_requests set status = 'closed' where id = $1", [requestId]),
    ],
  ])('sends nothing more when it %s: %s (NOT-6)', async (_what, _noun, happen) => {
    const { ward, steps, readInApp, sendAll } = await openWithCascade()
    const { requestId } = await sendFormToPatient(ward, { method: 'nhs_app' })
    await sendAll()
    await happen({ ward, requestId, readInApp })

    await tryNextMethods(steps, inHours(25))

    expect((await messagesOf(ward, requestId)).filter((one) => !one.startsWith('nhs_app'))).toEqual([])
    expect(await requestOf(ward, requestId)).toEqual(reached)
  })

  test('an unread message of a patient without another method counts as not reached until the patient reads it (NOT-6)', async () => {
    const { ward, steps, readInApp, sendAll } = await openWithCascade()
    const { requestId } = await sendFormToPatient(ward, { method: 'nhs_app', phoneNumber: null, emailAddress: null })
    await sendAll()

    await tryNextMethods(steps, inHours(25))

    expect(await requestOf(ward, requestId)).toEqual(unreached('not_read'))
    await readInApp()
    expect(await requestOf(ward, requestId)).toEqual(reached)
  })

  test('leaves messages alone that left long before the order was set (NOT-6)', async () => {
    const { ward, steps, sendAll } = await openWithCascade()
    const { requestId } = await sendFormToPatient(ward, { method: 'nhs_app' })
    await sendAll()

    await tryNextMethods(steps, inHours(24 * 5))

    expect(await messagesOf(ward, requestId)).toEqual(['nhs_app accepted'])
  })

  test('killed at any step or run twice at once it queues one message for each patient (NOT-6, RUN-3)', async () => {
    const { ward, steps, sendAll } = await openWithCascade({ methods: ['sms', 'email'] })
    const sent = await Promise.all(Array.from({ length: 5 }, () => sendFormToPatient(ward)))
    await sendAll()
    await ward.query("update notifications set sent_at = sent_at - interval '73 hours' where organisation_id = $1", [ward.id])

    await expect(tryNextMethods(dyingAfter(0, steps))).rejects.toThrow('killed')
    const first = pausedBeforeCommit(steps)
    const running = tryNextMethods(first.steps)
    await first.paused
    await tryNextMethods(steps)
    expect(await messagesOf(ward, sent[0]!.requestId), 'the other worker leaves them to the first').toEqual(['sms accepted'])
    first.commit()
    await running
    await tryNextMethods(steps)

    for (const { requestId } of sent) expect(await messagesOf(ward, requestId)).toEqual(['sms accepted', 'email queued'])
  })
})

describe('The next message', () => {
  test('is cancelled when the patient has opened the form, who then counts as reached although the message before has failed (NOT-6, NOT-8)', async () => {
    const { ward, report, sendAll } = await openWithCascade({ methods: ['sms', 'email'] })
    const { requestId } = await sendFormToPatient(ward)
    await sendAll()
    await report(0, 'temporary-failure')
    await ward.query("update form_requests set status = 'opened', opened_at = now() + interval '1 second' where id = $1", [requestId])

    await sendAll()

    expect(await messagesOf(ward, requestId)).toEqual(['sms failed', 'email cancelled'])
    expect(await requestOf(ward, requestId)).toEqual(reached)
  })
})

describe('A receipt that comes late', () => {
  test('cancels the next message that has not left (NOT-6, NOT-8)', async () => {
    const { ward, govuk, steps, readInApp, sendAll } = await openWithCascade()
    const { requestId } = await sendFormToPatient(ward, { method: 'nhs_app' })
    await sendAll()
    await tryNextMethods(steps, inHours(25))

    await readInApp()
    await sendAll()

    expect(await messagesOf(ward, requestId)).toEqual(['nhs_app read', 'sms cancelled'])
    expect(govuk.kept).toEqual([])
    const [{ reason_code }] = (await ward.query("select reason_code from notifications where request_id = $1 and method = 'sms'", [
      requestId,
    ])) as [{ reason_code: string }]
    expect(reason_code).toBe('already_reached')
  })

  test('of a message that was reported as failed cancels the next one, and the patient counts as reached (NOT-6, NOT-8)', async () => {
    const { ward, report, sendAll } = await openWithCascade({ methods: ['sms', 'email'] })
    const { requestId } = await sendFormToPatient(ward)
    await sendAll()
    await report(0, 'temporary-failure')

    await report(0, 'delivered')

    expect(await messagesOf(ward, requestId)).toEqual(['sms delivered', 'email cancelled'])
    expect(await requestOf(ward, requestId)).toEqual(reached)
  })

  test('says that the patient was reached when the next message has left and fails, and nothing more is sent (NOT-6, NOT-8)', async () => {
    const { ward, steps, report, readInApp, sendAll } = await openWithCascade()
    const { requestId } = await sendFormToPatient(ward, { method: 'nhs_app' })
    await sendAll()
    await tryNextMethods(steps, inHours(25))
    await sendAll()

    await readInApp()
    await report(0, 'permanent-failure')

    expect(await messagesOf(ward, requestId)).toEqual(['nhs_app read', 'sms failed'])
    expect(await requestOf(ward, requestId)).toEqual(reached)
  })

  test('a next message is cancelled right before it leaves if the patient has opened the form meanwhile (NOT-6)', async () => {
    const { ward, govuk, steps, sendAll } = await openWithCascade()
    const { requestId } = await sendFormToPatient(ward, { method: 'nhs_app' })
    await sendAll()
    await tryNextMethods(steps, inHours(25))
    await ward.query("update form_requests set status = 'opened', opened_at = now() where id = $1", [requestId])

    await sendAll()

    expect(await messagesOf(ward, requestId)).toEqual(['nhs_app accepted', 'sms cancelled'])
    expect(govuk.kept).toEqual([])
  })
})

/** As if the messages of a request had left long enough ago for its reminder. */
async function longAgo(ward: TestOrganisation, requestId: string) {
  const ago = "now() - interval '73 hours'"
  await ward.query(`update form_requests set notified_at = ${ago}, sent_again_at = null where id = $1`, [requestId])
  await ward.query(`update notifications set sent_at = ${ago} where request_id = $1 and sent_at is not null`, [requestId])
}

describe('The job that sends reminders', () => {
  test('reminds by the method that reached the patient (NOT-6, NOT-5)', async () => {
    const { ward, steps, report, sendAll } = await openWithCascade()
    const { requestId } = await sendFormToPatient(ward, { method: 'nhs_app' })
    await sendAll()
    await tryNextMethods(steps, inHours(25))
    await sendAll()
    await report(0, 'delivered')
    await longAgo(ward, requestId)

    await sendReminders(steps)

    expect(await messagesOf(ward, requestId)).toEqual(['nhs_app accepted', 'sms delivered', 'sms queued'])
  })

  test('reminds a patient who has not read the message in the NHS App and has no other contact detail (NOT-6, NOT-5)', async () => {
    const { ward, steps, sendAll } = await openWithCascade()
    const { requestId } = await sendFormToPatient(ward, { method: 'nhs_app', phoneNumber: null, emailAddress: null })
    await sendAll()
    await tryNextMethods(steps, inHours(25))
    await longAgo(ward, requestId)

    await sendReminders(steps)

    expect(await messagesOf(ward, requestId)).toEqual(['nhs_app accepted', 'nhs_app queued'])
  })
})
