import { describe, expect, test } from 'vitest'

import type { NotificationMethod } from '#domain/notification.ts'
import { recordEmailOptOut, recordStopReply } from '#server/patients/patients.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { stepsOf } from '#test/worker-steps.ts'

/** An organisation with an order of methods, where every message is kept in the outbox. */
async function openWithOrder(methods: readonly NotificationMethod[] = ['sms', 'email']) {
  const own = await openOrganisation()
  await own.query('update organisations set cascade_methods = $2 where id = $1', [own.id, methods])
  return own
}

const messagesOf = async (own: TestOrganisation, requestId: string) =>
  (
    await own.query('select category, method, status from notifications where request_id = $1 order by created_at, status', [requestId])
  ).map(({ category, method, status }) => [category === 'request_reminder' ? 'reminder by' : 'form by', method, status].join(' '))
const unreachedReason = async (own: TestOrganisation, requestId: string) =>
  (await own.query('select unreached_reason as reason from form_requests where id = $1', [requestId]))[0]!['reason']
const timelineOf = async (own: TestOrganisation, requestId: string) =>
  (await own.query('select kind, detail from form_request_events where request_id = $1 order by id', [requestId])).map(
    ({ kind, detail }) => [kind, detail],
  )
const patch = async (own: TestOrganisation, patientId: string, changes: object) =>
  expect((await (await own.staff()).patch(`/api/patients/patient/${patientId}`, changes)).statusCode).toBe(200)

/** Each way of opting out of a method. A reply stops texts only for a number that had one before. */
const ways: [name: string, method: 'sms' | 'email', stop: (own: TestOrganisation, patientId: string) => Promise<unknown>][] = [
  [
    'a reply of STOP',
    'sms',
    async (own, patientId) => {
      const earlier = await sendFormToPatient(own)
      await own.query("update notifications set status = 'delivered', sent_at = now() where id = $1", [earlier.notificationId])
      expect(await stepsOf(own).step((ctx) => recordStopReply(ctx, { phoneNumber: '+447700900123' }))).toContain(patientId)
    },
  ],
  [
    'the link in an email',
    'email',
    async (own, patientId) => {
      const [request] = await own.query('select id from form_requests where patient_id = $1', [patientId])
      await stepsOf(own).step((ctx) => recordEmailOptOut(ctx, { requestId: String(request!['id']), patientId }))
    },
  ],
  ['a user', 'sms', (own, patientId) => patch(own, patientId, { optedOutMethods: ['sms'] })],
]

describe('A patient who opts out of a method while a message by it waits', () => {
  test.each(ways)(
    'with %s gets the next method of the order at once, and counts as reached (NOT-6, NOT-5)',
    async (_name, method, stop) => {
      const own = await openWithOrder()
      const { requestId, patientId } = await sendFormToPatient(own, { method })
      const next = method === 'sms' ? 'email' : 'sms'

      await stop(own, patientId)

      expect(await messagesOf(own, requestId)).toEqual([`form by ${method} cancelled`, `form by ${next} queued`])
      expect(await unreachedReason(own, requestId)).toBeNull()
      expect(await timelineOf(own, requestId)).toMatchObject([
        ['opted_out', { method }],
        ['next_method', { method: next, after: method, cause: 'opted_out' }],
      ])
      const jobs = await own.query(
        "select 1 from pgboss.job j join notifications n on n.id::text = j.data->>'notificationId' where j.name = 'send-notification' and n.request_id = $1",
        [requestId],
      )
      expect(jobs, 'the job of the next message').toHaveLength(1)
    },
  )

  test.each([
    ['the organisation has no order', [], {}, { optedOutMethods: ['sms'] }],
    ['the patient has no other contact detail', ['sms', 'email'], { emailAddress: null }, { optedOutMethods: ['sms'] }],
    ['the patient opts out of every method', ['sms', 'email'], {}, { optedOutMethods: ['sms', 'email'] }],
    ['the patient does not want to be contacted at all', ['sms', 'email'], {}, { optedOutMethods: ['sms'], mayBeContacted: false }],
  ] as [string, NotificationMethod[], object, object][])(
    'gets nothing where %s, and counts as not reached at once (NOT-6, NOT-5)',
    async (_name, methods, asked, changes) => {
      const own = await openWithOrder(methods)
      const { requestId, patientId } = await sendFormToPatient(own, asked)

      await patch(own, patientId, changes)

      expect(await messagesOf(own, requestId)).toEqual(['form by sms cancelled'])
      expect(await unreachedReason(own, requestId)).toBe('opted_out')
    },
  )

  test('gets nothing more when the same call records that the patient has died (NOT-5)', async () => {
    const own = await openWithOrder()
    const { requestId, patientId } = await sendFormToPatient(own)
    await patch(own, patientId, { optedOutMethods: ['sms'], deceased: true })
    expect(await messagesOf(own, requestId)).toEqual(['form by sms cancelled'])
  })

  test('gets a reminder that waits by the next method, and one without a next method leaves the form as sent (NOT-6, NOT-5)', async () => {
    const [own, without] = [await openWithOrder(), await openWithOrder([])]
    for (const [ward, expected] of [
      [own, ['reminder by sms cancelled', 'reminder by email queued']],
      [without, ['reminder by sms cancelled']],
    ] as const) {
      const { requestId, patientId, notificationId } = await sendFormToPatient(ward)
      await ward.query("update notifications set status = 'delivered', sent_at = now() where id = $1", [notificationId])
      await ward.query(
        "insert into notifications (organisation_id, request_id, category, method, reminder_number) values ($1, $2, 'request_reminder', 'sms', 1)",
        [ward.id, requestId],
      )

      await patch(ward, patientId, { optedOutMethods: ['sms'] })

      expect(await messagesOf(ward, requestId)).toEqual(['form by sms delivered', ...expected])
      expect(await unreachedReason(ward, requestId)).toBeNull()
    }
  })

  test('counts as not reached when the message before was not confirmed and no method is left (NOT-6)', async () => {
    const own = await openWithOrder()
    const { requestId, patientId, notificationId } = await sendFormToPatient(own)
    await own.query(
      "update notifications set status = 'accepted', sent_at = now() - interval '4 days', wait_ended_at = now() where id = $1",
      [notificationId],
    )
    await own.query(
      "insert into notifications (organisation_id, request_id, category, method, follows_id) values ($1, $2, 'request_created', 'email', $3)",
      [own.id, requestId, notificationId],
    )

    await patch(own, patientId, { optedOutMethods: ['email'] })

    expect(await messagesOf(own, requestId)).toEqual(['form by sms accepted', 'form by email cancelled'])
    expect(await unreachedReason(own, requestId)).toBe('opted_out')
  })

  test('gets one next message, however many transactions of the same patient opt out at once (NOT-6, SAFE-1)', async () => {
    const own = await openWithOrder(['sms', 'email', 'nhs_app'])
    const { requestId, patientId } = await sendFormToPatient(own)
    await Promise.all([
      patch(own, patientId, { optedOutMethods: ['sms'] }),
      patch(own, patientId, { optedOutMethods: ['sms'] }),
      stepsOf(own).step((ctx) => recordStopReply(ctx, { phoneNumber: '+447700900123' })),
    ])
    expect(await messagesOf(own, requestId)).toEqual(['form by sms cancelled', 'form by email queued'])
  })
})
