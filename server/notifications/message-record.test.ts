import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'

import type { RequestDetails } from '#contract/request-records.ts'
import { isProgress, type NotificationStatus, type ReceiptStatus, receiptStatuses } from '#domain/notification.ts'
import type { Context } from '#server/platform/context.ts'
import { openWithNotify } from '#test/govuk-notify-organisation.ts'
import { openMailServer, withSmtp } from '#test/mail-server.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { runs } from '#test/strength.ts'
import { dyingAfter, endTries, stepsOf } from '#test/worker-steps.ts'

import { hashOfRecipient } from './corrected-contact.ts'
import { recordTaken } from './prepare-message.ts'
import { recordReceipt } from './receipts.ts'
import { sendNotification } from './send-notification.ts'
import { beginTries, lockSendings } from './sending.sql.ts'

/** The messages of a request as its screen shows them. */
async function shown(ward: TestOrganisation, requestId: string) {
  const clerk = await ward.staff('User')
  return (await clerk.get(`/api/forms/request/${requestId}`)).json<RequestDetails>().notifications
}

const setPrice = (ward: TestOrganisation, pence: number | null) =>
  ward.query('update organisations set sms_fragment_price = $2 where id = $1', [ward.id, pence])

describe('The record of a message', () => {
  test('fragments are counted when a text message is handed over, and the price of that moment stays (NOT-8)', async () => {
    const { ward, notify, steps, receive } = await openWithNotify()
    await setPrice(ward, 2.41)
    const { notificationId, requestId } = await sendFormToPatient(ward, { formTitle: 'Before your operation '.repeat(8).trim() })

    await sendNotification(steps, notificationId)
    await setPrice(ward, 9)
    await receive(notify.receiptOf(notify.kept[0]!, 'delivered'))

    const [message] = await shown(ward, requestId)
    expect(message).toMatchObject({
      status: 'delivered',
      attempts: 1,
      fragments: 2,
      price: 4.82,
      provider: 'govuk-notify',
      providerReference: notify.kept[0]!.id,
      heldUntil: null,
      doubt: null,
    })
    const { createdAt, acceptedAt, sentAt, deliveredAt } = message!
    expect([createdAt, acceptedAt, deliveredAt]).toEqual([createdAt, acceptedAt, deliveredAt].toSorted())
    expect(sentAt).not.toBeNull()
  })

  test('without a price the message has fragments and no price, and none is added by a later receipt (NOT-8)', async () => {
    const { ward, notify, steps, receive } = await openWithNotify()
    const { notificationId, requestId } = await sendFormToPatient(ward)

    await sendNotification(steps, notificationId)
    await setPrice(ward, 2)
    await receive(notify.receiptOf(notify.kept[0]!, 'delivered'))

    expect(await shown(ward, requestId)).toMatchObject([{ status: 'delivered', fragments: 1, price: null }])
  })

  test('a message that no provider took costs nothing and has its reason as words and code (NOT-8)', async () => {
    const { ward, steps } = await openWithNotify()
    await setPrice(ward, 2)
    const { notificationId, requestId } = await sendFormToPatient(ward, { phoneNumber: null })

    await sendNotification(steps, notificationId)

    const [message] = await shown(ward, requestId)
    expect(message).toMatchObject({ status: 'failed', reasonCode: 'no_contact_detail', fragments: null, price: null, acceptedAt: null })
    expect(message!.failedAt).not.toBeNull()
  })

  test('a message that waits tells until when, and an email has neither fragments nor a price (NOT-8)', async () => {
    const ward = await openOrganisation()
    const { notificationId, requestId } = await sendFormToPatient(ward, { method: 'email' })
    await ward.query("update notifications set send_after = now() + interval '2 days' where id = $1", [notificationId])

    const [message] = await shown(ward, requestId)

    expect(message).toMatchObject({ status: 'queued', fragments: null, price: null, provider: null })
    expect(Date.parse(message!.heldUntil!)).toBeGreaterThan(Date.now() + 86_400_000)
  })
})

describe('A worker that is killed after sending and before recording it', () => {
  test('GOV.UK Notify is asked for the reference, so one message leaves and nothing is in doubt (NOT-3, NOT-8)', async () => {
    const { ward, notify, steps } = await openWithNotify()
    const { notificationId, requestId } = await sendFormToPatient(ward)
    await expect(sendNotification(dyingAfter(1, steps), notificationId)).rejects.toThrow('killed')

    await endTries(ward)
    await sendNotification(steps, notificationId)

    expect(notify.kept).toHaveLength(1)
    expect(await shown(ward, requestId)).toMatchObject([{ status: 'accepted', attempts: 2, doubt: null }])
  })

  test('a mail server cannot be asked: the email leaves again, and its record says that it may have been sent twice (NOT-3, NOT-8)', async () => {
    const ward = await openOrganisation()
    const mailbox = await openMailServer()
    onTestFinished(async () => void (await mailbox.close()))
    const steps = stepsOf({ id: ward.id, services: withSmtp(ward.services, mailbox.url) })
    const { notificationId, requestId } = await sendFormToPatient(ward, { method: 'email' })
    await expect(sendNotification(dyingAfter(1, steps), notificationId)).rejects.toThrow('killed')
    expect(await shown(ward, requestId), 'a try that is running is not in doubt').toMatchObject([{ status: 'queued', doubt: null }])

    await endTries(ward)
    await sendNotification(steps, notificationId)

    expect(mailbox.received).toHaveLength(2)
    expect(await shown(ward, requestId)).toMatchObject([{ status: 'sent', attempts: 2, doubt: 'may_have_been_sent_twice' }])
  })

  test('an email that is cancelled, or that cannot be sent, after an interrupted try says that it may have been sent (NOT-8)', async () => {
    const ward = await openOrganisation()
    const mailbox = await openMailServer()
    onTestFinished(async () => void (await mailbox.close()))
    const steps = stepsOf({ id: ward.id, services: withSmtp(ward.services, mailbox.url) })
    const [archived, changed] = [await sendFormToPatient(ward, { method: 'email' }), await sendFormToPatient(ward, { method: 'email' })]
    for (const { notificationId } of [archived, changed])
      await expect(sendNotification(dyingAfter(1, steps), notificationId)).rejects.toThrow('killed')
    await ward.query('update patients set archived_at = now() where id = $1', [archived.patientId])
    await ward.query('update patients set email_address = null where id = $1', [changed.patientId])

    await endTries(ward)
    for (const { notificationId } of [archived, changed]) await sendNotification(steps, notificationId)

    expect(await shown(ward, archived.requestId)).toMatchObject([{ status: 'cancelled', doubt: 'may_have_been_sent' }])
    expect(await shown(ward, changed.requestId)).toMatchObject([{ status: 'failed', doubt: 'may_have_been_sent' }])
  })

  test('a mail server that could not be reached leaves nothing in doubt (NOT-8)', async () => {
    const ward = await openOrganisation()
    const [away, back] = [await openMailServer(), await openMailServer()]
    await away.close()
    onTestFinished(async () => void (await back.close()))
    const { notificationId, requestId } = await sendFormToPatient(ward, { method: 'email' })
    await sendNotification(stepsOf({ id: ward.id, services: withSmtp(ward.services, away.url) }), notificationId)

    await sendNotification(stepsOf({ id: ward.id, services: withSmtp(ward.services, back.url) }), notificationId)

    expect(await shown(ward, requestId)).toMatchObject([{ status: 'sent', attempts: 2, doubt: null }])
  })

  test('a message whose answer was lost and that another provider then takes says that it may have been sent twice (NOT-8)', async () => {
    const { ward, notify, steps } = await openWithNotify()
    const mailbox = await openMailServer()
    onTestFinished(async () => void (await mailbox.close()))
    const { notificationId, requestId } = await sendFormToPatient(ward, { method: 'email' })
    notify.manners.losesAnswers = true
    await sendNotification(steps, notificationId)

    await endTries(ward)
    await sendNotification(stepsOf({ id: ward.id, services: withSmtp(ward.services, mailbox.url) }), notificationId)

    expect(await shown(ward, requestId)).toMatchObject([{ status: 'sent', provider: 'smtp', doubt: 'may_have_been_sent_twice' }])
  })
})

describe('Receipts', () => {
  const report = (ctx: Context, id: string, status: ReceiptStatus) =>
    recordReceipt(ctx, id, 'govuk-notify', {
      reference: '',
      providerId: `provider of ${id}`,
      status,
      reason: status === 'failed' ? { code: 'temporary_failure', words: 'The phone was off.' } : undefined,
    })
  /** The acceptance is the answer to our own call, which a receipt may overtake. */
  const story = fc
    .array(fc.constantFrom(...receiptStatuses), { maxLength: 6 })
    .chain((receipts) => fc.tuple(fc.constant(receipts), fc.integer({ min: 0, max: receipts.length }), fc.integer({ min: 1, max: 2 })))

  test('in any order, twice, before the acceptance and from two workers at once: the message ends where the furthest receipt is (NOT-8)', async () => {
    const ward = await openOrganisation()
    const { step } = stepsOf(ward)
    await setPrice(ward, 2)
    await fc.assert(
      fc.asyncProperty(story, async ([receipts, acceptedAfter, workers]) => {
        const { notificationId, requestId } = await sendFormToPatient(ward)
        const sending = await step(async (ctx) => {
          await beginTries(ctx, { name: 'govuk-notify', providerAccount: 'govuk-notify account' }, [
            { id: notificationId, sentTo: '', recipient: hashOfRecipient(notificationId, '+447700900123'), fragments: 2 },
          ])
          return (await lockSendings(ctx, [notificationId]))[0]
        })
        const accept = () =>
          step((ctx) =>
            recordTaken(
              ctx,
              sending!,
              { name: 'govuk-notify', label: 'GOV.UK Notify', account: 'govuk-notify', providerAccount: 'govuk-notify account' },
              { status: 'accepted', providerId: `provider of ${notificationId}` },
            ),
          )
        const acts = receipts.map((status) => () => step((ctx) => report(ctx, notificationId, status)))
        acts.splice(acceptedAfter, 0, () => accept().then(() => true))
        // Each worker does every n-th act, all of them at the same time.
        await Promise.all(
          Array.from({ length: workers }, async (_, worker) => {
            for (const [index, act] of acts.entries()) if (index % workers === worker) await act()
          }),
        )

        const furthest = receipts.reduce<NotificationStatus>((known, next) => (isProgress(known, next) ? next : known), 'accepted')
        const [message] = await ward.query(
          `select status, price::float8 as price, try_began_at, may_be_repeated, provider_id, reason_code, sent_at is not null as is_sent
           from notifications where id = $1`,
          [notificationId],
        )
        expect(message).toEqual({
          status: furthest,
          price: 4,
          try_began_at: null,
          may_be_repeated: false,
          provider_id: `provider of ${notificationId}`,
          reason_code: furthest === 'failed' ? 'temporary_failure' : null,
          is_sent: true,
        })
        const kinds = (await ward.query('select kind from form_request_events where request_id = $1', [requestId])).map(({ kind }) => kind)
        expect(kinds.length, 'nothing is told twice').toBe(new Set(kinds).size)
      }),
      { numRuns: runs(200) },
    )
    const counted = `select method, status, coalesce(reason_code, '') as reason_code, count(*)::int as messages, sum(fragments)::int as fragments,
        sum(price)::float8 as price from notifications where organisation_id = $1 group by 1, 2, 3 order by 1, 2, 3`
    const kept = `select method, status, reason_code, sum(messages)::int as messages, sum(fragments)::int as fragments, sum(price)::float8 as price
      from message_changes where organisation_id = $1 group by 1, 2, 3 having sum(messages) <> 0 order by 1, 2, 3`
    expect(await ward.query(kept, [ward.id])).toEqual(await ward.query(counted, [ward.id]))
  })
})
