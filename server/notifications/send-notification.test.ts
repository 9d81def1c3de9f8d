import { expect, test } from 'vitest'

import { askPatient } from '#test/asked-patient.ts'
import { openMailServer, withSmtp } from '#test/mail-server.ts'
import { eventually, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { enqueue, workerContext } from '#server/platform/jobs.ts'

import { sendNotificationJob } from './queue-notifications.ts'
import { sendNotification } from './send-notification.ts'

const notification = async (ward: TestOrganisation, id: string) =>
  (await ward.query('select status, reason, attempts, sent_at is not null as is_sent from notifications where id = $1', [id]))[0]
const outboxOf = (ward: TestOrganisation) =>
  ward.query('select method, recipient, subject, body from outbox_messages where organisation_id = $1', [ward.id])
const timeline = (ward: TestOrganisation, requestId: string) =>
  ward.query('select kind, detail from form_request_events where request_id = $1 order by id', [requestId])

type Floor = TestOrganisation['floor']
const send = (ward: TestOrganisation, id: string, floor: Floor = ward.floor, now = new Date()) =>
  sendNotification({ floor, step: (work) => inOrganisation(floor.db, ward.id, (tx) => work(workerContext(floor, ward.id, tx))) }, id, now)

test('NOT-3 NOT-4 a queued message is sent by the worker: it is in the outbox with a link that opens the form, and the timeline says so', async () => {
  const ward = await openOrganisation()
  const { notificationId, requestId, link } = await askPatient(ward)
  await inOrganisation(ward.floor.db, ward.id, (tx) =>
    enqueue(workerContext(ward.floor, ward.id, tx), sendNotificationJob, { notificationId }),
  )
  await ward.startWorkers()

  const message = await eventually(async () => (await outboxOf(ward))[0])

  expect(message).toMatchObject({ method: 'sms', recipient: '+447700900123', subject: '' })
  expect(message['body']).toContain('Hello Samira')
  expect(message['body']).toContain(`http://localhost:3000${link}`)
  expect(message['body']).not.toContain('((')
  expect(await notification(ward, notificationId)).toEqual({ status: 'sent', reason: '', attempts: 1, is_sent: true })
  expect(await timeline(ward, requestId)).toEqual([
    { kind: 'sent', detail: { notificationId, method: 'sms', category: 'request_created' } },
  ])
  expect(await ward.query('select notified_at is not null as told from form_requests where id = $1', [requestId])).toEqual([{ told: true }])
})

test('NOT-3 SAFE-1 a message whose job runs again, or twice at once, is sent once', async () => {
  const ward = await openOrganisation()
  const { notificationId, requestId } = await askPatient(ward)

  await Promise.all([send(ward, notificationId), send(ward, notificationId), send(ward, notificationId)])
  await send(ward, notificationId)

  expect(await outboxOf(ward)).toHaveLength(1)
  expect(await timeline(ward, requestId)).toHaveLength(1)
})

test.each([
  ['the request was closed meanwhile', { status: 'closed' }, 'The form request was no longer open.'],
  ['the request was answered meanwhile', { status: 'completed' }, 'The form request was no longer open.'],
  ['the last day has passed', { expiresInDays: -1 }, 'The form request had expired.'],
  ['the patient is archived', { isArchived: true }, 'The patient is archived.'],
  ['the patient does not wish to be contacted', { mayBeContacted: false }, 'The patient does not wish to be contacted.'],
] as const)('NOT-3 nothing is sent when %s', async (_name, asked, reason) => {
  const ward = await openOrganisation()
  const { notificationId } = await askPatient(ward, asked)

  await send(ward, notificationId)

  expect(await outboxOf(ward)).toEqual([])
  expect(await notification(ward, notificationId)).toMatchObject({ status: 'cancelled', reason, is_sent: false })
})

test.each([
  ['no phone number', { method: 'sms', phoneNumber: null }, 'The patient has no mobile phone number.'],
  ['no email address', { method: 'email', emailAddress: null }, 'The patient has no email address.'],
] as const)('NOT-3 a patient with %s is not reached, and staff are told why', async (_name, asked, reason) => {
  const ward = await openOrganisation()
  const { notificationId, requestId } = await askPatient(ward, asked)

  await send(ward, notificationId)

  expect(await notification(ward, notificationId)).toMatchObject({ status: 'failed', reason })
  expect(await timeline(ward, requestId)).toMatchObject([{ kind: 'not_delivered', detail: { reason } }])
})

test('NOT-1 a selected custom template is sent instead of the default', async () => {
  const ward = await openOrganisation()
  const { notificationId } = await askPatient(ward, { method: 'email', formTitle: 'Two\nlines' })
  await ward.query(
    `insert into notification_templates (organisation_id, category, method, description, subject, body, is_selected)
     values ($1, 'request_created', 'email', 'Ours', 'About ((formTitle))', 'Dear ((fullName)), ((link))', true)`,
    [ward.id],
  )

  await send(ward, notificationId)

  expect(await outboxOf(ward)).toMatchObject([
    { recipient: 'samira@example.com', subject: 'About Two lines', body: expect.stringMatching(/^Dear Samira Okafor, http/) },
  ])
})

test('NOT-4 by SMTP an e-mail leaves with an id that stays the same; a text message fails with words, as nobody carries it', async () => {
  const ward = await openOrganisation()
  const mailbox = await openMailServer()
  const floor = withSmtp(ward.floor, mailbox.url)
  const [mail, sms] = [await askPatient(ward, { method: 'email' }), await askPatient(ward)]

  await send(ward, mail.notificationId, floor)
  await send(ward, sms.notificationId, floor)
  await mailbox.close()

  expect(mailbox.received).toHaveLength(1)
  expect(mailbox.received[0]).toContain(`Message-ID: <${mail.notificationId}@formward.example>`)
  expect(mailbox.received[0]).toContain('To: samira@example.com')
  expect(await notification(ward, mail.notificationId)).toMatchObject({ status: 'sent', is_sent: true })
  expect(await notification(ward, sms.notificationId)).toMatchObject({ status: 'failed', reason: 'No provider is configured for SMS.' })
  expect(await outboxOf(ward)).toEqual([])
})

test('NOT-3 SAFE-4 while the mail server is away the message waits and is tried again; a refused address is told at once', async () => {
  const ward = await openOrganisation()
  const [away, refusing] = [await openMailServer(), await openMailServer({ refuse: true })]
  await away.close()
  const [waiting, refused] = [await askPatient(ward, { method: 'email' }), await askPatient(ward, { method: 'email' })]

  await expect(send(ward, waiting.notificationId, withSmtp(ward.floor, away.url))).rejects.toThrow()
  await send(ward, refused.notificationId, withSmtp(ward.floor, refusing.url))
  await refusing.close()

  expect(await notification(ward, waiting.notificationId)).toMatchObject({
    status: 'queued',
    attempts: 1,
    reason: 'The mail server could not be reached. It will be tried again.',
  })
  expect(await notification(ward, refused.notificationId)).toMatchObject({
    status: 'failed',
    reason: 'The mail server refused the email address.',
  })

  const back = await openMailServer()
  await send(ward, waiting.notificationId, withSmtp(ward.floor, back.url))
  await back.close()
  expect(await notification(ward, waiting.notificationId)).toMatchObject({ status: 'sent', attempts: 2, reason: '' })
})

test('NOT-3 a message that could not be sent for an hour and more is given up with a reason, never silently', async () => {
  const ward = await openOrganisation()
  const away = await openMailServer()
  await away.close()
  const { notificationId, requestId } = await askPatient(ward, { method: 'email' })
  await ward.query('update notifications set attempts = 15 where id = $1', [notificationId])

  await send(ward, notificationId, withSmtp(ward.floor, away.url))

  expect(await notification(ward, notificationId)).toMatchObject({
    status: 'failed',
    reason: 'The mail server could not be reached.',
    attempts: 16,
  })
  expect(await timeline(ward, requestId)).toMatchObject([{ kind: 'not_delivered' }])
})
