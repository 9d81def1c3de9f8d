import { describe, expect, test } from 'vitest'

import type { BulkChange, BulkMessagePreview } from '#contract/bulk-changes.ts'
import type { RequestDetails } from '#contract/request-records.ts'
import type { MessageMethod, NotificationMethod, NotificationStatus } from '#domain/notification.ts'
import { runChange } from '#server/bulk-changes/bulk-change.job.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { sendReminders } from './send-reminders.job.ts'

/** A message about a form request, oldest first. */
type Told = [method: MessageMethod, status: NotificationStatus]

/** A form request by SMS with these messages, the first of which left 75 hours ago and each other one half an hour later. */
async function told(own: TestOrganisation, messages: readonly Told[], optedOut: readonly NotificationMethod[]) {
  const { requestId, patientId, notificationId } = await sendFormToPatient(own)
  await own.query('delete from notifications where id = $1', [notificationId])
  for (const [index, [method, status]] of messages.entries())
    await own.query(
      `insert into notifications (organisation_id, request_id, category, method, status, created_at, updated_at, sent_at)
       values ($1, $2, 'request_created', $3, $4, now() - $5::interval, now() - $5::interval, case when $4 <> 'cancelled' then now() - $5::interval end)`,
      [own.id, requestId, method, status, `${75 - index / 2} hours`],
    )
  await own.query("update form_requests set notified_at = now() - interval '75 hours' where id = $1", [requestId])
  const optOuts = Object.fromEntries(optedOut.map((method) => [method, { at: '2026-01-01T00:00:00Z', by: 'user' }]))
  await own.query('update patients set opt_outs = $2 where id = $1', [patientId, JSON.stringify(optOuts)])
  return requestId
}

const remindersOf = async (own: TestOrganisation, requestId: string) =>
  (await own.query("select method from notifications where request_id = $1 and category = 'request_reminder'", [requestId])).map(
    ({ method }) => method,
  )

const cases: [name: string, messages: Told[], optedOut: NotificationMethod[], reminder: MessageMethod, none: string | null][] = [
  ['whose text message arrived', [['sms', 'delivered']], [], 'sms', null],
  [
    'whose text message failed and whose email arrived',
    [
      ['sms', 'failed'],
      ['email', 'sent'],
    ],
    [],
    'email',
    null,
  ],
  [
    'who opted out of texts, of which one failed, and whose email arrived',
    [
      ['sms', 'failed'],
      ['email', 'sent'],
    ],
    ['sms'],
    'email',
    null,
  ],
  [
    'who opted out of emails, and whose text message failed',
    [
      ['sms', 'failed'],
      ['email', 'sent'],
    ],
    ['email'],
    'email',
    'opted_out',
  ],
  [
    'who opted out of texts after one and got an email',
    [
      ['sms', 'delivered'],
      ['email', 'sent'],
    ],
    ['sms'],
    'email',
    null,
  ],
  [
    'who got a text and an email, of which the text is confirmed',
    [
      ['sms', 'delivered'],
      ['email', 'accepted'],
    ],
    [],
    'sms',
    null,
  ],
  [
    'who opted out of both',
    [
      ['sms', 'delivered'],
      ['email', 'sent'],
    ],
    ['email', 'sms'],
    'sms',
    'opted_out',
  ],
  [
    'who was sent a letter',
    [
      ['sms', 'accepted'],
      ['letter', 'sent'],
    ],
    [],
    'letter',
    'letter',
  ],
  [
    'who was sent a letter before an email that was cancelled',
    [
      ['letter', 'sent'],
      ['email', 'cancelled'],
    ],
    [],
    'letter',
    'letter',
  ],
  [
    'who was sent an email after a letter',
    [
      ['letter', 'sent'],
      ['email', 'sent'],
    ],
    [],
    'email',
    null,
  ],
]

describe('The method of a reminder', () => {
  test.each(cases)(
    'to a patient %s: the form request, the job, the button and the bulk change with its preview agree (NOT-5, NOT-6, NOT-9)',
    async (_name, messages, optedOut, reminder, none) => {
      const own = await openOrganisation()
      const clerk = await own.staff()
      const [byJob, byButton, inBulk] = [
        await told(own, messages, optedOut),
        await told(own, messages, optedOut),
        await told(own, messages, optedOut),
      ]
      const expected = none === null ? [reminder] : []

      const { reminderMethod, reminderRefusal, reminders } = (await clerk.get(`/api/forms/request/${byJob}`)).json<RequestDetails>()
      expect({ reminderMethod, none: reminders.none }).toEqual({ reminderMethod: reminder, none })
      expect(reminderRefusal === null, 'whether the button is offered').toBe(none === null)
      expect(reminders.planned.length > 0).toBe(none === null)

      await sendReminders(stepsOf(own))
      expect(await remindersOf(own, byJob)).toEqual(expected)

      await own.query("delete from notifications where category = 'request_reminder' and request_id = any($1)", [[byButton, inBulk]])
      const pressed = await clerk.patch(`/api/forms/request/${byButton}/remind`)
      expect([pressed.statusCode, await remindersOf(own, byButton)]).toEqual([none === null ? 200 : 409, expected])

      const asked = { act: 'remind', requests: [inBulk] }
      const shown = (await clerk.post('/api/forms/request/bulk/messages', asked)).json<BulkMessagePreview>()
      expect(shown.groups.map(({ method, count }) => [method, count])).toEqual(expected.map((method) => [method, 1]))
      const order = { ...asked, until: shown.until, expected: 1 }
      const { id } = (await clerk.post('/api/forms/request/bulk', order)).json<BulkChange>()
      await runChange(stepsOf(own), { changeId: id })
      expect(await remindersOf(own, inBulk)).toEqual(expected)
    },
  )

  test('is that of a message that waits, because the reminder comes after it (NOT-5, NOT-6)', async () => {
    const own = await openOrganisation()
    const requestId = await told(own, [['sms', 'failed']], [])
    await own.query(
      "insert into notifications (organisation_id, request_id, category, method) values ($1, $2, 'request_created', 'email')",
      [own.id, requestId],
    )
    const details = (await (await own.staff()).get(`/api/forms/request/${requestId}`)).json<RequestDetails>()
    expect(details).toMatchObject({ notificationMethod: 'sms', reminderMethod: 'email' })
  })
})
