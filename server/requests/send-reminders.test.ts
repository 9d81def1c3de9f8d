import { describe, expect, test } from 'vitest'

import { sendNotification } from '#server/notifications/send-notification.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { sendReminders } from './send-reminders.job.ts'

/** A form request whose message left so many hours ago. */
async function aRequest(
  own: TestOrganisation,
  { hoursAgo = 73, ...asked }: { hoursAgo?: number } & Parameters<typeof sendFormToPatient>[1] = {},
) {
  const sent = await sendFormToPatient(own, asked)
  await own.query("update notifications set status = 'delivered' where id = $1", [sent.notificationId])
  await own.query('update form_requests set notified_at = now() - make_interval(hours => $2) where id = $1', [sent.requestId, hoursAgo])
  return sent
}
const remindersOf = (own: TestOrganisation, requestId: string) =>
  own.query("select id, status, method, reason from notifications where request_id = $1 and category = 'request_reminder'", [requestId])

describe('The job that sends reminders', () => {
  test('sends one reminder after the reminder days, however often and however many at once it runs (NOT-5)', async () => {
    const own = await openOrganisation()
    const [due, opened, early] = [
      await aRequest(own),
      await aRequest(own, { status: 'opened', method: 'email' }),
      await aRequest(own, { hoursAgo: 71 }),
    ]

    await Promise.all([1, 2, 3].map(() => sendReminders(stepsOf(own))))

    expect(await remindersOf(own, due.requestId)).toMatchObject([{ status: 'queued', method: 'sms' }])
    expect(await remindersOf(own, opened.requestId)).toMatchObject([{ status: 'queued', method: 'email' }])
    expect(await remindersOf(own, early.requestId)).toEqual([])
    const [{ id }] = (await remindersOf(own, due.requestId)) as [{ id: string }]
    await sendNotification(stepsOf(own), id)
    await sendReminders(stepsOf(own))
    expect(await remindersOf(own, due.requestId)).toHaveLength(1)
  })

  test.each([
    ['an answered request', { status: 'completed' }],
    ['a closed request', { status: 'closed' }],
    ['an expired request', { expiresInDays: -1 }],
    ['a request whose reminder was due a week ago', { hoursAgo: 24 * 10 }],
  ] as const)('sends none for %s (NOT-5)', async (_name, asked) => {
    const own = await openOrganisation()
    const { requestId } = await aRequest(own, asked)
    await sendReminders(stepsOf(own))
    expect(await remindersOf(own, requestId)).toEqual([])
  })

  test('sends none for a message that did not arrive, and none where the organisation has turned them off (NOT-5)', async () => {
    const [own, off] = [await openOrganisation(), await openOrganisation()]
    const [failed, unwanted] = [await aRequest(own), await aRequest(off)]
    await own.query("update notifications set status = 'failed' where id = $1", [failed.notificationId])
    await off.query('update organisations set reminder_days = 0 where id = $1', [off.id])

    for (const one of [own, off]) await sendReminders(stepsOf(one))

    expect(await remindersOf(own, failed.requestId)).toEqual([])
    expect(await remindersOf(off, unwanted.requestId)).toEqual([])
  })

  test('a reminder is cancelled if the patient has answered, was archived or wants no messages by the time it leaves (NOT-5)', async () => {
    const own = await openOrganisation()
    const changes = [
      ["update form_requests set status = 'completed' where id = $1", 'The form request was no longer open.', 'requestId'],
      ['update patients set archived_at = now() where id = $1', 'The patient is archived.', 'patientId'],
      ['update patients set may_be_contacted = false where id = $1', 'The patient does not want to be contacted.', 'patientId'],
    ] as const
    for (const [change, reason, key] of changes) {
      const sent = await aRequest(own)
      await sendReminders(stepsOf(own))
      const [{ id }] = (await remindersOf(own, sent.requestId)) as [{ id: string }]
      await own.query(change, [sent[key]])
      await sendNotification(stepsOf(own), id)
      expect(await remindersOf(own, sent.requestId)).toMatchObject([{ status: 'cancelled', reason }])
    }
  })
})

describe('GET /request/:id', () => {
  test('names the time of the reminder until there is one (NOT-5)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const { requestId } = await aRequest(own, { hoursAgo: 1 })
    const reminderAt = async () => (await clerk.get(`/api/forms/request/${requestId}`)).json().reminderAt as string | null

    expect(Date.parse((await reminderAt())!) - Date.now()).toBeGreaterThan(70.9 * 3_600_000)
    await own.query("update notifications set sent_at = now() - interval '1 hour' where request_id = $1", [requestId])
    expect((await clerk.patch(`/api/forms/request/${requestId}/remind`)).statusCode).toBe(200)
    expect(await reminderAt()).toBeNull()
  })
})
