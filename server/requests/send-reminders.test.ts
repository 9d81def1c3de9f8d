import { describe, expect, test } from 'vitest'

import { sendNotification } from '#server/notifications/send-notification.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { rowsRead } from '#test/rows-read.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { dyingAfter, stepsOf } from '#test/worker-steps.ts'

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

/** The reminders in the order of their numbers. */
const numbersOf = async (own: TestOrganisation, requestId: string) =>
  (
    await own.query('select reminder_number as n from notifications where request_id = $1 and reminder_number is not null order by 1', [
      requestId,
    ])
  ).map(({ n }) => n)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
/** Makes every message of the organisation that waits leave at that time. */
const leave = (own: TestOrganisation, at: Date) =>
  own.query("update notifications set status = 'delivered', sent_at = $2 where organisation_id = $1 and status = 'queued'", [own.id, at])

describe('The job that sends reminders, with a second and a last one', () => {
  const threeReminders = async () => {
    const own = await openOrganisation()
    await own.query('update organisations set reminder_days = 3, second_reminder_days = 7, last_reminder_days = 2 where id = $1', [own.id])
    return own
  }

  test('each is queued once when it is due, up to the last before the form expires (NOT-5)', async () => {
    const own = await threeReminders()
    const { requestId } = await aRequest(own, { hoursAgo: 0, expiresInDays: 14 })
    const seen: unknown[][] = []
    for (const day of [2, 3.1, 4, 7.1, 11.9, 12.1, 13.5]) {
      await Promise.all([1, 2].map(() => sendReminders(stepsOf(own), inDays(day))))
      await leave(own, inDays(day))
      seen.push(await numbersOf(own, requestId))
    }
    expect(seen).toEqual([[], [1], [1], [1, 2], [1, 2], [1, 2, 3], [1, 2, 3]])
  })

  test('a worker that is killed between two pages continues, and no reminder is queued twice (NOT-5, NOT-3)', async () => {
    const own = await threeReminders()
    const { requestId } = await aRequest(own, { hoursAgo: 73 })
    await expect(sendReminders(dyingAfter(2, stepsOf(own)))).rejects.toThrow('killed')
    await sendReminders(stepsOf(own))
    expect(await numbersOf(own, requestId)).toEqual([1])
  })

  test('a form has its own reminders, or none, instead of those of the organisation (NOT-5)', async () => {
    const own = await threeReminders()
    const [usual, early, none] = [
      await aRequest(own, { hoursAgo: 50 }),
      await aRequest(own, { hoursAgo: 50 }),
      await aRequest(own, { hoursAgo: 80 }),
    ]
    const set = (formId: string, days: number) =>
      own.query('update forms set first_reminder_days = $2, second_reminder_days = 0, last_reminder_days = 0 where id = $1', [formId, days])
    await set(early.formId, 2)
    await set(none.formId, 0)

    await sendReminders(stepsOf(own))

    expect(await numbersOf(own, usual.requestId)).toEqual([])
    expect(await numbersOf(own, early.requestId)).toEqual([1])
    expect(await numbersOf(own, none.requestId)).toEqual([])
  })

  test('a form that was sent again is reminded counted from that day, and not while a message waits (NOT-5)', async () => {
    const own = await threeReminders()
    const { requestId } = await aRequest(own, { hoursAgo: 73 })
    await own.query("insert into notifications (organisation_id, request_id, category, method) values ($1, $2, 'request_created', 'sms')", [
      own.id,
      requestId,
    ])
    await sendReminders(stepsOf(own))
    expect(await numbersOf(own, requestId)).toEqual([])

    await leave(own, new Date())
    await own.query('update form_requests set sent_again_at = now() where id = $1', [requestId])
    await sendReminders(stepsOf(own), inDays(2.9))
    expect(await numbersOf(own, requestId)).toEqual([])
    await sendReminders(stepsOf(own), inDays(3.1))
    expect(await numbersOf(own, requestId)).toEqual([1])
  })

  test.each([
    ['has died', 'update patients set is_deceased = true where id = $1'],
    ['opted out of the method', `update patients set opt_outs = '{"sms": {"at": "2026-01-01T00:00:00Z", "by": "user"}}' where id = $1`],
    ['is archived', 'update patients set archived_at = now() where id = $1'],
    ['does not want to be contacted', 'update patients set may_be_contacted = false where id = $1'],
  ])('a patient who %s gets none, also when it was queued before (NOT-5)', async (_name, change) => {
    const own = await threeReminders()
    const [before, queued] = [await aRequest(own), await aRequest(own)]
    await own.query(change, [before.patientId])
    await sendReminders(stepsOf(own))
    expect(await numbersOf(own, before.requestId)).toEqual([])

    const [{ id }] = (await remindersOf(own, queued.requestId)) as [{ id: string }]
    await own.query(change, [queued.patientId])
    await sendNotification(stepsOf(own), id)
    expect(await remindersOf(own, queued.requestId)).toMatchObject([{ status: 'cancelled' }])
  })

  test('more than 500 that are due at once are queued for the minutes after each other (NOT-5)', async () => {
    const own = await threeReminders()
    const { patientId, formId, requestId } = await aRequest(own)
    await own.query(
      `insert into form_requests (organisation_id, patient_id, form_id, form_version, notification_method, notified_at, expires_at, patient_name_key)
       select $1, $2, $3, 1, 'sms', now() - interval '73 hours', now() + interval '20 days', 'okafor samira' from generate_series(1, 1100)`,
      [own.id, patientId, formId],
    )
    await sendReminders(stepsOf(own))

    const minutes = await own.query(
      'select count(*)::int as n from notifications where organisation_id = $1 and reminder_number = 1 group by send_after order by send_after',
      [own.id],
    )
    expect(minutes.map(({ n }) => n)).toEqual([500, 500, 101])
    expect(await numbersOf(own, requestId)).toEqual([1])
  })

  test('reads as few rows for each of 3,000 that are due as for one (NOT-5, PERF-1)', async () => {
    const own = await openOrganisation()
    const { patientId, formId } = await aRequest(own)
    await own.query(
      `insert into form_requests (organisation_id, patient_id, form_id, form_version, notification_method, notified_at, expires_at, patient_name_key)
       select $1, $2, $3, 1, 'sms', now() - interval '73 hours', now() + interval '20 days', 'okafor samira' from generate_series(1, 2999)`,
      [own.id, patientId, formId],
    )
    await own.query('analyze form_requests')
    const steps = stepsOf(own)
    let read = 0
    const step: typeof steps.step = (work) =>
      steps.step(async (ctx) => {
        const done: Awaited<ReturnType<typeof work>>[] = []
        read += await rowsRead(ctx.tx, 'form_requests', async () => done.push(await work(ctx)))
        return done[0]! // work has ended
      })

    await sendReminders({ ...steps, step })

    const queued = await own.query('select from notifications where organisation_id = $1 and reminder_number = 1', [own.id])
    expect(queued).toHaveLength(3_000)
    // To find it, to decide, and three or four times for the keys and triggers of the new message. A page that begins at the first one reads more.
    expect(read).toBeLessThan(6 * 3_000)
  })

  test('goes on behind 600 form requests of which none gets a reminder (NOT-5)', async () => {
    const own = await openOrganisation()
    const [archived, due] = [await aRequest(own, { hoursAgo: 80, isArchived: true }), await aRequest(own)]
    await own.query(
      `insert into form_requests (organisation_id, patient_id, form_id, form_version, notification_method, notified_at, expires_at, patient_name_key)
       select $1, $2, $3, 1, 'sms', now() - interval '80 hours', now() + interval '20 days', 'okafor samira' from generate_series(1, 600)`,
      [own.id, archived.patientId, archived.formId],
    )

    await sendReminders(stepsOf(own))

    expect(await numbersOf(own, due.requestId)).toEqual([1])
    expect(await numbersOf(own, archived.requestId)).toEqual([])
  })
})

describe('GET /request/:id', () => {
  const remindersIn = async (own: TestOrganisation, requestId: string) =>
    (await (await own.staff()).get(`/api/forms/request/${requestId}`)).json<{
      reminders: { planned: { number: number; at: string }[]; none: string | null }
    }>().reminders

  test('names every reminder to come, and the job sends each at that time (NOT-5)', async () => {
    const own = await openOrganisation()
    await own.query('update organisations set reminder_days = 3, second_reminder_days = 7, last_reminder_days = 2 where id = $1', [own.id])
    const { requestId } = await aRequest(own, { hoursAgo: 1, expiresInDays: 14 })

    const { planned, none } = await remindersIn(own, requestId)

    expect([planned.map(({ number }) => number), none]).toEqual([[1, 2, 3], null])
    for (const { number, at } of planned) {
      await sendReminders(stepsOf(own), new Date(Date.parse(at) - 1000))
      expect(await numbersOf(own, requestId)).toEqual([1, 2, 3].slice(0, number - 1))
      await sendReminders(stepsOf(own), new Date(at))
      expect(await numbersOf(own, requestId)).toEqual([1, 2, 3].slice(0, number))
      await leave(own, new Date(at))
    }
    expect(await remindersIn(own, requestId)).toEqual({ planned: [], none: 'all_sent' })
  })

  test('a reminder by a member moves the next one a day away (NOT-5, NOT-9)', async () => {
    const own = await openOrganisation()
    const clerk = await own.staff()
    const { requestId } = await aRequest(own, { hoursAgo: 71 })
    await own.query("update notifications set sent_at = now() - interval '1 hour' where request_id = $1", [requestId])
    expect((await clerk.patch(`/api/forms/request/${requestId}/remind`)).statusCode).toBe(200)
    const { planned } = await remindersIn(own, requestId)
    expect(planned).toHaveLength(1)
    expect(Date.parse(planned[0]!.at) - Date.now()).toBeGreaterThan(23.9 * 3_600_000)
  })

  test('says why there are none (NOT-5)', async () => {
    const own = await openOrganisation()
    const [waiting, silent, off] = [await sendFormToPatient(own), await aRequest(own, { mayBeContacted: false }), await aRequest(own)]
    expect(await remindersIn(own, waiting.requestId)).toEqual({ planned: [], none: 'not_sent' })
    expect(await remindersIn(own, silent.requestId)).toEqual({ planned: [], none: 'not_to_be_contacted' })
    await own.query('update organisations set reminder_days = 0 where id = $1', [own.id])
    expect(await remindersIn(own, off.requestId)).toEqual({ planned: [], none: 'turned_off' })
  })
})
