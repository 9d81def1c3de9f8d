import { describe, expect, onTestFinished, test } from 'vitest'

import type { RequestDetails } from '#contract/request-records.ts'
import type { Config } from '#server/config.ts'
import { openWithNotify } from '#test/govuk-notify-organisation.ts'
import { openNhsNotify } from '#test/nhs-notify/server.ts'
import { eventually, openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { dyingAfter, endTries, stepsOf } from '#test/worker-steps.ts'

import { sendBatches } from './send-batch.ts'
import { sendNotification } from './send-notification.ts'

/** The message of a request as its screen shows it. */
const shown = async (ward: TestOrganisation, requestId: string) =>
  (await (await ward.staff('User')).get(`/api/forms/request/${requestId}`)).json<RequestDetails>().notifications[0]
const tryOf = async (ward: TestOrganisation, id: string) =>
  (await ward.query('select status, attempts, try_began_at is not null as is_open from notifications where id = $1', [id]))[0]
const untilTried = (ward: TestOrganisation, id: string, attempts = 1) =>
  eventually(async () => (await tryOf(ward, id))!['attempts'] === attempts)

/** Makes the next message of an account wait so many seconds for its turn. */
const busyFor = (ward: TestOrganisation, account: string, seconds: number) =>
  ward.query(
    `insert into channel_states (account, next_slot_at) values ($1, clock_timestamp() + make_interval(secs => $2))
     on conflict (account) do update set next_slot_at = excluded.next_slot_at`,
    [account, seconds],
  )

let speeds = 0
/** A worker of its own, in a process that can be stopped. Its speed is its own, so that it has no reserved turns of another test. */
function aWorker({ id, services }: TestOrganisation, settings: Config) {
  const stop = new AbortController()
  const config = { ...settings, GOVUK_NOTIFY_PER_MINUTE: 3_000 + ++speeds }
  return { steps: stepsOf({ id, services: { ...services, config, ending: stop.signal } }), stop: () => stop.abort() }
}

describe('A message that waits for its turn at the provider', () => {
  test('when the process stops: the try is closed, so GOV.UK Notify is not asked about it and nothing is in doubt (NOT-3, NOT-8)', async () => {
    const { ward, notify, steps } = await openWithNotify()
    const { notificationId, requestId } = await sendFormToPatient(ward)
    const first = aWorker(ward, steps.services.config)
    await busyFor(ward, 'govuk-notify', 60)
    const sending = sendNotification(first.steps, notificationId)
    await untilTried(ward, notificationId)

    first.stop()
    await expect(sending).rejects.toThrow('aborted')

    expect(await tryOf(ward, notificationId)).toEqual({ status: 'queued', attempts: 1, is_open: false })
    await busyFor(ward, 'govuk-notify', 0)
    await sendNotification(aWorker(ward, steps.services.config).steps, notificationId)
    expect(await shown(ward, requestId)).toMatchObject({ status: 'accepted', attempts: 2, doubt: null })
    expect([notify.kept.length, notify.askedReferences]).toEqual([1, []])
  })

  test('when it is cancelled: its record does not say that it may have been sent (NOT-8, NOT-5)', async () => {
    const { ward, notify, steps } = await openWithNotify()
    const { notificationId, requestId, patientId } = await sendFormToPatient(ward)
    await busyFor(ward, 'govuk-notify', 4)
    const sending = sendNotification(aWorker(ward, steps.services.config).steps, notificationId)
    await untilTried(ward, notificationId)

    await (await ward.staff()).patch(`/api/patients/patient/${patientId}`, { optedOutMethods: ['sms'] })
    await sending

    expect(await shown(ward, requestId)).toMatchObject({ status: 'cancelled', reasonCode: 'opted_out', doubt: null })
    expect(notify.kept).toEqual([])
  })

  test('when the worker itself cancels it: its record does not say that it may have been sent (NOT-8, NOT-5)', async () => {
    const { ward, notify, steps } = await openWithNotify()
    const { notificationId, requestId, patientId } = await sendFormToPatient(ward)
    await busyFor(ward, 'govuk-notify', 4)
    const sending = sendNotification(aWorker(ward, steps.services.config).steps, notificationId)
    await untilTried(ward, notificationId)

    await ward.query('update patients set may_be_contacted = false where id = $1', [patientId])
    await sending

    expect(await shown(ward, requestId)).toMatchObject({ status: 'cancelled', reasonCode: 'not_to_be_contacted', doubt: null })
    expect(notify.kept).toEqual([])
  })

  test('when the phone number is corrected: it goes to the new one, and never to the old one (NOT-3, NOT-9)', async () => {
    const { ward, notify, steps } = await openWithNotify()
    const { notificationId, requestId, patientId } = await sendFormToPatient(ward)
    await busyFor(ward, 'govuk-notify', 4)
    const sending = sendNotification(aWorker(ward, steps.services.config).steps, notificationId)
    await untilTried(ward, notificationId)

    await (await ward.staff()).patch(`/api/patients/patient/${patientId}`, { phoneNumber: '+447700900999' })
    await sending

    expect(notify.kept).toMatchObject([{ to: '+447700900999' }])
    expect(await shown(ward, requestId)).toMatchObject({ status: 'accepted', doubt: null })
  })

  test('a second job for it leaves it to the worker that waits for the answer, and looks again after a minute (NOT-3)', async () => {
    const { ward, notify, steps } = await openWithNotify()
    const { notificationId } = await sendFormToPatient(ward)
    await busyFor(ward, 'govuk-notify', 3)
    const first = sendNotification(aWorker(ward, steps.services.config).steps, notificationId)
    await untilTried(ward, notificationId)

    await sendNotification(aWorker(ward, steps.services.config).steps, notificationId)

    expect(await tryOf(ward, notificationId)).toEqual({ status: 'queued', attempts: 1, is_open: true })
    const later = `select start_after > now() + interval '50 seconds' as is_later from pgboss.job
      where name = 'send-notification' and state = 'created' and data->>'notificationId' = $1 and start_after > now()`
    expect(await ward.query(later, [notificationId])).toEqual([{ is_later: true }])
    await first
    expect([notify.kept.length, notify.askedReferences.length]).toEqual([1, 0])
  })

  test('after a try whose result is unknown: that doubt stays when the process stops, and GOV.UK Notify is asked (NOT-3, NOT-8)', async () => {
    const { ward, notify, steps } = await openWithNotify()
    const { notificationId, requestId } = await sendFormToPatient(ward)
    await busyFor(ward, 'govuk-notify', 0)
    await expect(sendNotification(dyingAfter(1, aWorker(ward, steps.services.config).steps), notificationId)).rejects.toThrow('killed')
    await busyFor(ward, 'govuk-notify', 60)
    const second = aWorker(ward, steps.services.config)
    await endTries(ward)
    const sending = sendNotification(second.steps, notificationId)
    await untilTried(ward, notificationId, 2)

    second.stop()
    await expect(sending).rejects.toThrow('aborted')

    expect(await tryOf(ward, notificationId)).toMatchObject({ status: 'queued', is_open: true })
    await busyFor(ward, 'govuk-notify', 0)
    await endTries(ward)
    await sendNotification(aWorker(ward, steps.services.config).steps, notificationId)
    expect(await shown(ward, requestId)).toMatchObject({ status: 'accepted', doubt: null })
    expect([notify.kept.length, notify.askedReferences.length]).toEqual([1, 1])
  })
})

describe('A batch that waits for its turn at the provider', () => {
  async function openWithBatches(settings: Partial<Config> = {}) {
    const ward = await openOrganisation()
    const notify = await openNhsNotify()
    onTestFinished(async () => void (await notify.close()))
    return { ward, notify, worker: () => aWorker(ward, { ...ward.services.config, ...notify.settings, ...settings }) }
  }

  test('when the process stops: another worker sends the batch at once, and nothing is in doubt (NOT-3, NOT-8)', async () => {
    const { ward, notify, worker } = await openWithBatches()
    const { notificationId, requestId } = await sendFormToPatient(ward, { method: 'nhs_app' })
    const first = worker()
    await busyFor(ward, 'nhs-notify', 25)
    const sending = sendBatches(first.steps, 'nhs_app')
    await untilTried(ward, notificationId)

    first.stop()
    await expect(sending).rejects.toThrow('aborted')

    expect(await tryOf(ward, notificationId)).toEqual({ status: 'queued', attempts: 1, is_open: false })
    await busyFor(ward, 'nhs-notify', 0)
    await sendBatches(worker().steps, 'nhs_app')
    expect(notify.messages()).toHaveLength(1)
    expect(await shown(ward, requestId)).toMatchObject({ status: 'accepted', attempts: 2, doubt: null })
  })

  test('when a phone number is corrected: the message goes to the new one, and never to the old one (NOT-3, NOT-9)', async () => {
    const { ward, notify, worker } = await openWithBatches({ NHS_NOTIFY_CONTACT_DETAILS: true })
    const { notificationId, patientId } = await sendFormToPatient(ward, { method: 'sms' })
    await busyFor(ward, 'nhs-notify', 4)
    const sending = sendBatches(worker().steps, 'sms')
    await untilTried(ward, notificationId)

    await (await ward.staff()).patch(`/api/patients/patient/${patientId}`, { phoneNumber: '+447700900999' })
    await sending

    expect(notify.messages()).toMatchObject([{ recipient: { contactDetails: { sms: '+447700900999' } } }])
  })

  test('when one message is cancelled: the others leave, and its record does not say that it may have been sent (NOT-8, NOT-5)', async () => {
    const { ward, notify, worker } = await openWithBatches()
    const [cancelled, other] = [await sendFormToPatient(ward, { method: 'nhs_app' }), await sendFormToPatient(ward, { method: 'nhs_app' })]
    await busyFor(ward, 'nhs-notify', 4)
    const sending = sendBatches(worker().steps, 'nhs_app')
    await untilTried(ward, cancelled.notificationId)

    await (await ward.staff()).patch(`/api/patients/patient/${cancelled.patientId}`, { optedOutMethods: ['nhs_app'] })
    await sending

    expect(await shown(ward, cancelled.requestId)).toMatchObject({ status: 'cancelled', doubt: null })
    expect(await shown(ward, other.requestId)).toMatchObject({ status: 'accepted', doubt: null })
    expect(notify.messages()).toHaveLength(1)
  })
})
