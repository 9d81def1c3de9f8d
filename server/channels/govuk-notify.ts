import { timingSafeEqual } from 'node:crypto'

import axios from 'axios'
import { NotifyClient } from 'notifications-node-client'
import { z } from 'zod'

import type { ReceiptStatus } from '#domain/notification.ts'
import type { Config } from '#server/config.ts'

import type { Channel, OutgoingMessage, Receipt, SendResult } from './channel.ts'
import { pausedUntil, recordAnswer, recordSilence, recordWait } from './pauses.ts'

/** How long GOV.UK Notify may take to answer, in milliseconds. */
const timeoutMs = 30_000
/** How long to wait after too many requests, in milliseconds: the limit is counted by the minute. */
const rateLimitMs = 20_000

const clients = new Map<string, NotifyClient>()

function clientOf({ GOVUK_NOTIFY_URL: url, GOVUK_NOTIFY_API_KEY: key = '' }: Config) {
  const known = clients.get(`${url} ${key}`)
  if (known) return known
  const client = new NotifyClient(url.replace(/\/$/, ''), key)
  // The same client, but the types of the library are those of axios for CommonJS.
  client.setClient(axios.create({ timeout: timeoutMs, maxRedirects: 0 }) as unknown as Parameters<NotifyClient['setClient']>[0])
  clients.set(`${url} ${key}`, client)
  return client
}

/** SMS and email by GOV.UK Notify (https://docs.notifications.service.gov.uk/node.html), with one template for each whose text is ((body)). */
export const govukNotify: Channel = {
  name: 'govuk-notify',
  label: 'GOV.UK Notify',
  methods: ({ GOVUK_NOTIFY_SMS_TEMPLATE, GOVUK_NOTIFY_EMAIL_TEMPLATE }) => [
    ...(GOVUK_NOTIFY_SMS_TEMPLATE ? (['sms'] as const) : []),
    ...(GOVUK_NOTIFY_EMAIL_TEMPLATE ? (['email'] as const) : []),
  ],
  pausedUntil: ({ GOVUK_NOTIFY_URL }) => pausedUntil(GOVUK_NOTIFY_URL),
  send: async (config, message) => {
    try {
      const providerId = (await findSent(config, message)) ?? (await send(config, message))
      recordAnswer(config.GOVUK_NOTIFY_URL)
      return { status: 'accepted', providerId }
    } catch (error) {
      return failureOf(config.GOVUK_NOTIFY_URL, error)
    }
  },
  findReceipt: async (config, providerId) => {
    const found = await clientOf(config)
      .getNotificationById(providerId)
      .catch((error: unknown) => {
        // A message older than the service keeps is not known any more.
        if (axios.isAxiosError(error) && error.response?.status === 404) return undefined
        throw failureOf(config.GOVUK_NOTIFY_URL, error).cause
      })
    return found && toReceipt({ ...found.data, notification_type: found.data.type })
  },
  callback: {
    maxBytes: 64 * 1024,
    isAuthentic: ({ GOVUK_NOTIFY_CALLBACK_TOKEN: token }, { authorization }) =>
      token !== undefined && isSame(authorization, `Bearer ${token}`),
    read: (_config, _headers, body) => {
      const receipt = toReceipt(Delivery.parse(JSON.parse(body.toString('utf8'))))
      return receipt ? [receipt] : []
    },
  },
}

async function send(config: Config, { method, recipient, subject, body, id, reference = id }: OutgoingMessage) {
  const client = clientOf(config)
  const { GOVUK_NOTIFY_SMS_TEMPLATE, GOVUK_NOTIFY_EMAIL_TEMPLATE, GOVUK_NOTIFY_SMS_SENDER, GOVUK_NOTIFY_EMAIL_REPLY_TO } = config
  // `methods` offers only the methods that have a template.
  const { data } =
    method === 'sms'
      ? await client.sendSms(GOVUK_NOTIFY_SMS_TEMPLATE!, recipient, {
          personalisation: { body },
          reference,
          ...(GOVUK_NOTIFY_SMS_SENDER && { smsSenderId: GOVUK_NOTIFY_SMS_SENDER }),
        })
      : await client.sendEmail(GOVUK_NOTIFY_EMAIL_TEMPLATE!, recipient, {
          personalisation: { subject, body },
          reference,
          ...(GOVUK_NOTIFY_EMAIL_REPLY_TO && { emailReplyToId: GOVUK_NOTIFY_EMAIL_REPLY_TO }),
        })
  return data.id
}

/**
 * The provider's id of a message that an earlier try may have sent. GOV.UK Notify sends a message with a known reference again, so it must be
 * asked first.
 */
async function findSent(config: Config, { id, reference = id, isRepeated }: OutgoingMessage) {
  if (!isRepeated) return undefined
  const { data } = await clientOf(config).getNotifications(undefined, undefined, reference)
  return data.notifications[0]?.id
}

/** The body of a callback (https://docs.notifications.service.gov.uk/node.html#delivery-receipts), and of a message that is read. */
const Delivery = z.object({
  id: z.uuid(),
  reference: z.string().nullish(),
  status: z.string(),
  notification_type: z.string(),
})

const statuses: Record<string, ReceiptStatus> = {
  sending: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  'permanent-failure': 'failed',
  'temporary-failure': 'failed',
  'technical-failure': 'failed',
}

/** Undefined while nothing is known, and for emails to staff. */
function toReceipt({ id, reference, status, notification_type: type }: z.output<typeof Delivery>): Receipt | undefined {
  const known = statuses[status]
  if (!known || !reference) return undefined
  return { reference, providerId: id, status: known, reason: known === 'failed' ? reasonOf(status, type) : '' }
}

function reasonOf(status: string, type: string) {
  const isEmail = type === 'email'
  if (status === 'permanent-failure')
    return isEmail ? 'The email address does not exist.' : 'The phone number does not exist, or its network refused the message.'
  if (status === 'temporary-failure')
    return isEmail
      ? 'The inbox was full, or its mail server did not answer.'
      : 'The phone was off or had no signal until GOV.UK Notify stopped trying.'
  return 'GOV.UK Notify could not send the message because of a technical problem.'
}

/** An error of GOV.UK Notify (https://docs.notifications.service.gov.uk/node.html#error-codes). */
const Errors = z.object({ errors: z.array(z.object({ error: z.string(), message: z.string() })).min(1) })

type Failure = Extract<SendResult, { status: 'failed' }>

/** Says in words why a message was not taken, and pauses the provider if others would not be taken either. */
function failureOf(provider: string, error: unknown): Failure {
  const { response, code } = axios.isAxiosError(error) ? error : {}
  // The request of the error holds the patient's number and the text, so the error itself goes no further.
  const cause = new Error(`GOV.UK Notify ${response ? `answered ${response.status}` : `did not answer (${code ?? 'unknown'})`}`)
  const failed = (reason: string, isFinal = false): Failure => ({ status: 'failed', reason, isFinal, cause })
  if (!response) {
    recordSilence(provider)
    return failed('GOV.UK Notify did not answer.')
  }
  const { error: kind = '', message = '' } = Errors.safeParse(response.data).data?.errors[0] ?? {}
  if (response.status === 429) {
    const isForToday = kind === 'TooManyRequestsError'
    recordWait(provider, isForToday ? Infinity : rateLimitMs)
    return failed(isForToday ? 'The sending limit for today at GOV.UK Notify is reached.' : 'GOV.UK Notify asked us to send more slowly.')
  }
  if (response.status === 401 || response.status === 403) {
    recordSilence(provider)
    return failed('GOV.UK Notify refused the API key, or the clock of this server is wrong.')
  }
  if (response.status >= 500) {
    recordSilence(provider)
    return failed(`GOV.UK Notify has a technical problem (${response.status}).`)
  }
  const settingReason = reasonOfSetting(message)
  if (settingReason) {
    recordSilence(provider)
    return failed(settingReason)
  }
  recordAnswer(provider)
  if (message.startsWith('phone_number ')) return failed('GOV.UK Notify does not accept the phone number.', true)
  if (message.startsWith('email_address ')) return failed('GOV.UK Notify does not accept the email address.', true)
  return failed(`GOV.UK Notify refused the message (${response.status}).`, true)
}

/** The reason if the setup is wrong, so that every message would be refused until somebody corrects it. */
function reasonOfSetting(message: string) {
  if (/team.only|trial mode/i.test(message)) return 'The GOV.UK Notify service may send only to its team so far.'
  if (/personalisation/i.test(message)) return 'The text of the GOV.UK Notify template is not ((body)).'
  if (/template/i.test(message)) return 'GOV.UK Notify does not know the template that is set.'
  return undefined
}

function isSame(given: string | undefined, expected: string) {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
