import { timingSafeEqual } from 'node:crypto'

import axios from 'axios'
import { NotifyClient } from 'notifications-node-client'
import { z } from 'zod'

import type { MessageReason, MessageReasonCode } from '#domain/message-reasons.ts'
import type { ReceiptStatus } from '#domain/notification.ts'
import type { Config } from '#server/config.ts'
import { pausedUntil, recordAnswer, recordSilence, recordWait } from '#server/platform/outbound/pauses.ts'

import {
  accountName,
  type AccountOwner,
  pauseName,
  providerAccount,
  type OutgoingMessage,
  type Receipt,
  type SendingChannel,
  type SendResult,
} from './channel.ts'

/** How long GOV.UK Notify may take to answer, in milliseconds. */
const timeoutMs = 30_000
/** How long to wait after too many requests, in milliseconds: the limit is counted by the minute. */
const rateLimitMs = 20_000

const clients = new Map<string, NotifyClient>()

/** An account with GOV.UK Notify: a service with its key and its templates. Empty ids are not set. */
export type GovukNotifySettings = {
  url: string
  apiKey: string
  smsTemplateId: string
  emailTemplateId: string
  smsSenderId: string
  emailReplyToId: string
  callbackToken: string | undefined
  perMinute: number
}

export const govukNotifyOfInstallation = (config: Config): GovukNotifySettings => ({
  url: config.GOVUK_NOTIFY_URL,
  apiKey: config.GOVUK_NOTIFY_API_KEY ?? '',
  smsTemplateId: config.GOVUK_NOTIFY_SMS_TEMPLATE ?? '',
  emailTemplateId: config.GOVUK_NOTIFY_EMAIL_TEMPLATE ?? '',
  smsSenderId: config.GOVUK_NOTIFY_SMS_SENDER ?? '',
  emailReplyToId: config.GOVUK_NOTIFY_EMAIL_REPLY_TO ?? '',
  callbackToken: config.GOVUK_NOTIFY_CALLBACK_TOKEN,
  perMinute: config.GOVUK_NOTIFY_PER_MINUTE,
})

function clientOf({ url, apiKey: key }: GovukNotifySettings) {
  const known = clients.get(`${url} ${key}`)
  if (known) return known
  const client = new NotifyClient(url.replace(/\/$/, ''), key)
  // The same client, but the types of the library are those of axios for CommonJS.
  client.setClient(axios.create({ timeout: timeoutMs, maxRedirects: 0 }) as unknown as Parameters<NotifyClient['setClient']>[0])
  clients.set(`${url} ${key}`, client)
  return client
}

/** The id of the service in an API key, before the secret. Every key of a service knows the messages of the others, so a new key loses none. */
const serviceOf = ({ apiKey }: GovukNotifySettings) => apiKey.slice(-73, -37)

/** SMS and email by GOV.UK Notify (https://docs.notifications.service.gov.uk/node.html), with one template for each whose text is ((body)). */
export function govukNotify(settings: GovukNotifySettings, owner: AccountOwner): SendingChannel {
  const { url, smsTemplateId, emailTemplateId, callbackToken: token, perMinute } = settings
  const provider = pauseName(url, owner)
  return {
    name: 'govuk-notify',
    label: 'GOV.UK Notify',
    account: accountName('govuk-notify', owner),
    providerAccount: providerAccount('govuk-notify', [url, serviceOf(settings)]),
    methods: [...(smsTemplateId ? (['sms'] as const) : []), ...(emailTemplateId ? (['email'] as const) : [])],
    perMinute,
    pausedUntil: () => pausedUntil(provider),
    send: async (message) => {
      try {
        const providerId = (await findSent(settings, message)) ?? (await send(settings, message))
        recordAnswer(provider)
        return { status: 'accepted', providerId }
      } catch (error) {
        return failureOf(provider, error)
      }
    },
    findReceipt: async (providerId) => {
      const found = await clientOf(settings)
        .getNotificationById(providerId)
        .catch((error: unknown) => {
          // The service forgets old messages.
          if (axios.isAxiosError(error) && error.response?.status === 404) return undefined
          throw failureOf(provider, error).cause
        })
      return found && toReceipt({ ...found.data, notification_type: found.data.type })
    },
    callback: {
      isAuthentic: ({ authorization }) => token !== undefined && isSame(authorization, `Bearer ${token}`),
      read: (_headers, body) => {
        const receipt = toReceipt(Delivery.parse(JSON.parse(body.toString('utf8'))))
        return receipt ? [receipt] : []
      },
      readText: (body) => {
        const { source_number: from, message: text } = ReceivedText.parse(JSON.parse(body.toString('utf8')))
        return { from, text }
      },
    },
  }
}

async function send(settings: GovukNotifySettings, { method, recipient, subject, body, id, reference = id }: OutgoingMessage) {
  const client = clientOf(settings)
  const { smsTemplateId, emailTemplateId, smsSenderId, emailReplyToId } = settings
  const { data } =
    method === 'sms'
      ? await client.sendSms(smsTemplateId, recipient, {
          personalisation: { body },
          reference,
          ...(smsSenderId && { smsSenderId }),
        })
      : await client.sendEmail(emailTemplateId, recipient, {
          personalisation: { subject, body },
          reference,
          ...(emailReplyToId && { emailReplyToId }),
        })
  return data.id
}

/**
 * The provider's id of a message that an earlier try may have sent. GOV.UK Notify sends a message with a known reference again, so it must be
 * asked first.
 */
async function findSent(settings: GovukNotifySettings, { id, reference = id, isRepeated }: OutgoingMessage) {
  if (!isRepeated) return undefined
  const { data } = await clientOf(settings).getNotifications(undefined, undefined, reference)
  return data.notifications[0]?.id
}

/** The body of a callback (https://docs.notifications.service.gov.uk/node.html#delivery-receipts), and of a message that is read. */
const Delivery = z.object({
  id: z.uuid(),
  reference: z.string().nullish(),
  status: z.string(),
  notification_type: z.string(),
})

/** The body of a call about a text message that was received (https://docs.notifications.service.gov.uk/node.html#received-text-messages). */
const ReceivedText = z.object({ source_number: z.string().min(1).max(30), message: z.string().max(10_000) })

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
  return { reference, providerId: id, status: known, reason: known === 'failed' ? reasonOf(status, type) : undefined }
}

function reasonOf(status: string, type: string): MessageReason {
  const isEmail = type === 'email'
  if (status === 'permanent-failure')
    return {
      code: 'wrong_contact_detail',
      words: isEmail ? 'The email address does not exist.' : 'The phone number does not exist, or its network refused the message.',
    }
  if (status === 'temporary-failure')
    return {
      code: 'temporary_failure',
      words: isEmail
        ? 'The inbox was full, or its mail server did not answer.'
        : 'The phone was off or had no signal until GOV.UK Notify stopped trying.',
    }
  return { code: 'technical_failure', words: 'GOV.UK Notify could not send the message because of a technical problem.' }
}

/** An error of GOV.UK Notify (https://docs.notifications.service.gov.uk/node.html#error-codes). */
const Errors = z.object({ errors: z.array(z.object({ error: z.string(), message: z.string() })).min(1) })

/** The codes of errors after which the provider has nothing. */
const neverConnected = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']

type Failure = Extract<SendResult, { status: 'failed' }>

/** Says in words why a message was not taken, and pauses the provider if others would not be taken either. */
function failureOf(provider: string, error: unknown): Failure {
  const { response, code } = axios.isAxiosError(error) ? error : {}
  // The request of the error holds the patient's number and the text, so the error itself goes no further.
  const cause = new Error(`GOV.UK Notify ${response ? `answered ${response.status}` : `did not answer (${code ?? 'unknown'})`}`)
  const failed = (words: string, code: MessageReasonCode = 'technical_failure'): Failure => ({
    status: 'failed',
    reason: { code, words },
    isFinal: code !== 'technical_failure',
    isOutage: code === 'technical_failure',
    cause,
  })
  if (!response) {
    recordSilence(provider)
    return { ...failed('GOV.UK Notify did not answer.'), mayHaveLeft: !code || !neverConnected.includes(code) }
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
    return { ...failed(`GOV.UK Notify has a technical problem (${response.status}).`), mayHaveLeft: true }
  }
  const settingReason = reasonOfSetting(message)
  if (settingReason) {
    recordSilence(provider)
    return failed(settingReason)
  }
  recordAnswer(provider)
  if (message.startsWith('phone_number ')) return failed('GOV.UK Notify does not accept the phone number.', 'wrong_contact_detail')
  if (message.startsWith('email_address ')) return failed('GOV.UK Notify does not accept the email address.', 'wrong_contact_detail')
  return failed(`GOV.UK Notify refused the message (${response.status}).`, 'message_not_valid')
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
