import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { pausedUntil, recordAnswer, slowAfterMs, watchSlowness } from '#server/platform/outbound/pauses.ts'
import { inOrganisation } from '#server/platform/database.ts'
import { enqueueAll, workerContext } from '#server/platform/jobs.ts'
import { appWith } from '#test/app-with.ts'
import { openMailServer } from '#test/mail-server.ts'
import { eventually, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { stepsOf } from '#test/worker-steps.ts'

import { sendNotificationJob } from './notifications.ts'
import { sendNotification } from './send-notification.ts'

type Manners = Parameters<typeof openMailServer>[0]

/** An organisation with its own mail server, on this machine and without encryption. */
async function openWithMailServer(manners: Manners = {}) {
  const ward = await openOrganisation()
  const { config } = ward.services
  const before = { ...config }
  Object.assign(config, { ALLOW_PRIVATE_SMTP: true, ALLOW_INSECURE_SMTP: true })
  onTestFinished(() => void Object.assign(config, before))
  const mailbox = await openMailServer(manners)
  onTestFinished(async () => void (await mailbox.close()))
  const saved = await (
    await appWith(ward, {})
  ).put(await ward.staff('Admin'), `/api/tenants/tenant/${ward.id}/message-providers`, {
    channel: 'smtp',
    isEnabled: true,
    host: '127.0.0.1',
    port: Number(new URL(mailbox.url).port),
    user: '',
    fromAddress: 'forms@example.nhs.uk',
    replyTo: '',
  })
  expect(saved.statusCode).toBe(200)
  return { ward, mailbox }
}

async function queueMessages(ward: TestOrganisation, count: number) {
  const sent: { notificationId: string }[] = []
  for (let at = 0; at < count; at++) sent.push(await sendFormToPatient(ward, { method: 'email' }))
  const { services, id } = ward
  await inOrganisation(services.db, id, (tx) =>
    enqueueAll(
      workerContext(services, id, tx),
      sendNotificationJob,
      sent.map(({ notificationId }) => ({ notificationId })),
    ),
  )
}

const messagesOf = (ward: TestOrganisation) =>
  ward.query('select id, status, reason, attempts, try_began_at is not null as is_open from notifications where organisation_id = $1', [
    ward.id,
  ])
const jobsOf = (ward: TestOrganisation, id: string) =>
  ward.query(
    `select state, start_after > now() + interval '5 seconds' as is_later from pgboss.job
     where name = 'send-notification' and state in ('created', 'retry', 'active') and data->>'notificationId' = $1`,
    [id],
  )

describe('Mail servers that take a message and never answer', () => {
  test('the messages of another organisation leave within seconds while those of six such mail servers wait (NOT-3, NOT-4)', async () => {
    const hanging = await Promise.all(Array.from({ length: 6 }, () => openWithMailServer({ neverAnswers: true })))
    const working = await openWithMailServer()
    for (const { ward } of hanging) await queueMessages(ward, 8)
    await working.ward.startWorkers()
    await eventually(async () => hanging.filter(({ mailbox }) => mailbox.received.length > 0).length >= 2)

    await queueMessages(working.ward, 5)
    await eventually(async () => (await messagesOf(working.ward)).every(({ status }) => status === 'sent'), 20)

    await eventually(async () => hanging.every(({ mailbox }) => mailbox.received.length > 0), 30)
    for (const { ward, mailbox } of hanging) {
      expect(mailbox.received.length, 'the places of an organisation, and one message that tries again').toBeLessThanOrEqual(5)
      const messages = await eventually(async () => {
        const all = await messagesOf(ward)
        return all.every(({ reason }) => reason !== '') && all
      })
      expect(messages.every(({ status }) => status === 'queued')).toBe(true)
    }
  }, 60_000)

  test('a message without an answer waits with the reason, is taken over if the process ends, and is queued once when the connection breaks (NOT-3, NOT-8)', async () => {
    const { ward, mailbox } = await openWithMailServer({ neverAnswers: true })
    const { notificationId } = await sendFormToPatient(ward, { method: 'email' })

    await sendNotification(stepsOf(ward), notificationId)

    const waiting = { status: 'queued', attempts: 1, is_open: true }
    expect(await messagesOf(ward)).toMatchObject([{ ...waiting, reason: 'The mail server has not answered yet.' }])
    expect(await jobsOf(ward, notificationId), 'takes over').toEqual([{ state: 'created', is_later: true }])

    await mailbox.close()
    const failed = 'The mail server could not be reached. It will be tried again.'
    await eventually(async () => (await messagesOf(ward))[0]!['reason'] === failed)
    expect(await messagesOf(ward), 'may have been sent').toMatchObject([waiting])
    expect(await jobsOf(ward, notificationId)).toEqual([{ state: 'created', is_later: true }])
  }, 30_000)

  test('an answer that comes late is recorded, and no job is left (NOT-3, NOT-8)', async () => {
    const { ward, mailbox } = await openWithMailServer({ thinks: slowAfterMs + 1_500 })
    const { notificationId } = await sendFormToPatient(ward, { method: 'email' })

    await sendNotification(stepsOf(ward), notificationId)
    expect(await messagesOf(ward)).toMatchObject([{ status: 'queued' }])

    await eventually(async () => (await messagesOf(ward))[0]!['status'] === 'sent')
    expect(mailbox.received).toHaveLength(1)
    expect(await messagesOf(ward)).toMatchObject([{ attempts: 1, is_open: false, reason: '' }])
    expect(await jobsOf(ward, notificationId)).toEqual([])
  }, 30_000)

  test('a slow mail server is tried with one message at a time, and with none while thirty wait for their answer (NOT-4)', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const url = 'smtp://slow.example'
    const hang = () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const done = watchSlowness(url, () => promise)
      return async () => (resolve(), done)
    }

    const ends = [hang()]
    vi.advanceTimersByTime(slowAfterMs - 1)
    expect(pausedUntil(url)).toBeUndefined()
    vi.advanceTimersByTime(1)
    expect(pausedUntil(url), 'others wait').toBeInstanceOf(Date)
    vi.advanceTimersByTime(15_000)
    expect(pausedUntil(url), 'one tries').toBeUndefined()
    expect(pausedUntil(url)).toBeInstanceOf(Date)

    for (let at = 1; at < 30; at++) ends.push(hang())
    vi.advanceTimersByTime(slowAfterMs)
    recordAnswer(url, Date.now() + 3_600_000) // as if another message had been taken
    expect(pausedUntil(url), 'thirty wait').toBeInstanceOf(Date)
    await ends[0]!()
    expect(pausedUntil(url)).toBeUndefined()
    for (const end of ends) await end()
  })
})
