import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'

import { importPKCS8, SignJWT } from 'jose'
import { z } from 'zod'

import type { NotificationMethod, ReceiptStatus } from '#domain/notification.ts'
import { type Config, isOpenAccess } from '#server/config.ts'

import type { BatchResult, Channel, MessageBatch, OutgoingMessage, Receipt } from './channel.ts'
import { pausedUntil, recordAnswer, recordSilence, recordWait } from './pauses.ts'

/** How long NHS Notify may take to answer, in milliseconds. */
const timeoutMs = 60_000
const mediaType = 'application/vnd.api+json'

/**
 * NHS App messages, SMS and email by NHS Notify (https://digital.nhs.uk/developer/api-catalogue/nhs-notify), in batches and through routing
 * plans for free text. It knows patients by NHS number. SMS and email go to the details on the patient's record only where NHS Notify has
 * approved that a service gives contact details.
 */
export const nhsNotify: Channel = {
  name: 'nhs-notify',
  label: 'NHS Notify',
  methods: ({ NHS_NOTIFY_CONTACT_DETAILS }) => (NHS_NOTIFY_CONTACT_DETAILS ? ['nhs_app', 'sms', 'email'] : ['nhs_app']),
  pausedUntil: ({ NHS_NOTIFY_URL }) => pausedUntil(NHS_NOTIFY_URL),
  batchSize: 500,
  sendBatch: async (config, batch) => {
    try {
      const response = await call(config, '/v1/message-batches', { method: 'POST', body: JSON.stringify(bodyOf(config, batch)) })
      const result = await readResult(response, batch)
      recordAnswer(config.NHS_NOTIFY_URL)
      return result
    } catch (error) {
      return failureOf(config, error)
    }
  },
  findReceipt: async (config, providerId) => {
    const response = await call(config, `/v1/messages/${providerId}`, { method: 'GET' })
    if (response.status === 404) return undefined
    if (!response.ok) throw await Refusal.of(response)
    const { data } = MessageResponse.parse(await response.json())
    return toReceipt({ ...data.attributes, messageId: data.id })
  },
  callback: {
    maxBytes: 1024 * 1024,
    isAuthentic: ({ NHS_NOTIFY_CALLBACK_KEY: key }, headers) => key !== undefined && isSame(headers['x-api-key'], key),
    read: ({ NHS_NOTIFY_APPLICATION_ID, NHS_NOTIFY_CALLBACK_KEY }, headers, body) => {
      const secret = `${NHS_NOTIFY_APPLICATION_ID}.${NHS_NOTIFY_CALLBACK_KEY}`
      const signature = createHmac('sha256', secret).update(body).digest('hex')
      if (!isSame(headers['x-hmac-sha256-signature'], signature)) return undefined
      const { data } = CallbackBody.parse(JSON.parse(body.toString('utf8')))
      return data.flatMap((one) => (one.type === 'MessageStatus' ? (toReceipt(one.attributes) ?? []) : (readReceipt(one.attributes) ?? [])))
    },
  },
}

/** The routing plan of a method, and the field that holds the text (section "Free-text communications" of the API's description). */
const plans: Record<
  NotificationMethod,
  {
    plan: 'NHS_NOTIFY_NHS_APP_PLAN' | 'NHS_NOTIFY_SMS_PLAN' | 'NHS_NOTIFY_EMAIL_PLAN'
    personalisation: (message: OutgoingMessage) => Record<string, string>
    contactDetails: (recipient: string) => object | undefined
  }
> = {
  nhs_app: { plan: 'NHS_NOTIFY_NHS_APP_PLAN', personalisation: ({ body }) => ({ body }), contactDetails: () => undefined },
  sms: { plan: 'NHS_NOTIFY_SMS_PLAN', personalisation: ({ body }) => ({ sms_body: body }), contactDetails: (sms) => ({ sms }) },
  email: {
    plan: 'NHS_NOTIFY_EMAIL_PLAN',
    personalisation: ({ subject, body }) => ({ email_subject: subject, email_body: body }),
    contactDetails: (email) => ({ email }),
  },
}

function bodyOf(config: Config, { id, method, messages }: MessageBatch) {
  const { plan, personalisation, contactDetails } = plans[method]
  return {
    data: {
      type: 'MessageBatch',
      attributes: {
        routingPlanId: config[plan],
        messageBatchReference: id,
        messages: messages.map((message) => ({
          messageReference: message.reference ?? message.id,
          recipient: { nhsNumber: message.nhsNumber, contactDetails: contactDetails(message.recipient) },
          ...(config.NHS_NOTIFY_ODS_CODE && message.odsCode && { originator: { odsCode: message.odsCode } }),
          personalisation: personalisation(message),
        })),
      },
    },
  }
}

async function call(config: Config, path: string, init: RequestInit) {
  const token = await accessToken(config)
  const response = await fetch(`${config.NHS_NOTIFY_URL.replace(/\/$/, '')}${path}`, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      accept: mediaType,
      'content-type': mediaType,
      'x-correlation-id': randomUUID(),
      ...(token && { authorization: `Bearer ${token}` }),
    },
  })
  // The token may have been revoked: the next try gets another.
  if (response.status === 401) tokens.delete(tokenKey(config))
  return response
}

const tokens = new Map<string, { token: string; expiresAt: number }>()
const tokenKey = ({ NHS_NOTIFY_TOKEN_URL, NHS_NOTIFY_API_KEY }: Config) => `${NHS_NOTIFY_TOKEN_URL} ${NHS_NOTIFY_API_KEY}`
/** A token that ends during a call would be refused, so it is renewed this much earlier, in milliseconds. */
const renewBeforeMs = 60_000

const TokenResponse = z.object({ access_token: z.string(), expires_in: z.coerce.number() })

/**
 * An access token for our key, signed as application-restricted APIs of NHS England ask
 * (https://digital.nhs.uk/developer/guides-and-documentation/security-and-authorisation/application-restricted-restful-apis-signed-jwt-authentication).
 * Undefined for the sandbox, which takes calls without one.
 */
async function accessToken(config: Config): Promise<string | undefined> {
  const { NHS_NOTIFY_URL, NHS_NOTIFY_TOKEN_URL: url, NHS_NOTIFY_API_KEY: apiKey, NHS_NOTIFY_KEY_ID, NHS_NOTIFY_PRIVATE_KEY } = config
  if (isOpenAccess(NHS_NOTIFY_URL)) return undefined
  const known = tokens.get(tokenKey(config))
  if (known && known.expiresAt - renewBeforeMs > Date.now()) return known.token
  // The configuration requires the three except for the sandbox.
  const assertion = await new SignJWT()
    .setProtectedHeader({ alg: 'RS512', typ: 'JWT', kid: NHS_NOTIFY_KEY_ID! })
    .setIssuer(apiKey!)
    .setSubject(apiKey!)
    .setAudience(url)
    .setJti(randomUUID())
    .setExpirationTime('4 minutes')
    .sign(await importPKCS8(NHS_NOTIFY_PRIVATE_KEY!, 'RS512'))
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: assertion,
    }),
  })
  if (!response.ok) throw new Refusal(response.status === 429 || response.status >= 500 ? response.status : 401, retryAfterOf(response))
  const { access_token, expires_in } = TokenResponse.parse(await response.json())
  tokens.set(tokenKey(config), { token: access_token, expiresAt: Date.now() + expires_in * 1000 })
  return access_token
}

/** An answer that is not a success. It holds nothing of the request. */
class Refusal extends Error {
  readonly status: number
  /** In milliseconds; undefined if the answer names no time. */
  readonly retryAfterMs: number | undefined
  constructor(status: number, retryAfterMs: number | undefined) {
    super(`NHS Notify answered ${status}`)
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
  static async of(response: Response) {
    await response.body?.cancel()
    return new Refusal(response.status, retryAfterOf(response))
  }
}

function retryAfterOf(response: Response) {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : undefined
}

const BatchResponse = z.object({
  data: z.object({ attributes: z.object({ messages: z.array(z.object({ messageReference: z.string(), id: z.string() })) }) }),
})
const ErrorResponse = z.object({
  errors: z.array(z.object({ detail: z.string().optional(), source: z.object({ pointer: z.string() }).optional() })),
})

async function readResult(response: Response, { messages }: MessageBatch): Promise<BatchResult> {
  if (response.status === 201) {
    const { data } = BatchResponse.parse(await response.json())
    const byReference = new Map(data.attributes.messages.map(({ messageReference, id }) => [messageReference, id]))
    return {
      status: 'accepted',
      providerIds: new Map(messages.map(({ id, reference = id }) => [id, byReference.get(reference) ?? ''])),
    }
  }
  // The batch arrived with an earlier try, and its answer was lost.
  if (response.status === 422) {
    await response.body?.cancel()
    return { status: 'accepted', providerIds: new Map() }
  }
  if (response.status !== 400) throw await Refusal.of(response)
  const reasons = refusedMessages(ErrorResponse.safeParse(await response.json().catch(() => undefined)).data?.errors ?? [], messages)
  if (reasons.size === 0) throw new Refusal(400, undefined)
  return { status: 'refused', reasons }
}

type ErrorItem = z.output<typeof ErrorResponse>['errors'][number]

/** The messages that an error response names, for example `/data/attributes/messages/5/recipient/nhsNumber`. */
function refusedMessages(errors: readonly ErrorItem[], messages: readonly OutgoingMessage[]) {
  const reasons = new Map<string, string>()
  for (const { source } of errors) {
    const [, index, field = ''] = /^\/data\/attributes\/messages\/(\d+)(?:\/(.*))?$/.exec(source?.pointer ?? '') ?? []
    const message = index === undefined ? undefined : messages[Number(index)]
    if (message) reasons.set(message.id, reasonOfField(field))
  }
  return reasons
}

function reasonOfField(field: string) {
  if (field.endsWith('nhsNumber')) return 'NHS Notify does not accept the NHS number.'
  if (field.includes('contactDetails/sms')) return 'NHS Notify does not accept the phone number.'
  if (field.includes('contactDetails/email')) return 'NHS Notify does not accept the email address.'
  if (field.startsWith('personalisation')) return 'NHS Notify does not accept the text of the message.'
  if (field.startsWith('originator')) return 'NHS Notify does not accept the ODS code of the organisation.'
  return 'NHS Notify does not accept the message.'
}

/** Says in words why a batch was not taken. Every batch would be refused the same way, so the provider is paused. */
function failureOf({ NHS_NOTIFY_URL: provider }: Config, error: unknown): BatchResult {
  const refusal = error instanceof Refusal ? error : undefined
  const cause = refusal ?? new Error(`NHS Notify did not answer (${error instanceof Error ? error.name : 'unknown'})`)
  if (refusal?.retryAfterMs === undefined) recordSilence(provider)
  else recordWait(provider, refusal.retryAfterMs)
  return { status: 'failed', reason: reasonOfStatus(refusal?.status), cause }
}

function reasonOfStatus(status: number | undefined) {
  if (status === undefined) return 'NHS Notify did not answer.'
  if (status === 401 || status === 403) return 'NHS Notify refused the key, or the clock of this server is wrong.'
  if (status === 404) return 'NHS Notify does not know the routing plan that is set.'
  if (status === 425) return 'NHS Notify is still working on an earlier try.'
  if (status === 429) return 'NHS Notify asked us to send more slowly.'
  if (status >= 500 || status === 408) return `NHS Notify has a technical problem (${status}).`
  return `NHS Notify refused the messages (${status}).`
}

const MessageAttributes = z.object({
  messageReference: z.string(),
  messageStatus: z.string(),
  messageStatusDescription: z.string().optional(),
  channels: z.array(z.object({ type: z.string(), channelStatus: z.string() })).optional(),
})
const MessageResponse = z.object({ data: z.object({ id: z.string(), attributes: MessageAttributes }) })
/** The bodies of both callbacks. Fields may be added without notice. */
const CallbackBody = z.object({
  data: z.array(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('MessageStatus'), attributes: MessageAttributes.extend({ messageId: z.string() }) }),
      z.object({
        type: z.literal('ChannelStatus'),
        attributes: z.object({ messageId: z.string(), messageReference: z.string(), supplierStatus: z.string().optional() }),
      }),
    ]),
  ),
})

const statuses: Record<string, ReceiptStatus> = { sending: 'sent', delivered: 'delivered', failed: 'failed' }

type Reported = z.output<typeof MessageAttributes> & { messageId: string }

/** Undefined while the message waits at NHS Notify. A message in the NHS App counts as delivered when the patient has read it. */
function toReceipt({ messageId, messageReference, messageStatus, messageStatusDescription, channels = [] }: Reported): Receipt | undefined {
  const status = statuses[messageStatus]
  if (!status) return undefined
  const isRead = status === 'delivered' && channels.some(({ type, channelStatus }) => type === 'nhsapp' && channelStatus === 'delivered')
  const why = messageStatusDescription?.replace(/^Failed reason:\s*/i, '').replace(/\.$/, '')
  const reason = why ? `NHS Notify could not reach the patient: ${why}.` : 'NHS Notify could not reach the patient.'
  return { reference: messageReference, providerId: messageId, status: isRead ? 'read' : status, reason: status === 'failed' ? reason : '' }
}

/** Of the statuses of a channel only reading says more than the status of the message. */
function readReceipt(attributes: {
  messageId: string
  messageReference: string
  supplierStatus?: string | undefined
}): Receipt | undefined {
  if (attributes.supplierStatus !== 'read') return undefined
  return { reference: attributes.messageReference, providerId: attributes.messageId, status: 'read', reason: '' }
}

function isSame(given: string | string[] | undefined, expected: string) {
  const [a, b] = [Buffer.from(typeof given === 'string' ? given : ''), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
