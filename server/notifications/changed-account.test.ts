import { describe, expect, onTestFinished, test } from 'vitest'

import type { RequestDetails } from '#contract/request-records.ts'
import { recordAnswer } from '#server/platform/outbound/pauses.ts'
import { appWith } from '#test/app-with.ts'
import { openGovukNotify } from '#test/govuk-notify-server.ts'
import { openNhsNotify } from '#test/nhs-notify/server.ts'
import { openOrganisation, type TestOrganisation } from '#test/organisation.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { endTries, stepsOf } from '#test/worker-steps.ts'

import { findReceipts } from './find-receipts.job.ts'
import { sendBatches } from './send-batch.ts'
import { sendNotification } from './send-notification.ts'

/** An organisation that sends by the installation's account with GOV.UK Notify, and can get its own account there. */
async function openWithGovukNotify() {
  const ward = await openOrganisation()
  const notify = await openGovukNotify()
  onTestFinished(async () => void (await notify.close()))
  const server = await appWith(ward, notify.settings)
  const ada = await ward.staff('Admin')
  const address = `/api/tenants/tenant/${ward.id}/message-providers`
  const useOwnAccount = async (apiKey: string) => {
    const { GOVUK_NOTIFY_SMS_TEMPLATE: smsTemplateId, GOVUK_NOTIFY_EMAIL_TEMPLATE: emailTemplateId } = notify.settings
    const account = {
      channel: 'govuk-notify',
      isEnabled: true,
      apiKey,
      smsTemplateId,
      emailTemplateId,
      smsSenderId: '',
      emailReplyToId: '',
    }
    expect((await server.put(ada, address, account)).statusCode).toBe(200)
  }
  const removeOwnAccount = async () => expect((await server.delete(ada, `${address}/govuk-notify`)).statusCode).toBe(200)
  const receive = (payload: object) =>
    server.app.inject({
      method: 'POST',
      url: '/callbacks/govuk-notify',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${notify.settings.GOVUK_NOTIFY_CALLBACK_TOKEN}` },
      payload,
    })
  const steps = stepsOf({ id: ward.id, services: server.services })
  return { ward, notify, server, steps, useOwnAccount, removeOwnAccount, receive }
}

/** The messages of a request as its screen shows them. */
async function shown(ward: TestOrganisation, requestId: string) {
  const clerk = await ward.staff('User')
  return (await clerk.get(`/api/forms/request/${requestId}`)).json<RequestDetails>().notifications
}
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)

describe('A message whose answer was lost', () => {
  test('is not known to another account with the same provider: it is sent again, and its record says that it may have been sent twice (NOT-3, NOT-8)', async () => {
    const { ward, notify, steps, useOwnAccount } = await openWithGovukNotify()
    const { notificationId, requestId } = await sendFormToPatient(ward)
    notify.manners.losesAnswers = true
    await sendNotification(steps, notificationId)
    notify.manners.losesAnswers = false
    await useOwnAccount(notify.otherService)

    await endTries(ward)
    await sendNotification(steps, notificationId)

    expect(new Set(notify.kept.map(({ serviceId }) => serviceId)).size).toBe(2)
    expect(await shown(ward, requestId)).toMatchObject([
      { status: 'accepted', providerReference: notify.kept[1]!.id, doubt: 'may_have_been_sent_twice' },
    ])
  })

  test('is known to its account under a new key of the same service: it is not sent again, and nothing is in doubt (NOT-3, NOT-8)', async () => {
    const { ward, notify, steps, useOwnAccount } = await openWithGovukNotify()
    await useOwnAccount(notify.settings.GOVUK_NOTIFY_API_KEY)
    const { notificationId, requestId } = await sendFormToPatient(ward)
    notify.manners.losesAnswers = true
    await sendNotification(steps, notificationId)
    notify.manners.losesAnswers = false
    await useOwnAccount(notify.secondKey)

    await endTries(ward)
    await sendNotification(steps, notificationId)

    expect(notify.kept).toHaveLength(1)
    expect(await shown(ward, requestId)).toMatchObject([{ status: 'accepted', doubt: null }])
  })

  test('is delivered by its second copy although the first account reports a failure (NOT-8)', async () => {
    const { ward, notify, steps, useOwnAccount, receive } = await openWithGovukNotify()
    const { notificationId, requestId } = await sendFormToPatient(ward)
    notify.manners.losesAnswers = true
    await sendNotification(steps, notificationId)
    notify.manners.losesAnswers = false
    await useOwnAccount(notify.otherService)
    await endTries(ward)
    await sendNotification(steps, notificationId)

    expect((await receive(notify.receiptOf(notify.kept[0]!, 'permanent-failure'))).statusCode).toBe(202)
    expect(await shown(ward, requestId)).toMatchObject([{ status: 'accepted' }])

    await receive(notify.receiptOf(notify.kept[0]!, 'delivered'))
    expect(await shown(ward, requestId)).toMatchObject([{ status: 'delivered' }])
  })
})

describe('The job that asks for receipts', () => {
  test('asks only the account that has the message, and says in words that the delivery is not known once it has changed (NOT-8)', async () => {
    const { ward, notify, steps, useOwnAccount, removeOwnAccount } = await openWithGovukNotify()
    await useOwnAccount(notify.settings.GOVUK_NOTIFY_API_KEY)
    // Another service for the installation, so that only the organisation's own account had the message.
    const elsewhere = { ...ward.services, config: { ...steps.services.config, GOVUK_NOTIFY_API_KEY: notify.otherService } }
    const changed = stepsOf({ id: ward.id, services: elsewhere })
    const { notificationId, requestId } = await sendFormToPatient(ward)
    await sendNotification(steps, notificationId)
    notify.kept[0]!.status = 'delivered'
    await removeOwnAccount()

    await findReceipts(changed, inHours(3))

    expect(notify.readIds, 'no account is asked for the id of another').toEqual([])
    expect(await shown(ward, requestId)).toMatchObject([
      {
        status: 'accepted',
        reason:
          'Formward cannot check the delivery, because the GOV.UK Notify account that took this message was changed or is no longer used.',
      },
    ])

    await useOwnAccount(notify.secondKey)
    await findReceipts(changed, inHours(6))

    expect(notify.readIds, 'the account is back').toEqual([notify.kept[0]!.id])
    expect(await shown(ward, requestId)).toMatchObject([{ status: 'delivered', reason: '' }])
  })

  test('asks the installation’s account about a message that it took before the organisation had its own (NOT-8)', async () => {
    const { ward, notify, steps, useOwnAccount } = await openWithGovukNotify()
    const { notificationId, requestId } = await sendFormToPatient(ward)
    await sendNotification(steps, notificationId)
    notify.kept[0]!.status = 'delivered'
    await useOwnAccount(notify.otherService)

    await findReceipts(steps, inHours(3))

    expect(await shown(ward, requestId)).toMatchObject([{ status: 'delivered' }])
  })

  test('asks the other accounts when one refuses its key (NOT-8)', async () => {
    const { ward, notify, steps, useOwnAccount } = await openWithGovukNotify()
    const [first, second] = [await sendFormToPatient(ward), await sendFormToPatient(ward)]
    await sendNotification(steps, first.notificationId)
    await useOwnAccount(notify.otherService)
    await sendNotification(steps, second.notificationId)
    for (const one of notify.kept) one.status = 'delivered'
    const wrongSecret = notify.settings.GOVUK_NOTIFY_API_KEY.replace(/aaaaaaaa/, 'cccccccc')
    const services = { ...ward.services, config: { ...steps.services.config, GOVUK_NOTIFY_API_KEY: wrongSecret } }

    await findReceipts(stepsOf({ id: ward.id, services }), inHours(3))

    expect(await shown(ward, first.requestId)).toMatchObject([{ status: 'accepted' }])
    expect(await shown(ward, second.requestId)).toMatchObject([{ status: 'delivered' }])
  })
})

describe('A batch whose answer was lost', () => {
  test('is not repeated through another application: its messages go in a new batch and may have been sent twice (NOT-3, NOT-8)', async () => {
    const ward = await openOrganisation()
    const notify = await openNhsNotify({ losesAnswers: true })
    onTestFinished(async () => {
      await notify.close()
      expect(notify.problems, 'what the published specification does not allow').toEqual([])
    })
    const config = { ...ward.services.config, ...notify.settings }
    const { notificationId, requestId } = await sendFormToPatient(ward, { method: 'nhs_app' })
    await expect(sendBatches(stepsOf({ id: ward.id, services: { ...ward.services, config } }), 'nhs_app')).rejects.toThrow('did not answer')
    notify.manners.losesAnswers = false
    recordAnswer(config.NHS_NOTIFY_URL, Date.now() + 3_600_000) // as if the pause were over
    const services = { ...ward.services, config: { ...config, NHS_NOTIFY_API_KEY: notify.otherApiKey } }

    await sendBatches(stepsOf({ id: ward.id, services }), 'nhs_app')

    const [first, second] = notify.batches
    expect(second!.application).toBe(notify.otherApiKey)
    expect(second!.messageBatchReference, 'a batch of its own').not.toBe(first!.messageBatchReference)
    expect(notify.messages().map(({ messageReference }) => messageReference)).toEqual(Array(2).fill(`${ward.id}.${notificationId}`))
    expect(await shown(ward, requestId)).toMatchObject([
      { status: 'accepted', providerReference: notify.messages()[1]!.id, doubt: 'may_have_been_sent_twice' },
    ])
    expect(await ward.query('select from message_batches where organisation_id = $1 and finished_at is null', [ward.id])).toEqual([])
  })
})
