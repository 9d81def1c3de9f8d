import { describe, expect, test } from 'vitest'

import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { openMailServer, withSmtp } from '#test/mail-server.ts'
import { eventually, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { enqueue, workerContext } from '#server/platform/jobs.ts'

import { pausedUntil, recordAnswer, recordSilence } from '#server/platform/outbound/pauses.ts'
import { sendEmail, smtpFailure, smtpOfInstallation } from '#server/channels/smtp.ts'
import { sendNotificationJob } from './queue-messages.ts'
import { sendNotification } from './send-notification.ts'

const notification = async (ward: TestOrganisation, id: string) =>
  (await ward.query('select status, reason, attempts, sent_at is not null as is_sent from notifications where id = $1', [id]))[0]
const outboxOf = (ward: TestOrganisation) =>
  ward.query('select method, recipient, subject, body from outbox_messages where organisation_id = $1', [ward.id])
const timeline = (ward: TestOrganisation, requestId: string) =>
  ward.query('select kind, detail from form_request_events where request_id = $1 order by id', [requestId])

type Services = TestOrganisation['services']
const send = (ward: TestOrganisation, id: string, services: Services = ward.services, now = new Date()) =>
  sendNotification(
    { services, step: (work) => inOrganisation(services.db, ward.id, (tx) => work(workerContext(services, ward.id, tx))) },
    id,
    now,
  )

describe('Sending a message', () => {
  test('a message in the outbox of the demonstration has its link, and status and timeline say that it was not sent (NOT-3, NOT-4, NOT-7)', async () => {
    const ward = await openOrganisation()
    const { notificationId, requestId, link } = await sendFormToPatient(ward)
    await inOrganisation(ward.services.db, ward.id, (tx) =>
      enqueue(workerContext(ward.services, ward.id, tx), sendNotificationJob, { notificationId }),
    )
    await ward.startWorkers()

    const message = await eventually(async () => (await outboxOf(ward))[0])

    expect(message).toMatchObject({ method: 'sms', recipient: '+447700900123', subject: '' })
    expect(message['body']).toMatch(/^Test organisation \d+: please fill in "Before your operation"\. /)
    expect(message['body']).toContain(`http://localhost:3000${link}`)
    expect(message['body']).not.toContain('((')
    expect(await notification(ward, notificationId)).toEqual({ status: 'kept', reason: '', attempts: 1, is_sent: false })
    expect(await timeline(ward, requestId)).toEqual([
      { kind: 'kept', detail: { notificationId, method: 'sms', category: 'request_created' } },
    ])
    expect(await ward.query('select notified_at from form_requests where id = $1', [requestId])).toEqual([{ notified_at: null }])
  })

  test('a message whose job runs again, or twice at once, is sent once (NOT-3, SAFE-1)', async () => {
    const ward = await openOrganisation()
    const { notificationId, requestId } = await sendFormToPatient(ward)

    await Promise.all([send(ward, notificationId), send(ward, notificationId), send(ward, notificationId)])
    await send(ward, notificationId)

    expect(await outboxOf(ward)).toHaveLength(1)
    expect(await timeline(ward, requestId)).toHaveLength(1)
  })

  test('a message whose job has used up its tries fails, staff see it, and the next method is tried (NOT-3, NOT-6)', async () => {
    const ward = await openOrganisation()
    const { notificationId, requestId } = await sendFormToPatient(ward)
    await ward.query("update organisations set cascade_methods = '{sms,email}' where id = $1", [ward.id])
    await ward.query(
      `alter table notifications add constraint unusable check (id <> '${notificationId}' or try_began_at is null) not valid`,
    )
    await inOrganisation(ward.services.db, ward.id, (tx) =>
      enqueue(workerContext(ward.services, ward.id, tx), sendNotificationJob, { notificationId }),
    )
    await ward.query("update pgboss.job set retry_limit = 0 where name = $1 and data->>'notificationId' = $2", [
      sendNotificationJob.name,
      notificationId,
    ])
    await ward.startWorkers()

    const failed = await eventually(async () => {
      const found = await notification(ward, notificationId)
      return found?.['status'] === 'failed' && found
    })
    await ward.query('alter table notifications drop constraint unusable')

    expect(failed).toMatchObject({ reason: expect.stringContaining('fault in Formward') })
    expect((await timeline(ward, requestId))[0]).toMatchObject({ kind: 'not_delivered' })
    expect(await ward.query('select method from notifications where follows_id = $1', [notificationId])).toEqual([{ method: 'email' }])
  })

  test.each([
    ['the request was closed meanwhile', { status: 'closed' }, 'The form request was no longer open.'],
    ['the request was answered meanwhile', { status: 'completed' }, 'The form request was no longer open.'],
    ['the last day has passed', { expiresInDays: -1 }, 'The form request had expired.'],
    ['the patient is archived', { isArchived: true }, 'The patient is archived.'],
    ['the patient does not wish to be contacted', { mayBeContacted: false }, 'The patient does not want to be contacted.'],
  ] as const)('nothing is sent when %s (NOT-3)', async (_name, asked, reason) => {
    const ward = await openOrganisation()
    const { notificationId } = await sendFormToPatient(ward, asked)

    await send(ward, notificationId)

    expect(await outboxOf(ward)).toEqual([])
    expect(await notification(ward, notificationId)).toMatchObject({ status: 'cancelled', reason, is_sent: false })
  })

  test.each([
    ['no phone number', { method: 'sms', phoneNumber: null }, 'The patient has no mobile phone number.'],
    ['no email address', { method: 'email', emailAddress: null }, 'The patient has no email address.'],
  ] as const)('a patient with %s is not contacted, and staff see why (NOT-3)', async (_name, asked, reason) => {
    const ward = await openOrganisation()
    const { notificationId, requestId } = await sendFormToPatient(ward, asked)

    await send(ward, notificationId)

    expect(await notification(ward, notificationId)).toMatchObject({ status: 'failed', reason })
    expect(await timeline(ward, requestId)).toMatchObject([{ kind: 'not_delivered', detail: { reason } }])
  })

  test('a selected custom template is sent instead of the default (NOT-1)', async () => {
    const ward = await openOrganisation()
    const { notificationId } = await sendFormToPatient(ward, { method: 'email', formTitle: 'Two\nlines' })
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

  test('by SMTP an email leaves with an id that does not change; an SMS fails with a message, because no channel carries it (NOT-4)', async () => {
    const ward = await openOrganisation()
    const mailbox = await openMailServer()
    const services = withSmtp(ward.services, mailbox.url)
    const [mail, sms] = [await sendFormToPatient(ward, { method: 'email' }), await sendFormToPatient(ward)]

    await send(ward, mail.notificationId, services)
    await send(ward, sms.notificationId, services)
    await mailbox.close()

    expect(mailbox.received).toHaveLength(1)
    expect(mailbox.received[0]).toContain(`Message-ID: <${mail.notificationId}@formward.example>`)
    expect(mailbox.received[0]).toContain('To: samira@example.com')
    expect(mailbox.received[0], 'in the name that the patient knows').toMatch(
      /^From: Test organisation \d+ <no-reply@formward\.example>\r$/m,
    )
    expect(mailbox.received[0]).not.toMatch(/^Reply-To:/m)
    expect(textOf(mailbox.received[0]!)).toContain('Please do not reply to this email. Replies are not read.')
    expect(await notification(ward, mail.notificationId)).toMatchObject({ status: 'sent', is_sent: true })
    expect(await timeline(ward, mail.requestId)).toMatchObject([{ kind: 'sent' }])
    expect(await ward.query('select from form_requests where id = $1 and notified_at is not null', [mail.requestId])).toHaveLength(1)
    expect(await notification(ward, sms.notificationId)).toMatchObject({ status: 'failed', reason: 'No SMS provider is set up.' })
    expect(await outboxOf(ward)).toEqual([])
  })

  test('while the mail server is unavailable the message waits and is tried again; a refused address is reported at once (NOT-3, SAFE-4)', async () => {
    const ward = await openOrganisation()
    const [away, refusing] = [await openMailServer(), await openMailServer({ refuse: true })]
    await away.close()
    const [waiting, refused] = [await sendFormToPatient(ward, { method: 'email' }), await sendFormToPatient(ward, { method: 'email' })]

    await send(ward, waiting.notificationId, withSmtp(ward.services, away.url))
    await send(ward, refused.notificationId, withSmtp(ward.services, refusing.url))
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
    await send(ward, waiting.notificationId, withSmtp(ward.services, back.url))
    await back.close()
    expect(await notification(ward, waiting.notificationId)).toMatchObject({ status: 'sent', attempts: 2, reason: '' })
  })

  test('a message that the server would not take for more than an hour fails with a reason, never silently (NOT-3)', async () => {
    const ward = await openOrganisation()
    const busy = await openMailServer({ isBusy: true })
    const services = withSmtp(ward.services, busy.url)
    const { notificationId, requestId } = await sendFormToPatient(ward, { method: 'email' })

    for (let tries = 1; tries < 16; tries++) await expect(send(ward, notificationId, services)).rejects.toThrow()
    await send(ward, notificationId, services)
    await busy.close()

    expect(await notification(ward, notificationId)).toMatchObject({
      status: 'failed',
      reason: 'The mail server could not take the message (451).',
      attempts: 16,
    })
    expect(await timeline(ward, requestId)).toMatchObject([{ kind: 'not_delivered' }])
  })

  test('a provider that is away for longer than any message is tried fails none, and the messages leave when it is back (NOT-3, NOT-4)', async () => {
    const ward = await openOrganisation()
    const away = await openMailServer()
    await away.close()
    const services = withSmtp(ward.services, away.url)
    const { notificationId } = await sendFormToPatient(ward, { method: 'email' })

    for (let tries = 0; tries < 20; tries++) {
      await send(ward, notificationId, services)
      recordAnswer(away.url, Date.now() + 3_600_000) // as if the pause were over
    }
    expect(await notification(ward, notificationId)).toMatchObject({ status: 'queued', attempts: 20 })
    const back = await openMailServer()
    await send(ward, notificationId, withSmtp(ward.services, back.url))
    await back.close()

    expect(await notification(ward, notificationId)).toMatchObject({ status: 'sent', reason: '' })
  })

  test('a mail names where replies are read, and an organisation’s name adds no header to it (NOT-7, SAFE-2)', async () => {
    const ward = await openOrganisation()
    const mailbox = await openMailServer()
    const settings = smtpOfInstallation(withSmtp(ward.services, mailbox.url).config)
    const replyTo = { name: 'Northbury "Forms"', address: 'forms@example.nhs.uk' }

    await sendEmail({ ...settings, replyTo }, { ...mail, fromName: 'Zoë, Forms & Co\r\nBcc: all@example.com' })
    await sendEmail({ ...settings, from: { name: 'Northbury', address: 'forms@example.nhs.uk' } }, mail)
    await mailbox.close()

    const [named, unnamed] = mailbox.received.map((text) => text.slice(0, text.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' '))
    expect(named).toMatch(/^From: =\?UTF-8\?.*<no-reply@formward\.example>/m)
    expect(named).not.toMatch(/^Bcc:/im)
    expect(named).toMatch(/^Reply-To: "?Northbury .*<forms@example\.nhs\.uk>/m)
    expect(textOf(mailbox.received[0]!)).not.toContain('do not reply')
    expect(unnamed).toContain('From: Northbury <forms@example.nhs.uk>')
    expect(textOf(mailbox.received[1]!)).toContain('Replies are not read.')
  })

  /** The words of a mail in quoted-printable: a line that ends in = goes on in the next. */
  const textOf = (text: string) => text.replaceAll('=\r\n', '')

  const mail = { id: '00000000-0000-4000-8000-000000000001', recipient: 'samira@example.com', subject: 'About you', body: 'Hello' }
  const failureOf = (services: Services, patience: { beforeMessage: number; afterMessage: number }) =>
    sendEmail(smtpOfInstallation(services.config), mail, patience).then(
      () => undefined,
      (error: unknown) => smtpFailure(error).reason.words,
    )

  test('a mail server that stops responding is abandoned before it has the message, and waited for once it has it, so that a slow one sends it once (SAFE-4)', async () => {
    const ward = await openOrganisation()
    const [mute, slow, rude] = [
      await openMailServer({ isMute: true }),
      await openMailServer({ thinks: 700 }),
      await openMailServer({ hangsUp: true }),
    ]
    const patience = { beforeMessage: 400, afterMessage: 30_000 }

    expect(await failureOf(withSmtp(ward.services, mute.url), patience)).toBe('The mail server did not answer in time.')
    expect(await failureOf(withSmtp(ward.services, slow.url), patience)).toBeUndefined()
    expect(slow.received).toHaveLength(1)
    expect(await failureOf(withSmtp(ward.services, rude.url), patience)).toBe('The mail server could not be reached.')
    expect(await failureOf(withSmtp(ward.services, slow.url), { ...patience, afterMessage: 100 })).toBe(
      'The mail server did not answer in time.',
    )
    for (const server of [mute, slow, rude]) await server.close()
  })

  test('an unresponsive mail server is not tried again for a while: other messages wait, with the reason (SAFE-4)', async () => {
    const ward = await openOrganisation()
    const rude = await openMailServer({ hangsUp: true })
    const services = withSmtp(ward.services, rude.url)
    const [first, second] = [await sendFormToPatient(ward, { method: 'email' }), await sendFormToPatient(ward, { method: 'email' })]

    await send(ward, first.notificationId, services)
    await send(ward, second.notificationId, services)
    await rude.close()

    expect(rude.connections()).toBe(1)
    expect(await notification(ward, second.notificationId)).toMatchObject({
      status: 'queued',
      attempts: 0,
      reason: 'The mail server cannot take messages at the moment. Formward will try again.',
    })
  })

  test('messages that find their provider paused are put off to after the pause, one after the other at its pace (SAFE-4, NOT-4)', async () => {
    const ward = await openOrganisation()
    const rude = await openMailServer({ hangsUp: true })
    const services = withSmtp(ward.services, rude.url)
    services.config.SMTP_PER_MINUTE = 60
    const ids: string[] = []
    for (let at = 0; at < 4; at++) ids.push((await sendFormToPatient(ward, { method: 'email' })).notificationId)

    for (const id of ids) await send(ward, id, services)
    await rude.close()

    const until = pausedUntil(rude.url)!.getTime()
    const rows = (await ward.query('select send_after from notifications where id = any($1) order by send_after', [ids.slice(1)])) as {
      send_after: Date
    }[]
    const moments = rows.map(({ send_after }) => send_after.getTime())
    expect(moments[0]).toBeGreaterThanOrEqual(until)
    for (const [at, moment] of moments.slice(1).entries()) expect(moment - moments[at]!).toBeCloseTo(60_000 / 57, -2)
  })

  test('after a pause one message tries the mail server before the others are sent; each failed attempt makes the pause longer (SAFE-4)', () => {
    const url = 'smtp://silent.example'
    recordSilence(url, 0)
    recordSilence(url, 10) // was under way already
    expect(pausedUntil(url, 14_999)).toEqual(new Date(15_000))
    expect(pausedUntil(url, 15_000), 'one asks').toBeUndefined()
    expect(pausedUntil(url, 15_001), 'the others wait for its answer').toEqual(new Date(60_000))
    recordSilence(url, 16_000)
    expect(pausedUntil(url, 16_001)).toEqual(new Date(46_000))
    recordAnswer(url)
    expect(pausedUntil(url, 16_002)).toBeUndefined()
  })
})
