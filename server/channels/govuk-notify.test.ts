import { describe, expect, onTestFinished, test } from 'vitest'

import { type Config, readConfig } from '#server/config.ts'
import { sendNotification } from '#server/notifications/send-notification.ts'
import { type NotifyManners, openGovukNotify } from '#test/govuk-notify-server.ts'
import { openOrganisation } from '#test/organisation.ts'
import { sendFormToPatient } from '#test/send-form-to-patient.ts'
import { stepsOf } from '#test/worker-steps.ts'

import type { OutgoingMessage } from './channel.ts'
import { govukNotify, govukNotifyOfInstallation } from './govuk-notify.ts'
import { pausedUntil } from '#server/platform/outbound/pauses.ts'

const sms: OutgoingMessage = {
  id: '7b0f8a5e-0000-4000-8000-000000000001',
  method: 'sms',
  recipient: '+447700900123',
  subject: '',
  body: 'Please fill in a form.',
  reference: 'a-reference',
}
const email: OutgoingMessage = { ...sms, method: 'email', recipient: 'samira@example.com', subject: 'A form' }

async function open(manners: NotifyManners = {}, more: Partial<Config> = {}) {
  const notify = await openGovukNotify(manners)
  onTestFinished(async () => void (await notify.close()))
  const config = { ...readConfig({ LOG_LEVEL: 'silent' }), ...notify.settings, ...more }
  const { send } = govukNotify(govukNotifyOfInstallation(config), { organisationId: undefined })
  return { notify, config, send }
}

describe('GOV.UK Notify', () => {
  test('takes an SMS and an email, each with its reference, and gives each an id (NOT-4, NOT-8)', async () => {
    const { notify, send } = await open()

    const results = [await send(sms), await send(email)]

    expect(notify.kept).toMatchObject([
      { type: 'sms', to: '+447700900123', body: 'Please fill in a form.', reference: 'a-reference' },
      { type: 'email', to: 'samira@example.com', subject: 'A form', body: 'Please fill in a form.', reference: 'a-reference' },
    ])
    expect(results).toEqual(notify.kept.map(({ id }) => ({ status: 'accepted', providerId: id })))
  })

  test('gets nothing a second time when its answer was lost (NOT-3)', async () => {
    const { notify, send } = await open({ losesAnswers: true })
    expect(await send(sms)).toMatchObject({ status: 'failed', isFinal: false, reason: { words: 'GOV.UK Notify did not answer.' } })
    notify.manners.losesAnswers = false

    expect(await send({ ...sms, isRepeated: true })).toEqual({ status: 'accepted', providerId: notify.kept[0]!.id })

    expect(notify.kept).toHaveLength(1)
  })

  test('gets a message again that did not reach it the first time (NOT-3)', async () => {
    const { notify, send } = await open()
    expect(await send({ ...sms, isRepeated: true })).toMatchObject({ status: 'accepted' })
    expect(notify.kept).toHaveLength(1)
  })

  test.each([
    ['a number that cannot get messages', { recipient: '+441135320000' }, {}, 'GOV.UK Notify does not accept the phone number.', true],
    [
      'the sending limit of the day',
      {},
      { status: 429, error: 'TooManyRequestsError', message: 'Exceeded send limits (sms: 1000) for today' },
      'The sending limit for today at GOV.UK Notify is reached.',
      false,
    ],
    [
      'too many messages in a minute',
      {},
      { status: 429, error: 'RateLimitError', message: 'Exceeded rate limit for key type LIVE of 3000 requests per 60 seconds' },
      'GOV.UK Notify asked us to send more slowly.',
      false,
    ],
    [
      'a problem of its own',
      {},
      { status: 500, error: 'Exception', message: 'Internal server error' },
      'GOV.UK Notify has a technical problem (500).',
      false,
    ],
    [
      'a service in trial mode',
      {},
      { status: 400, error: 'BadRequestError', message: 'Can’t send to this recipient when service is in trial mode' },
      'The GOV.UK Notify service may send only to its team so far.',
      false,
    ],
  ] as const)(
    'says %s in words without the number, and whether another try helps (NOT-3)',
    async (_name, changed, refuses, reason, isFinal) => {
      const { send } = await open('status' in refuses ? { refuses } : {})

      const result = await send({ ...sms, ...changed })

      expect(result).toMatchObject({ status: 'failed', reason: { words: reason }, isFinal })
      expect(JSON.stringify(result) + String((result as { cause: Error }).cause.stack)).not.toMatch(/\+44|samira/)
    },
  )

  test('a wrong API key or template stops nothing for good: the channel pauses and tries again (NOT-3)', async () => {
    for (const [wrong, reason] of [
      [
        { GOVUK_NOTIFY_API_KEY: 'test-11111111-2222-4333-8444-555555555555-aaaaaaaa-0000-4000-8000-000000000000' },
        'GOV.UK Notify refused the API key, or the clock of this server is wrong.',
      ],
      [{ GOVUK_NOTIFY_SMS_TEMPLATE: '0d1e2f30-0000-4000-8000-000000000009' }, 'GOV.UK Notify does not know the template that is set.'],
    ] as const) {
      const { notify, send } = await open({}, wrong)
      expect(await send(sms)).toMatchObject({ status: 'failed', reason: { words: reason }, isFinal: false })
      expect(pausedUntil(notify.url)).toBeInstanceOf(Date)
      expect(notify.kept).toEqual([])
    }
  })

  test('a pause that it asked for is not ended by the answer to a call that was on its way (NOT-3)', async () => {
    const { notify, send } = await open({ refuses: { status: 429, error: 'RateLimitError', message: 'Exceeded rate limit' } })
    await send(sms)
    const until = pausedUntil(notify.url)
    delete notify.manners.refuses
    expect(await send(email)).toMatchObject({ status: 'accepted' })
    expect(until).toBeInstanceOf(Date)
    expect(pausedUntil(notify.url)).toEqual(until)
  })

  test('gets a queue of messages from several workers within its limit, and refuses none of them (NOT-4)', async () => {
    const { notify, config } = await open({ takesMs: 20, limit: { messages: 30, withinMs: 1_000 } }, { GOVUK_NOTIFY_PER_MINUTE: 1_200 })
    const ward = await openOrganisation()
    const services = { ...ward.services, config }
    const sent: string[] = []
    for (let n = 0; n < 60; n++) sent.push((await sendFormToPatient(ward)).notificationId)

    await Promise.all(
      [0, 1, 2].map(async (worker) => {
        const one = { ...services, db: { ...services.db, url: `${services.db.url}#${worker}` } } // as another process sees it
        for (const id of sent.filter((_, index) => index % 3 === worker))
          await sendNotification(stepsOf({ id: ward.id, services: one }), id)
      }),
    )

    expect(notify.refusedByLimit()).toBe(0)
    expect(notify.kept).toHaveLength(60)
    expect(await ward.query("select from notifications where organisation_id = $1 and status = 'accepted'", [ward.id])).toHaveLength(60)
  })

  test('carries the methods that have a template (NOT-7)', () => {
    const config = { ...readConfig({}), GOVUK_NOTIFY_SMS_TEMPLATE: '0d1e2f30-0000-4000-8000-000000000001' }
    expect(govukNotify(govukNotifyOfInstallation(config), { organisationId: undefined }).methods).toEqual(['sms'])
  })
})
